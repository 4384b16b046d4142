"""LackeyCCG's .dek file: XML with a `superzone` for each part of the deck, and in it one `card` element a copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.file_lines import file_card, parsed_file
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = lazy.regex(r"\s*(?:<\?xml[^>]*>\s*)?<deck\s+version=")


def _recognise(text: str) -> int:
    """Its root is `deck`, and it has a version of its form."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    return parsed_file("lackey", text, _cards(found, text.split("\n"), words), broken)


def _cards(found: tuple[Element, ...], rows: list[str], words: Mapping[str, str]) -> Iterator[Line]:
    section, inside = "", False
    for element in found:
        if element.tag == "superzone":
            section = words.get(element.attributes.get("name", "").strip().casefold(), "")
        elif element.tag == "card":
            inside = True
        elif element.tag == "name" and inside:
            inside = False
            yield file_card(element.line, rows[element.line - 1], section, 1, element.text)


LACKEY = Dialect("lackey", "LackeyCCG file", _recognise, _read, begins="<")
