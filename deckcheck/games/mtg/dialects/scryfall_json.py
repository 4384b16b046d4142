"""Scryfall's export of a deck: `entries` by column, each with its count and a digest of its card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, card_of, json_dialect, objects
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import ASIDE

_SECTIONS: Final = {
    "sideboard": "sideboard",
    "commanders": "commander",
    "companions": "companion",
    "attractions": "attractions",
    "stickers": "stickers",
    **dict.fromkeys(("maybeboard", "outside"), ASIDE),
}
_SHAPE: Final = CardShape(
    ("count",), ("card_digest", "name"), ("card_digest", "set"), ("card_digest", "collector_number")
)


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    columns, primary = at(root, "entries"), at(root, "sections", "primary")
    main = ["mainboard", "lands", "nonlands", *(primary if isinstance(primary, list) else ())]
    for key, column in columns.items() if isinstance(columns, JsonObject) else ():
        section = _SECTIONS.get(key, "main" if key in main else "")
        for item in objects(column):
            # A row without a card and without text is one that its owner left empty.
            if at(item, "card_digest") is not None or at(item, "raw_text") or not item.closed:
                yield card_of(item, section, _SHAPE)


SCRYFALL_JSON = json_dialect("scryfall-json", "Scryfall JSON", ("entries", "card_digest"), _cards)
