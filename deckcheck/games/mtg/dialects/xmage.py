"""XMage's .dck file: `4 [SET:123] Card` a line, `SB:` before the sideboard's, and how the deck was laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.file_lines import file_card, other_line, parsed_file
from deckcheck.decklist.line_parser import MAIN, SIDE, Headings
from deckcheck.decklist.list_reader import Dialect

_LINE: Final = r"(?:(SB:)[ \t]*)?(\d+)[ \t]*\[([^\]:\n]*):([^\]\n]*)\][ \t]*(\S[^\n]*)"
_CARD: Final = lazy.regex(rf"\s*{_LINE}", re.IGNORECASE)
_START: Final = lazy.regex(rf"\s*(?:(?:name|author):[^\n]*\n\s*)*(?:{_LINE}|LAYOUT (?:MAIN|SIDEBOARD):)", re.IGNORECASE)
_FACT: Final = lazy.regex(r"\s*(?:(name)|author|layout \w+):(.*)", re.IGNORECASE)


def _recognise(text: str) -> int:
    """Its first card has its set and number in brackets before its name."""
    return 80 if "[" in text and _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    headings = words if isinstance(words, Headings) else Headings(dict(words))
    title = next((fact[2] for row in text.split("\n") if (fact := _FACT.fullmatch(row)) and fact[1]), "")
    return parsed_file("xmage", text, _lines(text.split("\n"), headings), title=title)


def _lines(rows: list[str], words: Headings) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        found, fact = _CARD.fullmatch(row), _FACT.fullmatch(row)
        if found:
            side, count, set_code, collector, name = found.groups()
            yield file_card(number, row, SIDE if side else MAIN, count, name, set_code, collector)
        elif fact:
            yield Line(number, row, LineKind.REMARK, reason="name-of-deck" if fact[1] else "comment")
        elif row.strip():
            yield other_line(number, row, MAIN, words)


XMAGE = Dialect("xmage", "XMage file", _recognise, _read)
