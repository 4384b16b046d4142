"""A list whose sections stand under headings: "Main deck", "Sideboard (15)", "Creatures", "// Lands"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.core.decks import ParsedList
from deckcheck.core.games import Dialect
from deckcheck.core.linewise import read_lines

_CARDS: Final = re.compile(r"(?:(?:[\d\s]|SB:)[^\n]*\n?)*")
_HEADING: Final = re.compile(
    r"\W*(?:main|side|deck|commander|companion|oathbreaker|signature|creature|land|spell|instant|sorcer|artifact"
    r"|material|maybe|attraction|sticker)[^\n]{0,30}$",
    re.IGNORECASE | re.MULTILINE,
)


def _recognise(text: str) -> int:
    """Surely so if the first line that is no counted card looks like a heading."""
    counted = _CARDS.match(text)
    start = counted.end() if counted else 0
    return 30 if start < len(text) and _HEADING.match(text, start) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "headed")


HEADED = Dialect("headed", "List with headings", _recognise, _read)
