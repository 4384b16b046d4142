"""How a text is set: in pieces of one font each, shaped and in their places, and how wide it is."""

from __future__ import annotations

from functools import lru_cache
from math import isnan, nan
from typing import Final, NamedTuple

from reportlab.pdfbase import pdfmetrics

from deckcheck.printing.pdf.direction import runs_in_place
from deckcheck.printing.pdf.glyph_font import Glyph
from deckcheck.printing.pdf.letters import BOLD, PLAIN, font_of, fonts_of, is_shaped, looks_at_others, shown

_KEPT: Final = 80
"""A text of more letters is not remembered."""
_LETTERS: Final = 50_000
"""The widths of so many letters are remembered."""


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


def pieces(text: str, *, bold: bool = False) -> tuple[Piece, ...]:
    """The text in pieces from left to right: what the usual font lacks comes from that of its script."""
    if len(text) > _KEPT:
        return _pieces(text, bold)
    return (_plain_pieces if text.isascii() else _shaped_pieces)(text, bold)


def _pieces(text: str, bold: bool) -> tuple[Piece, ...]:
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


# What was set once is often set again, but shapes take room: fewer of those are kept, and no long text.
_plain_pieces = lru_cache(maxsize=16384)(_pieces)
_shaped_pieces = lru_cache(maxsize=2048)(_pieces)


def _plain(font: str, text: str) -> Piece:
    return Piece(font, text, float(pdfmetrics.stringWidth(text, font, 1)))


def _shaped(font: str, text: str, *, leftwards: bool) -> Piece:
    glyphs = font_of(font).shape(text, leftwards=leftwards)
    return Piece(font, text, sum(glyph.advance for glyph in glyphs), glyphs, leftwards)


class _Widths(dict[str, float]):
    """How wide single letters are that stand the same wherever they stand; NaN for those that look at others."""

    def __init__(self, *, bold: bool) -> None:
        self.bold = bold

    def __missing__(self, letter: str) -> float:
        made = _pieces(letter, self.bold)
        wide = nan if looks_at_others(letter) or any(one.glyphs for one in made) else sum(one.wide for one in made)
        if len(self) < _LETTERS:
            self[letter] = wide
        return wide


_WIDTHS: Final = {bold: _Widths(bold=bold) for bold in (False, True)}


def width_of(text: str, *, bold: bool = False) -> float:
    """How wide the text is at the size of 1 point."""
    wide = sum(map(_WIDTHS[bold].__getitem__, text))
    return sum(piece.wide for piece in pieces(text, bold=bold)) if isnan(wide) else wide
