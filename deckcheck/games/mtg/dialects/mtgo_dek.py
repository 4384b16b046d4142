"""Magic Online's .dek file: XML with one `Cards` element a printing, of the main deck or the sideboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.file_lines import file_card, parsed_file
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = lazy.regex(r"\s*(?:<\?xml[^>]*>\s*)?<Deck\b")


def _recognise(text: str) -> int:
    """Its root is named Deck with a capital; other programs' XML has another root."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    rows = text.split("\n")
    cards = (_card(element, rows[element.line - 1]) for element in found if element.tag.casefold() == "cards")
    return parsed_file("mtgo-dek", text, cards, broken)


def _card(element: Element, row: str) -> Line:
    facts = {key.casefold(): value.strip() for key, value in element.attributes.items()}
    section = "sideboard" if facts.get("sideboard", "").casefold() == "true" else "main"
    return file_card(element.line, row, section, facts.get("quantity", "1"), facts.get("name", ""))


MTGO_DEK = Dialect("mtgo-dek", "Magic Online file", _recognise, _read, begins="<")
