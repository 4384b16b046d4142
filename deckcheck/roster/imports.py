"""Player lists of other programs: what they would change is shown first, and only what was shown is applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import EventAct
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import NOTHING, Act, Machine
from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.encodings import guess_text
from deckcheck.decklist.lazy import members
from deckcheck.decklist.list_text import UnreadableText, decode
from deckcheck.roster.entry_facts import running
from deckcheck.roster.entry_states import move_within
from deckcheck.roster.files import shapes, workbooks
from deckcheck.roster.files.documents import LIMITS, Document, document_of_rows, make_documents
from deckcheck.roster.files.model import Ask, Kind, Roster, RosterPlayer, Shape
from deckcheck.roster.files.player_names import tidy
from deckcheck.roster.files.roster_reader import read_place
from deckcheck.roster.import_difference import (
    LONGEST,
    Change,
    Difference,
    DiffLine,
    compare,
    rounds_in,
    seated,
    split_at,
    split_name,
    taken_by_itself,
)
from deckcheck.roster.join import call
from deckcheck.roster.name_match import KnownPerson
from deckcheck.roster.rounds import RoundChange, last_round, note_rounds, plan_rounds
from deckcheck.store.columns import new_uid
from deckcheck.store.models import Entry
from deckcheck.store.queries import entries, outbox
from deckcheck.store.states import EntryState

NOBODY: Final = (
    "No player was found here. Bring a list with one name a line, a table with a column of names, or an export."
)


@cache
def all_shapes() -> tuple[Shape, ...]:
    """Every shape, found by walking."""
    return members(shapes, Shape)


def read_roster(data: bytes | str, names: Mapping[str, str] | None = None) -> Roster:
    """The roster in a file or a pasted text. `names` are those behind ids, from what was read before.

    Refuses with a sentence what is no roster (UnreadableText).
    """
    if isinstance(data, bytes) and data.startswith(workbooks.SIGNS):
        return _read_workbook(data, names or {})
    guessed: list[str] = []

    def legacy(old: bytes) -> str:
        text, encoding = guess_text(old)
        guessed.append(encoding)
        return text

    text = data if isinstance(data, str) else decode(data, LIMITS, legacy)
    if not text.strip("\ufeff \t\r\n"):
        raise UnreadableText("There is nothing in this. Choose the file with the players, or paste their names.")
    roster = _read_all(make_documents(text), names or {})
    return _asking_letters(roster, guessed[0]) if guessed else roster


def read_rows(rows: Sequence[Sequence[str]], names: Mapping[str, str] | None = None) -> Roster:
    """The roster in the rows of a sheet."""
    document = document_of_rows(tuple(tuple(row) for row in rows))
    if not document.lines:
        raise UnreadableText("There is nothing in this sheet. Choose the file with the players, or paste their names.")
    return _read_all((document,), names or {})


def _read_workbook(data: bytes, names: Mapping[str, str]) -> Roster:
    """The roster in the first sheet that holds one; of others that hold something a person is told."""
    sheets = {title: rows for title, rows in workbooks.read_workbook(data).items() if rows}
    refusal = UnreadableText("There is nothing in this workbook. Choose the file with the players.")
    for title, rows in sheets.items():
        try:
            roster = read_rows(rows, names)
        except UnreadableText as error:
            refusal = error
            continue
        others = ", ".join(f'"{shorten(other)}"' for other in list(sheets)[:6] if other != title)
        text = f'The sheet "{shorten(title)}" was read, and not {others}. Send another by itself if it is meant.'
        return replace(roster, ask=(*roster.ask, Ask("sheets", text))) if others else roster
    raise refusal


def names_by_id(rosters: Sequence[Roster]) -> dict[str, str]:
    """The names behind the ids of rosters read before: for texts that give ids alone."""
    return {
        player.id: f"{player.last}, {player.first}" if player.first and player.last else player.display
        for roster in rosters
        for player in roster.players
        if player.id and player.id != player.display
    }


def _read_all(documents: Sequence[Document], names: Mapping[str, str]) -> Roster:
    """Of several answers in one text the last is meant; those before it give the names behind ids."""
    if not documents:
        raise UnreadableText(NOBODY)
    read: list[Roster] = []
    for document in documents:
        known = {**names, **names_by_id([roster for roster in read if roster.kind is Kind.ROSTER])}
        read.append(_read(document, known))
    return read[-1]


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    surest, most = None, 0
    for shape in all_shapes():
        sure = shape.recognise(document)
        if sure > most:
            surest, most = shape, sure
    if surest is None:
        raise UnreadableText(NOBODY)
    roster = surest.read(document, names)
    if not roster.people:
        raise UnreadableText(NOBODY)
    return roster


def _asking_letters(roster: Roster, encoding: str) -> Roster:
    """The roster with the question whether the letters are right, if names have any that could be others."""
    if all(player.display.isascii() for player in roster.players):
        return roster
    text = (
        f"The file does not say how its letters are kept; it was read as {encoding}. Look whether the names are right."
    )
    return replace(roster, ask=(*roster.ask, Ask("letters", text)))


def read_roster_file(data: bytes | str, names: Mapping[str, str] | None = None) -> Roster:
    """The roster in a file or a pasted text; what is none is refused. `names` are those behind ids."""
    try:
        return read_roster(data, names)
    except UnreadableText as error:
        raise UnusableInput(str(error), code="unread") from None


def read_roster_files(files: Iterable[bytes | str]) -> Roster:
    """The roster in the last of these; at least one is given."""
    read: list[Roster] = []
    for data in files:
        read.append(read_roster_file(data, names_by_id(read)))
    return read[-1]


SAME: Final = "same"
RENAMED: Final = "renamed"
OTHER: Final = "other"
ONCE: Final = "once"


@dataclass(slots=True)
class Applying:
    """One difference on its way into the roster."""

    work: EventSession
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
            elif line.change is Change.TABLES and not self._chosen(line):
                self.waiting.append(line.key)
            elif line.key in take and line.change in ways:
                ways[line.change](line)
                self._count(line.change)
        added = (Change.NEW, Change.LEFT)
        self._add([line for line in lines if line.change in added and line.key in take and may_add(line)])
        for line in lines:
            if line.change is Change.ASKED and self.answers.get(line.key) == ONCE:
                self._once(line)
        work.session.flush()
        changed = note_rounds(work, plan_rounds(seated(self.roster, self.answers), self.round, self.numbers))
        self._tell()
        return changed

    def _count(self, change: Change) -> None:
        self.done[change] = self.done.get(change, 0) + 1

    def _entry(self, line: DiffLine) -> Entry:
        entry = self.work.entry(line.number or 0)
        assert entry is not None  # The difference was worked out in this very transaction.
        return entry

    def _chosen(self, line: DiffLine) -> bool:
        return self.answers.get(line.key, "").removeprefix("table:") in line.choices

    def _once(self, line: DiffLine) -> None:
        """The same person as another player of the list: they are that entry, if that player is one by now."""
        number = self.numbers.get(line.twin_place)
        if number is None:
            self.waiting.append(line.key)
            return
        self.numbers[line.place] = number
        if self.roster.players[line.place].dropped:
            self._leaves(replace(line, number=number))

    def _answer(self, line: DiffLine) -> None:
        """Somebody who may be there already: the same, renamed or not, or another; unanswered, nothing is done."""
        answer, _, named = self.answers.get(line.key, "").partition(":")
        if answer == OTHER:
            self._add([line])
            return
        if answer == ONCE and line.twin_place >= 0:
            return  # Once everybody is added.
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
        call(entry, *_names(self.roster.players[line.place]))
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
        """New entries, each of somebody of whom nothing else is known."""
        work = self.work
        for line in lines:
            player = self.roster.people[line.place]
            facts = work.facts(work.first_stage(), confirmed=True)
            step = work.step(Machine.ENTRY, NOTHING, Act.ENTRY_ADDED, facts)
            work.event.entry_count += 1
            entry = Entry(
                uid=new_uid(),
                event=work.event.uid,
                number=work.event.entry_count,
                person=entries.new_person(work.session, work.now),
                mail=player.mail or "",
                state=step.state,
                origin="import",
                external=tidy(player.id or "")[:LONGEST],
                place=str(player.seat)[:LONGEST] if player.seat is not None else "",
                made_at=work.now,
            )
            call(entry, *_names(player, self.answers.get(line.key, "")))
            work.session.add(entry)
            work.note(step.audit, on=f"entry:{entry.number}", to=step.state, entry=entry)
            self.numbers[line.place] = entry.number
            self.added.append(entry)
            self._count(Change.NEW)
        work.session.flush()
        for line in lines:
            if self.roster.people[line.place].dropped:
                added = work.entry(self.numbers[line.place])
                self._leaves(DiffLine(Change.DROPPED, line.place, added.number if added else 0, "", ""))

    def _tell(self) -> None:
        if outbox.hooks_for(self.work.session, self.work.event.uid, "added"):
            for entry in self.added:
                self.work.tell("added", entry)


def _part(name: str) -> str:
    return tidy(name)[:LONGEST].strip()


def may_add(line: DiffLine) -> bool:
    """Whether a line may add an entry: nobody who is there already, or is a player of the same list, is left out."""
    return line.change is Change.NEW or (line.number is None and line.twin_place < 0)


def _names(player: RosterPlayer, answer: str = "") -> tuple[str, str]:
    """The last and the first name as they are kept; a single name is the last one. `split:2`: by the second comma."""
    comma = answer.removeprefix("split:")
    told = comma != answer and comma in {"1", "2", "3", "4"}
    split = split_at(player.display, int(comma)) if told and not player.first else split_name(player)
    first, last = (_part(part) for part in split)
    return (last, first) if last else (first, "")


@dataclass(frozen=True, slots=True)
class ImportRoster(EventAct):
    """A list as pasted or as a file. `digest` names the difference that was shown; empty only shows it.

    `take` are the keys of the lines to apply; None takes what goes without saying. `answers` says of each line that
    was asked about: `same` or `renamed` with the entry's number behind a colon, where there is more than one to choose
    from (the name we have stays, or gives way to the one that was brought), `other`: somebody else, or `once`: the
    same as another player of the list. `table:4` says which of two tables is right, `split:2` of somebody new that the
    last name ends at the second comma.
    `round` is what its tables or standings belong to, where the text does not say.
    """

    data: bytes | str
    digest: str = ""
    take: frozenset[str] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of it: how many of each kind, the numbers of those who were added, and what still waits for an answer.

    `rounds` says which tables and standings were kept.
    """

    done: Mapping[str, int]
    added: tuple[int, ...]
    unanswered: tuple[str, ...]
    rounds: tuple[RoundChange, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The difference, and the round that tables or standings would belong to if nobody says otherwise."""

    difference: Difference
    roster: Roster
    round: int | None


class DifferenceChanged(Refused):
    """The roster is another than when the difference was shown; the new difference is here."""

    CODE = "changed"
    STATUS = 409

    def __init__(self, preview: Preview) -> None:
        super().__init__("The roster changed meanwhile, so nothing was applied. Here is the difference as it is now.")
        self.preview = preview
        self.more = {"digest": preview.difference.digest}


def import_preview(order: ImportRoster, app: App) -> Preview:
    """What a list would change; nothing is changed."""
    roster = read_roster_file(order.data)
    with reading(app, order.who, order.slug) as work:
        _ask(work, roster)
        return _preview(work, roster, order.round)


def import_roster(order: ImportRoster, app: App) -> Imported:
    """Apply a difference as it was shown; refused if it is another by now."""
    roster = read_roster_file(order.data)
    with changing(app, order.who, order.slug) as work:
        _ask(work, roster)
        running(work)
        preview = _preview(work, roster, order.round)
        if preview.difference.digest != order.digest:
            raise DifferenceChanged(preview)
        done = Applying(work, roster, preview.difference, preview.round, order.take, order.answers)
        rounds = done.apply()
        return Imported(done.done, tuple(entry.number for entry in done.added), tuple(done.waiting), rounds)


def _ask(work: EventSession, roster: Roster) -> None:
    work.ask(Right.IMPORT)
    if any(rounds_in(roster)):
        work.ask(Right.SET_ROUND)


def _preview(work: EventSession, roster: Roster, round_number: int | None) -> Preview:
    known = known_entries(work)
    if round_number is None and any(rounds_in(roster)):
        round_number = last_round(work, roster)
    return Preview(compare(roster, known), roster, round_number)


def known_entries(work: EventSession) -> list[KnownPerson]:
    """Everybody on the roster, but for entries that are part of others and for who was forgotten."""
    return [
        KnownPerson(
            number=entry.number,
            first=entry.first or None,
            last=entry.last or None,
            display=player_name(entry),
            id=entry.external or None,
            dropped=entry.state != EntryState.ON,
            seat=read_place(entry.place),
        )
        for entry in entries.entries_of(work.session, work.event.uid)
        if entry.forgotten_at is None and entry.state != EntryState.MERGED
    ]
