"""Omnidex's own record of a list: `material`, `main`, `sideboard`, each card with its quantity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, cards_by_section, json_dialect
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import ASIDE

SECTIONS: Final = {
    **{section: section for section in ("material", "main", "sideboard", "boons", "pool")},
    "pantheon": "boons",
    **dict.fromkeys(("maybeboard", "references", "token", "tokens", "mastery", "generated", "status"), ASIDE),
}
"""What sites for Grand Archive call the parts of a list, and those that are no parts of it."""
_SHAPE: Final = CardShape(("quantity",), ("card",))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    return cards_by_section(at(root, "decklist") or root, SECTIONS, _SHAPE)


OMNIDEX_JSON = json_dialect("omnidex-json", "Omnidex JSON", ("material", "card", "quantity"), _cards)
