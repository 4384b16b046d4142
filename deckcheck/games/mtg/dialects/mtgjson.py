"""MTGJSON's deck file: `data` with a list a board, each card with its count and its printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, cards_by_section, json_dialect
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import ASIDE

_SECTIONS: Final = {
    "mainBoard": "main",
    "sideBoard": "sideboard",
    "commander": "commander",
    "companion": "companion",
    **dict.fromkeys(("displayCommander", "tokens", "planes", "schemes"), ASIDE),
}
_SHAPE: Final = CardShape(("count",), ("name",), ("setCode",), ("number",))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    return cards_by_section(at(root, "data") or root, _SECTIONS, _SHAPE)


MTGJSON = json_dialect("mtgjson", "MTGJSON deck", ("mainBoard",), _cards, named=(("data", "name"), ("name",)))
