"""The checklist of Limited: each card of the sets with its number and two boxes, how many are played and opened."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

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
    mark_of,
    page_words,
)
from deckcheck.printing.sheets.flow import Block, Column, Kind, Page, Room, Setting, lay_pages
from deckcheck.printing.sheets.sheet_contents import Checklist, Paper, Sheet
from deckcheck.translations import gettext, gettext_noop, pgettext

GAP: Final = 11.0
BOX: Final = 17.0
"""How wide a box is; a card has two."""
NUMBER: Final = 19.0
"""How much room the printed number has."""
NAMES: Final = 2 * BOX + NUMBER + 3
"""From a column's left edge to the names."""
UNNAMED: Final = gettext_noop("Played by: last name, first name")

_SETTINGS: Final = ((2, 15.5, 9.5), (2, 14.5, 9.5), (3, 14.5, 9.5), (3, 13.5, 9.5))
"""Columns, distance of lines and size of letters, the roomiest first."""


def write_checklists(checklists: Iterable[Checklist], paper: Paper, title: str, until: float = inf) -> bytes:
    """All checklists in one file, each on pages of its own, with a bookmark to each."""
    pen = Pen(paper, title, until)
    for number, one in enumerate(checklists):
        pen.mark(mark_of(one.sheet, title), number)
        _draw(pen, one)
    return pen.done()


def _draw(pen: Pen, one: Checklist) -> None:
    sheet, left = one.sheet, MARGIN + STRIP + 10
    width = pen.width - MARGIN - left
    head = NAME + 2 * FIELD + TOTALS + REMARK * len(sheet.remarks) + 10
    free = pen.height - 2 * MARGIN - FOOT
    room = Room(free - head - OFFICIALS - 8, free - NAME - 14)
    setting, pages = lay_pages(sheet.sections, _settings(width), room, pen.measure)
    for number, page in enumerate(pages):
        y = draw_name(pen, sheet, left, width, UNNAMED)
        if number:
            told = (
                sheet.event.name,
                sheet.event.day,
                gettext("Registered by {name}").format(name=one.registered_by) if one.registered_by else "",
            )
            pen.field(left, y - 10, ", ".join(filter(None, told)), 9, width)
            y -= 14
        else:
            y = draw_fields(pen, _about(sheet, one.registered_by), left, y, width)
            y = draw_totals(pen, sheet, left, y, width)
            draw_officials(pen, left, MARGIN + FOOT + 4, width, sheet)
        _columns(pen, page, setting, left, y, width)
        draw_foot(pen, sheet, left, width, page_words(number + 1, len(pages)))
        pen.next_page()


def _settings(width: float) -> tuple[Setting, ...]:
    return tuple(
        Setting(columns, pitch, size, (width - (columns - 1) * GAP) / columns - NAMES - 1)
        for columns, pitch, size in _SETTINGS
    )


def _about(sheet: Sheet, registered_by: str) -> tuple[FieldRow, FieldRow]:
    """The event; who registered the pool, who plays it."""
    event = sheet.event
    # The line at the top is for the name of who plays, as long as nobody's stands there.
    players = ((gettext("Registered by"), registered_by, 0.38), (gettext("Played by"), sheet.name, 0.38))
    nobody = ((gettext("Registered by: last name, first name"), registered_by, 0.76),)
    return (
        (gettext("Event"), event.name, 0.48),
        (gettext("Format"), event.format, 0.28),
        (pgettext("on a sheet", "Place"), event.place, 0.24),
    ), (*(players if sheet.name else nobody), (gettext("Date"), event.day, 0.24))


def _columns(pen: Pen, page: Page, setting: Setting, left: float, top: float, width: float) -> None:
    wide = (width - (setting.columns - 1) * GAP) / setting.columns
    for place, column in enumerate(page):
        x = left + place * (wide + GAP)
        _boxes(pen, column, setting, x, top, wide)
        for placed in column:
            _block(pen, placed.block, setting, x, top - placed.top, wide)


def _boxes(pen: Pen, column: Column, setting: Setting, x: float, top: float, wide: float) -> None:
    """Two boxes for each row, and a rule under its name."""
    frames, rules = [], []
    for placed in column:
        if placed.block.kind is Kind.ROW:
            upper, lower = top - placed.top, top - placed.top - placed.block.height
            frames += [(x + n * BOX, upper, x + n * BOX, lower) for n in range(3)]
            frames += [(x, y, x + 2 * BOX, y) for y in (upper, lower)]
            rules.append((x + 2 * BOX, lower, x + wide, lower))
    if frames:
        pen.lines(rules, thick=0.4, grey=LIGHT)
        pen.lines(frames, thick=0.5, grey=GREY)


def _block(pen: Pen, block: Block, setting: Setting, x: float, y: float, wide: float) -> None:
    """One line of a column, `y` is its upper edge."""
    base = y - setting.pitch / 2 - setting.size * 0.36
    if block.kind is Kind.HEADING:
        pen.field(x, y - 10, block.lines[0], 10, wide, bold=True)
        for place, label in enumerate((gettext("played"), gettext("total"))):
            pen.label(x + (place + 0.5) * BOX, y - 19, label, BOX, 5, align=0.5)
    elif block.kind is Kind.PILE:
        pen.label(x + 2 * BOX + 3, y - 9, block.lines[0], wide - 2 * BOX - 3, 7)
    elif block.kind is Kind.TOTAL:
        _figures(pen, block, setting, x, base)
        pen.label(x + NAMES, base, gettext("in all"), wide - NAMES, 8)
    else:
        _figures(pen, block, setting, x, base)
        pen.text(x + NAMES - 3, base, block.printed, 7.5, align=1, grey=GREY)
        for line in block.lines:
            pen.text(x + NAMES, base, line, setting.size, squeeze=block.squeeze)
            base -= setting.size + 2


def _figures(pen: Pen, block: Block, setting: Setting, x: float, base: float) -> None:
    pen.text(x + BOX / 2, base, block.played, setting.size, align=0.5)
    pen.text(x + 1.5 * BOX, base, block.figure, setting.size, bold=True, align=0.5)
