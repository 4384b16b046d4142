"""One round set by a program or from a file: what would change is told first, and applied if it is still that."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace

from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.roster.entry_facts import running
from deckcheck.roster.import_difference import Change, compare, rounds_in
from deckcheck.roster.imports import known_entries, read_roster_file
from deckcheck.roster.rounds import RoundPlan, Stand, Table, checked_round, note_rounds, plan_rounds
from deckcheck.store.queries import published


@dataclass(frozen=True, slots=True)
class SetRound(EventAct):
    """A round by its tables and standings, or by a text that has them. `digest` names what was told; empty tells it."""

    number: int
    tables: tuple[Table, ...] | None = None
    standings: tuple[Stand, ...] | None = None
    data: bytes | str | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class RoundDifference:
    """What a round would be, and was. `unknown` are names that nobody of the roster has: they are left out."""

    plan: RoundPlan
    tables_before: int
    standings_before: int
    unknown: tuple[str, ...]
    applied: bool = False

    @property
    def digest(self) -> str:
        """The same for the same difference."""
        told = asdict(replace(self, applied=False))
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it is kept."""

    number: int
    name: str
    tables: tuple[Table, ...]
    standings: tuple[Stand, ...]


class RoundChanged(Refused):
    """The round is another than when the difference was told."""

    CODE = "changed"
    STATUS = 409


def set_round(order: SetRound, app: App) -> RoundDifference:
    """Tell what a round would become, or let it become that."""
    if not order.digest:
        with reading(app, order.who, order.slug) as work:
            work.ask(Right.SET_ROUND)
            return _difference(work, order)
    with changing(app, order.who, order.slug) as work:
        work.ask(Right.SET_ROUND)
        running(work)
        found = _difference(work, order)
        if found.digest != order.digest:
            refused = RoundChanged("The round changed meanwhile, so nothing was applied.")
            refused.more = {"digest": found.digest}
            raise refused
        note_rounds(work, [found.plan])
        return replace(found, applied=True)


def round_kept(who: Actor, slug: str, number: int, app: App) -> Round:
    """A round as it is kept, for staff."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        tables = published.tables_of(work.session, work.event.uid, number)
        standings = published.standings_of(work.session, work.event.uid, number)
        return Round(
            number=number,
            name=tables[0].round_name if tables else "",
            tables=tuple(Table(t.place, tuple(t.entries), tuple(t.result)) for t in tables),
            standings=tuple(Stand(n, s.rank, s.points, str(s.facts.get("record", ""))) for s, n in standings),
        )


def _difference(work: EventSession, order: SetRound) -> RoundDifference:
    checked_round(order.number)
    plan, unknown = _plan(work, order)
    before = published.sizes(work.session, work.event.uid, order.number)
    return RoundDifference(plan, before[0], before[1], unknown)


def _plan(work: EventSession, order: SetRound) -> tuple[RoundPlan, tuple[str, ...]]:
    if order.data is None:
        known = set(published.uids_of(work.session, work.event.uid))
        named = [n for t in order.tables or () for n in t.entries] + [s.entry for s in order.standings or ()]
        missing = sorted(set(named) - known)
        if missing:
            raise UnusableInput(f"Entry {missing[0]} is not on the roster of {work.event.name}.", code="no-such-entry")
        return RoundPlan(order.number, "", order.tables, order.standings), ()
    roster = read_roster_file(order.data)
    if not any(rounds_in(roster)):
        raise UnusableInput("No tables and no standings were found in this.", code="unread")
    found = compare(roster, known_entries(work))
    unknown = tuple(line.after for line in found.lines if line.change in {Change.NEW, Change.ASKED})
    plans = {plan.number: plan for plan in plan_rounds(roster, order.number, found.pairs)}
    if order.number not in plans:
        raise UnusableInput(f"This is of another round than {order.number}.", code="round-needed")
    return plans[order.number], unknown
