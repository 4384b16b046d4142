"""Cards as facts, and how a name is looked up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from deckcheck.decklist.played import NOT_PLAYED, Played
from deckcheck.translations import gettext_noop

ANY_NUMBER: Final = 1_000_000
"""`Card.copies_allowed` of a card that a deck may hold without limit."""


NO_FACTS: Final = "unknown:types"
"""The trait of a card of which no more than its name is known: it may be anything."""

FEW_DETAILS: Final = "unknown:details"
"""The trait of a card that lacks whatever kinds of traits it has none of: they are not known."""

NOT_KNOWN: Final = gettext_noop("Not known here; look at the card itself.")
"""What is said of a fact that such a card lacks."""

NO_SET_KNOWN: Final = "unknown:sets"
"""The trait of a name that no known set has: it may be out of print, a card for casual play, or not out yet."""


class Printing(NamedTuple):
    """One appearance of a card in a set; several rarities in one set are several letters (`"CU"`).

    `earliest` and `latest` are the bounds of its own first day, where that is not the set's (one day: both alike).
    `mark`: what is printed on it that says when it leaves (a regulation mark).
    """

    set_code: str
    rarity: str = ""
    number: str = ""
    earliest: str = ""
    latest: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of one game, by its English name.

    Cards are the same by game and id, whichever index made them and whatever process they came from. To compare and
    hash them is what a verdict does most: an index makes each card once, and the hash is kept.
    `traits` are words like `"type:Creature"`, `"identity:U"`, `"champion-level:0"`; a word without a colon is a flag.
    `copies_allowed` is the card's own limit: None leaves it to the format, ANY_NUMBER lifts it.

    In some games several cards have one name, and only set and number tell them apart. The catalogue calls each of them
    by its first printing ("Charizard (BS 4)") and knows the name that stands on it as `printed_as`. The name alone is a
    card too, of which it is not known which it is: `may_be` holds those it may be, and its traits are those of all of
    them. `counts_as`: the name under which copies are counted, where that is not the card's own.
    """

    id: str
    game: str
    name: str
    also_known_as: tuple[str, ...] = ()
    traits: frozenset[str] = frozenset()
    copies_allowed: int | None = None
    printings: tuple[Printing, ...] = ()
    printed_as: str = ""
    counts_as: str = ""
    may_be: tuple[Card, ...] = ()
    _values: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.game, self.id)))

    def __eq__(self, other: object) -> bool:
        """Whether it is the same card of the same game."""
        if not isinstance(other, Card):
            return NotImplemented
        return self.id == other.id and self.game == other.game

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Card], tuple[Any, ...]]:
        """Made anew where it arrives: hashes of text differ between processes."""
        return Card, tuple(getattr(self, name) for name in self.__match_args__ if not name.startswith("_"))

    @property
    def front(self) -> str:
        """The name of the front face: the whole name for a card with one face."""
        return self.name.partition(" // ")[0]

    def values(self, kind: str) -> tuple[str, ...]:
        """The values of all traits of a kind, sorted: `values("identity") == ("B", "U")`."""
        known = self._values.get(kind)
        if known is None:
            prefix = kind + ":"
            known = tuple(sorted(t[len(prefix) :] for t in self.traits if t.startswith(prefix)))
            self._values[kind] = known
        return known

    def value(self, kind: str) -> str:
        """The one value of a kind, or an empty string."""
        found = self.values(kind)
        return found[0] if found else ""

    def may_have(self, trait: str) -> bool:
        """Whether the card has the trait, or too little is known of it to say no."""
        if self.may_be:
            return any(card.may_have(trait) for card in self.may_be)
        if trait in self.traits or NO_FACTS in self.traits:
            return True
        return FEW_DETAILS in self.traits and not self.values(trait.partition(":")[0])

    def has(self, trait: str) -> bool:
        """Whether the card carries exactly this trait."""
        return trait in self.traits


class Near(NamedTuple):
    """A card whose name is close to what was written; `score` is 0 to 1, best first."""

    card: Card
    score: float


class Match(NamedTuple):
    """What a written name means.

    `cards`: none (no such name), one (that card), several (the name could be any of them).
    `kind`: how it was read: `""` as written, or `case`, `accent`, `face`, `alias`, `unofficial`, `foreign`, `typo` (see
    CONTRACT notes).
    `contestable`: a correction that is shown with "Not this card".
    `languages`: the codes of those in which it is the one card's name, where `kind` is `foreign`.
    """

    cards: tuple[Card, ...] = ()
    kind: str = ""
    contestable: bool = False
    languages: tuple[str, ...] = ()


NO_MATCH: Final = Match()


class Namesakes(NamedTuple):
    """The cards of a game that share their names, by their positions in its catalogue.

    `printed`: the name that stands on a card. `counted`: the name under which its copies count. `of`: by name, all
    cards of it. `open`: the names alone, with the cards that they may be.
    """

    printed: Mapping[int, str] = {}
    counted: Mapping[int, str] = {}
    of: Mapping[str, Sequence[int]] = {}
    open: Mapping[int, Sequence[int]] = {}


NO_NAMESAKES: Final = Namesakes()


class CardIndex(Protocol):
    """All cards of one game, looked up by what people write."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def digest(self) -> str:
        """Identifies the card data."""

    def names(self) -> Sequence[str]:
        """The names of all cards."""

    @property
    def signs(self) -> Collection[str]:
        """Signs at the end of names that other cards have without them ("Mudkip ★"): no mere decoration of a line."""

    def find(self, name: str) -> Match:
        """What a written name means: exact, folded, by face or alias, or corrected where no other card can be meant."""

    def exact(self, name: str) -> Match:
        """What a written name means without corrections: cheap for words that are no card's."""

    def card(self, name: str) -> Card | None:
        """The card with exactly this catalogue name."""

    def printed(self, card: Card, set_code: str, number: str) -> Card:
        """The card of this name that is printed in a set under a number, both as written; the card itself, where they
        tell no single one.
        """

    def printing(self, card: Card, set_code: str, number: str) -> Printing | None:
        """The printing of a card with set and number as written; None where it has no such one."""

    def printed_at(self, set_code: str, number: str) -> tuple[Card, ...]:
        """The cards that are printed in a set under a number, both as written, whatever they are called."""

    def near(self, name: str, limit: int = 5, played: Played = NOT_PLAYED) -> tuple[Near, ...]:
        """The cards most likely meant by a name that `find` does not settle; of likely ones those `played` more."""

    def called(self, name: str) -> tuple[Card, ...]:
        """The cards that players call so, the likeliest first."""

    def translations(self, name: str) -> tuple[tuple[Card, tuple[str, ...]], ...]:
        """The cards that have this name in other languages, each with the codes of these."""

    def played(self, format_id: str, year: int) -> Played:
        """How often cards are played in a format in a year."""


class CardSet(NamedTuple):
    """One product as a fact: when it counts where. Days are ISO strings, empty where not known, compared as text.

    `paper_from` is the first day its cards may be played in paper (the prerelease Friday since 2023-02-03, else the
    release); `kind` is the catalogue's type of set (`core`, `expansion`, `commander`, `promo`, `funny`, ...);
    `platform` is set for digital sets only (`arena`, `mtgo`, `other`). `earliest` and `latest` are the bounds of the
    first day, where only these are known.
    """

    code: str
    name: str
    release: str
    paper_from: str
    kind: str
    platform: str = ""
    approximate: bool = False
    earliest: str = ""
    latest: str = ""
