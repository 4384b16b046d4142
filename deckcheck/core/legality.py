"""The law of one day as a rule sees it: what is in the pool, and what has a status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from deckcheck.core.cards import Card


class Platform(StrEnum):
    """Whose days count, for sets and for bans."""

    PAPER = "paper"
    MTGO = "mtgo"
    ARENA = "arena"


class Day(NamedTuple):
    """A day on a platform: the law's argument."""

    date: date
    platform: Platform = Platform.PAPER


class Status(NamedTuple):
    """What an announcement made of a card: `legal`, `banned`, `restricted`, `suspended`, `banned-as-commander`,
    `banned-as-companion`, `conjure-only`, `specialise-only`; with the day it took effect and who said so.

    `single_games` marks a ban that holds in single games on Arena only; `approximate` a day known only about.
    `by` names whoever gave the status, where it was not the format's own list: "the fact sheet of this event".
    """

    word: str
    since: date | None = None
    source: str = ""
    single_games: bool = False
    approximate: bool = False
    by: str = ""


LEGAL: Final = Status("legal")


class Admission(NamedTuple):
    """Whether the pool of the day holds a card, and why.

    `reason` is a key of the card-pool rule's messages when it is not admitted (`no-set`, `rarity`, `not-yet`, `left`,
    `digital`, `not-on-arena`, ...); `doubt` a key when it is admitted but only a lower bound is known; `detail` goes
    into the message (a set's name, a day). `by_house`: the fact sheet of the event admits the card, whatever bars it.
    """

    admitted: bool
    reason: str = ""
    doubt: str = ""
    detail: str = ""
    by_house: bool = False


class Legality:
    """All that a rule may know of the law of one format on one day. Answers are kept, so each card is judged once."""

    __slots__ = ("_admissions", "_admit", "_plain", "_statuses", "day", "options")

    def __init__(
        self,
        day: Day,
        admit: Callable[[Card], Admission],
        statuses: Mapping[str, Status],
        options: frozenset[str] = frozenset(),
    ) -> None:
        self.day = day
        self.options = options
        self._admit = admit
        self._statuses = statuses
        self._admissions: dict[Card, Admission] = {}
        self._plain: set[Card] = set()

    @property
    def statuses(self) -> Mapping[str, Status]:
        """Every status in force that is not `legal`, by catalogue name."""
        return self._statuses

    def status(self, card: Card) -> Status:
        """The card's status on the day."""
        return self._statuses.get(card.name, LEGAL)

    def admits(self, card: Card) -> Admission:
        """Whether a printing of the card's name is in the format's pool on the day."""
        known = self._admissions.get(card)
        if known is None:
            known = self._admissions[card] = self._admit(card)
        return known

    def not_plainly_in(self, cards: Iterable[Card]) -> list[Card]:
        """Those of the cards that the pool does not admit, or admits with a doubt."""
        plain = self._plain
        others = []
        for card in [card for card in cards if card not in plain]:
            admission = self.admits(card)
            if admission.admitted and not admission.doubt:
                plain.add(card)
            else:
                others.append(card)
        return others
