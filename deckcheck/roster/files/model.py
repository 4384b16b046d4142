"""What is read from another program: players, tables, standings, and what a person must be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

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
    """What is for a person to decide: a sentence, what it is about, and the name it concerns if it concerns one.

    `who` are positions among the roster's players, the first named first; of a table, `tables` are its choices.
    """

    about: str
    text: str
    name: str = ""
    who: tuple[int, ...] = ()
    round: Place = None
    tables: tuple[Place, ...] = ()


class Why(StrEnum):
    """Why somebody in a text is not among its players."""

    WAITING = "waiting"
    UNSURE = "unsure"
    STAFF = "staff"
    UNREAD = "unread"
    """Nothing says that this is somebody's name at all."""


WHY_WORDS: Final = {
    Why.WAITING: "waiting list",
    Why.UNSURE: "may not come",
    Why.STAFF: "staff",
    Why.UNREAD: "not read as a player",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Somebody in the text who is not among the players, and why; a person may take them in."""

    player: RosterPlayer
    why: Why


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
    left_out: tuple[LeftOut, ...] = ()
    event: EventHead | None = None
    needs: tuple[str, ...] = ()
    source: str = ""

    @property
    def people(self) -> tuple[RosterPlayer, ...]:
        """The players, and behind them who was left out: a person may take these in."""
        return (*self.players, *(one.player for one in self.left_out))


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


def roster_json(roster: Roster) -> dict[str, Any]:
    """The object: kind and players always, everything else where there is any."""
    told: dict[str, Any] = {"kind": str(roster.kind), "players": [_player(player) for player in roster.players]}
    tables = [{"round": t.round, "table": t.table, "players": list(t.players)} for t in roster.tables]
    head = roster.event
    more = {
        "tables": tables,
        "standings": [_standing(standing) for standing in roster.standings],
        "ask": list(dict.fromkeys(ask.name for ask in roster.ask if ask.name)),
        "left_out": [one.player.display for one in roster.left_out if one.why is not Why.UNREAD],
        "left_out_why": [
            {"display": one.player.display, "why": str(one.why)} for one in roster.left_out if one.why is not Why.UNREAD
        ],
        "event": {"name": head.name, "id": head.id, "date": head.day and head.day.isoformat()} if head else None,
        "needs": list(roster.needs),
        "questions": [{"about": ask.about, "name": ask.name or None, "text": ask.text} for ask in roster.ask],
    }
    return {**told, **{key: value for key, value in more.items() if value}, "source": roster.source}


def _player(player: RosterPlayer) -> dict[str, Any]:
    told: dict[str, Any] = {"first": player.first, "last": player.last, "display": player.display, "id": player.id}
    return {**told, "dropped": True} if player.dropped else told


def _standing(standing: RosterStanding) -> dict[str, Any]:
    told: dict[str, Any] = {"rank": standing.rank, "display": standing.display}
    if standing.points is not None:
        told["points"] = standing.points
    return {**told, "record": standing.record} if standing.record else told
