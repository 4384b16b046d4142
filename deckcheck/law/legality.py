"""The law of one day as a rule sees it: what is in the pool, and what has a status."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card


class Platform(StrEnum):
    """Whose days count, for sets and for bans."""

    PAPER = "paper"
    MTGO = "mtgo"
    ARENA = "arena"


class Day(NamedTuple):
    """A day on a platform: the law's argument."""

    date: date
    platform: Platform = Platform.PAPER


class Bounds(NamedTuple):
    """The days between which something changed: not before the one, surely by the other; either may be unknown.

    `played`: days in between on which registered lists show that the old law held.
    """

    not_before: date | None = None
    by: date | None = None
    played: tuple[date, ...] = ()

    def __str__(self) -> str:
        if self.not_before is None or self.by is None:
            return f"by {self.by}" if self.by else f"on {self.not_before} or later"
        return f"between {self.not_before} and {self.by}"


class Product(NamedTuple):
    """A product whose list is legal as it was sold, whatever is banned."""

    title: str
    sections: Mapping[str, Mapping[str, int]]


class Status(NamedTuple):
    """What an announcement made of a card: `legal`, `banned`, `restricted`, `suspended`, `banned-as-commander`,
    `banned-as-partner`, `banned-as-companion`, `conjure-only`, `specialise-only`; with the day it took effect and who
    said so.

    `single_games` marks a ban that holds in single games on Arena only. `at_latest`: `since` is the last day on which
    it may have begun. `between`: the days between which it began (`begins`) or ended, so that it may or may not hold.
    `by` names whoever gave the status, where it was not the format's own list: "the fact sheet of this event".
    `unless`: the product that stays legal as it was sold. `otherwise`: the milder word that may hold instead, where
    `between` says so. A card with points has a word such as "3 points", or "3 points as companion".
    """

    word: str
    since: date | None = None
    source: str = ""
    single_games: bool = False
    at_latest: bool = False
    by: str = ""
    between: Bounds | None = None
    begins: bool = True
    unless: Product | None = None
    otherwise: str = ""

    @property
    def detail(self) -> str:
        """The days between which it began or ended, or else the product that it leaves out."""
        if self.between is not None:
            return str(self.between)
        return self.unless.title if self.unless is not None else ""


_POINTS: Final = lazy.regex(r"(1(?= point\b)|[2-9](?= points)|[1-9]\d(?= points)) points?( as companion)?")


def is_points(word: str) -> bool:
    """Whether a status is a number of points."""
    return word[:1].isdigit() and _POINTS.fullmatch(word) is not None


def points_of(word: str, *, companion: bool = False) -> int:
    """The points of a card with the status, 1 to 99; `companion`: those that it has on top when it is used as one."""
    found = _POINTS.fullmatch(word) if word[:1].isdigit() else None
    return int(found[1]) if found is not None and bool(found[2]) == companion else 0


LEGAL: Final = Status("legal")

BARRING: Final = frozenset({"banned", "suspended", "conjure-only", "specialise-only"})
"""The statuses that keep a card out of every deck."""

LAW_UNKNOWN: Final = "law-unknown"
"""The published rule id of questions that only newer law can answer, and the doubt of a card that a newer set has."""
CARD_AGE: Final = "card-age"
"""The published rule id of questions that only newer card data can answer."""
UNKNOWN_CARD: Final = "unknown-card"
"""The published rule id of names that no card is known by; some may be cards newer than our data."""


class KnownTo(NamedTuple):
    """The last days that the data cover: of a format's law on a platform, and of the cards of its game."""

    law: date
    cards: date


class Admission(NamedTuple):
    """Whether the pool of the day holds a card, and why.

    `reason` is a key of the card-pool rule's messages when it is not admitted (`no-set`, `rarity`, `not-yet`, `left`,
    `digital`, `not-on-arena`, ...); `doubt` a key when it may or may not be in the pool, which is a question; `detail`
    goes into the message (a set's name, a day). `by_house`: the fact sheet of the event admits the card, whatever bars
    it.
    """

    admitted: bool
    reason: str = ""
    doubt: str = ""
    detail: str = ""
    by_house: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A registered pool that a list is held to, whatever the list says of its pool itself.

    `unknown` are copies of names that no card is known by. `elsewhere` is what the other lists of a team hold and this
    one cannot. `rest` is where the sideboard comes from that a list need not write down. `foreign` are cards that no
    booster of the opened sets holds (true), or that may be in one (false), each with the names of the sets.
    """

    cards: Mapping[Card, int]
    unknown: int = 0
    elsewhere: Mapping[Card, int] = field(default_factory=dict)
    rest: Mapping[Card, int] = field(default_factory=dict)
    foreign: Mapping[Card, tuple[bool, str]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards were opened."""
        return sum(self.cards.values()) + self.unknown


class MateCard(NamedTuple):
    """Copies of a card in a section of a team-mate's list; `who` says whose, without a name."""

    who: str
    section: str
    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    card: Card


NO_ZONES: Final[Mapping[str, Callable[[Card], Admission]]] = {}


class Legality:
    """All that a rule may know of the law of one format on one day. Answers are kept, so each card is judged once.

    `opened` is the registered pool of the one whose list is judged, if there is one; `drafted` the codes of the sets
    whose boosters were opened, none where that is not known; `mates` is what the lists of team-mates hold. `known_to`:
    the last days that the data cover; None where no end is stated. `lapsed`: cards whose ban was due to end since.
    `zones`: the sections that have a pool of their own.
    """

    __slots__ = (
        "_admissions",
        "_admit",
        "_plain",
        "_statuses",
        "day",
        "drafted",
        "known_to",
        "lapsed",
        "mates",
        "opened",
        "options",
        "zones",
    )

    def __init__(
        self,
        day: Day,
        admit: Callable[[Card], Admission],
        statuses: Mapping[str, Status],
        options: frozenset[str] = frozenset(),
        known_to: KnownTo | None = None,
        lapsed: frozenset[str] = frozenset(),
        zones: Mapping[str, Callable[[Card], Admission]] = NO_ZONES,
    ) -> None:
        self.day = day
        self.options = options
        self.known_to = known_to
        self.lapsed = lapsed
        self.zones = {
            section: Legality(day, admits, statuses, options, known_to, lapsed) for section, admits in zones.items()
        }
        self._admit = admit
        self._statuses = statuses
        self.opened: Opened | None = None
        self.drafted: frozenset[str] = frozenset()
        self.mates: tuple[MateCard, ...] = ()
        self._admissions: dict[Card, Admission] = {}
        self._plain: set[Card] = set()

    def holding_to(
        self,
        opened: Opened | None = None,
        mates: tuple[MateCard, ...] = (),
        drafted: frozenset[str] = frozenset(),
    ) -> Legality:
        """The same law for a list that is held to a registered pool, or stands beside those of team-mates.

        What is known of cards is known to both.
        """
        held = Legality(self.day, self._admit, self._statuses, self.options, self.known_to, self.lapsed)
        held.zones = self.zones
        held.drafted = drafted or self.drafted
        held.opened, held.mates, held._admissions, held._plain = opened, mates, self._admissions, self._plain
        return held

    def within(self, section: str) -> Legality:
        """The law for the cards of a section."""
        return self.zones.get(section, self)

    def admits_anywhere(self, card: Card) -> bool:
        """Whether the pool of any section may hold the card."""
        return any(law.admits(card).admitted for law in (self, *self.zones.values()))

    @property
    def outdated(self) -> bool:
        """Whether the day is past the last one for which the law is known."""
        return self.known_to is not None and self.day.date > self.known_to.law

    @property
    def statuses(self) -> Mapping[str, Status]:
        """Every status in force that is not `legal`, by catalogue name."""
        return self._statuses

    def bars(self, card: Card) -> bool:
        """Whether the card surely has a status that keeps it out of every deck, so that its pool is no question."""
        status = self.status(card)
        return status.word in BARRING and status.unless is None and not self.doubts(card.name, status)

    def doubts(self, name: str, status: Status) -> bool:
        """Whether the card's status may not hold: it began or ended about the day, or its season may be over."""
        return status.between is not None or (self.outdated and name in self.lapsed)

    def status(self, card: Card) -> Status:
        """The card's status on the day; one of a name that several cards have is one of all of them."""
        return self._statuses.get(card.name) or self._statuses.get(card.printed_as, LEGAL)

    def admits(self, card: Card) -> Admission:
        """Whether a printing of the card's name is in the format's pool on the day."""
        known = self._admissions.get(card)
        if known is None:
            known = self._admissions[card] = self._any_of(card) if card.may_be else self._admit(card)
        return known

    def _any_of(self, card: Card) -> Admission:
        """Of a name that several cards have: whether any of them is in the pool, surely if that can be said of one."""
        found = [self.admits(one) for one in card.may_be]
        return max(reversed(found), key=lambda answer: (answer.admitted, not answer.doubt))

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
