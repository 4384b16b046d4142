"""What the drawings of a deck show: its curve by mana value, its cards in columns by type, and both as sentences.

Templates draw; here is what they draw and what a reader hears instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.law.games import Group, PileAt, Presentation
from deckcheck.law.sentences import counted
from deckcheck.translations import decimal, gettext
from deckcheck.verdict.published_lists import PublishedCard

MOST: Final = 7
"""The last column of a curve holds this value and all above it."""

_OTHER: Final = Group("other card", "other cards")
_LAND: Final = Group("land", "lands")
BESIDE: Final = (_OTHER, _LAND)
"""The groups of cards that are in none of their game's own."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Cards by value, from the least to the greatest with none left out between; `of` is what the values are.

    `average` is None where no card has a value; `open_ended` if the last column holds what is above it as well.
    """

    of: str
    bars: tuple[tuple[int, int], ...]
    average: float | None
    open_ended: bool = False

    @property
    def words(self) -> str:
        """Mana values 1 to 5: 19, 12, 4, 4, 2; average 2.0."""
        if not self.bars or self.average is None:
            return gettext("No card with a {value}.").format(value=gettext(self.of.lower()))
        first, last = self.label(self.bars[0][0]), self.label(self.bars[-1][0])
        values = f"{self.of}s"
        told = (
            gettext("{value} {first}: {counts}; average {average}.")
            if len(self.bars) == 1
            else gettext("{values} {first} to {last}: {counts}; average {average}.")
        )
        return told.format(
            value=gettext(self.of),
            values=gettext(values),
            first=first,
            last=last,
            counts=", ".join(str(count) for _, count in self.bars),
            average=decimal(self.average),
        )

    def label(self, value: int) -> str:
        """The value of a column in words."""
        if self.open_ended and value == MOST:
            return gettext("{value} or more").format(value=value)
        return str(value)

    @property
    def highest(self) -> int:
        """The count of the highest column."""
        return max((count for _, count in self.bars), default=0)


@dataclass(frozen=True, slots=True)
class Column:
    """One group of cards by type: `bars` holds the name and the copies of each card, in the order of the sheet."""

    one: str
    many: str
    bars: tuple[tuple[str, int], ...]

    @property
    def count(self) -> int:
        """How many cards the group is."""
        return sum(count for _, count in self.bars)

    @property
    def words(self) -> str:
        """16 creatures."""
        return counted(self.count, self.one, self.many)


@dataclass(frozen=True, slots=True)
class Columns:
    """A deck in columns, one group behind the other; `shares` says the elements of a deck, in games that have some."""

    groups: tuple[Column, ...]
    shares: str = ""

    @property
    def words(self) -> str:
        """16 creatures, 22 instants and sorceries, 22 lands."""
        if not self.groups:
            return gettext("No cards.")
        return f"{', '.join(group.words for group in self.groups)}."

    @property
    def highest(self) -> int:
        """The copies of the card that has most."""
        return max((count for group in self.groups for _, count in group.bars), default=0)


def draw_curves(cards: Iterable[PublishedCard], look: Presentation) -> tuple[Curve, ...]:
    """The curves of a list, as its game has them; empty ones where it has none."""
    known = tuple(cards)
    return tuple(draw_curve(known, section, of, look) for section, of in look.curves)


def draw_curve(cards: Iterable[PublishedCard], section: str, of: str, look: Presentation) -> Curve:
    """The curve of a section; lands and cards of no known value are left out."""
    rows = [(c.mana_value, c.count) for c in cards if c.section == section and look.land not in c.type_words]
    known = [(value, count) for value, count in rows if value is not None]
    bars = _bars(known)
    total = sum(count for _, count in known)
    average = sum(value * count for value, count in known) / total if total else None
    return Curve(of, bars, average, any(value >= MOST + 1 for value, _ in known))


def _bars(rows: Sequence[tuple[float, int]]) -> tuple[tuple[int, int], ...]:
    # Columns without a gap between them; half a mana counts as none.
    counts: dict[int, int] = {}
    for value, count in rows:
        place = min(int(value), MOST)
        counts[place] = counts.get(place, 0) + count
    return tuple((value, counts.get(value, 0)) for value in range(min(counts), max(counts) + 1)) if counts else ()


def draw_columns(cards: Iterable[PublishedCard], look: Presentation) -> Columns:
    """The deck by type, lands last, section by section; and what its colours are shared like, where that is told."""
    rows = tuple(cards)
    known = [card for section in look.columns for card in rows if card.section == section]
    return Columns(columns(known, look), shares(known, look.shares) if look.shares else "")


def columns(cards: Iterable[PublishedCard], look: Presentation) -> tuple[Column, ...]:
    """The cards by type, as a drawing has them."""
    found = by_type(cards, look).items()
    return tuple(Column(group.one, group.many, tuple((c.name, c.count) for c in rows)) for group, rows in found)


def by_type(cards: Iterable[PublishedCard], look: Presentation) -> dict[Group, list[PublishedCard]]:
    """The cards by type, each in the first group that it belongs to; groups without cards are left out."""
    found: dict[Group, list[PublishedCard]] = {}
    for card in cards:
        found.setdefault(_group(card.type_words, look), []).append(card)
    return {group: found[group] for group in (*look.groups, *BESIDE) if group in found}


def type_group(types: Iterable[str], look: Presentation) -> PileAt:
    """The group of a card with these types: its place among the groups, and its name (`creatures`)."""
    group = _group(types, look)
    return PileAt((*look.groups, *BESIDE).index(group), group.many)


def _group(types: Iterable[str], look: Presentation) -> Group:
    words = set(types)
    if look.land in words:
        return _LAND
    return next((group for group in look.groups if group.types & words), _OTHER)


def shares(cards: Iterable[PublishedCard], of: str) -> str:
    """Elements: 40 Norm, 20 Fire. A card of two elements counts for both."""
    counts: dict[str, int] = {}
    for card in cards:
        for colour in card.colours:
            counts[colour] = counts.get(colour, 0) + card.count
    most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    if not most:
        return ""
    told = ", ".join(f"{count} {colour}" for colour, count in most)
    return gettext("{title}: {shares}.").format(title=gettext(of), shares=told)
