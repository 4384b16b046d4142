"""How a text is set: in pieces of one font each, shaped and in their places, and how wide it is."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import isnan, nan
from typing import Final, NamedTuple

from bidi import algorithm
from reportlab.pdfbase import pdfmetrics

from deckcheck.printing.pdf.glyph_font import Glyph
from deckcheck.printing.pdf.letters import (
    BOLD,
    JOINERS,
    LEFTWARDS,
    PLAIN,
    font_of,
    fonts_of,
    is_shaped,
    looks_at_others,
    shown,
)

_MARK: Final = "\u0300"


class Run(NamedTuple):
    """Letters of one font and one direction, in reading order."""

    font: str
    text: str
    leftwards: bool = False


def runs_in_place(letters: Sequence[tuple[str, str]]) -> tuple[Run, ...]:
    """The runs of a text from left to right; the text begins where its first letter with a direction is read from."""
    if not any(unicodedata.bidirectional(letter) in LEFTWARDS for letter, _ in letters):
        return tuple(Run(font, "".join(c for c, _ in same)) for font, same in groupby(letters, lambda pair: pair[1]))
    placed = [
        (letters[at], leftwards) for at, leftwards in _in_place("".join(_directed(letter) for letter, _ in letters))
    ]
    found = []
    for (font, leftwards), same in groupby(placed, lambda one: (one[0][1], one[1])):
        text = "".join(letter for (letter, _), _ in same)
        found.append(Run(font, text[::-1] if leftwards else text, leftwards))
    return tuple(found)


def _directed(letter: str) -> str:
    """The letter, or for a joiner, which has no direction, a mark: it goes with the letter before it."""
    return _MARK if letter in JOINERS else letter


def _in_place(text: str) -> list[tuple[int, bool]]:
    """The letters of a text from left to right, each by its place in it, and whether it is read leftwards."""
    base = algorithm.get_base_level(text)
    held = {**algorithm.get_empty_storage(), "base_level": base, "base_dir": "LR"[base]}
    algorithm.get_embedding_levels(text, held)
    for at, one in enumerate(held["chars"]):
        one["at"] = at
    algorithm.explicit_embed_and_overrides(held)
    algorithm.resolve_weak_types(held)
    algorithm.resolve_neutral_types(held, debug=False)
    algorithm.resolve_implicit_levels(held, debug=False)
    algorithm.reorder_resolved_levels(held, debug=False)
    return [(one["at"], bool(one["level"] % 2)) for one in held["chars"]]


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
