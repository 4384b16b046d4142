"""XML that no other dialect knows: it is said so, and nothing in it is read as a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.file_lines import unknown_file
from deckcheck.decklist.list_reader import Dialect
from deckcheck.translations import gettext_noop

_START: Final = lazy.regex(r"\s*<\?xml\s|\s*<(?:deck|cockatrice_deck)\b", re.IGNORECASE)
_SENTENCE: Final = gettext_noop(
    "This is an XML file in a form that isn't known here. Export the list as text and paste that."
)


def _recognise(text: str) -> int:
    """Surer than any reader of lines, and less sure than the form of any program."""
    return 90 if "<" in text[:200] and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return unknown_file("xml", text, _SENTENCE)


XML_FILE = Dialect("xml", "XML file", _recognise, _read, begins="<")
