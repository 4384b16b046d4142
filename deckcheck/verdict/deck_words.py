"""What a deck goes by: the name its player gave it, or its colours; and what share of an event each kind is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from deckcheck.decklist.names import fold
from deckcheck.verdict.published_lists import PublishedCard

FEWEST: Final = 8
"""Of fewer lists no shares are told: a share would be somebody's deck."""
MOST_SHARES: Final = 10
"""So many kinds are named; the others are counted together."""

_COLOURS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_PLAYED: Final = {"mtg": ("commander", "main"), "ga": ("material", "main")}
T = TypeVar("T")
_SYMBOL: Final = re.compile(r"\{([^}]+)\}")
_PLAIN: Final = "norm"
"""The element of cards that every Grand Archive deck may hold."""


def deck_colours(cards: Iterable[PublishedCard], game: str) -> tuple[str, ...]:
    """The colours of what is played before sideboarding, in their usual order; elements by how many cards have them."""
    played = [card for card in cards if card.section in _PLAYED.get(game, ("main",))]
    return _elements(played) if game == "ga" else _colours(played)


def _colours(played: Sequence[PublishedCard]) -> tuple[str, ...]:
    """The colours that must be paid; a choice of two adds only what is not paid anyway, one without colour nothing."""
    symbols = [set(symbol.split("/")) for card in played for symbol in _SYMBOL.findall(card.cost.upper())]
    choices = [symbol for symbol in symbols if symbol <= set(_COLOURS)]
    needed = {colour for choice in choices if len(choice) == 1 for colour in choice}
    for choice in choices:
        if not choice & needed:
            needed |= choice
    return tuple(colour for colour in _COLOURS if colour in needed)


def _elements(played: Sequence[PublishedCard]) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for card in played:
        counts.update(dict.fromkeys((element.lower() for element in card.colours), card.count))
    told = [element for element, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    return tuple(element for element in told if element != _PLAIN) or tuple(told)


def colour_words(colours: Sequence[str]) -> str:
    """The colours as a name: Blue-red, Five-colour, Colourless; elements: Fire-wind."""
    if set(colours) == set(_COLOURS):
        return "Five-colour"
    words = "-".join(_COLOURS.get(colour, colour) for colour in colours)
    return f"{words[:1].upper()}{words[1:]}" if words else "Colourless"


class Kind(NamedTuple):
    """One deck as it is counted: its player's name for it, or an empty text, and its colours."""

    title: str
    colours: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the deck goes by."""
        return self.title or colour_words(self.colours)


@dataclass(frozen=True, slots=True)
class Share:
    """Decks of one name: how many, of how many, and the colours that most of them have."""

    name: str
    count: int
    of: int
    colours: tuple[str, ...] = ()

    @property
    def per_cent(self) -> int:
        """The share in whole per cent."""
        return round(100 * self.count / self.of)

    @property
    def words(self) -> str:
        """Blue-red tempo 31 of 212 (15 %)."""
        return f"{self.name} {self.count} of {self.of} ({self.per_cent} %)"


@dataclass(frozen=True, slots=True)
class Shares:
    """What is played at an event, the most first; what is not named apart is `Other`, last."""

    of: int
    rows: tuple[Share, ...]

    @property
    def words(self) -> str:
        """All shares in one sentence."""
        return f"{', '.join(row.words for row in self.rows)}."

    @property
    def highest(self) -> int:
        """The count of the largest share."""
        return max((row.count for row in self.rows), default=0)


def shares_of(kinds: Iterable[Kind]) -> Shares | None:
    """The shares by name where most decks have one that another has too, else by colours; none of too few lists."""
    listed = list(kinds)
    if len(listed) < FEWEST:
        return None
    titles = Counter(fold(kind.title) for kind in listed if kind.title)
    shared = sum(count for count in titles.values() if count > 1)
    by_title = 2 * shared >= len(listed)
    groups: dict[str, list[Kind]] = {}
    for kind in listed:
        name = kind.title if by_title and kind.title else colour_words(kind.colours)
        groups.setdefault(fold(name), []).append(kind._replace(title=name))
    return Shares(len(listed), tuple(_rows(groups, len(listed))))


def _rows(groups: Mapping[str, Sequence[Kind]], of: int) -> Iterable[Share]:
    found = [
        Share(_usual(k.title for k in kinds), len(kinds), of, _usual(k.colours for k in kinds))
        for kinds in groups.values()
    ]
    found.sort(key=lambda share: (-share.count, share.name))
    yield from found[:MOST_SHARES]
    rest = sum(share.count for share in found[MOST_SHARES:])
    if rest:
        yield Share("Other", rest, of)


def _usual(values: Iterable[T]) -> T:
    return Counter(values).most_common(1)[0][0]
