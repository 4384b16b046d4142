"""A game's own registration sheet: who plays, and the cards in tables by type, in columns beside one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from deckcheck.printing.pdf.pen import GREY, LIGHT, Pen
from deckcheck.printing.pdf.registration_sheet import (
    FIELD,
    FOOT,
    MARGIN,
    NAME,
    OFFICIALS,
    REMARK,
    STRIP,
    TOTALS,
    FieldRow,
    draw_fields,
    draw_foot,
    draw_name,
    draw_officials,
    draw_totals,
    page_words,
)
from deckcheck.printing.sheets.sheet_contents import FilledTable, Sheet, SheetRow
from deckcheck.translations import gettext, gettext_noop, pgettext

GAP: Final = 16.0
QUANTITY: Final = 26.0
HEADING: Final = 30.0
"""A table's title with its total, and under it the heads of its columns."""
BETWEEN: Final = 10.0
PRINTED: Final = ((gettext_noop("Set"), 37.0), (gettext_noop("Coll. #"), 37.0), (gettext_noop("Reg"), 21.0))
"""The columns that say which printing a card is, with their widths."""
_WIDE: Final = 0.57
"""The share of the width that a column has whose table asks for printings."""
_PITCHES: Final = (17.0, 16.0, 15.0, 14.0, 13.0)
"""Distances of lines, the roomiest first; a list that does not fit at the last goes on on the next page."""
_LETTERS: Final = 9.5
_TICK: Final = 9.0


class _Part(NamedTuple):
    """Rows of a table that stand together; `again`: its heading stood on the page before."""

    table: FilledTable
    rows: tuple[SheetRow, ...]
    again: bool = False


def draw_tables(pen: Pen, sheet: Sheet) -> int:
    """Draw one list with all its pages; answers how many there are."""
    left = MARGIN + STRIP + 10
    width = pen.width - MARGIN - left
    head = NAME + 3 * FIELD + TOTALS + REMARK * len(sheet.remarks) + 8
    room = pen.height - 2 * MARGIN - FOOT - head - OFFICIALS - 8
    columns = _columns(sheet.tables)
    pitch = next((p for p in _PITCHES if all(_height(column, p) <= room for column in columns)), _PITCHES[-1])
    cut = [list(_pages(column, room, pitch)) for column in columns]
    pages = max(map(len, cut))
    for number in range(pages):
        y = draw_name(pen, sheet, left, width)
        y = draw_fields(pen, _about(sheet), left, y, width)
        _draw_divisions(pen, sheet, left + width * _ABOUT_PLAYER, y + FIELD)
        y = draw_totals(pen, sheet, left, y, width)
        draw_officials(pen, left, MARGIN + FOOT + 4, width, sheet)
        x = left
        for column, wide in zip(cut, _widths(columns, width), strict=True):
            if number < len(column):
                _draw_column(pen, column[number], pitch, x, y, wide)
            x += wide + GAP
        draw_foot(pen, sheet, left, width, page_words(number + 1, pages))
        pen.next_page()
    return pages


_ABOUT_PLAYER: Final = 0.5
"""The share of the width before the age divisions."""


def _about(sheet: Sheet) -> tuple[FieldRow, ...]:
    """Event, format; day, place, deck; the player's number, birth and age division."""
    event, look = sheet.event, sheet.event.game.presentation
    return (
        ((gettext("Event"), event.name, 0.56), (gettext("Format"), event.format, 0.44)),
        (
            (gettext("Date"), event.day, 0.26),
            (pgettext("on a sheet", "Place"), event.place, 0.4),
            (gettext("Deck"), sheet.deck, 0.34),
        ),
        (
            (gettext(look.player_number or "Player number"), sheet.account, 0.26),
            (gettext("Date of birth"), sheet.born, 0.24),
        ),
    )


def _draw_divisions(pen: Pen, sheet: Sheet, x: float, y: float) -> None:
    """A box for each age division, that of the player ticked."""
    titles = sheet.event.game.presentation.divisions.titles
    if titles:
        pen.label(x, y - 7, gettext("Age division"), 120)
    for id_, title in titles.items():
        pen.box(x, y - 20, _TICK, _TICK)
        if id_ == sheet.division:
            pen.line(x, y - 20, x + _TICK, y - 20 + _TICK, thick=1.2)
            pen.line(x, y - 20 + _TICK, x + _TICK, y - 20, thick=1.2)
        x += _TICK + 4 + pen.text(x + _TICK + 4, y - 19, gettext(title), 9, bold=id_ == sheet.division) + 14


def _columns(tables: Iterable[FilledTable]) -> list[list[_Part]]:
    """The tables by their columns; a blank one has its lines to write on."""
    found: dict[int, list[_Part]] = {}
    for table in tables:
        rows = table.rows if table.filled else (SheetRow(),) * table.table.lines
        found.setdefault(table.table.column, []).append(_Part(table, rows))
    return [found[column] for column in sorted(found)]


def _widths(columns: Sequence[Sequence[_Part]], width: float) -> list[float]:
    """How wide the columns are: one whose tables ask for printings needs more."""
    shares = [_WIDE if any(p.table.table.printed for p in column) else 1 - _WIDE for column in columns]
    room = width - GAP * (len(columns) - 1)
    return [room * share / sum(shares) for share in shares]


def _height(column: Sequence[_Part], pitch: float) -> float:
    return sum(HEADING + len(part.rows) * pitch for part in column) + BETWEEN * (len(column) - 1)


def _pages(column: Sequence[_Part], room: float, pitch: float) -> Iterator[list[_Part]]:
    """The column page by page; no heading stands last."""
    page: list[_Part] = []
    left = room
    for part in column:
        rows, again = part.rows, False
        while rows or not again:
            fitting = int((left - HEADING) / pitch) if left > HEADING else 0
            if rows and fitting < 1:
                yield page
                page, left = [], room
                continue
            page.append(_Part(part.table, rows[:fitting], again))
            left -= HEADING + min(fitting, len(rows)) * pitch + BETWEEN
            rows, again = rows[fitting:], True
    yield page


def _draw_column(pen: Pen, parts: Iterable[_Part], pitch: float, x: float, y: float, wide: float) -> None:
    for part in parts:
        printed = PRINTED if part.table.table.printed else ()
        names = wide - QUANTITY - sum(room for _, room in printed)
        _draw_heading(pen, part, printed, x, y, wide)
        y -= HEADING
        top = y
        for row in part.rows:
            _draw_row(pen, row, pitch, x, y, names)
            y -= pitch
        edges = [x, x + QUANTITY, x + QUANTITY + names]
        for _, room in printed:
            edges.append(edges[-1] + room)
        pen.lines([(edge, top, edge, y) for edge in edges], thick=0.4, grey=GREY)
        rules = [(x, top - n * pitch, x + wide, top - n * pitch) for n in range(len(part.rows) + 1)]
        pen.lines(rules, thick=0.4, grey=LIGHT)
        y -= BETWEEN


def _draw_heading(pen: Pen, part: _Part, printed: Sequence[tuple[str, float]], x: float, y: float, wide: float) -> None:
    total = str(sum(row.copies for row in part.table.rows)) if part.table.filled else ""
    title = gettext(part.table.table.title)
    told = gettext("{title}, continued").format(title=title) if part.again else title
    pen.field(x, y - 14, told, 11, wide - 40, bold=True)
    pen.text(x + wide - 4, y - 14, total, 11, bold=True, align=1)
    pen.line(x, y - 19, x + wide, y - 19, thick=1)
    pen.label(x + 3, y - 27, gettext("Qty"), QUANTITY - 5)
    pen.label(x + QUANTITY + 4, y - 27, gettext("Name"), 60)
    at = x + wide - sum(room for _, room in printed)
    for label, room in printed:
        pen.label(at + room / 2, y - 27, gettext(label), room - 2, align=0.5)
        at += room


def _draw_row(pen: Pen, row: SheetRow, pitch: float, x: float, y: float, names: float) -> None:
    base = y - pitch / 2 - _LETTERS * 0.36
    if row.copies:
        pen.text(x + QUANTITY - 6, base, str(row.copies), _LETTERS + 0.5, bold=True, align=1)
    name = f"? {row.name}" if row.waiting else row.name
    pen.field(x + QUANTITY + 4, base, name, _LETTERS, names - 8)
    at = x + QUANTITY + names
    for (_, room), words in zip(PRINTED, (row.set_code, row.number, row.mark), strict=True):
        pen.field(at + room / 2, base, words, _LETTERS, room - 4, align=0.5)
        at += room
