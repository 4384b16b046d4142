"""Whom to check: the tables of a round with what was checked before, suggestions with their reasons, and the share.

First comes the cut, then ten per cent of the decks. Nobody is suggested a second time while somebody of the same record
was not checked once. A suggestion names the decks to take: of a table where one player's turn has not come again, the
other's alone. People choose; nothing here does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.checks.check_handles import find_check
from deckcheck.checks.check_values import Chooser, Coverage, SeatSeen, SuggestionSeen, TableSeen
from deckcheck.checks.check_views import head_of
from deckcheck.checks.draws import Hall, draw, draws_seen, hall_of, in_order
from deckcheck.decklist.names import fold
from deckcheck.roster.roster_rows import Checked, checked_of, playing
from deckcheck.roster.rounds import checked_round
from deckcheck.store.queries import checks
from deckcheck.translations import join_words


def coverage_of(work: EventSession) -> Coverage:
    """How many decks were checked, of how many."""
    return coverage([entry.uid for entry in playing(work)], checked_of(work))


def coverage(decks: Iterable[str], checked: Mapping[str, Checked]) -> Coverage:
    """The same from what is known."""
    all_decks = list(decks)
    found = CheckedShare(len(all_decks), sum(1 for uid in all_decks if uid in checked and checked[uid].times))
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


SHARE: Final = 10
"""One deck in so many is checked over an event at least (MTR 2.8)."""
WIN: Final = 3
"""Points of a won match (MTR 1.7)."""

_ROUNDS: Final = ((8, 3), (16, 4), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))
_MOST_ROUNDS: Final = 10

GROUPS: Final[Mapping[str, str]] = {
    "cut": "Suggested: decide the cut",
    "share": "Suggested: on the way to ten per cent",
    "again": "Suggested: everyone of this record was checked once",
}
"""Why a table is suggested, the strongest reason first, each with its heading."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player as they sit now: points so far, and the rounds in which their deck was checked (0 if not known)."""

    number: int
    name: str
    points: int = 0
    checked_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table of this round and who sits there."""

    table: str
    players: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class CheckedShare:
    """How many decks of the event were checked at least once; `least` is ten per cent, rounded up."""

    decks: int
    checked: int

    @property
    def least(self) -> int:
        """The number of decks that ten per cent are."""
        return -(-self.decks // SHARE)

    @property
    def words(self) -> str:
        """9 of 212 decks checked; 10 % would be 22."""
        return f"{self.checked} of {self.decks} decks checked; 10 % would be {self.least}."


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A table to check: `decks` are the entries to take, `group` is one of GROUPS, `reason` says why."""

    table: str
    group: str
    reason: str
    decks: tuple[int, ...]


def usual_rounds(players: int) -> int:
    """Rounds of Swiss that the documents recommend for so many players (MTR, appendix E)."""
    return next((rounds for most, rounds in _ROUNDS if players <= most), _MOST_ROUNDS)


def rounds_left(round_now: int, players: int, rounds: int | None = None) -> int:
    """Rounds still to play with this one; at least this one."""
    return max(1, (rounds or usual_rounds(players)) - round_now + 1)


def live_for_cut(points: Mapping[int, int], left: int, cut: int) -> frozenset[int]:
    """Who can still be among the first `cut`: whoever may reach what the last of these has already.

    `left` are the rounds still to be played, with this one. It errs on the side of checking one deck too many.
    """
    if cut <= 0:
        return frozenset()
    ranked = sorted(points.values(), reverse=True)
    needed = ranked[cut - 1] if len(ranked) >= cut else 0
    return frozenset(number for number, had in points.items() if had + WIN * left >= needed)


def may_be_checked(players: Iterable[Seated]) -> frozenset[int]:
    """Whose turn it is: everyone not checked, and those checked least often where all of their record were."""
    by_record: dict[int, list[Seated]] = {}
    for player in players:
        by_record.setdefault(player.points, []).append(player)
    found: set[int] = set()
    for same in by_record.values():
        fewest = min(len(player.checked_in) for player in same)
        found.update(player.number for player in same if len(player.checked_in) == fewest)
    return frozenset(found)


def suggest(
    tables: Iterable[TableNow],
    *,
    live: Iterable[int] = (),
    playing: Sequence[Seated] = (),
    seed: str = "",
) -> tuple[Suggestion, ...]:
    """Every table where a deck's turn has come, the best to check first.

    `live` are the entries that can still make the cut. `playing` are all who are still in the event, where some sit at
    no table (byes): nobody is checked twice before those either. Tables alike stand in the order of a draw by `seed`.
    """
    seats = {now.table: now for now in tables}
    everyone = {player.number: player for player in (*playing, *(p for now in seats.values() for p in now.players))}
    turns, wanted = may_be_checked(everyone.values()), frozenset(live)
    order = {table: place for place, table in enumerate(draw(seed, seats, len(seats)) if seed else in_order(seats))}
    found = []
    for now in seats.values():
        decks = tuple(player for player in now.players if player.number in turns)
        if decks:
            group = _group(decks, wanted)
            rank = (list(GROUPS).index(group), *_worth(decks, wanted), order[now.table])
            numbers = tuple(player.number for player in decks)
            found.append((rank, Suggestion(now.table, group, _reason(now, decks, group), numbers)))
    return tuple(suggestion for _, suggestion in sorted(found, key=lambda pair: pair[0]))


def _group(decks: Sequence[Seated], live: frozenset[int]) -> str:
    new = [player for player in decks if not player.checked_in]
    if any(player.number in live for player in new):
        return "cut"
    return "share" if new else "again"


def _worth(decks: Sequence[Seated], live: frozenset[int]) -> tuple[int, int, int]:
    """What puts one table of a group before another: live decks not checked, points in the cut, decks not checked."""
    new = [player for player in decks if not player.checked_in]
    at_stake = [player.points for player in new if player.number in live]
    return -len(at_stake), -max(at_stake, default=0), -len(new)


def _reason(now: TableNow, decks: Sequence[Seated], group: str) -> str:
    """Neither checked yet, 9 points; one checked in round 1, 6 points."""
    checked = [player for player in now.players if player.checked_in]
    if not checked:
        words = {1: "not checked yet", 2: "neither checked yet"}.get(len(now.players), "none checked yet")
    elif group == "again":
        words = "checked before, as were all with"
    else:
        rounds = sorted({number for player in checked for number in player.checked_in if number})
        when = f" in round{'' if len(rounds) == 1 else 's'} {join_words(map(str, rounds))}" if rounds else ""
        words = f"{'one' if len(checked) == 1 else len(checked)} checked{when}"
    points = sorted({player.points for player in decks}, reverse=True)
    told = f"{join_words(map(str, points))} {'point' if points == [1] else 'points'}"
    return f"{words} {told}" if group == "again" else f"{words}, {told}"
