"""pokemoncard.io's export for Tabletop Simulator: ["Exported from ...", "sv6-130", "sv6-130", ...], one id a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.file_lines import file_card, parsed_file, unknown_file
from deckcheck.decklist.json_decks import TOO_DEEP, UNKNOWN
from deckcheck.decklist.json_text import JsonArray, read_json
from deckcheck.decklist.line_parser import MAIN
from deckcheck.decklist.list_reader import Dialect

_ID: Final = lazy.regex(r"([a-z0-9][a-z0-9.-]{1,14})-([A-Za-z]{0,5}\d{1,3}[a-z]?|[A-Z!?])")
_START: Final = lazy.regex(rf'\s*(?:```\w{{0,9}}\s*)?\[\s*(?:"Exported from [^"]*"\s*,\s*)?"{_ID.pattern}"\s*[,\]]')
NAME: Final = "tabletop-simulator"


def _recognise(text: str) -> int:
    return 95 if _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    told = read_json(text)
    if told.too_deep or not isinstance(told.value, JsonArray):
        return unknown_file(NAME, text, TOO_DEEP if told.too_deep else UNKNOWN)
    rows = text.split("\n")
    copies = Counter[str]()
    first: dict[str, int] = {}
    for value, line in zip(told.value, told.value.lines, strict=True):
        if isinstance(value, str) and (value in first or not value.startswith("Exported ")):
            copies[value] += 1
            first.setdefault(value, line)
    cards = []
    for id_, count in copies.items():
        found = _ID.fullmatch(id_)
        set_code, number = (found[1], found[2]) if found else ("", "")
        cards.append(file_card(first[id_], rows[first[id_] - 1], MAIN, count, id_, set_code, number))
    return parsed_file(NAME, text, cards, told.broken)


TABLETOP_SIMULATOR = Dialect(NAME, "Tabletop Simulator (pokemoncard.io)", _recognise, _read, begins="[`")
