"""Limitless: "Pokémon (17)", "4 Arven OBF 186", basic Energy as "6 Fire Energy 2" or "6 Fire Energy BRS R"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_HEADING: Final = lazy.regex(r"(?:^|\n)[ \t]*(?:Pok[eé]mon|Trainer|Energy) \(\d+\)[ \t]*(?:\n|$)")


def _recognise(text: str) -> int:
    return 91 if "(" in text and _HEADING.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "limitless")


LIMITLESS = Dialect("limitless", "Limitless", _recognise, _read)
