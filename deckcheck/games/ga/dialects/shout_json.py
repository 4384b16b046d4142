"""The JSON of Shout At Your Decks and Silvie: `cards` with a list a section, each card with its quantity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, cards_by_section, json_dialect
from deckcheck.decklist.json_text import JsonObject
from deckcheck.games.ga.dialects.omnidex_json import SECTIONS

_SHAPE: Final = CardShape(("quantity",), ("name",))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    return cards_by_section(at(root, "cards"), SECTIONS, _SHAPE)


SHOUT_JSON = json_dialect("shout-json", "Shout At Your Decks JSON", ("cards", "material", "quantity"), _cards)
