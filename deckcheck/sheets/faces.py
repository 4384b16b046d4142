"""The fonts of printed sheets: which one has a letter, and how wide a text is."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN: Final = "DeckcheckSans"
BOLD: Final = "DeckcheckSansBold"
EASTERN: Final = "DeckcheckEastern"
UNKNOWN: Final = "\ufffd"
"""What stands for a letter that no font here has."""

_FOLDER: Final = Path(__file__).parent / "fonts"
_FILES: Final = {
    PLAIN: "DejaVuSansCondensed.ttf",
    BOLD: "DejaVuSansCondensed-Bold.ttf",
    EASTERN: "DroidSansFallback.ttf",
}
WRITING: Final = Lock()
"""Fonts are read from one place of a file at a time, so threads take turns at what reads them."""


@lru_cache(maxsize=len(_FILES))
def _letters(face: str) -> frozenset[int]:
    """The letters of a font, which is known to the writer of PDF files from now on."""
    with WRITING:
        font = TTFont(face, _FOLDER / _FILES[face], asciiReadable=True)
        pdfmetrics.registerFont(font)
        return frozenset(font.face.charToGlyph)


def first_face() -> str:
    """The font that a file begins with, ready for use: so that no file names one that it does not hold."""
    _letters(PLAIN)
    return PLAIN


@lru_cache(maxsize=16384)
def runs(text: str, *, bold: bool = False) -> tuple[tuple[str, str], ...]:
    """The text in pieces of one font each: what the usual one lacks comes from the one for Eastern scripts."""
    face = BOLD if bold else PLAIN
    known = _letters(face)
    # Nothing prints half a letter, a control or a mark of direction.
    shown = "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    if all(ord(c) in known for c in shown):
        return ((face, shown),) if shown else ()
    eastern = _letters(EASTERN)
    chosen = [(face, c) if ord(c) in known else (EASTERN, c) if ord(c) in eastern else (face, UNKNOWN) for c in shown]
    return tuple((name, "".join(c for _, c in piece)) for name, piece in groupby(chosen, key=lambda pair: pair[0]))


@lru_cache(maxsize=16384)
def width_of(text: str, *, bold: bool = False) -> float:
    """How wide the text is at the size of 1 point."""
    return sum(float(pdfmetrics.stringWidth(piece, face, 1)) for face, piece in runs(text, bold=bold))
