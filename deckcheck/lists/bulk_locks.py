"""Many lists accepted in one act, and that act undone: each is asked by itself, the others go through, one seal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.app.access_rows import state_of
from deckcheck.app.actor_names import numbered_name, player_name, who_did
from deckcheck.app.actors import EventAct
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, Refused, UnusableInput
from deckcheck.app.session import NOBODY, EventSession, changing
from deckcheck.app.states import Act, Facts, Machine, Step
from deckcheck.lists.list_handles import roster_stage
from deckcheck.lists.seal_making import differs, last_seal_over, seal_change
from deckcheck.store.models import Acceptance, DeckList, Entry, Stage, StoredSeal
from deckcheck.store.queries import lists, outbox, published, rosters
from deckcheck.store.queries.rosters import SentLine, VerdictLine
from deckcheck.store.states import ListState
from deckcheck.verdict.reports import Verdict

MOST: Final = 10_000
"""The largest event has fewer players."""


@dataclass(frozen=True, slots=True)
class AcceptMany(EventAct):
    """Lists of a stage (empty: the one that matters now) to accept: entries with the submissions that were shown."""

    pairs: tuple[tuple[int, str], ...]
    stage: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A list that could not be accepted, and why: a word for programs, a sentence for people."""

    number: int
    player: str
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class AcceptedMany:
    """What came of it. `at` is the moment of the act, by which it can be undone; `sentence` is about what was left."""

    done: tuple[int, ...]
    left: tuple[LeftOut, ...]
    at: datetime
    stage: str

    @property
    def sentence(self) -> str:
        """Why some were left; empty if none were."""
        return left_in_words(len(self.done) + len(self.left), [left.code for left in self.left])


_WHY: Final = {"replaced": "replaced a moment ago", "accepted": "accepted already"}


def left_in_words(asked: int, codes: Iterable[str]) -> str:
    """4 of 117 could not be accepted: they were replaced a moment ago."""
    told = Counter(_WHY.get(code, "") for code in codes)
    left = told.total()
    if not left:
        return ""
    head = f"{left} of {asked} could not be accepted"
    if len(told) == 1:
        why = next(iter(told))
        return f"{head}: {'it was' if left == 1 else 'they were'} {why}." if why else f"{head}."
    parts = [f"{count} {'was' if count == 1 else 'were'} {why}" for why, count in told.items() if why]
    parts += [f"{told['']} for another reason"] if told[""] else []
    return f"{head}: {', '.join(parts)}."


@dataclass(slots=True)
class _Pile:
    """The lists of a stage as far as bulk acts need them, each kind fetched once."""

    work: EventSession
    stage: Stage
    entries: dict[int, Entry]
    rows: dict[str, DeckList]
    sent: dict[str, SentLine]
    verdicts: dict[str, VerdictLine]
    held: dict[str, Acceptance]
    seal: StoredSeal | None

    @classmethod
    def of(cls, work: EventSession, stage: Stage, numbers: Iterable[int]) -> _Pile:
        found = rosters.entries_numbered(work.session, work.event.uid, {n for n in numbers if 0 < n < 2**31})
        here = {entry.uid for entry in found.values()}
        rows = {uid: row for uid, row in lists.lists_in(work.session, stage.uid).items() if uid in here}
        current = [row.current for row in rows.values() if row.current]
        return cls(
            work=work,
            stage=stage,
            entries=found,
            rows=rows,
            sent=rosters.sent_lines(work.session, current),
            verdicts=rosters.verdicts_on(work.session, current),
            held=published.acceptances_of(work.session, [row.accepted for row in rows.values() if row.accepted]),
            seal=last_seal_over(work.rows, stage),
        )

    def accept(self, number: int, seen: str) -> Step[ListState]:
        """Accept one list; refused with nothing changed."""
        work, entry = self.work, self.entries.get(number)
        work.ask(Right.ACCEPT, self.stage, entry or NOBODY)
        if entry is None:
            raise Hidden(NOTHING_HERE)
        row = self.rows.get(entry.uid)
        verdict = self.verdicts.get((row.current if row else "") or "")
        if verdict and verdict.verdict != Verdict.LEGAL:
            work.ask(Right.ACCEPT_NOT_LEGAL, self.stage, entry)
        was = state_of(row, self.stage)
        step = work.step(Machine.LIST, was, Act.LIST_ACCEPTED, self._facts(entry, row, seen, verdict))
        assert row is not None  # A list is there, as the table asked.
        self._follow(entry, row, was, step)
        return step

    def _facts(self, entry: Entry, row: DeckList | None, seen: str, verdict: VerdictLine | None) -> Facts:
        sent = self.sent.get((row.current if row else "") or "")
        held = self.held.get((row.accepted if row else "") or "")
        return self.work.facts(
            self.stage,
            entry,
            own_deadline=row.deadline if row else None,
            current=sent.uid if sent else None,
            current_at=sent.arrived if sent else None,
            accepted_at=held.at if held else None,
            accepted_by=who_did(self.work.session, held.by) if held else "",
            seen=seen,
            verdict=verdict.verdict if verdict else None,
            unsealed=sent is not None and differs(self.seal, entry.number, sent.uid),
        )

    def _follow(self, entry: Entry, row: DeckList, was: ListState, step: Step[ListState]) -> None:
        work, current = self.work, row.current or ""
        work.session.add(Acceptance(list=row.uid, submission=current, by=work.by, at=work.now, state_before=str(was)))
        row.accepted, row.state, row.sent_back_at, row.sent_back_why = current, step.state, None, ""
        on, to = work.on_list(entry, self.stage), f"{step.state} {self.sent[current].leaf}"
        work.note(step.audit, on=on, from_=was, to=to, entry=entry)


def accept_many(order: AcceptMany, app: App) -> AcceptedMany:
    """Accept lists that were shown together; those that changed meanwhile are left, the others go through."""
    if len(order.pairs) > MOST:
        raise UnusableInput(f"{len(order.pairs):,} lists at once; the limit is {MOST:,}.")
    with changing(app, order.who, order.slug) as work:
        stage = roster_stage(work, order.stage)
        work.ask(Right.ACCEPT, stage)
        pile = _Pile.of(work, stage, (number for number, _ in order.pairs))
        done: list[int] = []
        left: list[tuple[int, Refused]] = []
        seals = False
        for number, seen in dict.fromkeys(order.pairs):
            try:
                seals = pile.accept(number, seen).seal is not None or seals
                done.append(number)
            except Refused as refused:
                left.append((number, refused))
        work.session.flush()
        if seals:
            seal_change(work, stage)
        _tell(work, "accepted", stage, [pile.entries[number] for number in done])
        return AcceptedMany(tuple(done), tuple(_told(work, pile, left)), work.now, stage.slug)


def _told(work: EventSession, pile: _Pile, left: list[tuple[int, Refused]]) -> Iterable[LeftOut]:
    for number, refused in left:
        yield LeftOut(
            number, player_name(pile.entries.get(number)) or numbered_name(number), refused.code, str(refused)
        )


def _tell(work: EventSession, act: str, stage: Stage, changed: list[Entry]) -> None:
    """Programs are told of each; where none listens, nobody is asked for each."""
    if outbox.hooks_for(work.session, work.event.uid, act):
        for entry in changed:
            work.tell(act, entry, stage=stage.slug)


@dataclass(frozen=True, slots=True)
class UndoMany(EventAct):
    """The acceptances that somebody made at one moment, to be taken back within ten minutes."""

    at: datetime


def undo_many(order: UndoMany, app: App) -> tuple[int, ...]:
    """Take back what one bulk act accepted, each list to the state before; all of them or none."""
    with changing(app, order.who, order.slug) as work:
        stages = {stage.uid: stage for stage in work.rows.stages}
        work.ask(Right.REOPEN)
        made = rosters.accepted_at(work.session, work.event.uid, work.by, order.at)
        if not made:
            raise Hidden(NOTHING_HERE)
        for acceptance, row, entry in made:
            _undo(work, stages[row.stage], acceptance, row, entry)
        work.session.flush()
        for stage in {row.stage: stages[row.stage] for _, row, _ in made}.values():
            _tell(work, "reopened", stage, [entry for _, row, entry in made if row.stage == stage.uid])
        return tuple(entry.number for _, _, entry in made)


def _undo(work: EventSession, stage: Stage, held: Acceptance, row: DeckList, entry: Entry) -> None:
    work.ask(Right.REOPEN, stage, entry)
    facts = work.facts(
        stage,
        entry,
        own_deadline=row.deadline,
        accepted_at=held.at,
        same_person=True,
        state_before=ListState(held.state_before) if held.state_before else None,
    )
    step = work.step(Machine.LIST, row.state, Act.LIST_UNDONE, facts)
    was, row.state, row.accepted, held.ended_at = row.state, step.state, None, work.now
    work.note(step.audit, on=work.on_list(entry, stage), from_=was, to=step.state, entry=entry)
