"""OCTGN's .o8d file: XML with a `section` for each part of the deck, and in it one `card` element a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.file_lines import file_card, parsed_file
from deckcheck.decklist.line_parser import ASIDE
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.list_text import Element, elements

_START: Final = lazy.regex(r"\s*(?:<\?xml[^>]*>\s*)?<deck\s[^<>]*\bgame=")
_BESIDE: Final = frozenset({"planes/schemes"})


def _recognise(text: str) -> int:
    """Its root names the game that the deck is for."""
    return 95 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    found, broken = elements(text)
    return parsed_file("octgn", text, _cards(found, text.split("\n"), words), broken)


def _cards(found: tuple[Element, ...], rows: list[str], words: Mapping[str, str]) -> Iterator[Line]:
    section = ""
    for element in found:
        facts = element.attributes
        if element.tag == "section":
            name = facts.get("name", "").strip().casefold()
            # What is shared lies on the table for all players, and is in nobody's deck.
            beside = name in _BESIDE or facts.get("shared", "").casefold() == "true"
            section = ASIDE if beside else words.get(name, "")
        elif element.tag == "card":
            yield file_card(element.line, rows[element.line - 1], section, facts.get("qty", "1"), element.text)


OCTGN = Dialect("octgn", "OCTGN file", _recognise, _read, begins="<")
