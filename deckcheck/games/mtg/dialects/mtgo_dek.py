"""Magic Online's .dek file: XML with one `Cards` element a printing, of the main deck or the sideboard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<Deck\b", re.IGNORECASE)
_MOST: Final = 999_999_999


def _recognise(text: str) -> int:
    """Its root is named Deck with a capital; other programs' XML has another root."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    cards: dict[int, list[Line]] = {}
    rows = text.split("\n")
    for element in found:
        if element.tag.casefold() == "cards":
            cards.setdefault(element.line, []).append(_line(element, rows[element.line - 1]))
    remarks = (f"The file breaks off at line {broken}; what follows it could not be read.",) if broken else ()
    return ParsedList("mtgo-dek", tuple(_lines(rows, cards, broken)), "", remarks)


def _lines(rows: list[str], cards: Mapping[int, list[Line]], broken: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        if number in cards:
            yield from cards[number]
        elif row.strip():
            lost = broken and number >= broken
            yield Line(number, row, LineKind.UNREAD if lost else LineKind.REMARK, reason="markup")


def _line(element: Element, row: str) -> Line:
    facts = {key.casefold(): value.strip() for key, value in element.attributes.items()}
    name = " ".join(facts.get("name", "").split())
    count = facts.get("quantity", "1")
    if not name or not count.isdecimal() or int(count[:10]) > _MOST:
        return Line(element.line, row, LineKind.UNREAD, reason="no-name" if not name else "count")
    if int(count) == 0:
        return Line(element.line, row, LineKind.REMARK, name=name, reason="zero")
    section = "sideboard" if facts.get("sideboard", "").casefold() == "true" else "main"
    return Line(element.line, row, LineKind.CARD, section, int(count), name)


MTGO_DEK = Dialect("mtgo-dek", "Magic Online file", _recognise, _read)
