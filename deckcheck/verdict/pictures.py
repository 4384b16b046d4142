"""What the drawings of a deck show: its curve by mana value, its cards in columns by type, and both as sentences.

Templates draw; here is what they draw and what a reader hears instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.verdict.published_lists import PublishedCard

MOST: Final = 7
"""The last column of a curve holds this value and all above it."""

_MTG_GROUPS: Final = (
    ("creature", "creatures", {"Creature"}),
    ("planeswalker", "planeswalkers", {"Planeswalker"}),
    ("battle", "battles", {"Battle"}),
    ("instant or sorcery", "instants and sorceries", {"Instant", "Sorcery"}),
    ("artifact", "artifacts", {"Artifact"}),
    ("enchantment", "enchantments", {"Enchantment"}),
)
_GA_GROUPS: Final = (
    ("champion", "champions", {"Champion"}),
    ("regalia", "regalia", {"Regalia"}),
    ("ally", "allies", {"Ally"}),
    ("attack", "attacks", {"Attack"}),
    ("action", "actions", {"Action"}),
    ("phantasia", "phantasias", {"Phantasia"}),
    ("domain", "domains", {"Domain"}),
    ("item or weapon", "items and weapons", {"Item", "Weapon"}),
)
_OTHER: Final = ("other card", "other cards")
_LAND: Final = ("land", "lands")


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
            return f"No card with a {self.of.lower()}."
        first, last = self.label(self.bars[0][0]), self.label(self.bars[-1][0])
        span = f"{self.of} {first}" if len(self.bars) == 1 else f"{self.of}s {first} to {last}"
        return f"{span}: {', '.join(str(count) for _, count in self.bars)}; average {self.average:.1f}."

    def label(self, value: int) -> str:
        """The value of a column in words."""
        return f"{value} or more" if self.open_ended and value == MOST else str(value)

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
        return f"{self.count} {self.one if self.count == 1 else self.many}"


@dataclass(frozen=True, slots=True)
class Columns:
    """A deck in columns, one group behind the other; `shares` says the elements of a Grand Archive deck."""

    groups: tuple[Column, ...]
    shares: str = ""

    @property
    def words(self) -> str:
        """16 creatures, 22 instants and sorceries, 22 lands."""
        if not self.groups:
            return "No cards."
        return f"{', '.join(group.words for group in self.groups)}."

    @property
    def highest(self) -> int:
        """The copies of the card that has most."""
        return max((count for group in self.groups for _, count in group.bars), default=0)


def draw_curves(cards: Iterable[PublishedCard], game: str) -> tuple[Curve, ...]:
    """The curves of a list: mana values of the main deck; in Grand Archive reserve costs, then memory costs."""
    known = tuple(cards)
    if game != "ga":
        return (draw_curve(known, "main", "Mana value"),)
    return draw_curve(known, "main", "Reserve cost"), draw_curve(known, "material", "Memory cost")


def draw_curve(cards: Iterable[PublishedCard], section: str, of: str) -> Curve:
    """The curve of a section; lands and cards of no known value are left out."""
    rows = [(c.mana_value, c.count) for c in cards if c.section == section and "Land" not in c.type_words]
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


def draw_columns(cards: Iterable[PublishedCard], game: str) -> Columns:
    """The main deck by type, lands last; in Grand Archive the material deck before it, and the elements."""
    sections = ("material", "main") if game == "ga" else ("main",)
    rows = tuple(cards)
    known = [card for section in sections for card in rows if card.section == section]
    return Columns(columns(known, game), elements(known) if game == "ga" else "")


def columns(cards: Iterable[PublishedCard], game: str) -> tuple[Column, ...]:
    """The cards by type, each in the first group that it belongs to; groups without cards are left out."""
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for card in cards:
        found.setdefault(_group(card.type_words, game), []).append((card.name, card.count))
    groups = [(one, many) for one, many, _ in (_GA_GROUPS if game == "ga" else _MTG_GROUPS)]
    return tuple(Column(*group, tuple(found[group])) for group in (*groups, _OTHER, _LAND) if group in found)


def type_group(types: Iterable[str], game: str) -> tuple[int, str]:
    """The group of a card with these types: its place among the groups, and its name (`creatures`)."""
    group = _group(types, game)
    groups = [(one, many) for one, many, _ in (_GA_GROUPS if game == "ga" else _MTG_GROUPS)]
    return [*groups, _OTHER, _LAND].index(group), group[1]


def _group(types: Iterable[str], game: str) -> tuple[str, str]:
    words = set(types)
    if game != "ga" and "Land" in words:
        return _LAND
    groups = _GA_GROUPS if game == "ga" else _MTG_GROUPS
    return next(((one, many) for one, many, types in groups if types & words), _OTHER)


def elements(cards: Iterable[PublishedCard]) -> str:
    """Elements: 40 Norm, 20 Fire. A card of two elements counts for both."""
    counts: dict[str, int] = {}
    for card in cards:
        for element in card.colours:
            counts[element] = counts.get(element, 0) + card.count
    most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return f"Elements: {', '.join(f'{count} {element}' for element, count in most)}." if most else ""
