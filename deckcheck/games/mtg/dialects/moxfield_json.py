"""What Moxfield's interface answers for a deck: an object a board, and in it one a card (older and newer form)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, card_of, cards_by_section, json_dialect, objects
from deckcheck.decklist.json_text import JsonObject
from deckcheck.decklist.line_parser import ASIDE

_SECTIONS: Final = {
    "mainboard": "main",
    "sideboard": "sideboard",
    "commanders": "commander",
    "companions": "companion",
    "signatureSpells": "signature_spell",
    "attractions": "attractions",
    "stickers": "stickers",
    "contraptions": "contraptions",
    **dict.fromkeys(("maybeboard", "tokens", "planes", "schemes"), ASIDE),
}
_SHAPE: Final = CardShape(("quantity",), ("card", "name"), ("card", "set"), ("card", "cn"))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    boards = at(root, "boards")
    if not isinstance(boards, JsonObject):
        yield from cards_by_section(root, _SECTIONS, _SHAPE)
        return
    for key, board in boards.items():
        for item in objects(at(board, "cards")):
            yield card_of(item, _SECTIONS.get(key, ""), _SHAPE)


MOXFIELD_JSON = json_dialect("moxfield-json", "Moxfield JSON", ("mainboard", "boardType"), _cards)
