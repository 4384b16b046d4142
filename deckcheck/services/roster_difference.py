"""How a player list that was brought differs from the roster: who is new, gone, renamed, dropped, sits elsewhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Final

from deckcheck.core.rosters.model import Kind, Roster, RosterPlayer, RosterStanding, RosterTable
from deckcheck.services.like_names import KnownNames, words_of

LONGEST: Final = 60
PARTICLES: Final = frozenset(
    "al bin da das de del della den der di do dos du el la las le los san santa ten ter van von zu zum zur y".split()
)


class Change(StrEnum):
    """What applying a line of the difference does."""

    NEW = "new"
    GONE = "gone"
    RENAMED = "renamed"
    ASKED = "asked"
    DROPPED = "dropped"
    SEAT = "seat"
    NUMBER = "number"
    OUT = "out"


BY_ITSELF: Final = frozenset({Change.NEW, Change.RENAMED, Change.DROPPED, Change.SEAT, Change.NUMBER})
"""What is applied unless somebody says no; who is gone is left alone unless somebody says so."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """Somebody on the roster, as far as a player list can tell them apart."""

    number: int
    last: str
    first: str
    external: str = ""
    is_on: bool = True
    place: str = ""
    standing: str = ""

    @property
    def name(self) -> str:
        """First name first."""
        return f"{self.first} {self.last}".strip()


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One difference. `place` is that of the player in the list that was brought, -1 for who is not in it.

    `number` is the entry it is about, or may be about. `before` and `after` are what is told of it.
    """

    change: Change
    place: int
    number: int | None
    before: str
    after: str

    @property
    def key(self) -> str:
        """What a choice names it by."""
        return f"{self.change}:{self.number if self.place < 0 else self.place}"


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs. `pairs` are the players of the list who were found, by their place in it.

    `questions` are the reader's own; `needs` what is to be read first. `digest` names exactly this difference.
    """

    kind: str
    lines: tuple[DiffLine, ...]
    pairs: dict[int, int] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    tables: int = 0
    standings: int = 0

    @property
    def digest(self) -> str:
        """The same for the same difference, whoever works it out."""
        told = {**asdict(self), "pairs": sorted(self.pairs.items())}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:24]

    def of(self, change: Change) -> tuple[DiffLine, ...]:
        """The lines of one kind."""
        return tuple(line for line in self.lines if line.change is change)


def rounds_in(roster: Roster) -> tuple[Sequence[RosterTable], Sequence[RosterStanding]]:
    """The tables and standings of a text that are of a round; those of a player list are seats of the meeting."""
    if roster.kind is Kind.ROSTER:
        return [table for table in roster.tables if table.round is not None], ()
    return roster.tables, roster.standings


def compare(roster: Roster, known: Sequence[KnownEntry]) -> Difference:
    """The difference between a list and the roster. Nothing that could be meant otherwise is decided here."""
    pairs = _find(roster.players, known)
    near = _near(roster.players, known, pairs)
    lines = [*_met(roster.players, known, pairs), *_others(roster.players, known, pairs, near)]
    if roster.kind is Kind.ROSTER:
        met = {*pairs.values(), *near.values()}
        lines += [
            DiffLine(Change.GONE, -1, entry.number, entry.name, "")
            for entry in known
            if entry.is_on and entry.number not in met
        ]
    tables, standings = rounds_in(roster)
    rounds = dict.fromkeys("" if table.round is None else str(table.round) for table in tables)
    return Difference(
        kind=str(roster.kind),
        lines=tuple(sorted(lines, key=lambda line: (list(Change).index(line.change), line.place, line.number or 0))),
        pairs=pairs,
        questions=tuple(ask.text for ask in roster.ask),
        left_out=roster.left_out,
        needs=roster.needs,
        rounds=tuple(rounds),
        tables=len(tables),
        standings=len(standings),
    )


def _find(players: Sequence[RosterPlayer], known: Sequence[KnownEntry]) -> dict[int, int]:
    """Who is certainly on the roster: by number of an account, else by the very words of the name."""
    by_id = {entry.external: entry.number for entry in known if entry.external}
    found = {place: by_id[p.id] for place, p in enumerate(players) if p.id and p.id in by_id}
    taken, names = set(found.values()), KnownNames.of((entry.number, entry.name) for entry in known)
    others = {entry.number: entry for entry in known}
    for place, player in enumerate(players):
        if place in found:
            continue
        same = [n for n in names.same(_full(player)) if n not in taken and _fits(player, others[n])]
        if same:
            found[place] = min(same, key=lambda number: (not others[number].is_on, number))
            taken.add(found[place])
    return found


def _fits(player: RosterPlayer, entry: KnownEntry) -> bool:
    """Two numbers of accounts are two people, whatever their names."""
    return not (player.id and entry.external) or player.id == entry.external


def _near(players: Sequence[RosterPlayer], known: Sequence[KnownEntry], pairs: dict[int, int]) -> dict[int, int]:
    """Whose name is like that of somebody who was not found in the list."""
    taken = set(pairs.values())
    left = {entry.number: entry for entry in known if entry.number not in taken and entry.is_on}
    names = KnownNames.of((entry.number, entry.name) for entry in left.values())
    found: dict[int, int] = {}
    for place, player in enumerate(players):
        if place in pairs:
            continue
        unfit = {number for number, entry in left.items() if player.id and not _fits(player, entry)}
        like = names.likest(_full(player), {*found.values(), *unfit})
        if like is not None:
            found[place] = like
    return found


def _met(players: Sequence[RosterPlayer], known: Sequence[KnownEntry], pairs: dict[int, int]) -> Iterator[DiffLine]:
    """What is different of those who were found."""
    by_number = {entry.number: entry for entry in known}
    for place, number in pairs.items():
        player, entry = players[place], by_number[number]
        if not entry.is_on:
            if not player.dropped:
                yield DiffLine(Change.OUT, place, number, entry.name, entry.standing)
            continue
        if words_of(_full(player)) != words_of(entry.name):
            yield DiffLine(Change.RENAMED, place, number, entry.name, _full(player))
        if player.dropped:
            yield DiffLine(Change.DROPPED, place, number, entry.name, "")
        if player.seat is not None and str(player.seat) != entry.place:
            yield DiffLine(Change.SEAT, place, number, entry.place, str(player.seat))
        if player.id and not entry.external and len(player.id) <= LONGEST:
            yield DiffLine(Change.NUMBER, place, number, entry.name, player.id)


def _others(
    players: Sequence[RosterPlayer], known: Sequence[KnownEntry], pairs: dict[int, int], near: dict[int, int]
) -> Iterator[DiffLine]:
    """Those who were not found: new, or perhaps somebody who is there under a like name."""
    names = {entry.number: entry.name for entry in known}
    for place, player in enumerate(players):
        if place in pairs:
            continue
        if place in near:
            yield DiffLine(Change.ASKED, place, near[place], names[near[place]], _full(player))
        else:
            yield DiffLine(Change.NEW, place, None, "", _full(player))


def _full(player: RosterPlayer) -> str:
    first, last = split_name(player)
    return f"{first} {last}".strip()


def split_name(player: RosterPlayer) -> tuple[str, str]:
    """First and last name: as the source parts them, else guessed; a guess is for sorting and can be changed."""
    if player.first and player.last:
        return player.first, player.last
    words = player.display.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    return " ".join(words[: max(at, 0)]), " ".join(words[max(at, 0) :])


def is_guessed(player: RosterPlayer) -> bool:
    """Whether the source did not say which part of the name is the last."""
    return not (player.first and player.last) and " " in player.display


def taken_by_itself(lines: Iterable[DiffLine]) -> frozenset[str]:
    """The keys of what is applied unless somebody says no."""
    return frozenset(line.key for line in lines if line.change in BY_ITSELF)
