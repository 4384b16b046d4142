"""A table with headings in any language, or without any: sheets, exports as CSV, tables copied from a page."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.model import Roster, Shape
from deckcheck.roster.files.tables import Sheet, make_sheet, read_sheet


def _best(document: Document) -> tuple[int, Sheet | None]:
    """The split of the text that gives the best sheet, and how sure it is."""
    best: tuple[int, Sheet | None] = (0, None)
    for separator, rows in document.splits.items():
        sheet = make_sheet(rows)
        sure = _sure(sheet, separator, len(document.lines)) if sheet else 0
        if sure > best[0]:
            best = (sure, sheet)
    return best


def _sure(sheet: Sheet, separator: str, lines: int) -> int:
    filled = sum(1 for row in sheet.rows if sum(1 for cell in row if cell) > 1)
    if sheet.known:
        return 50 + 2 * min(len(sheet.columns), 10) if filled * 2 >= len(sheet.rows) else 30
    if filled * 3 < lines * 2:
        return 0
    if sheet.has("table") or sheet.has("rank") or sheet.has("number"):
        return 40
    # Two words with a comma between them are last and first name of a list.
    return 0 if separator == "," and len(sheet.columns) <= 2 else 25


def _recognise(document: Document) -> int:
    """Sure if there are headings that are known; less so if only the values speak."""
    return _best(document)[0]


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    sheet = _best(document)[1]
    assert sheet is not None
    return read_sheet(sheet, "table", names, document.title)


TABLE = Shape("table", "Table", _recognise, _read)
