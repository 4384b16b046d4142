"""Grand Archive's Omnidex text: "# Material Deck", "# Main Deck", "# Sideboard", "# Pantheon"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList, Remark
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect
from deckcheck.translations import gettext_noop

_HEADING: Final = lazy.regex(r"(?:^|\n)#+ ?(?:mat|main|side|pantheon)", re.IGNORECASE)


def _recognise(text: str) -> int:
    """A heading of its own behind a hash mark."""
    return 70 if "#" in text and _HEADING.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    parsed = read_lines(text, words, "omnidex")
    strange = [line for line in parsed.lines if line.reason == "comment" and line.text.lstrip().startswith("#")]
    told = gettext_noop("Line {line} is no heading known here; its cards stay in the section above.")
    remarks = (Remark(told, (line.number,)) for line in strange)
    return parsed._replace(remarks=(*parsed.remarks, *remarks))


OMNIDEX = Dialect("omnidex", "Omnidex list", _recognise, _read)
