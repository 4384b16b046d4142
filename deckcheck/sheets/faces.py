"""How a text is set: in pieces of one font each, shaped and in their places, and how wide it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics

from deckcheck.sheets.direction import runs_in_place
from deckcheck.sheets.glyph_font import Glyph
from deckcheck.sheets.letters import BOLD, PLAIN, font_of, fonts_of, is_shaped, shown


class Piece(NamedTuple):
    """A part of a text in one font, how wide it is at the size of 1 point, and its shapes if it is not set as it is."""

    font: str
    text: str
    wide: float
    glyphs: tuple[Glyph, ...] = ()
    leftwards: bool = False


def first_face() -> str:
    """The font that a file begins with, ready for use: so that no file names one that it does not hold."""
    return str(font_of(PLAIN).fontName)


@lru_cache(maxsize=16384)
def pieces(text: str, *, bold: bool = False) -> tuple[Piece, ...]:
    """The text in pieces from left to right: what the usual font lacks comes from that of its script."""
    usual = BOLD if bold else PLAIN
    printed = shown(text)
    if printed.isascii():
        font_of(usual)
        return (_plain(usual, printed),) if printed else ()
    return tuple(
        _shaped(run.font, run.text, leftwards=run.leftwards)
        if run.leftwards or is_shaped(run.font, run.text)
        else _plain(run.font, run.text)
        for run in runs_in_place(tuple(fonts_of(printed, usual)))
    )


def _plain(font: str, text: str) -> Piece:
    return Piece(font, text, float(pdfmetrics.stringWidth(text, font, 1)))


def _shaped(font: str, text: str, *, leftwards: bool) -> Piece:
    glyphs = font_of(font).shape(text, leftwards=leftwards)
    return Piece(font, text, sum(glyph.advance for glyph in glyphs), glyphs, leftwards)


@lru_cache(maxsize=16384)
def width_of(text: str, *, bold: bool = False) -> float:
    """How wide the text is at the size of 1 point."""
    return sum(piece.wide for piece in pieces(text, bold=bold))
