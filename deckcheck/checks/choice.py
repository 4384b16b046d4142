"""Whom to check next, with the reason in words: the cut first, then ten per cent of the decks, nobody twice too soon.

Nobody is suggested a second time while somebody of the same record was not checked once. A suggestion names the decks
to take: of a table where one player's turn has not come again, the other's alone. People choose; nothing here does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.checks.draws import draw, in_order
from deckcheck.law.sentences import join_words

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
class Coverage:
    """How many decks of the event were checked at least once; `least` is ten per cent, rounded up."""

    decks: int
    checked: int

    @property
    def least(self) -> int:
        """The number of decks that ten per cent are."""
        return -(-self.decks // SHARE)

    @property
    def missing(self) -> int:
        """How many are still to be checked."""
        return max(0, self.least - self.checked)

    @property
    def words(self) -> str:
        """9 of 212 decks checked; 22 are ten per cent."""
        are = "is" if self.least == 1 else "are"
        return f"{self.checked} of {self.decks} decks checked; {self.least} {are} ten per cent."

    def needed_now(self, rounds_left: int) -> int:
        """How many decks to check in this round to be there in time; `rounds_left` counts this round."""
        return -(-self.missing // max(1, rounds_left))


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
    """Both unchecked, 9 points; one checked in round 1, 6 points."""
    checked = [player for player in now.players if player.checked_in]
    if not checked:
        words = "both unchecked" if len(now.players) == 2 else "unchecked" if len(now.players) == 1 else "all unchecked"
    elif group == "again":
        words = "checked before, as were all with"
    else:
        rounds = sorted({number for player in checked for number in player.checked_in if number})
        when = f" in round{'' if len(rounds) == 1 else 's'} {join_words(map(str, rounds))}" if rounds else ""
        words = f"{'one' if len(checked) == 1 else len(checked)} checked{when}"
    points = sorted({player.points for player in decks}, reverse=True)
    told = f"{join_words(map(str, points))} {'point' if points == [1] else 'points'}"
    return f"{words} {told}" if group == "again" else f"{words}, {told}"
