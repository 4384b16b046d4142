"""Cockatrice's .cod file: XML with one `card` element a card, in the zone that was opened last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.file_lines import file_card, parsed_file
from deckcheck.decklist.line_parser import ASIDE
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = lazy.regex(r"\s*(?:<\?xml[^>]*>\s*)?<cockatrice_deck\b", re.IGNORECASE)
_SECTIONS: Final = {"main": "main", "side": "sideboard", "tokens": ASIDE}


def _recognise(text: str) -> int:
    """Its root has the program's name."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    title = next((element.text for element in found if element.tag == "deckname"), "")
    return parsed_file("cockatrice", text, _cards(found, text.split("\n")), broken, title)


def _cards(found: tuple[Element, ...], rows: list[str]) -> Iterator[Line]:
    section = ""
    for element in found:
        facts = element.attributes
        if element.tag == "zone":
            section = _SECTIONS.get(facts.get("name", ""), "")
        elif element.tag == "card":
            count, name = facts.get("number", "1"), facts.get("name", "")
            marks = facts.get("setShortName", ""), facts.get("collectorNumber", "")
            yield file_card(element.line, rows[element.line - 1], section, count, name, *marks)


COCKATRICE = Dialect("cockatrice", "Cockatrice file", _recognise, _read, begins="<")
