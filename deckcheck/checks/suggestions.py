"""Whom to check: the tables of a round with what was checked before, suggestions with their reasons, and the share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.checks import choice
from deckcheck.checks.choice import Seated, TableNow, live_for_cut, rounds_left, suggest
from deckcheck.checks.choices import Chooser, Coverage, SeatSeen, SuggestionSeen, TableSeen
from deckcheck.checks.draws import draws_seen
from deckcheck.checks.queries import find_check
from deckcheck.checks.seating import Hall, hall_of
from deckcheck.checks.views import head_of
from deckcheck.decklist.names import fold
from deckcheck.roster.rounds import checked_round
from deckcheck.roster.rows import Checked, checked_of, playing
from deckcheck.store.queries import checks


def coverage_of(work: EventSession) -> Coverage:
    """How many decks were checked, of how many."""
    return coverage([entry.uid for entry in playing(work)], checked_of(work))


def coverage(decks: Iterable[str], checked: Mapping[str, Checked]) -> Coverage:
    """The same from what is known."""
    all_decks = list(decks)
    found = choice.Coverage(len(all_decks), sum(1 for uid in all_decks if uid in checked and checked[uid].times))
    return Coverage(found.checked, found.decks, found.least, found.words)


AT_ONCE: Final = 6
"""So many tables are suggested."""
CUT: Final = 8
"""So many go on where an event has a playoff, unless it is said."""


@dataclass(frozen=True, slots=True)
class ChooserWanted:
    """Of which stage and round (none: those of now), what is looked for, how many make the cut, and after how many."""

    round: int | None = None
    q: str = ""
    stage: str = ""
    cut: int | None = None
    rounds: int | None = None


def chooser(app: App, who: Actor, slug: str, wanted: ChooserWanted | None = None) -> Chooser:
    """Whom to check, for judges; the organizer reads it."""
    order = wanted or ChooserWanted()
    if order.round is not None:
        checked_round(order.round)
    with reading(app, who, slug) as work:
        work.ask(Right.READ_CHECKS)
        return _chooser(work, hall_of(work, order.stage, order.round), order)


def _chooser(work: EventSession, hall: Hall, order: ChooserWanted) -> Chooser:
    event = work.event
    duty = work.game.presentation.duty
    going_on = (find_check(work, row.uid, Right.READ_CHECKS) for row in checks.begun_in(work.session, event.uid))
    return Chooser(
        event=event.slug,
        event_name=event.name,
        zone=event.zone,
        game=event.game,
        stage=hall.stage.slug,
        round=hall.round,
        rounds=hall.rounds,
        coverage=coverage_of(work),
        suggestions=_suggestions(work, hall, order),
        tables=hall.tables,
        players=() if hall.tables else tuple(sorted(hall.seats.values(), key=lambda seat: fold(seat.listed))),
        draws=draws_seen(work, {hall.stage.uid})[::-1],  # The newest is the one to act on.
        going_on=tuple(head_of(place) for place in going_on),
        q=order.q.strip(),
        found=_found(hall, order.q),
        may_check=work.may(Right.CHECK_DECK).allowed,
        reason_needed=work.may(Right.BEGIN_CHECK).reason_needed,
        own=work.meets() | {entry.number for entry in work.mine},
        reminder=duty.begin if duty else "",
    )


def _found(hall: Hall, q: str) -> tuple[TableSeen, ...]:
    """The tables with this name, or of players with these words; players without a table come as one of their own."""
    words = fold(q).split() or q.casefold().split()  # Of signs and emoji no word is left.
    if not words:
        return ()
    named = tuple(table for table in hall.tables if fold(table.table).split() == words)
    if named:
        return named
    seated = {seat.number for table in hall.tables for seat in table.seats}
    alone = (TableSeen("", (seat,)) for number, seat in hall.seats.items() if number not in seated)
    return tuple(table for table in (*hall.tables, *alone) if any(_is_named(seat, words) for seat in table.seats))


def _is_named(seat: SeatSeen, words: list[str]) -> bool:
    written = f"{seat.player} {seat.listed}"
    name = f"{fold(written)} {written.casefold()}"
    return all(word in name for word in words) or words == [str(seat.number)]


def _suggestions(work: EventSession, hall: Hall, order: ChooserWanted) -> tuple[SuggestionSeen, ...]:
    """The tables where a check is worth most. Those where one goes on, or somebody has no list, are left out.

    So is the table of whoever asks, where they play.
    """
    own = {entry.number for entry in work.mine}
    free = (t for t in hall.tables if all(s.has_list and not s.checking and s.number not in own for s in t.seats))
    tables = {table.table: table for table in free}
    seated = [TableNow(name, tuple(_seated(seat) for seat in table.seats)) for name, table in tables.items()]
    everyone = [_seated(seat) for seat in hall.seats.values()]
    found = suggest(seated, live=_live(work, hall, order), playing=everyone)
    return tuple(SuggestionSeen(tables[one.table], one.reason, one.group, one.decks) for one in found[:AT_ONCE])


def _seated(seat: SeatSeen) -> Seated:
    rounds = seat.checked + (0,) * (seat.checks - len(seat.checked))
    return Seated(seat.number, seat.player, seat.points or 0, rounds)


def _live(work: EventSession, hall: Hall, order: ChooserWanted) -> frozenset[int]:
    """Who can still make the cut, once there are points to tell by."""
    playoff = any(stage.position > hall.stage.position for stage in work.rows.stages)
    cut = order.cut if order.cut is not None else CUT if playoff else 0
    points = {number: seat.points for number, seat in hall.seats.items() if seat.points is not None}
    if not points or hall.round is None:
        return frozenset()
    return live_for_cut(points, rounds_left(hall.round, len(hall.seats), order.rounds), cut)
