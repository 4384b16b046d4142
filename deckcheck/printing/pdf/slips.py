"""Deck-check slips, three to a page: what is written down at a table while its two decks are away."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from deckcheck.printing.pdf.pen import GREY, LIGHT, Pen
from deckcheck.printing.sheets.sheet_contents import ON_PAGE, Paper, Slip

MARGIN: Final = 36.0
_TIMES: Final = ("Decks taken at", "Given back at", "Minutes taken", "Minutes given")


def write_slips(slips: Iterable[Slip], paper: Paper, title: str, until: float = inf) -> bytes:
    """All slips in one file, with lines to cut along."""
    pen = Pen(paper, title, until)
    share = (pen.height - 2 * MARGIN) / ON_PAGE
    place = 0
    for place, slip in enumerate(slips):
        if place and place % ON_PAGE == 0:
            pen.next_page()
        row = place % ON_PAGE
        _slip(pen, slip, pen.height - MARGIN - row * share, share - 22)
        if row < ON_PAGE - 1:
            cut = pen.height - MARGIN - (row + 1) * share + 11
            pen.line(0, cut, pen.width, cut, thick=0.4, grey=LIGHT)
    pen.next_page()
    return pen.done()


def _slip(pen: Pen, slip: Slip, top: float, high: float) -> None:
    left, width = MARGIN, pen.width - 2 * MARGIN
    pen.text(left, top - 15, "Deck check", 15, bold=True)
    pen.field(left + 96, top - 14, ", ".join(filter(None, (slip.event.name, slip.event.day))), 10, width - 96 - 150)
    for label, words, x in (("Round", slip.round, width - 140), ("Table", slip.table, width - 66)):
        pen.box(left + x, top - 28, 66, 28)
        pen.text(left + x + 3, top - 7, label, 6, grey=GREY)
        pen.field(left + x + 6, top - 23, words, 13, 54, bold=True)
    cell = (high - 40) / 5
    y = top - 36
    counted = " / ".join(title.lower() for title, _ in slip.event.game.presentation.totals)
    of_deck = (("Player", 0.4), (f"Counted {counted}", 0.22), ("Result", 0.38))
    for player in (*slip.players, "", "")[:2]:
        _cells(pen, left, y, width, cell * 1.35, of_deck, player)
        y -= cell * 1.35
    _cells(pen, left, y, width, cell, [(label, 0.25) for label in _TIMES])
    y -= cell
    _cells(pen, left, y, width, cell, [("Judges", 0.5), ("Differences, and what was done", 0.5)])
    foot = "The time of this check is given to the match. No penalty follows from this slip alone."
    pen.field(left, y - cell - 10, f"{foot} Audit {slip.anchor}." if slip.anchor else foot, 6.5, width)


def _cells(
    pen: Pen, left: float, top: float, width: float, high: float, cells: Iterable[tuple[str, float]], first: str = ""
) -> None:
    """A row of cells with their labels; `first` stands in the first of them."""
    x = left
    for number, (label, share) in enumerate(cells):
        pen.box(x, top - high, width * share, high)
        pen.text(x + 4, top - 8, label, 6, grey=GREY)
        if not number:
            pen.field(x + 6, top - high / 2 - 6, first, 12, width * share - 12, bold=True)
        x += width * share
