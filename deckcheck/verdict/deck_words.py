"""What a deck goes by: the name its player gave it, or its colours; and what share of an event each kind is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from deckcheck.decklist.names import fold
from deckcheck.law.games import PlayedCard, Presentation

FEWEST: Final = 8
"""Of fewer lists no shares are told: a share would be somebody's deck."""
MOST_SHARES: Final = 10
"""So many kinds are named; the others are counted together."""

T = TypeVar("T")


class Kind(NamedTuple):
    """One deck as it is counted: its player's name for it, or an empty text, its colours, and these in words."""

    title: str
    colours: tuple[str, ...]
    words: str

    @property
    def name(self) -> str:
        """What the deck goes by."""
        return self.title or self.words


def kind_of(title: str, cards: Sequence[PlayedCard], look: Presentation) -> Kind:
    """The deck of these cards under its player's name for it."""
    colours = look.deck_colours(cards)
    return Kind(title, colours, look.colour_words(colours))


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
        name = kind.title if by_title and kind.title else kind.words
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
