"""A difference between a player list and the roster on its way into the roster, line by line as it was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from deckcheck.core.names import fold
from deckcheck.core.rosters.model import Roster
from deckcheck.core.rosters.names import tidy
from deckcheck.services.entry_acts import move_within
from deckcheck.services.roster_difference import (
    LONGEST,
    Change,
    Difference,
    DiffLine,
    split_name,
    taken_by_itself,
)
from deckcheck.services.rounds import RoundChange, note_rounds, plan_rounds
from deckcheck.services.states import NOTHING, Act, EntryState, Machine
from deckcheck.services.work import Work
from deckcheck.storage.columns import new_uid
from deckcheck.storage.models import Entry, Person
from deckcheck.storage.shelves import entries, outbox, people

SAME: Final = "same"
RENAMED: Final = "renamed"
OTHER: Final = "other"


@dataclass(slots=True)
class Applying:
    """One difference on its way into the roster."""

    work: Work
    roster: Roster
    difference: Difference
    round: int | None
    take: frozenset[str] | None
    answers: Mapping[str, str]
    numbers: dict[int, int] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    added: list[Entry] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    def apply(self) -> tuple[RoundChange, ...]:
        """Do what was chosen; a line that nobody answered stays as it is."""
        work, lines = self.work, self.difference.lines
        take = taken_by_itself(lines) if self.take is None else self.take
        self.numbers = dict(self.difference.pairs)
        ways: Mapping[Change, Callable[[DiffLine], None]] = {
            Change.GONE: self._leaves,
            Change.DROPPED: self._leaves,
            Change.SEAT: self._seat,
            Change.NUMBER: self._number,
        }
        for line in lines:
            if line.change is Change.ASKED:
                self._answer(line)
            elif line.key in take and line.change in ways:
                ways[line.change](line)
                self._count(line.change)
        self._add([line for line in lines if line.change is Change.NEW and line.key in take])
        work.session.flush()
        changed = note_rounds(work, plan_rounds(self.roster, self.round, self.numbers))
        self._tell()
        return changed

    def _count(self, change: Change) -> None:
        self.done[change] = self.done.get(change, 0) + 1

    def _entry(self, line: DiffLine) -> Entry:
        entry = self.work.entry(line.number or 0)
        assert entry is not None  # The difference was worked out in this very transaction.
        return entry

    def _answer(self, line: DiffLine) -> None:
        """Somebody who may be there already: the same, renamed or not, or another; unanswered, nothing is done."""
        answer, _, named = self.answers.get(line.key, "").partition(":")
        if answer == OTHER:
            self._add([line])
            return
        meant = [c.number for c in line.candidates if not named or named == str(c.number)]
        if answer not in {SAME, RENAMED} or not meant or meant[0] in self.numbers.values():
            self.waiting.append(line.key)
            return
        line = replace(line, number=meant[0])
        player, entry = self.roster.players[line.place], self._entry(line)
        self.numbers[line.place] = entry.number
        if answer == RENAMED:
            self._rename(line)
            self._count(Change.RENAMED)
        if player.id and player.id != entry.external:
            self._number(line)
        if player.seat is not None:
            self._seat(line)
        if player.dropped:
            self._leaves(line)

    def _leaves(self, line: DiffLine) -> None:
        begun = self.work.first_stage().begun_at is not None
        entry = self._entry(line)
        if entry.state == EntryState.ON:  # A team-mate who dropped may have taken them along.
            move_within(self.work, entry, EntryState.DROPPED if begun else EntryState.WITHDRAWN)

    def _rename(self, line: DiffLine) -> None:
        entry = self._entry(line)
        person = entries.person(self.work.session, entry.person)
        assert person is not None  # Who was forgotten is not compared.
        first, last = split_name(self.roster.players[line.place])
        person.last, person.first = _part(last) or _part(first), _part(first) if last else ""
        person.folded = fold(f"{person.first} {person.last}")
        self._changed(entry, "name")

    def _seat(self, line: DiffLine) -> None:
        entry = self._entry(line)
        entry.place = str(self.roster.players[line.place].seat)[:LONGEST]
        self._changed(entry, "place")

    def _number(self, line: DiffLine) -> None:
        entry = self._entry(line)
        entry.external = tidy(self.roster.players[line.place].id or "")[:LONGEST]
        self._changed(entry, "external")

    def _changed(self, entry: Entry, word: str) -> None:
        self.work.note("entry.changed", on=f"entry:{entry.number}", to=f"{entry.state} {word}", entry=entry)

    def _add(self, lines: list[DiffLine]) -> None:
        """New entries; who played in another event of the same account under the same mail or number is known."""
        work = self.work
        persons = self._persons(lines)
        for line in lines:
            player, person = self.roster.players[line.place], persons[line.place]
            facts = work.facts(work.first_stage(), confirmed=True)
            step = work.step(Machine.ENTRY, NOTHING, Act.ENTRY_ADDED, facts)
            work.event.entry_count += 1
            entry = Entry(
                uid=new_uid(),
                event=work.event.uid,
                number=work.event.entry_count,
                person=person.uid,
                state=step.state,
                origin="import",
                external=tidy(player.id or "")[:LONGEST],
                place=str(player.seat)[:LONGEST] if player.seat is not None else "",
                made_at=work.now,
            )
            work.session.add(entry)
            work.note(step.audit, on=f"entry:{entry.number}", to=step.state, entry=entry)
            self.numbers[line.place] = entry.number
            self.added.append(entry)
            self._count(Change.NEW)
        work.session.flush()
        for line in lines:
            if self.roster.players[line.place].dropped:
                added = work.entry(self.numbers[line.place])
                self._leaves(DiffLine(Change.DROPPED, line.place, added.number if added else 0, "", ""))

    def _persons(self, lines: list[DiffLine]) -> dict[int, Person]:
        work, found = self.work, {}
        known = self._known(lines)
        for line in lines:
            player = self.roster.players[line.place]
            first, last = (_part(part) for part in split_name(player))
            folded = fold(f"{first} {last}")
            same = [p for p in known.get(folded, ()) if _is_theirs(p, player.mail, player.id)]
            if len(same) == 1:
                found[line.place] = same[0]
                known[folded].remove(same[0])
                continue
            person = Person(uid=new_uid(), last=last or first, first=first if last else "", folded=folded)
            person.made_at, person.mail, person.external = work.now, player.mail or "", tidy(player.id or "")[:LONGEST]
            work.session.add(person)
            found[line.place] = person
        work.session.flush()
        return found

    def _known(self, lines: list[DiffLine]) -> dict[str, list[Person]]:
        work = self.work
        wanted = {fold(" ".join(split_name(self.roster.players[line.place]))) for line in lines}
        found: dict[str, list[Person]] = {}
        if work.who.kind == "account":
            for person in people.people_in_events_of(work.session, work.who.uid, wanted, work.event.uid):
                found.setdefault(person.folded, []).append(person)
        return found

    def _tell(self) -> None:
        if outbox.hooks_for(self.work.session, self.work.event.uid, "added"):
            for entry in self.added:
                self.work.tell("added", entry)


def _part(name: str) -> str:
    return tidy(name)[:LONGEST].strip()


def _is_theirs(person: Person, mail: str | None, external: str | None) -> bool:
    return bool((mail and person.mail.casefold() == mail.casefold()) or (external and person.external == external))
