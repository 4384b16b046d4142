"""What is read from another program: players, tables, standings, and what a person must be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from deckcheck.roster.files.documents import Document


class Kind(StrEnum):
    """What a text mainly is; everything else that it holds is read too."""

    ROSTER = "roster"
    STANDINGS = "standings"
    PAIRINGS = "pairings"


Place = int | str | None
"""A round or a table: a number, a word of the source ("Top 4"), or nothing where the source has none."""


@dataclass(frozen=True, slots=True)
class RosterPlayer:
    """One person as the source names them.

    `first` and `last` are given only where the source states which is which; `id` is the source's own. `seat` is
    the table of the players' meeting.
    """

    display: str
    first: str | None = None
    last: str | None = None
    id: str | None = None
    dropped: bool = False
    mail: str | None = None
    points: float | None = None
    seat: Place = None


@dataclass(frozen=True, slots=True)
class RosterTable:
    """Who sits at a table; one player alone has a bye. `who` are positions among the roster's players."""

    round: Place
    table: Place
    players: tuple[str, ...]
    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RosterStanding:
    """Where a player stands. `who` is a position among the roster's players."""

    rank: int
    display: str
    who: int
    points: float | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What is for a person to decide: a sentence, what it is about, and the name it concerns if it concerns one."""

    about: str
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class EventHead:
    """What the head of a report says of the event."""

    name: str | None = None
    id: str | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """All that a text says. `needs` are sentences: what should be read first, so that names stand for ids."""

    kind: Kind
    players: tuple[RosterPlayer, ...]
    tables: tuple[RosterTable, ...] = ()
    standings: tuple[RosterStanding, ...] = ()
    ask: tuple[Ask, ...] = ()
    left_out: tuple[str, ...] = ()
    event: EventHead | None = None
    needs: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way in which rosters are written.

    `recognise` answers 0 (not this) to 100 (surely this); the surest reads. `read` also gets the names behind ids
    that earlier texts of the same event gave.
    """

    id: str
    title: str
    recognise: Callable[[Document], int]
    read: Callable[[Document, Mapping[str, str]], Roster]
