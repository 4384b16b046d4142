"""Both lists of a table on one page, side by side: what two judges need at a deck check of a match."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from math import inf
from typing import Final

from deckcheck.printing.pdf.pen import GREY, Pen
from deckcheck.printing.pdf.registration_sheet import draw_columns, settings_for
from deckcheck.printing.sheets.flow import Page, Room, Setting, lay_pages
from deckcheck.printing.sheets.sheet_contents import Paper, Sheet

MARGIN: Final = 30.0
BETWEEN: Final = 24.0
HEAD: Final = 64.0
LATER: Final = 34.0
FOOT: Final = 26.0
REMARK: Final = 11.0
_SETTINGS: Final = ((2, 14.0, 9.5), (2, 12.5, 9.5), (2, 11.5, 9.5))

Half = tuple[Sheet, Setting, tuple[Page, ...]]


def write_pairs(pairs: Iterable[tuple[Sheet, Sheet]], paper: Paper, title: str, until: float = inf) -> bytes:
    """The pairs, each on a page across; lists that are longer go on on the next."""
    pen = Pen(paper, title, until, across=True)
    for number, pair in enumerate(pairs):
        pen.mark(" and ".join(sheet.name for sheet in pair), number)
        _pair(pen, pair)
    return pen.done()


def _pair(pen: Pen, pair: tuple[Sheet, Sheet]) -> None:
    width = (pen.width - 2 * MARGIN - BETWEEN) / 2
    halves = [_laid(pen, sheet, width) for sheet in pair]
    pages = max(len(half[2]) for half in halves)
    for number, laid in enumerate(zip_longest(*(half[2] for half in halves), fillvalue=())):
        for place, page in enumerate(laid):
            sheet, setting, of = halves[place]
            left = MARGIN + place * (width + BETWEEN)
            top = _head(pen, sheet, left, width, first=number == 0)
            draw_columns(pen, page, setting, left, top, width)
            pen.field(left, MARGIN + 8, " ".join(sheet.foot), 6.5, width - 40)
            if number < len(of):
                pen.text(left + width, MARGIN + 8, f"{number + 1} of {len(of)}", 8, bold=True, align=1)
        pen.line(pen.width / 2, MARGIN, pen.width / 2, pen.height - MARGIN, thick=0.4, grey=GREY)
        if pages > 1:
            pen.text(pen.width / 2, MARGIN - 12, f"Page {number + 1} of {pages}", 7, align=0.5, grey=GREY)
        pen.next_page()


def _laid(pen: Pen, sheet: Sheet, width: float) -> Half:
    free = pen.height - 2 * MARGIN - FOOT
    room = Room(free - HEAD - REMARK * len(sheet.remarks), free - LATER)
    return sheet, *lay_pages(
        sheet.sections, settings_for(width, _SETTINGS), room, pen.measure, sheet.event.game.presentation.beside
    )


def _head(pen: Pen, sheet: Sheet, left: float, width: float, *, first: bool) -> float:
    """The player, the table, the totals; answers where the list begins."""
    top = pen.height - MARGIN
    name = f"{sheet.last}, {sheet.first}" if sheet.last and sheet.first else sheet.last or sheet.name
    pen.field(left, top - 14, name, 14, width - 80, bold=True)
    pen.field(left + width, top - 14, f"Table {sheet.table}" if sheet.table else "", 12, 76, bold=True, align=1)
    event = sheet.event
    pen.field(left, top - 26, ", ".join(filter(None, (event.name, event.day, event.format))), 8, width)
    if not first:
        return top - LATER
    x = left
    for title, figure in sheet.totals:
        x += pen.text(x, top - 48, "" if figure is None else str(figure), 16, bold=True) + 4
        x += pen.text(x, top - 48, title.lower(), 8, grey=GREY) + 14
    pen.field(x, top - 48, sheet.deck, 9, left + width - x)
    y = top - HEAD
    for remark in sheet.remarks:
        pen.field(left, y, remark, 8, width, bold=True)
        y -= REMARK
    return y + 8
