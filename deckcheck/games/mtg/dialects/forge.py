"""Forge's .dck file: sections in brackets, `Name|SET|art` behind the count, key and value under [metadata]."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.file_lines import MARKUP, file_card, other_line, parsed_file
from deckcheck.decklist.line_parser import ASIDE, HEADING, Headings, read_piece
from deckcheck.decklist.list_reader import Dialect

_START: Final = lazy.regex(r"\s*\[(?:metadata|general|shop|duel|quest)\]", re.IGNORECASE)
_MAIN: Final = lazy.regex(r"(?:^|\n)\[main\][ \t]*\n", re.IGNORECASE)
_SECTION: Final = lazy.regex(r"\s*\[([^\]|]+)\]\s*")
_CARD: Final = lazy.regex(r"[ \t]*(\d+)[ \t]+(\S.*)")
_NAME: Final = lazy.regex(r"\s*(?:name|title)\s*=(.*)", re.IGNORECASE)
_FACTS: Final = frozenset({"metadata", "general", "editor", "shop", "duel", "quest", "difficulty"})
_BESIDE: Final = frozenset({"avatar", "planes", "schemes", "conspiracy", "dungeon"})
_NO_SECTION: Final = "-"


def _recognise(text: str) -> int:
    """Its first section holds facts of the deck; without one, a section in brackets and a printing behind a bar."""
    if _START.match(text):
        return 90
    return 75 if "[" in text and "|" in text and _MAIN.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    headings = words if isinstance(words, Headings) else Headings(dict(words))
    reading = _Reading(headings)
    lines = [
        line for number, row in enumerate(text.split("\n"), 1) if row.strip() for line in reading.take(number, row)
    ]
    return parsed_file("forge", text, lines, title=reading.title)


class _Reading:
    """The section that is open, and the deck's name once it was there."""

    def __init__(self, words: Headings) -> None:
        self._words = words
        self._section = _NO_SECTION
        self.title = ""

    def take(self, number: int, row: str) -> Iterator[Line]:
        section = _SECTION.fullmatch(row)
        if section:
            yield self._open(number, row, section[1].strip().casefold())
        elif self._section == _NO_SECTION:
            yield self._fact(number, row)
        else:
            yield self._card(number, row)

    def _open(self, number: int, row: str, name: str) -> Line:
        if name in _FACTS:
            self._section = _NO_SECTION
            return Line(number, row, LineKind.REMARK, reason=MARKUP)
        self._section = ASIDE if name in _BESIDE else self._words.get(name, "")
        return Line(number, row, LineKind.HEADING, section=self._section)

    def _fact(self, number: int, row: str) -> Line:
        named = _NAME.fullmatch(row)
        if named and not self.title:
            self.title = named[1].strip()
            return Line(number, row, LineKind.REMARK, reason="name-of-deck")
        return Line(number, row, LineKind.REMARK, reason="comment")

    def _card(self, number: int, row: str) -> Line:
        found = _CARD.fullmatch(row)
        if found:
            name, *printing = (part.strip() for part in found[2].split("|"))
            marks = [part[1:-1] for part in printing[1:] if part.startswith("[") and part.endswith("]")]
            plain = name.removesuffix("+")
            return file_card(number, row, self._section, found[1], plain, "".join(printing[:1]), "".join(marks[:1]))
        piece = read_piece(row, self._words)
        if piece.shape == HEADING and piece.section:
            self._section = piece.section
            return Line(number, row, LineKind.HEADING, section=piece.section)
        return other_line(number, row, self._section, self._words)


FORGE = Dialect("forge", "Forge file", _recognise, _read)
