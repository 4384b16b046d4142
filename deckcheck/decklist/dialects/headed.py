"""A list whose sections stand under headings: "Main deck", "Sideboard (15)", "Creatures", "// Lands"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_FIRST: Final = lazy.regex(r"\W*[^\W\d][^\n\d]{2,24}(?:\W*\d+\W*(?:cards\W*)?)?\n\s*\d+x? ", re.IGNORECASE)


def _recognise(text: str) -> int:
    """Likely if the first line has no count and the second has one."""
    return 30 if _FIRST.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "headed")


HEADED = Dialect("headed", "List with headings", _recognise, _read)
