"""The rows of a table: lines cut into cells, and lines joined where a cell runs over several."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

BAR: Final = "|"
_MOST_JOINED: Final = 40
"""A cell with so many lines is none: a quotation mark was left open."""


class Row(NamedTuple):
    """One row: the number of its first line and that of its last, and its cells without space around them."""

    number: int
    last: int
    cells: tuple[str, ...]

    @property
    def filled(self) -> tuple[str, ...]:
        """The cells that hold something."""
        return tuple(cell for cell in self.cells if cell)

    def cell(self, at: int) -> str:
        """The cell of a column; empty where the row ends before it."""
        return self.cells[at] if 0 <= at < len(self.cells) else ""


def cut(line: str, delimiter: str) -> tuple[str, ...] | None:
    """The cells of a line; nothing where its quotation marks do not close."""
    if delimiter == BAR:
        inner = line.strip().removeprefix(BAR)
        inner = inner[:-1] if inner.endswith(BAR) and not inner.endswith("\\|") else inner
        return tuple(cell.replace("\0", BAR).strip() for cell in inner.replace("\\|", "\0").split(BAR))
    if '"' not in line:
        return tuple([cell.strip() for cell in line.split(delimiter)])
    try:
        rows = list(csv.reader(line.split("\n"), delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error:
        return None
    return tuple(" ".join(cell.split()) for cell in rows[0]) if len(rows) == 1 else None


def cut_loosely(line: str, delimiter: str) -> tuple[str, ...]:
    """The cells of a line whatever its quotation marks."""
    return cut(line, delimiter) or tuple(cell.strip().strip('"').strip() for cell in line.split(delimiter))


def split_rows(lines: Sequence[str], first: int, delimiter: str, is_card: Callable[[Sequence[str]], bool]) -> list[Row]:
    """The rows of these lines, of which the first has the number `first`; a blank line is a row without cells.

    A quotation mark that is left open joins lines only where what it joins has as many cells as the other rows, and no
    line within it is a card of its own (`is_card`).
    """
    single = [cut(line, delimiter) for line in lines]
    widths = Counter(len(cells) for cells in single if cells and len(cells) > 1)
    # The most rows have it, and so has the first; what ends a cell of several lines has none of its own.
    usual = {*list(widths)[:1], *(width for width, _ in widths.most_common(1))}
    rows: list[Row] = []
    at = 0
    while at < len(lines):
        found = single[at]
        joined = None if found is not None else _join(lines, at, delimiter, usual)
        if joined and not _holds_card(lines[at + 1 : joined[1]], delimiter, is_card):
            cells, last = joined
        else:
            cells, last = found if found is not None else cut_loosely(lines[at], delimiter), at + 1
        rows.append(Row(first + at, first + last - 1, cells))
        at = last
    return rows


def _holds_card(lines: Sequence[str], delimiter: str, is_card: Callable[[Sequence[str]], bool]) -> bool:
    """Whether one of the lines within a cell is a card of its own; of the last what stands before the cell ends."""
    *whole, last = lines
    return any(is_card(cut_loosely(line, delimiter)) for line in (*whole, last.partition('"')[0]) if line.strip())


def _join(lines: Sequence[str], at: int, delimiter: str, widths: set[int]) -> tuple[tuple[str, ...], int] | None:
    """The cells of the line joined with those below it, and the place behind the last."""
    text, marks = lines[at], lines[at].count('"')
    for last in range(at + 1, min(at + _MOST_JOINED, len(lines))):
        text = f"{text}\n{lines[last]}"
        marks += lines[last].count('"')
        if marks % 2 == 0:
            cells = cut(text, delimiter)
            return (cells, last + 1) if cells and len(cells) in widths else None
    return None
