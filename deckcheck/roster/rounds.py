"""Rounds as they are imported: who sits where, and how players stand after a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import Field

from deckcheck.app.fields import Number
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession
from deckcheck.roster.files.model import Roster, RosterStanding, RosterTable
from deckcheck.roster.import_difference import rounds_in
from deckcheck.store.models import Pairing, Standing
from deckcheck.store.queries import published, rosters

MOST: Final = 99
"""No event has more rounds."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table: where it is, who sits there by entry number, and games won by each and drawn, if known."""

    place: str
    entries: tuple[int, ...]
    result: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """Where an entry stands after a round."""

    entry: Number
    rank: Annotated[int | None, Field(strict=True, ge=1, le=100_000)] = None
    points: Annotated[int | None, Field(strict=True, ge=-100_000, le=100_000)] = None
    record: Annotated[str, Field(strict=True, max_length=20)] = ""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is known of one round; None leaves what is kept of it as it is."""

    number: int
    name: str = ""
    tables: tuple[Table, ...] | None = None
    standings: tuple[Stand, ...] | None = None


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What became of a round: how many tables and lines there were, and are."""

    number: int
    tables_before: int
    tables: int
    standings_before: int
    standings: int


@dataclass(slots=True)
class _Found:
    name: str = ""
    tables: list[Table] = field(default_factory=list)


def last_round(work: EventSession, roster: Roster) -> int | None:
    """The round a text without one is of, as far as can be guessed: standings follow the last pairings."""
    known = rosters.last_round(work.session, work.event.uid)
    tables, standings = rounds_in(roster)
    if standings and not tables:
        return known
    numbered = [table for table in tables if isinstance(table.round, int)]
    return None if len(numbered) == len(tables) else (known or 0) + 1


def plan_rounds(roster: Roster, number: int | None, numbers: Mapping[int, int]) -> tuple[RoundPlan, ...]:
    """The rounds that a text holds. `number` is for what says none of its own, `numbers` are entries by their place."""
    found: dict[int, _Found] = {}
    tables, standings = rounds_in(roster)
    for table in tables:
        at = table.round if isinstance(table.round, int) else number
        kept = found.setdefault(checked_round(at), _Found(table.round if isinstance(table.round, str) else ""))
        seated = tuple(numbers[who] for who in table.who if who in numbers)
        if seated:
            kept.tables.append(Table(_place(table), seated))
    plans = {at: RoundPlan(at, kept.name, tuple(kept.tables)) for at, kept in found.items()}
    if standings:
        at = checked_round(number if number is not None else max(plans, default=None))
        before = plans.get(at, RoundPlan(at))
        lines = tuple(_stand(line, numbers) for line in standings if line.who in numbers)
        plans[at] = RoundPlan(at, before.name, before.tables, lines)
    return tuple(plans[at] for at in sorted(plans))


def checked_round(number: int | None) -> int:
    """The number of a round; refused if it is missing or none."""
    if number is None:
        raise UnusableInput("Say which round this is of.", code="round-needed")
    if not 0 < number <= MOST:
        raise UnusableInput(f"A round is a number from 1 to {MOST}.")
    return number


def _place(table: RosterTable) -> str:
    return "" if table.table is None else str(table.table)[:40]


def _stand(line: RosterStanding, numbers: Mapping[int, int]) -> Stand:
    points = int(line.points) if line.points is not None and float(line.points).is_integer() else None
    return Stand(numbers[line.who], line.rank, points, line.record or "")


def note_rounds(work: EventSession, plans: Sequence[RoundPlan]) -> tuple[RoundChange, ...]:
    """Keep rounds in the transaction of whoever has the right: each takes the place of what was kept of it."""
    return tuple(_keep(work, plan) for plan in plans)


def _keep(work: EventSession, plan: RoundPlan) -> RoundChange:
    session, event, number = work.session, work.event.uid, checked_round(plan.number)
    before = published.sizes(session, event, number)
    if plan.tables is not None:
        published.drop_tables(session, event, number)
        session.add_all(
            Pairing(
                event=event,
                round=number,
                round_name=plan.name[:40],
                place=table.place,
                entries=list(table.entries),
                result=list(table.result),
            )
            for table in plan.tables
        )
    if plan.standings is not None:
        published.drop_standings(session, event, number)
        uids = published.uids_of(session, event)
        session.add_all(
            Standing(event=event, round=number, entry=uids[s.entry], rank=s.rank, points=s.points, facts=_facts(s))
            for s in plan.standings
        )
    session.flush()
    after = published.sizes(session, event, number)
    work.note("round.set", on=f"round:{number}", from_=f"{before[0]} {before[1]}", to=f"{after[0]} {after[1]}")
    return RoundChange(number, before[0], after[0], before[1], after[1])


def _facts(stand: Stand) -> dict[str, Any]:
    return {"record": stand.record} if stand.record else {}
