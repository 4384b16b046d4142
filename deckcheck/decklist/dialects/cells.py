"""A table of a web page as some programs copy it: each cell on a line of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import has_letters
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.line_parser import HEADING, read_piece
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.tables.columns import count_in, is_counted
from deckcheck.decklist.tables.finding import begins_plain
from deckcheck.decklist.tables.one_cell import find_pattern, is_sure, kind_of, rows_in
from deckcheck.decklist.tables.reading import COLUMNS, Reading
from deckcheck.decklist.tables.words import HEADS, head
from deckcheck.decklist.written_counts import UNSURE

CELL: Final = "cell"
"""The reason of a remark that is a cell of the row of a card."""
_LETTERS: Final = 1500
_ALONE: Final = lazy.regex(r"(?:^|\n)[ \t]*[xX×]?\d{1,2}[xX×]?[ \t]*\n")


def _recognise(text: str) -> int:
    """Half of the first lines are rows of a count and a name on lines of their own, not all with another count."""
    head_ = text[:_LETTERS]
    if begins_plain(text) or not _ALONE.search(head_):
        return 0
    lines = [line.strip() for line in head_.split("\n") if line.strip()]
    kinds = [kind_of(line) for line in lines]
    pattern = find_pattern(kinds)
    rows = list(rows_in(kinds, pattern, lambda at: False)) if pattern else []
    if all(is_counted(lines[row.name]) for row in rows):
        return 0
    return 64 if 2 * sum(row.behind - row.first for row in rows) >= len(kinds) > 0 else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    reading = Reading(text, words)
    lines = [(number, row) for number, row in enumerate(reading.rows, 1) if row.strip()]
    kinds = [kind_of(row) for _, row in lines]
    pattern = find_pattern(kinds)

    def is_heading(at: int) -> bool:
        return kinds[at] == "text" and read_piece(lines[at][1], reading.words).shape == HEADING

    rows = list(rows_in(kinds, pattern, is_heading)) if pattern else []
    for row in rows:
        for number, _ in lines[row.first : row.behind]:
            reading.remark(number, CELL)
        number, name = lines[row.name]
        if is_counted(name.strip()):
            # Somebody wrote the count beside the name: what stood for it says nothing any more.
            reading.leave(number)
            continue
        count = count_in(lines[row.stated][1].strip()) or 0
        piece = read_piece(f"{count} {name.strip()}", reading.words)
        reason = "" if is_sure(pattern) else UNSURE
        told = piece.name if piece.count == count and piece.name else name.strip()
        if has_letters(told):
            card = Line(number, name, LineKind.CARD, "", count, told, piece.set_code, piece.collector, reason)
            reading.settle(number, card, plain=f"{count} Aa")
        else:
            reading.settle(number, Line(number, name, LineKind.UNREAD, reason="no-name"))
    for number, row_ in lines[: rows[0].first if rows else 0]:
        if head(row_) in HEADS and read_piece(row_, reading.words).shape != HEADING:
            reading.remark(number, COLUMNS)
    return reading.finish("cells")


CELLS = Dialect("cells", "Table with one cell a line", _recognise, _read)
