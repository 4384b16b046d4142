"""A plain list: a count and a name a line, the sideboard behind a blank line or marked "SB:".

Magic Online's text is such a list, and so is what most people type.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect


def _recognise(text: str) -> int:
    """Any text can be read as a plain list; every other dialect is surer of its own."""
    return 10


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "plain")


PLAIN = Dialect("plain", "Plain list", _recognise, _read)
