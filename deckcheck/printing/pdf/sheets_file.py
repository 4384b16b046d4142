"""One file of registration sheets, each as its game has it."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from deckcheck.printing.pdf.pen import Pen
from deckcheck.printing.pdf.registration_sheet import draw_sheet, mark_of
from deckcheck.printing.pdf.tables_sheet import draw_tables
from deckcheck.printing.sheets.sheet_contents import Paper, Sheet


def write_sheets(sheets: Iterable[Sheet], paper: Paper, title: str, until: float = inf) -> bytes:
    """All lists in one file, each on pages of its own, with a bookmark to each."""
    pen = Pen(paper, title, until)
    for number, sheet in enumerate(sheets):
        pen.mark(mark_of(sheet, title), number)
        if sheet.tables:
            draw_tables(pen, sheet)
        else:
            draw_sheet(pen, sheet)
    return pen.done()
