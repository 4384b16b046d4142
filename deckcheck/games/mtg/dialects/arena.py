"""What Magic Arena copies: "Deck", "Sideboard", "Commander", "Companion", and "4 Name (SET) 123" a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_START: Final = lazy.regex(r"\s*(?:About\nName |(?:Deck|Commander|Companion)\n\d+ )")
_PRINTING: Final = lazy.regex(r"[^\n]* \([A-Z0-9]{3,5}\) \w+\n")


def _recognise(text: str) -> int:
    """Arena's own first heading, or a set and a number behind the first card."""
    if _START.match(text):
        return 60
    return 50 if _PRINTING.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "arena")


ARENA = Dialect("arena", "Arena list", _recognise, _read)
