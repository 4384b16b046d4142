"""Cockatrice's .cod file: XML with one `card` element a card, in the zone that was opened last."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<cockatrice_deck\b", re.IGNORECASE)
_TITLE: Final = re.compile(r"<deckname>([^<]{0,400})</deckname>")
_SECTIONS: Final = {"main": "main", "side": "sideboard"}
"""The zones that are the deck; the third, for tokens, is none of it."""
_MOST: Final = 999_999_999


def _recognise(text: str) -> int:
    """Its root has the program's name."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    rows = text.split("\n")
    cards: dict[int, list[Line]] = {}
    zone = ""
    for element in found:
        if element.tag == "zone":
            zone = element.attributes.get("name", "")
        elif element.tag == "card":
            cards.setdefault(element.line, []).append(_line(element, rows[element.line - 1], zone))
    title = _TITLE.search(text)
    remarks = (f"The file breaks off at line {broken}; what follows it could not be read.",) if broken else ()
    lines = tuple(_lines(rows, cards, broken))
    return ParsedList("cockatrice", lines, html.unescape(title[1]).strip() if title else "", remarks)


def _lines(rows: list[str], cards: Mapping[int, list[Line]], broken: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        if number in cards:
            yield from cards[number]
        elif row.strip():
            lost = broken and number >= broken
            yield Line(number, row, LineKind.UNREAD if lost else LineKind.REMARK, reason="markup")


def _line(element: Element, row: str, zone: str) -> Line:
    name = " ".join(element.attributes.get("name", "").split())
    count = element.attributes.get("number", "1").strip()
    if zone not in _SECTIONS:
        return Line(element.line, row, LineKind.REMARK, name=name, reason="maybeboard")
    if not name or not count.isdecimal() or int(count[:10]) > _MOST:
        return Line(element.line, row, LineKind.UNREAD, reason="no-name" if not name else "count")
    if int(count) == 0:
        return Line(element.line, row, LineKind.REMARK, name=name, reason="zero")
    return Line(element.line, row, LineKind.CARD, _SECTIONS[zone], int(count), name)


COCKATRICE = Dialect("cockatrice", "Cockatrice file", _recognise, _read)
