"""How a player list that was brought differs from the roster: who is new, gone, perhaps there already, dropped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from deckcheck.roster.files.model import Kind, Roster, RosterPlayer, RosterStanding, RosterTable
from deckcheck.roster.name_match import KnownPerson, RosterDifference, difference_digest, match_people

LONGEST: Final = 60
PARTICLES: Final = frozenset(
    "al bin da das de del della den der di do dos du el la las le los san santa ten ter van von zu zum zur y".split()
)


class Change(StrEnum):
    """What applying a line of the difference does; `asked` waits for an answer, `out` is only told."""

    NEW = "new"
    ASKED = "asked"
    GONE = "gone"
    DROPPED = "dropped"
    SEAT = "seat"
    NUMBER = "number"
    OUT = "out"
    RENAMED = "renamed"


BY_ITSELF: Final = frozenset({Change.NEW, Change.DROPPED, Change.SEAT, Change.NUMBER})
"""What is applied unless somebody says no; who is gone is left alone unless somebody says so."""


@dataclass(frozen=True, slots=True)
class Perhaps:
    """Somebody of the roster who may be meant."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One difference. `place` is that of the player in the list that was brought, -1 for who is not in it.

    `number` is the entry it is about; `before` and `after` are what is told of it. Of who is asked about, `why` says
    what is in doubt and `candidates` who may be meant, the likeliest first.
    """

    change: Change
    place: int
    number: int | None
    before: str
    after: str
    why: str = ""
    candidates: tuple[Perhaps, ...] = ()

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
    digest: str
    pairs: Mapping[int, int] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    tables: int = 0
    standings: int = 0

    def of(self, change: Change) -> tuple[DiffLine, ...]:
        """The lines of one kind."""
        return tuple(line for line in self.lines if line.change is change)


def rounds_in(roster: Roster) -> tuple[Sequence[RosterTable], Sequence[RosterStanding]]:
    """The tables and standings of a text that are of a round; those of a player list are seats of the meeting."""
    if roster.kind is Kind.ROSTER:
        return [table for table in roster.tables if table.round is not None], ()
    return roster.tables, roster.standings


def compare(roster: Roster, known: Sequence[KnownPerson]) -> Difference:
    """The difference between a list and the roster. Nothing that could be meant otherwise is decided here."""
    found = match_people(roster.players, known, whole=roster.kind is Kind.ROSTER)
    places = {id(player): place for place, player in enumerate(roster.players)}
    tables, standings = rounds_in(roster)
    return Difference(
        kind=str(roster.kind),
        lines=tuple(_lines(found, places)),
        digest=_digest(found, roster),
        pairs={places[id(same.player)]: same.person.number for same in found.same},
        questions=tuple(ask.text for ask in roster.ask),
        left_out=roster.left_out,
        needs=roster.needs,
        tables=len(tables),
        standings=len(standings),
    )


def _lines(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    for player in found.new:
        yield DiffLine(Change.NEW, places[id(player)], None, "", full_name(player))
    yield from _doubts(found, places)
    for person in found.gone:
        if not person.dropped:
            yield DiffLine(Change.GONE, -1, person.number, person.display, "")
    yield from _met(found, places)


def _met(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    """What is different of those who were found."""
    for same in found.dropped:
        yield DiffLine(Change.DROPPED, places[id(same.player)], same.person.number, same.person.display, "")
    for same in found.seat_changed:
        was = "" if same.person.seat is None else str(same.person.seat)
        yield DiffLine(Change.SEAT, places[id(same.player)], same.person.number, was, str(same.player.seat))
    for same in found.same:
        place, number, name = places[id(same.player)], same.person.number, same.person.display
        if same.player.id and not same.person.id and len(same.player.id) <= LONGEST:
            yield DiffLine(Change.NUMBER, place, number, name, same.player.id)
        if same.person.dropped and not same.player.dropped:
            yield DiffLine(Change.OUT, place, number, name, "")


def _doubts(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    doubts = [(near.player, near.candidates[0].reason, [c.person for c in near.candidates]) for near in found.renamed]
    doubts += [(asked.player, asked.reason, list(asked.candidates)) for asked in found.ask]
    for player, why, people in sorted(doubts, key=lambda doubt: places[id(doubt[0])]):
        perhaps = tuple(Perhaps(person.number, person.display) for person in people)
        first = perhaps[0] if perhaps else None
        yield DiffLine(
            change=Change.ASKED,
            place=places[id(player)],
            number=first.number if first else None,
            before=first.name if first else "",
            after=full_name(player),
            why=why,
            candidates=perhaps,
        )


def _digest(found: RosterDifference, roster: Roster) -> str:
    tables, standings = rounds_in(roster)
    told = [
        difference_digest(found),
        [[table.round, table.table, list(table.who)] for table in tables],
        [[line.rank, line.who, line.points, line.record] for line in standings],
    ]
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:24]


def full_name(player: RosterPlayer) -> str:
    """The name as it would stand on the roster, first name first."""
    return " ".join(part for part in split_name(player) if part)


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
