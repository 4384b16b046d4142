"""One row of a table written with another count or another name; all its other cells stay as they are.

A row may hold the cards of several lists, and numbers that are no counts: where it does not show which cell is meant,
nothing is offered.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import clean
from deckcheck.decklist.decks import Line
from deckcheck.decklist.line_parser import MAIN, SIDE
from deckcheck.decklist.tables.columns import count_in, is_counted

_CELLS: Final = {
    delimiter: lazy.regex(
        rf'(?:^|(?<={re.escape(delimiter)}))[ ]*("(?:[^"]|"")*"|[^{delimiter}]*?)[ ]*(?=[{delimiter}]|$)'
    )
    for delimiter in "\t;,|"
}
_PREFIXES: Final = {MAIN: "", SIDE: "SB: "}
_LONGEST: Final = 4000
_DIGITS: Final = lazy.regex(r"\d+")


class _Cell(NamedTuple):
    start: int
    end: int
    value: str

    def has(self, name: str) -> bool:
        """Whether the cell is this name, with marks behind it or none."""
        return clean(self.value) == name or self.value.startswith(f"{name} (")

    def has_counted(self, count: int, name: str) -> bool:
        """Whether the cell is this count and this name."""
        found = _DIGITS.search(self.value) if is_counted(self.value) else None
        return found is not None and int(found[0]) == count and self.value.endswith(name)


class Row:
    """The line of a card as a row of cells."""

    def __init__(self, line: Line, delimiter: str) -> None:
        self._line = line
        self._delimiter = delimiter
        found = _CELLS[delimiter].finditer(line.text)
        self._cells = [_Cell(at.start(1), at.end(1), _value(at[1])) for at in found]
        self._named = [cell for cell in self._cells if cell.has(line.name)]
        self._counted = [cell for cell in self._cells if cell.has_counted(line.count, line.name)]
        self._counts = [cell for cell in self._cells if count_in(cell.value) is not None]

    @property
    def names_card(self) -> bool:
        """Whether a cell of the row is the card of the line."""
        return len(self._cells) > 1 and bool(self._named or self._counted)

    def with_name(self, name: str) -> str | None:
        """The row with another name."""
        text = self._line.text
        for cell in reversed(self._named or self._counted[:1]):
            value = name if self._named else cell.value[: -len(self._line.name)] + name
            text = text[: cell.start] + self._written(value, cell) + text[cell.end :]
        return text

    def with_count(self, count: int) -> str | None:
        """The row with another count; without a card it is empty, or says nought beside those of other lists."""
        alone = len(self._counts) == 1 and not any(is_counted(cell.value) for cell in self._cells)
        if not count and alone:
            return ""
        meant = self._counted or [cell for cell in self._counts if count_in(cell.value) == self._line.count]
        if len(meant) != 1:
            return None
        cell, text = meant[0], self._line.text
        return text[: cell.start] + _DIGITS.sub(str(count), text[cell.start : cell.end], count=1) + text[cell.end :]

    def plain(self, count: int, name: str) -> str | None:
        """A line of a count and a name in the place of the row, if the row is one card in doubt."""
        prefix = _PREFIXES.get(self._line.section)
        one = len(self._counts) < 2 and not any(is_counted(cell.value) for cell in self._cells)
        return f"{prefix}{count} {name}" if one and prefix is not None else None

    def _written(self, value: str, cell: _Cell) -> str:
        quoted = self._line.text[cell.start : cell.start + 1] == '"'
        if quoted or (self._delimiter in ",;" and (self._delimiter in value or '"' in value)):
            return '"' + value.replace('"', '""') + '"'
        return value


def _value(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def row_of(line: Line) -> Row | None:
    """The line as a row, if its text is cells of which one is its card."""
    if len(line.text) > _LONGEST or not line.name:
        return None
    rows = (Row(line, delimiter) for delimiter in _CELLS if delimiter in line.text)
    return next((row for row in rows if row.names_card), None)
