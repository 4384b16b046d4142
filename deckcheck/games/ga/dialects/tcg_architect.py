"""TCG Architect's JSON: one list of cards, the quantity and the place of each in its `pivot`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, card_of, json_dialect, objects
from deckcheck.decklist.json_text import JsonObject
from deckcheck.games.ga.dialects.omnidex_json import SECTIONS

_SHAPE: Final = CardShape(("pivot", "quantity"), ("name",))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    for item in objects(at(root, "cards") or at(root, "data", "cards")):
        place = at(item, "pivot", "deck_type")
        yield card_of(item, SECTIONS.get(place, "") if isinstance(place, str) else "", _SHAPE)


TCG_ARCHITECT = json_dialect(
    "tcg-architect",
    "TCG Architect JSON",
    ("cards", "pivot", "deck_type"),
    _cards,
    named=(("name",), ("data", "name")),
    sure=97,
)
