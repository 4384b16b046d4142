"""A list inside a document (a web page's source, formatted text): read as it is shown, told by the document's lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, ParsedList
from deckcheck.decklist.dialects.table import TABLE
from deckcheck.decklist.file_lines import parsed_file
from deckcheck.decklist.line_reader import read_lines

_QUOTED: Final = lazy.regex(r'(?:^|\t)\s*"', re.MULTILINE)
"""A cell that begins as the quoted cells of a CSV file do; in a document it is quoted for itself."""


class Shown(NamedTuple):
    """One line as a document shows it, and the line of the text on which it begins."""

    number: int
    text: str


class ShownLines:
    """The lines that a document shows, as they grow."""

    def __init__(self) -> None:
        self.lines: list[Shown] = []
        self._parts: list[str] = []
        self._begun = 0

    def write(self, number: int, text: str) -> None:
        """More of the line that is open; `number` is the line of the text that this stands on."""
        if text and not self._begun and text.strip():
            self._begun = number
        self._parts.append(text)

    def next_cell(self) -> None:
        """A cell of a table is apart from the one before it."""
        if self._begun:
            self._parts.append("\t")

    def end_line(self, number: int, *, blank: bool = False) -> None:
        """The line ends here; one without words shows only where a document leaves it blank on purpose."""
        if self._begun or blank:
            self.lines.append(Shown(self._begun or number, "".join(self._parts).strip() if self._begun else ""))
        self._parts, self._begun = [], 0


def read_shown(
    dialect: str, text: str, shown: Iterable[Shown], words: Mapping[str, str], broken: int = 0
) -> ParsedList:
    """The list that a document shows, with the lines of its text; what shows nothing is a remark."""
    rows, pieces = text.split("\n"), list(shown)
    told = "\n".join(piece.text for piece in pieces)
    tabled = "\t" in told and not _QUOTED.search(told) and TABLE.recognise(told)
    parsed = TABLE.read(told, words) if tabled else read_lines(told, words, dialect)
    numbers = [piece.number for piece in pieces]
    lines = (_placed(line, numbers[line.number - 1], rows) for line in parsed.lines)
    whole = parsed_file(dialect, text, lines, broken, parsed.title)
    remarks = (
        told._replace(lines=tuple(numbers[min(line, len(numbers)) - 1] for line in told.lines))
        for told in parsed.remarks
    )
    return whole._replace(remarks=(*whole.remarks, *remarks), odd=parsed.odd)


def _placed(line: Line, number: int, rows: list[str]) -> Line:
    return line._replace(number=number, text=rows[number - 1])
