"""Our own JSON of a verdict or of a published list: both have their cards under `sections`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.json_decks import CardShape, JsonCard, at, card_of, cards_by_section, json_dialect, objects
from deckcheck.decklist.json_text import JsonObject

_SHAPE: Final = CardShape(("count",), ("name",))
_UNRESOLVED: Final = CardShape(("count",), ("text",))


def _cards(root: JsonObject, words: Mapping[str, str]) -> Iterator[JsonCard]:
    sections = {section: section for section in words.values()}
    yield from cards_by_section(at(root, "sections"), sections, _SHAPE)
    # What no card was found for stands apart in a verdict; a line that could not be read has the count 0.
    for item in objects(at(root, "unresolved")):
        if at(item, "count") != 0:
            yield card_of(item, sections.get(str(at(item, "section")), ""), _UNRESOLVED)


VERDICT_JSON = json_dialect(
    "verdict-json", "Deckcheck verdict", ("sections", "count"), _cards, named=(("deck",),), sure=92
)
