"""What pages and programs are told when a deck to check is chosen: tables, suggestions, draws, and what was covered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.checks.values import CheckHead


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A player at a table, or on the roster: `checked` are the rounds in which the deck was checked before.

    `checking` is the key of a check that goes on now; `has_list` whether there is a list to check against.
    """

    number: int
    player: str
    listed: str
    points: int | None = None
    record: str = ""
    rank: int | None = None
    checked: tuple[int, ...] = ()
    checks: int = 0
    checking: str = ""
    has_list: bool = True


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table of the round with who sits there."""

    table: str
    seats: tuple[SeatSeen, ...]


@dataclass(frozen=True, slots=True)
class SuggestionSeen:
    """A table worth checking, and why in words: `decks` are the entries to take, `kind` is cut, share or again."""

    table: TableSeen
    reason: str
    kind: str = ""
    decks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many decks were checked of how many, and how many are ten per cent (MTR 2.8; Grand Archive names none)."""

    checked: int
    decks: int
    aim: int
    sentence: str

    @property
    def reached(self) -> bool:
        """Whether ten per cent are reached."""
        return self.checked >= self.aim


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """A draw: anybody who has the seed and the tables can draw again. `again` counts draws of that round before.

    Where no pairings were brought the players are drawn from, each as `Player 12`. `uid` and `by` are for judges and
    the organizer, and empty for others, who are told the `role`. `public`: everybody sees it, its round being over.
    """

    uid: str
    stage: str
    round: int | None
    seed: str
    size: int
    tables: tuple[str, ...]
    drawn: tuple[str, ...]
    by: str
    role: str
    at: datetime
    public: bool
    again: int = 0


@dataclass(frozen=True, slots=True)
class Chooser:
    """Whom to check: the tables of a round, or players where no pairings were brought; what was drawn; what goes on.

    `found` answers `q` (a table or a name); without `q` it is empty and `tables` has all. `reason_needed` and `own` are
    for an official who plays: they say why they check a deck, and never check those of their own match.
    """

    event: str
    event_name: str
    zone: str
    game: str
    stage: str
    round: int | None
    rounds: tuple[int, ...]
    coverage: Coverage
    suggestions: tuple[SuggestionSeen, ...]
    tables: tuple[TableSeen, ...]
    players: tuple[SeatSeen, ...]
    draws: tuple[DrawSeen, ...]
    going_on: tuple[CheckHead, ...]
    q: str
    found: tuple[TableSeen, ...]
    may_check: bool
    reason_needed: bool
    own: frozenset[int]
    reminder: str
