"""From rows to the lines of a list: each row is a card, a heading, a remark, or waits for a person.

Where rows do not say their section themselves, headings among them and the one gap decide as in any other list: the
rows are handed to `line_reader` as plain lines, and what it says of their sections is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import clean, has_letters
from deckcheck.decklist.decks import Line, LineKind, ParsedList, Remark
from deckcheck.decklist.line_parser import (
    ASIDE,
    CARD,
    HEADING,
    MAIN,
    MARKED,
    ODD,
    REMARK,
    SIDE,
    TOTALLED,
    UNREAD,
    Headings,
    Piece,
    heading_key,
    read_piece,
)
from deckcheck.decklist.line_reader import MOST_ASIDE, read_lines
from deckcheck.decklist.names import fold
from deckcheck.decklist.tables.columns import (
    BY_HEADINGS,
    Block,
    Layout,
    count_in,
    is_counted,
    is_head,
    labels_in,
    layout_of,
    section_of,
)
from deckcheck.decklist.tables.finding import Found
from deckcheck.decklist.tables.markdown import shown
from deckcheck.decklist.tables.rows import BAR, Row, split_rows
from deckcheck.decklist.tables.words import NO, TOTALS, YES
from deckcheck.decklist.written_counts import UNCOUNTED, UNSURE
from deckcheck.decklist.written_marks import marks_of
from deckcheck.translations import gettext_noop

COLUMNS: Final = "columns"
"""The reason of a remark that heads the columns of a table."""
CONTINUED: Final = "continued"
"""The reason of a remark that belongs to the row above it."""
_NOTHING: Final = "//"
_RULE: Final = lazy.regex(r":?[-=_*+]{2,}:?")
"""A cell of the line between headings and rows."""
_PLAIN: Final = lazy.regex(r"\s*(?:[A-Za-z ]{2,24}:\s*)?\d{1,2}[xX]?\s+[^\W\d](?:[^,;]|,\s|(?<=\d),\d)*")
"""A line that is a card by itself, with commas as they stand in names."""
_MOST: Final = 999
_MAY_COUNT: Final = lazy.regex(r"[xX×]?\d{1,2}[xX×]?(?:\s\D.*)?")
"""A cell that may be a count, with or without words behind it."""
_CARD_SHAPES: Final = (CARD, ODD, TOTALLED, MARKED)


class Reading:
    """A list being read: its lines as typed, what stands in their place for `line_reader`, and what rows say."""

    def __init__(self, text: str, words: Mapping[str, str]) -> None:
        self.rows: Final = text.split("\n")
        self.plain: Final = list(self.rows)
        """What `line_reader` reads in the place of each line."""
        self.words: Final = words if isinstance(words, Headings) else Headings(dict(words))
        self._known: dict[int, list[Line]] = {}
        self.remarks: list[Remark] = []

    def settle(self, number: int, *lines: Line, plain: str = _NOTHING) -> None:
        """Put down what a line is; a card without a section gets that of its place in the list."""
        self._known[number] = list(lines)
        self.plain[number - 1] = plain

    def remark(self, number: int, reason: str) -> None:
        """Put down a line that is no card."""
        if self.rows[number - 1].strip():
            self.settle(number, Line(number, self.rows[number - 1], LineKind.REMARK, reason=reason))

    def leave(self, number: int) -> None:
        """Let a line be read as it is written."""
        self._known.pop(number, None)
        self.plain[number - 1] = self.rows[number - 1]

    def finish(self, dialect: str) -> ParsedList:
        """The list as read."""
        parsed = read_lines("\n".join(self.plain), self.words, dialect)
        flow: dict[int, list[Line]] = {}
        for line in parsed.lines:
            flow.setdefault(line.number, []).append(line)
        lines = tuple(self._lines(flow))
        odd = any(line.reason for line in lines if line.kind is LineKind.CARD) or parsed.odd
        own = [told for at, told in enumerate(self.remarks) if told not in self.remarks[:at]]
        remarks = (*own, *parsed.remarks)
        return ParsedList(dialect, lines, parsed.title, remarks, odd)

    def _lines(self, flow: Mapping[int, Sequence[Line]]) -> Iterator[Line]:
        for number, text in enumerate(self.rows, 1):
            if number in self._known:
                yield from (_placed(line, flow.get(number, ())) for line in self._known[number])
            elif number in flow:
                yield from (line._replace(text=text) for line in flow[number])
            elif text.strip():
                yield Line(number, text, LineKind.REMARK, reason="empty")


def _placed(line: Line, flow: Sequence[Line]) -> Line:
    """The line with the section of its place in the list, if it is a card that does not say its own."""
    if line.kind is not LineKind.CARD or line.section:
        return line
    if flow and flow[0].kind is LineKind.CARD:
        return line._replace(section=flow[0].section)
    return _aside(line)


def _aside(line: Line) -> Line:
    return Line(line.number, line.text, LineKind.REMARK, name=line.name, reason=ASIDE)


def read_as_table(text: str, words: Mapping[str, str], dialect: str, found: Found) -> ParsedList:
    """The list that the text is as a whole, its cells parted as was found."""
    reading = Reading(text, words)
    if found.separator_line:
        reading.remark(found.separator_line, COLUMNS)
    read_table(reading, found.separator_line + 1, len(reading.rows), found.delimiter)
    return reading.finish(dialect)


def read_table(reading: Reading, first: int, last: int, delimiter: str) -> None:
    """Read the lines with the numbers `first` to `last` as the rows of a table; what heads it may come again below."""
    lines = reading.rows[first - 1 : last]
    rows = split_rows(lines, first, delimiter, _is_card)
    if delimiter == BAR:
        rows = [row._replace(cells=tuple(map(shown, row.cells))) for row in rows]
    rows = _with_plain_lines(rows, reading.rows, delimiter)
    start = 0
    labels: dict[int, str] = {}
    heads = [at for at, row in enumerate(rows) if _is_heads(row, reading.words)]
    for at in (*heads, len(rows)):
        if at > start:
            labels = _Part(reading, rows[start:at], bool(heads) and start >= heads[0], labels).read()
        start = at


def _with_plain_lines(rows: Sequence[Row], lines: Sequence[str], delimiter: str) -> list[Row]:
    """The rows, where plain lines among them ("2 Jace, Memory Adept") are not cut at their commas."""
    counted = sum(bool(row.cells) and is_counted(row.cells[0]) for row in rows)
    if delimiter not in ",;" or counted * 2 > len(rows):
        return list(rows)
    return [
        row._replace(cells=(lines[row.number - 1].strip(),)) if _PLAIN.fullmatch(lines[row.number - 1]) else row
        for row in rows
    ]


def _is_card(cells: Sequence[str]) -> bool:
    """Whether the cells alone are a row with a count and a name."""
    filled = [cell for cell in cells if cell]
    return any(count_in(cell) is not None for cell in filled) and any(len(cell) > 2 for cell in filled)


def _is_heads(row: Row, words: Mapping[str, str]) -> bool:
    return is_head(row.filled) or bool(labels_in(row.cells, words))


class _Part:
    """The rows under one line of headings, or a table without any."""

    def __init__(self, reading: Reading, rows: Sequence[Row], headed: bool, labels: Mapping[int, str]) -> None:
        self._reading = reading
        self._words = reading.words
        self._rows = rows
        self._headed = headed
        self._labels = labels
        """Sections over the columns, from a line of their own above the headings."""
        self._layout: Layout
        self._sections: list[str] = []
        self._sums: list[list[int]] = []
        """Of each block the cards since its last heading, and all of them."""

    def read(self) -> dict[int, str]:
        """Read all rows; the sections over the columns, if nothing else stands here."""
        heads = self._rows[0] if self._headed else None
        rows = self._rows[1:] if heads else self._rows
        labels = labels_in(heads.cells, self._words) if heads else {}
        self._layout = layout_of(heads.cells if heads else (), rows, self._words, labels or self._labels)
        self._sections = [block.section for block in self._layout.blocks]
        self._sums = [[0, 0] for _ in self._layout.blocks]
        if heads:
            self._all(heads, COLUMNS)
        if self._layout.blocks and rows:
            self._reading.remarks.append(self._second_is_sideboard(rows) or self._layout.says())
        for row in rows:
            self._row(row)
        return labels if not any(row.filled for row in rows) else {}

    def _all(self, row: Row, reason: str) -> None:
        for number in range(row.number, row.last + 1):
            self._reading.remark(number, reason)

    def _row(self, row: Row) -> None:
        filled = row.filled
        for number in range(row.number + 1, row.last + 1):
            self._reading.remark(number, CONTINUED)
        if len(self._layout.blocks) > 1:
            self._side_by_side(row)
        elif not filled:
            self._begin(0)
            self._reading.plain[row.number - 1] = ""
        elif all(map(_RULE.fullmatch, filled)):
            self._reading.remark(row.number, "separator")
        elif len(filled) == 1 and (fold(filled[0]) in TOTALS or self._is_sum(0, filled[0])):
            self._reading.remark(row.number, "total")
        elif len(filled) == 1 or not self._layout.blocks:
            self._begin(0)
            self._reading.plain[row.number - 1] = " ".join(filled)
        else:
            self._card(row, self._layout.blocks[0])

    def _begin(self, place: int) -> None:
        """A heading or a gap: what is summed up below begins here."""
        for sums in self._sums[place : place + 1]:
            sums[0] = 0

    def _is_sum(self, place: int, cell: str) -> bool:
        """Whether a number is how many cards stand above it."""
        return count_in(cell) in [size for sums in self._sums[place : place + 1] for size in sums if size]

    def _side_by_side(self, row: Row) -> None:
        """A row of several lists: a card of each, or a heading that changes the section of one of them."""
        number = row.number
        found: list[Line] = []
        self._reading.plain[number - 1] = ""
        starts = [min((*block.names, *block.counts)) for block in self._layout.blocks]
        for place in range(len(starts)):
            end = starts[place + 1] if place + 1 < len(starts) else len(row.cells)
            cells = Row(
                number, row.last, tuple(c if starts[place] <= at < end else "" for at, c in enumerate(row.cells))
            )
            if cells.filled:
                found += self._beside(cells, place)
        told = [line for line in found if line.kind is not LineKind.HEADING] or found[:1]
        if told:
            self._reading.settle(number, *(_aside(line) if line.section == ASIDE else line for line in told))

    def _beside(self, row: Row, place: int) -> list[Line]:
        """The part of a row that belongs to one of several lists."""
        number, text, filled = row.number, self._reading.rows[row.number - 1], row.filled
        piece = read_piece(" ".join(filled), self._words) if len(filled) < 3 else Piece(UNREAD)
        if piece.shape == HEADING:
            self._sections[place] = piece.section or self._sections[place]
            self._begin(place)
            return [Line(number, text, LineKind.HEADING, section=piece.section)]
        if len(filled) == 1 and (fold(filled[0]) in TOTALS or self._is_sum(place, filled[0])):
            return [Line(number, text, LineKind.REMARK, reason="total")]
        if piece.reason == "empty":
            return []
        section = self._sections[place] or MAIN
        lines = self._lines(row, self._layout.blocks[place])
        self._add(place, lines)
        return [line._replace(section=section) if line.kind is LineKind.CARD else line for line in lines]

    def _add(self, place: int, lines: Sequence[Line]) -> None:
        for line in lines:
            self._sums[place] = [size + line.count for size in self._sums[place]]

    def _second_is_sideboard(self, rows: Sequence[Row]) -> Remark | None:
        """Of two lists side by side without headings the second is the sideboard, unless it is too big for one."""
        if len(self._layout.blocks) != 2 or any(self._sections):
            return None
        sizes = [sum(self._counts(row, block)[0][1] or 0 for row in rows) for block in self._layout.blocks]
        if any(read_piece(cell, self._words).shape == HEADING for row in rows for cell in row.filled):
            return BY_HEADINGS
        if not 0 < sizes[1] <= MOST_ASIDE or sizes[0] < 2 * sizes[1]:
            return None
        self._sections[1] = SIDE
        return Remark(gettext_noop("The second of the lists side by side is read as the sideboard."))

    def _card(self, row: Row, block: Block) -> None:
        """A row of a table that is one list."""
        row = _rejoined(row, block, len(self._layout.heads))
        lines = self._lines(row, block)
        self._add(0, lines)
        if len(lines) == 1 and lines[0].kind is LineKind.CARD and not lines[0].section:
            line = lines[0]
            self._reading.settle(row.number, line, plain=f"{min(line.count, _MOST)} Aa")
        elif lines:
            self._reading.settle(row.number, *(_aside(line) if line.section == ASIDE else line for line in lines))

    def _lines(self, row: Row, block: Block) -> list[Line]:
        """What a row says; nothing if it is left to be read as a plain line."""
        number, text = row.number, self._reading.rows[row.number - 1]
        name = next((row.cell(at) for at in block.names if row.cell(at)), "")
        stated = self._counts(row, block)
        if not name or not stated or stated[0][1] is None:
            return self._without(row, block, name)
        if fold(name) in TOTALS:
            return [Line(number, text, LineKind.REMARK, reason="total")]
        if len(row.filled) == 2 and heading_key(name) in self._words and not block.says_section:
            self._reading.plain[number - 1] = f"{name} ({stated[0][1]})"
            return []
        return [self._line(row, block, name, section, count or 0, reason) for section, count, reason in stated]

    def _without(self, row: Row, block: Block, name: str) -> list[Line]:
        """A row without a count or a name: a plain line among the rows, a heading, a total, or it waits."""
        number, text = row.number, self._reading.rows[row.number - 1]
        joined = " ".join(row.filled)
        if len(self._layout.blocks) == 1 and self._is_plain(joined, row):
            self._reading.plain[number - 1] = joined
            return []
        if any(fold(cell) in TOTALS for cell in row.filled):
            return [Line(number, text, LineKind.REMARK, reason="total")]
        if not name:
            return [Line(number, text, LineKind.UNREAD, reason="no-name")]
        section = self._section(row, block)
        return [self._line(row, block, name, section, 1, UNSURE)]

    def _is_plain(self, written: str, row: Row) -> bool:
        """Whether the cells together are a heading, a remark, or a card with its count as a plain line has it."""
        piece = read_piece(written, self._words)
        return piece.shape in (HEADING, REMARK) or (piece.shape in (CARD, MARKED) and is_counted(row.filled[0]))

    def _counts(self, row: Row, block: Block) -> list[tuple[str | None, int | None, str]]:
        """Section, count and doubt of each card that a row says; a count that is none is nothing."""
        section = self._section(row, block)
        if block.by_section:
            return self._by_section(row, block)
        counts = [count_in(row.cell(at)) for at in block.counts if row.cell(at)]
        parts = [count_in(row.cell(at)) or 0 for at in block.parts]
        known = sorted({count for count in counts if count})
        if not block.counts and not block.parts:
            return self._inside(row, block, section)
        if None in counts or (not counts and not any(parts)):
            return [(section, None, "")]
        total = known[0] if known else sum(parts)
        agreed = len(known) < 2 and (not any(parts) or sum(parts) == total)
        return [(section, total, "" if agreed and block.sure else UNSURE)]

    def _inside(self, row: Row, block: Block, section: str | None) -> list[tuple[str | None, int | None, str]]:
        """The count that stands in the cell of the name."""
        name = next((row.cell(at) for at in block.names if row.cell(at)), "")
        piece = read_piece(name, self._words) if name else Piece(UNREAD)
        if piece.shape not in _CARD_SHAPES:
            return [(section, None, "")]
        others = (
            cell for at, cell in enumerate(row.cells) if at not in (*block.names, block.set_at, block.collector_at)
        )
        doubted = piece.reason == UNCOUNTED and any(map(_MAY_COUNT.fullmatch, others))
        return [(section, piece.count, UNSURE if doubted else piece.reason)]

    def _by_section(self, row: Row, block: Block) -> list[tuple[str | None, int | None, str]]:
        """A row with its copies in each section."""
        found = [(place, count_in(row.cell(at))) for at, place in block.by_section if row.cell(at)]
        if any(count is None for _, count in found):
            return [(MAIN, None, "")]
        stated: list[tuple[str | None, int | None, str]] = [(section, count, "") for section, count in found if count]
        whole = next((count for at in block.counts if (count := count_in(row.cell(at)))), 0)
        if whole and all(place != MAIN for _, place in block.by_section):
            return [(MAIN, whole, UNSURE if stated else "")]
        if whole and whole != sum(count or 0 for _, count, _ in stated):
            return [(section, count, UNSURE) for section, count, _ in stated] or [(MAIN, whole, UNSURE)]
        return stated or [(MAIN, 0, "")]

    def _section(self, row: Row, block: Block) -> str | None:
        """The section that a row says, empty if the table does not say sections; nothing if its word is not known."""
        if not block.says_section:
            return ""
        section: str | None = MAIN
        if block.category_at >= 0:
            section = section_of(row.cell(block.category_at), self._words) or MAIN
        if block.section_at >= 0:
            told = row.cell(block.section_at)
            section = section_of(told, self._words) if told else (self._sections[0] or section)
            section = MAIN if section == "" else section
            self._sections[0] = (section or "") if block.fills_down else ""
        for at, flag in block.flags:
            cell = row.cell(at).casefold()
            if cell and cell in YES:
                section = flag
            elif cell and cell not in NO:
                return None
        return section

    def _line(self, row: Row, block: Block, name: str, section: str | None, count: int, reason: str) -> Line:
        number, text = row.number, self._reading.rows[row.number - 1]
        piece = self._named(name, count, block)
        if not has_letters(piece.name):
            return Line(number, text, LineKind.UNREAD, reason="no-name")
        if section is None:
            return Line(number, text, LineKind.UNREAD, name=piece.name, reason="section")
        if count == 0:
            return Line(number, text, LineKind.REMARK, name=piece.name, reason="zero")
        code, collector = row.cell(block.set_at) or piece.set_code, row.cell(block.collector_at) or piece.collector
        place = piece.section or section
        return Line(number, text, LineKind.CARD, place, count, piece.name, code, collector, reason)

    def _named(self, cell: str, count: int, block: Block) -> Piece:
        """The name in a cell, which has its count as well where no column does, without the marks behind it."""
        if not (block.counts or block.parts or block.by_section):
            piece = read_piece(cell, self._words)
            return piece if piece.shape in _CARD_SHAPES else Piece(CARD, count, clean(cell))
        told = clean(cell).replace("[[", "").replace("]]", "")
        name, code, collector, section = marks_of(told, self._words)
        return Piece(CARD, count, name, code, collector, section) if has_letters(name) else Piece(CARD, count, told)


def _rejoined(row: Row, block: Block, width: int) -> Row:
    """The row with a name that was cut at its own commas put together again."""
    extra = len(row.cells) - width
    while extra > 0 and not row.cells[width + extra - 1]:
        extra -= 1
    if not width or extra <= 0 or len(block.names) != 1:
        return row
    at = block.names[0]
    name = ", ".join(row.cells[at : at + extra + 1])
    return row._replace(cells=(*row.cells[:at], name, *row.cells[at + extra + 1 :]))
