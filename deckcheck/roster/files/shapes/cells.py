"""A table copied so that every cell stands on a line of its own, as programs copy out of a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.headers import Heading, read_header, read_heading
from deckcheck.roster.files.model import Roster, Shape
from deckcheck.roster.files.other_lines import is_blank, is_of_page, total_of
from deckcheck.roster.files.player_names import is_nobody, read_number, read_rank, read_record, tidy
from deckcheck.roster.files.roster_reader import Gathering
from deckcheck.roster.files.tables import make_sheet, read_sheet

_WIDEST: Final = 12
_MOST_ABOVE: Final = 40
_COUNTS: Final = frozenset(("rank", "number", "table"))
_NUMBERS: Final = _COUNTS | {"points", "wins", "losses", "draws", "record", "round", "ignored"}


def _headings(lines: Sequence[str]) -> tuple[int, list[str]]:
    """Where the run of headings begins, and the headings; -1 where no run names a player."""
    for at in range(min(len(lines), _MOST_ABOVE)):
        run = []
        for line in lines[at : at + _WIDEST]:
            heading = read_heading(line)
            if not heading.role or not (heading.pure or "%" in line):
                break
            run.append(line)
        if len(run) > 1 and read_heading(run[0]).role != "ignored" and read_header(run):
            return at, run
    return -1, []


def _body(lines: Sequence[str], header: Sequence[str], above: Sequence[str]) -> list[str]:
    """The cells below the headings, without the headings printed again and what else is printed on pages."""
    cells: list[str] = []
    for line in lines:
        cells.append(line)
        if cells[-len(header) :] == list(header):
            # What stands between a page's number and its headings is the head of the page.
            del cells[-len(header) :]
            while cells and (is_of_page(cells[-1]) or cells[-1] in above):
                cells.pop()
    return [cell for cell in cells if not is_of_page(cell)]


def _fits(cell: str, role: str) -> bool:
    """Whether a cell may stand under a heading for numbers."""
    if role in _COUNTS:
        return read_rank(cell) is not None or cell in {"-", "–"}
    return read_number(cell.rstrip("% ")) is not None or read_record(cell) is not None


def _rows(cells: Sequence[str], headings: Sequence[Heading]) -> Iterator[tuple[list[str], bool]]:
    """The rows, each with whether it was cut for certain; what fits no row comes out alone."""
    numeric = [heading.role in _NUMBERS for heading in headings]
    if not any(numeric):
        width = len(headings)
        yield from ((list(cells[at : at + width]), len(cells) % width == 0) for at in range(0, len(cells), width))
        return
    at = 0
    while at < len(cells):
        row, end, sure = _row(cells, at, headings, numeric)
        if end <= at:
            yield [cells[at]], False
            end = at + 1
        else:
            yield row, sure
        at = end


def _row(
    cells: Sequence[str], at: int, headings: Sequence[Heading], numeric: Sequence[bool]
) -> tuple[list[str], int, bool]:
    """The row that begins here and where it ends; a name may go on over several lines up to the next number."""
    row: list[str] = []
    sure = True
    column = 0
    while column < len(headings):
        if numeric[column]:
            if at >= len(cells) or not _fits(cells[at], headings[column].role):
                return [], 0, False
            row.append(cells[at])
            at += 1
            column += 1
            continue
        last = column
        while last < len(headings) and not numeric[last]:
            last += 1
        words: list[str] = []
        while at < len(cells) and not (words and _ends_text(cells[at], headings, last)) and len(words) < _WIDEST:
            words.append(cells[at])
            at += 1
        texts, parted = _parted(words, last - column)
        sure = sure and parted
        row += texts
        column = last
    return row, at, sure


def _ends_text(cell: str, headings: Sequence[Heading], column: int) -> bool:
    """Whether a cell is the number that stands behind a name: of the next column, or of the next row."""
    role = headings[column].role if column < len(headings) else headings[0].role
    return _fits(cell, role) if role in _NUMBERS else False


def _parted(words: Sequence[str], columns: int) -> tuple[list[str], bool]:
    """Lines of text as so many cells, and whether that is certain: one name may stand over two lines."""
    if columns == 1:
        return [" ".join(words)], True
    if len(words) == columns:
        return list(words), True
    if len(words) == 1 and columns == 2:
        return [words[0], ""], True
    if len(words) > columns and is_nobody(words[-1]) and columns == 2:
        return [" ".join(words[:-1]), words[-1]], True
    return [" ".join(words), *[""] * (columns - 1)], False


def _recognise(document: Document) -> int:
    """Sure where headings stand one below the other, and numbers and names below them."""
    if document.data is not None or document.elements or "\n" not in document.text:
        return 0
    lines = [tidy(line) for line in document.lines[: _MOST_ABOVE + 4 * _WIDEST]]
    at, header = _headings(lines)
    return 60 if at >= 0 and len(lines) >= at + 2 * len(header) else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    lines = [tidy(line) for line in document.lines]
    at, header = _headings(lines)
    headings = [read_heading(cell) for cell in header]
    rows, left = [], []
    for row, sure in _rows(_body(lines[at + len(header) :], header, lines[:at]), headings):
        if sure:
            rows.append(row)
        elif not is_blank(" ".join(row)) and total_of(" ".join(row)) is None:
            left.append(" ".join(row))
    sheet = make_sheet([*([line] for line in lines[:at]), header, *rows])
    gathering = Gathering("cells", names)
    if sheet is None:
        return gathering.roster()
    return read_sheet(sheet, gathering.source, names, document.title, left)


CELLS: Final = Shape("cells", "One cell a line", _recognise, _read)
