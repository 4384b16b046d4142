"""The registration sheet: the player's name at its top and along its edge, the list, room for officials."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from deckcheck.printing.pdf.faces import width_of
from deckcheck.printing.pdf.pen import GREY, LIGHT, Pen
from deckcheck.printing.sheets.flow import Block, Column, Kind, Page, Placed, Room, Setting, lay_pages
from deckcheck.printing.sheets.sheet_contents import Sheet
from deckcheck.translations import ENGLISH, gettext, gettext_noop, language, pgettext

MARGIN: Final = 36.0
STRIP: Final = 24.0
"""The strip along the left edge that holds the name when sheets lie on their side in a box."""
GAP: Final = 14.0
FIGURE: Final = 26.0
"""From a column's left edge to the rule that names stand behind."""
NAME: Final = 30.0
FIELD: Final = 25.0
TOTALS: Final = 34.0
REMARK: Final = 12.0
OFFICIALS: Final = 62.0
FOOT: Final = 36.0
CODE: Final = 34.0

_SETTINGS: Final = ((2, 18.0, 10.5), (2, 16.0, 10.0), (2, 14.5, 10.0), (2, 13.0, 9.5), (3, 14.5, 9.5), (3, 13.0, 9.5))
"""Columns, distance of lines and size of letters, the roomiest first; nothing is set below 9.5 points."""
_BLANK: Final = ((2, 18.0, 10.0), (2, 16.5, 10.0), (2, 15.5, 10.0), (2, 14.5, 10.0), (3, 14.0, 10.0))
"""Lines to write on are farther apart."""


FieldRow = tuple[tuple[str, str, float], ...]
"""Fields beside one another: the label, the words, and the share of the width."""
UNNAMED: Final = gettext_noop("Last name, first name")
"""What stands where a name is to be written."""


def settings_for(width: float, ways: Iterable[tuple[int, float, float]]) -> tuple[Setting, ...]:
    """The ways in which lines can be set on a body of some width."""
    return tuple(
        Setting(columns, pitch, size, (width - (columns - 1) * GAP) / columns - FIGURE - 13)
        for columns, pitch, size in ways
    )


def draw_sheet(pen: Pen, sheet: Sheet) -> int:
    """Draw one list with all its pages; answers how many there are."""
    left = MARGIN + STRIP + 10
    width = pen.width - MARGIN - left
    head = NAME + 2 * FIELD + TOTALS + REMARK * len(sheet.remarks) + 10
    bottom = MARGIN + FOOT
    room = Room(pen.height - 2 * MARGIN - FOOT - head - OFFICIALS - 8, pen.height - 2 * MARGIN - FOOT - NAME - 14)
    blank = any(section.count is None for section in sheet.sections)
    setting, pages = lay_pages(
        sheet.sections,
        settings_for(width, _BLANK if blank else _SETTINGS),
        room,
        pen.measure,
        sheet.event.game.presentation.beside,
    )
    for number, page in enumerate(pages):
        y = draw_name(pen, sheet, left, width)
        if number:
            about = ", ".join(filter(None, (sheet.event.name, sheet.event.day)))
            pen.field(left, y - 10, about, 9, width)
            y -= 14
        else:
            y = draw_fields(pen, _about(sheet), left, y, width)
            y = draw_totals(pen, sheet, left, y, width)
            draw_officials(pen, left, bottom + 4, width, sheet)
        draw_columns(pen, page, setting, left, y, width)
        draw_foot(pen, sheet, left, width, page_words(number + 1, len(pages)))
        pen.next_page()
    return len(pages)


def draw_name(pen: Pen, sheet: Sheet, left: float, width: float, unnamed: str = UNNAMED) -> float:
    """The name at the top with the letter it is filed under, and along the edge; answers where the rest begins."""
    top = pen.height - MARGIN
    pen.box(left + width - 24, top - 24, 24, 24)
    pen.text(left + width - 12, top - 18, sheet.initial, 17, bold=True, align=0.5)
    pen.box(left + width - 86, top - 24, 56, 24)
    pen.label(left + width - 83, top - 7, pgettext("on a sheet", "Table"), 50)
    pen.field(left + width - 58, top - 20, sheet.table, 13, 52, bold=True, align=0.5)
    room = width - 96
    if not (sheet.last or sheet.name):
        pen.label(left, top - 7, gettext(unnamed), room)
        pen.line(left, top - 24, left + room, top - 24)
    else:
        _last_first(pen, sheet, left, top - 18, 16, room)
    pen.box(MARGIN, MARGIN, STRIP, pen.height - 2 * MARGIN)
    with pen.turned(MARGIN + 17, MARGIN + 8):
        if sheet.last or sheet.name:
            _last_first(pen, sheet, 0, 0, 14, pen.height - 2 * MARGIN - 16)
        else:
            pen.label(0, 0, gettext(unnamed), pen.height - 2 * MARGIN - 16, 7)
    return top - NAME


def _last_first(pen: Pen, sheet: Sheet, x: float, y: float, size: float, room: float) -> None:
    """The name, last name first and bold."""
    last = sheet.last or sheet.name
    wide = width_of(last, bold=True) * size
    pen.field(x, y, last, size, min(room, wide), bold=True)
    if sheet.first and room - wide > 24:
        # The comma is no part of the first name, which may run from right to left.
        wide += pen.text(x + wide, y, ", ", size)
        pen.field(x + wide, y, sheet.first, size, room - wide)


def _about(sheet: Sheet) -> tuple[FieldRow, FieldRow]:
    """Event, format; day, place, deck, number."""
    event = sheet.event
    return ((gettext("Event"), event.name, 0.56), (gettext("Format"), event.format, 0.44)), (
        (gettext("Date"), event.day, 0.24),
        (pgettext("on a sheet", "Place"), event.place, 0.3),
        (gettext("Deck"), sheet.deck, 0.26),
        (gettext("Player number"), sheet.account, 0.2),
    )


def draw_fields(pen: Pen, rows: Iterable[FieldRow], left: float, y: float, width: float) -> float:
    """Rows of fields, each over its rule; answers where the rest begins."""
    for row in rows:
        x = left
        for label, words, share in row:
            room = width * share - 8
            pen.label(x, y - 7, label, room)
            pen.field(x, y - 18, words, 10, room)
            pen.line(x, y - 21, x + room, y - 21, grey=LIGHT)
            x += width * share
        y -= FIELD
    return y


def draw_totals(pen: Pen, sheet: Sheet, left: float, y: float, width: float) -> float:
    """The large figures, and under them what must be read with the list; answers where the rest begins."""
    x = left
    for title, figure in sheet.totals:
        pen.box(x, y - 28, 62, 26)
        pen.label(x + 4, y - 10, title, 54)
        pen.text(x + 56, y - 23, "" if figure is None else str(figure), 18, bold=True, align=1)
        x += 70
    y -= TOTALS
    for remark in sheet.remarks:
        pen.field(left, y - 8, remark, 9, width, bold=True)
        y -= REMARK
    return y - 8


def draw_officials(pen: Pen, left: float, y: float, width: float, sheet: Sheet) -> None:
    """Room for what officials write: the count, and two checks."""
    third = width * 0.2
    half = (width - third) / 2
    pen.box(left, y, width, OFFICIALS - 8)
    pen.label(left + 4, y + OFFICIALS - 16, gettext("For staff: counted"), third - 8)
    pen.label(left + 4, y + 8, " / ".join(_small(title) for title, _ in sheet.totals), third - 8)
    for number in (1, 2):
        x = left + third + (number - 1) * half
        pen.line(x, y, x, y + OFFICIALS - 8)
        told = gettext("Check {number}").format(number=number)
        pen.field(x + 4, y + OFFICIALS - 16, told, 6, half * 0.24 - 4, bold=True)
        for label, along, share, up in (
            (gettext("Round"), 0.24, 0.2, OFFICIALS - 16),
            (pgettext("on a sheet", "Table"), 0.44, 0.22, OFFICIALS - 16),
            (gettext("Judge"), 0.66, 0.34, OFFICIALS - 16),
            (gettext("Result"), 0.0, 0.66, 16),
            (gettext("Minutes given"), 0.66, 0.34, 16),
        ):
            pen.label(x + half * along + 4, y + up, label, half * share - 6)
        pen.line(x, y + 24, x + half, y + 24, grey=LIGHT)


def draw_columns(pen: Pen, page: Page, setting: Setting, left: float, top: float, width: float) -> None:
    """The columns of a page."""
    wide = (width - (setting.columns - 1) * GAP) / setting.columns
    for place, column in enumerate(page):
        x = left + place * (wide + GAP)
        _rules(pen, column, setting, x, top, wide)
        for placed in column:
            _block(pen, placed.block, setting, x, top - placed.top, wide)


def _rules(pen: Pen, column: Column, setting: Setting, x: float, top: float, wide: float) -> None:
    """The rule that names stand behind, and one under each row."""
    rows = [placed for placed in column if placed.block.kind is Kind.ROW]
    if not rows:
        return
    under = [(x, _end(placed, top), x + wide, _end(placed, top)) for placed in rows]
    pen.lines(under, thick=0.4, grey=LIGHT)
    margin = x + FIGURE
    beside = [placed for placed in column if placed.block.kind in {Kind.ROW, Kind.PILE}]
    pen.lines([(margin, top - placed.top, margin, _end(placed, top)) for placed in beside], thick=1.1, grey=0)


def _end(placed: Placed, top: float) -> float:
    return top - placed.top - placed.block.height


def _block(pen: Pen, block: Block, setting: Setting, x: float, y: float, wide: float) -> None:
    """One line of a column, `y` is its upper edge."""
    if block.kind is Kind.HEADING:
        pen.field(x, y - 14, block.lines[0], 11, wide, bold=True)
        pen.line(x, y - 19, x + wide, y - 19, thick=1)
    elif block.kind is Kind.PILE:
        pen.label(x + FIGURE + 5, y - 9, block.lines[0], wide - FIGURE - 5, 6.5)
    elif block.kind is Kind.TOTAL:
        base = y - setting.pitch / 2 - setting.size * 0.36
        pen.text(x + FIGURE - 5, base, block.figure, setting.size + 1, bold=True, align=1)
        pen.label(x + FIGURE + 5, base, gettext("in all"), wide - FIGURE - 5, 8)
    else:
        _row(pen, block, setting, x, y, wide)


def _row(pen: Pen, block: Block, setting: Setting, x: float, y: float, wide: float) -> None:
    base = y - setting.pitch / 2 - setting.size * 0.36
    pen.text(x + FIGURE - 5, base, block.figure, setting.size + 0.5, bold=True, align=1)
    if block.number and block.number % 5 == 0:
        pen.text(x + wide, base, str(block.number), 5.5, align=1, grey=GREY)
    if block.waiting:
        pen.text(x + FIGURE - 22, base, "?", setting.size, bold=True)
    for line in block.lines:
        pen.text(x + FIGURE + 5, base, line, setting.size, squeeze=block.squeeze)
        base -= setting.size + 2


def draw_foot(pen: Pen, sheet: Sheet, left: float, width: float, pages: str) -> None:
    """What the list is known by again, and which page it is."""
    room = width - 60
    if sheet.link:
        pen.square_code(left + width - CODE, MARGIN - 6, CODE, sheet.link)
        room -= CODE
    y = MARGIN + 18
    for line in sheet.foot[:3]:
        pen.field(left, y, line, 7, room)
        y -= 10
    end = left + width - (CODE + 10 if sheet.link else 0)
    pen.text(end, MARGIN - 2, pages, 10, bold=True, align=1)


def page_words(number: int, pages: int) -> str:
    """Which page of how many: 1 of 2."""
    return gettext("{number} of {pages}").format(number=number, pages=pages)


def _small(title: str) -> str:
    """A title among others; other languages than English write its words as they stand."""
    return title.lower() if language() == ENGLISH else title


def mark_of(sheet: Sheet, title: str) -> str:
    """The words of the bookmark to a sheet."""
    return ", ".join(filter(None, (sheet.last or sheet.name, sheet.first))) or title
