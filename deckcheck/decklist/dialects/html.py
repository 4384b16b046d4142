"""The source of a web page or a part of one: its lines and the rows of its tables are read as a browser shows them."""

from __future__ import annotations

import html
import re
from collections.abc import Container, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.taken_out import ShownLines, read_shown

_BLOCKS: Final = frozenset(
    "address article aside blockquote body br caption center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6"
    " header hr html legend li main nav ol option p pre section table tbody tfoot thead textarea tr ul".split()
)
_JOINED: Final = frozenset("li tr dt dd caption h1 h2 h3 h4 h5 h6".split())
"""Within these a line end of the source is a space."""
_UNSHOWN: Final = frozenset("script style head noscript svg template title".split())
_START: Final = lazy.regex(
    r"\s*<(?:!doctype\s+html|!--|(?:html|head|meta|body|div|section|article|main|table|tbody|thead|tr|td|th|ul|ol|li|dl|p"
    r"|pre|span|a|b|i|em|strong|font|br|h[1-6]|textarea|center)\b)",
    re.IGNORECASE,
)
_SPACE: Final = "\u00a0"
_BREAKS: Final = ("<br", "<BR", "</li>", "</LI>", "</p>", "</P>", "</td>", "</TD>", "</div>")
_TOKEN: Final = lazy.regex(r"\n|<!--|-->|<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>|<[!?][^<>]*>")


def _recognise(text: str) -> int:
    """It begins with a tag of web pages, or has several that end a line."""
    if "<" not in text:
        return 0
    if _START.match(text):
        return 85
    return 60 if sum(text.count(mark) for mark in _BREAKS) > 1 else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    # In a list with a few tags blank lines mean what they always do; in a page's source they are its layout.
    rows = () if _START.match(text) else text.split("\n")
    reading = _Reading({number for number, row in enumerate(rows, 1) if not row.strip()})
    at = 0
    for found in _TOKEN.finditer(text):
        reading.write(text[at : found.start()])
        reading.take(found)
        at = found.end()
    reading.write(text[at:])
    reading.shown.end_line(reading.number)
    return read_shown("html", text, reading.shown.lines, words)


class _Reading:
    """Where the reader is: the line of the source, what is not shown, and whether line ends are spaces here."""

    def __init__(self, blank: Container[int]) -> None:
        self._blank = blank
        self.shown = ShownLines()
        self.number = 1
        self._hidden = ""
        self._joined = False
        self._broken = False
        self._spaced = False

    def write(self, text: str) -> None:
        if text and not self._hidden:
            told = html.unescape(text)
            self.shown.write(self.number, told)
            self._broken = self._broken and not text.strip()
            self._spaced = not told.strip() and (self._spaced or _SPACE in told)

    def take(self, found: re.Match[str]) -> None:
        mark, closing, name = found[0], found[1], (found[2] or "").lower()
        if mark == "\n":
            self._line_end()
        elif mark in ("<!--", "-->"):
            self._comment(mark)
        elif name in _UNSHOWN:
            self._hide(name, closing)
        elif name and not self._hidden:
            self._tag(name, closing)
        # A tag may run over several lines, which hold nothing else.
        self.number += mark.count("\n")

    def _line_end(self) -> None:
        if self._joined:
            self.shown.write(self.number, " ")
        elif not self._hidden:
            self.shown.end_line(self.number, blank=self.number in self._blank)

    def _comment(self, mark: str) -> None:
        if mark == "<!--" and not self._hidden:
            self._hidden = "!"
        elif mark == "-->" and self._hidden == "!":
            self._hidden = ""

    def _hide(self, name: str, closing: str) -> None:
        if not closing and not self._hidden:
            self._hidden = name
        elif closing and self._hidden == name:
            self._hidden = ""

    def _tag(self, name: str, closing: str) -> None:
        if name in ("td", "th") and not closing:
            self.shown.next_cell()
        elif name in _BLOCKS:
            # Two breaks in a row leave a line blank, and so does a paragraph of nothing but a space.
            self.shown.end_line(self.number, blank=(name == "br" and self._broken) or self._spaced)
            self._broken, self._spaced = name == "br", False
        elif name in ("a", "span", "div", "label"):
            self.shown.write(self.number, " ")
        if name in _JOINED or name in ("ul", "ol", "dl", "table"):
            self._joined = name in _JOINED and not closing


HTML = Dialect("html", "Web page", _recognise, _read)
