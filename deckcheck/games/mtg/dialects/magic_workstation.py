"""Magic Workstation's .mwDeck file: `4 [SET] Card (1)` a line, `SB:` before the sideboard's, facts as comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_START: Final = lazy.regex(r"\s*// ?Deck file [^\n]*Magic ?Workstation", re.IGNORECASE)


def _recognise(text: str) -> int:
    """Its first line names the program."""
    return 80 if _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "magic-workstation")


MAGIC_WORKSTATION = Dialect("magic-workstation", "Magic Workstation file", _recognise, _read, begins="/")
