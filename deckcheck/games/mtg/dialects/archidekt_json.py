"""What Archidekt's interface answers for a deck: one list of cards, whose first category is their place in the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, card_of, json_dialect, objects
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import ASIDE, MAIN

_SHAPE: Final = CardShape(
    ("quantity",), ("card", "oracleCard", "name"), ("card", "edition", "editioncode"), ("card", "collectorNumber")
)


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    outside = [at(one, "name") for one in objects(at(root, "categories")) if at(one, "includedInDeck") is False]
    for item in objects(at(root, "cards")):
        yield card_of(item, _section(item, outside, words), _SHAPE)


def _section(item: JsonObject, outside: list[object], words: Mapping[str, str]) -> str:
    categories = at(item, "categories")
    first = categories[0] if isinstance(categories, list) and categories else ""
    if first in outside or at(item, "deletedAt"):
        return ASIDE
    if at(item, "companion") is True:
        return "companion"
    # A category of one's own ("Ramp") is a part of the main deck.
    return (isinstance(first, str) and words.get(first.casefold())) or MAIN


ARCHIDEKT_JSON = json_dialect("archidekt-json", "Archidekt JSON", ("cards", "oracleCard", "quantity"), _cards)
