"""Apprentice's .dec file: the deck's name in a first comment, indented cards, `SB:` before the sideboard's.

Decked Builder writes the same with a line of its own numbers above each card (`///mvid:...`), which is no card.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_NAMED: Final = lazy.regex(r"\s*// ?NAME ?:", re.IGNORECASE)
_NUMBERED: Final = lazy.regex(r"\s*///mvid:\d")


def _recognise_name(text: str) -> int:
    """A comment with the deck's name comes first."""
    return 70 if _NAMED.match(text) else 0


def _recognise_numbers(text: str) -> int:
    """A line of the program's own numbers comes first."""
    return 90 if _NUMBERED.match(text) else 0


def _read_named(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "apprentice")


def _read_numbered(text: str, words: Mapping[str, str]) -> ParsedList:
    parsed = read_lines(text, words, "decked-builder")
    return parsed._replace(title="" if parsed.title.startswith("mvid:") else parsed.title)


APPRENTICE = Dialect("apprentice", "Apprentice file", _recognise_name, _read_named, begins="/")
DECKED_BUILDER = Dialect("decked-builder", "Decked Builder file", _recognise_numbers, _read_numbered, begins="/")
