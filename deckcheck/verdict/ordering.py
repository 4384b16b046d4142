"""The order of the sheet: sections as officials read them, within each by mana value and name, lands last.

A sideboard stands by name. Grand Archive: material by champion level and then by name, all else by cost and name.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import fold

SECTIONS: Final = (
    *("commander", "signature_spell", "companion", "material", "main", "sideboard"),
    *("attractions", "stickers", "contraptions", "boons", "casual", "pool"),
)
"""The sections in the order of the sheet."""


class Place(NamedTuple):
    """Where a card stands: its section, its pile within it, its value, then its name by folded letters."""

    section: int
    pile: int
    value: float
    later: bool
    folded: str
    name: str


def section_place(section: str) -> int:
    """The place of a section; one not known here stands last."""
    return SECTIONS.index(section) if section in SECTIONS else len(SECTIONS)


def place_of(section: str, name: str, card: Card | None) -> Place:
    """Where a name stands in its section; one that the card data no longer know stands last."""
    pile, value, later = _pile(section, card)
    return Place(section_place(section), pile, value, later, fold(name), name)


def _pile(section: str, card: Card | None) -> tuple[int, float, bool]:
    if section == "sideboard":
        return 0, 0, False
    if card is None:
        return 9, 0, False
    if card.game == "ga":
        return _ga_pile(section, card)
    if card.has("type:Land"):
        return 1, 0, card.has("basic")
    value = value_of(card)
    # A card without a cost (not one that costs {0}) stands behind those of its value.
    return 0, math.inf if value is None else value, not card.values("cost")


def _ga_pile(section: str, card: Card) -> tuple[int, float, bool]:
    value = value_of(card)
    if section != "material":
        return 0, math.inf if value is None else value, False
    level = card.value("level")
    return (0, int(level), False) if level.isdecimal() else (1, 0, False)


def value_of(card: Card) -> float | None:
    """The mana value, or Grand Archive's cost, as a number; X counts 0."""
    text = card.value("cost" if card.game == "ga" else "mana-value")
    if text == "X":
        return 0
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value
