"""Drawing on paper: text in the fonts that have its letters, lines, boxes and square codes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any, Final

import segno
from PIL import Image
from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from deckcheck.app.print_limits import OutOfTime
from deckcheck.printing.pdf.faces import Piece, first_face, font_of, pieces, width_of
from deckcheck.printing.pdf.glyph_font import WRITING
from deckcheck.printing.sheets.flow import cut_off, fits
from deckcheck.printing.sheets.sheet_contents import Paper

# Files are bytes: letters for bytes would make them larger and slower.
rl_config.useA85 = 0

BLACK: Final = 0.0
GREY: Final = 0.45
LIGHT: Final = 0.78
_NEAR: Final = 0.0005
"""Shapes of a text that are so much out of place at most, at the size of 1 point, are set one after the other."""
_SMALLEST: Final = 0.7
"""A text of a field is set so much narrower at most before its end is cut off."""


class Pen:
    """A PDF file in the making; `width` and `height` are those of its pages, and at `until` it is given up."""

    def __init__(self, paper: Paper, title: str, until: float, *, across: bool = False) -> None:
        self._until = until
        self.width, self.height = (paper.height, paper.width) if across else (paper.width, paper.height)
        self._file = io.BytesIO()
        # The same lists give the same bytes: no clock is asked.
        size = (self.width, self.height)
        self._canvas: Any = Canvas(self._file, size, invariant=1, pageCompression=1, initialFontName=first_face())
        self._canvas.setTitle(title)
        self._canvas.setCreator("Deckcheck")
        self._text: Any = None

    def measure(self, text: str) -> float:
        """How wide a text is at the size of 1 point, as long as there is time."""
        self._on_time()
        return width_of(text)

    def _on_time(self) -> None:
        if monotonic() > self._until:
            raise OutOfTime

    def mark(self, words: str, number: int) -> None:
        """A bookmark to this page."""
        key = f"p{number}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(words, key)

    def next_page(self) -> None:
        """End the page."""
        self._flush()
        self._canvas.showPage()

    def done(self) -> bytes:
        """The whole file."""
        self._on_time()
        self._flush()
        with WRITING:
            self._canvas.save()
        return self._file.getvalue()

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        bold: bool = False,
        align: float = 0,
        squeeze: float = 1,
        grey: float = BLACK,
    ) -> float:
        """Write on one line from `x` on (with `align` 1 up to it, with 0.5 around it); answers how wide it came out."""
        self._on_time()
        wide = width_of(words, bold=bold) * size * squeeze
        self._begin()
        self._text.setFillGray(grey)
        self._text.setHorizScale(squeeze * 100)
        left = x - wide * align
        self._text.setTextOrigin(left, y)
        placed = True
        for piece in pieces(words, bold=bold):
            self._text.setFont(piece.font, size)
            if piece.glyphs:
                self._shapes(piece, left, y, size, squeeze)
            else:
                if not placed:
                    self._text.setTextOrigin(left, y)
                self._text.textOut(piece.text)
            placed = not piece.glyphs
            left += piece.wide * size * squeeze
        return wide

    def _shapes(self, piece: Piece, x: float, y: float, size: float, squeeze: float) -> None:
        """Write shapes each in its place, with the letters they stand for in reading order."""
        # The writer has no word for this: programs that read text out of a file take these letters for the shapes.
        # Those that know it take leftward letters as they stand, from left to right, so each shape speaks for itself.
        span = "" if piece.leftwards else piece.text.encode("utf-16-be").hex().upper()
        if span:
            self._text._code.append(f"/Span <</ActualText <FEFF{span}>>> BDC")
        font, along, now = font_of(piece.font), 0.0, None
        for glyph in piece.glyphs:
            at = (along + glyph.right, glyph.up)
            if now is None or max(abs(at[0] - now[0]), abs(at[1] - now[1])) > _NEAR:
                self._text.setTextOrigin(x + at[0] * size * squeeze, y + at[1] * size)
            self._text.textOut(font.code_of(glyph, self._canvas._doc))
            now = (at[0] + glyph.wide, at[1])
            along += glyph.advance
        if span:
            self._text._code.append("EMC")

    def field(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        room: float,
        *,
        bold: bool = False,
        align: float = 0,
        grey: float = BLACK,
    ) -> None:
        """Write within a width: somewhat narrower if need be, and cut off with dots where even that does not do."""

        def measure(text: str) -> float:
            return width_of(text, bold=bold)

        if not fits(words, room / size / _SMALLEST, measure):
            words = cut_off(words, room / size / _SMALLEST, measure)
        wide = measure(words) * size
        self.text(x, y, words, size, bold=bold, align=align, squeeze=min(1.0, room / wide) if wide else 1.0, grey=grey)

    def label(self, x: float, y: float, words: str, room: float, size: float = 6, *, align: float = 0) -> None:
        """A small grey word within a width."""
        self.field(x, y, words, size, room, align=align, grey=GREY)

    def line(self, x1: float, y1: float, x2: float, y2: float, *, thick: float = 0.5, grey: float = BLACK) -> None:
        """Draw a line."""
        self._flush()
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thick)
        self._canvas.line(x1, y1, x2, y2)

    def lines(self, ends: list[tuple[float, float, float, float]], *, thick: float, grey: float) -> None:
        """Draw many lines of one kind."""
        self._flush()
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thick)
        self._canvas.lines(ends)

    def box(self, x: float, y: float, width: float, height: float, *, thick: float = 0.8) -> None:
        """Draw a box from its lower left corner."""
        self._flush()
        self._canvas.setStrokeGray(BLACK)
        self._canvas.setLineWidth(thick)
        self._canvas.rect(x, y, width, height)

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """Within it the point is the origin, and text runs upwards."""
        self._flush()
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(90)
        yield
        self._flush()
        self._canvas.restoreState()

    def square_code(self, x: float, y: float, side: float, address: str) -> None:
        """A QR code from its lower left corner."""
        self._flush()
        self._canvas.drawImage(_code(address), x, y, side, side)

    def _begin(self) -> None:
        if self._text is None:
            self._text = self._canvas.beginText()

    def _flush(self) -> None:
        """Text is gathered, and set down before anything else is drawn."""
        if self._text is not None:
            self._canvas.drawText(self._text)
            self._text = None


@lru_cache(maxsize=64)
def _code(address: str) -> Any:
    """A QR code as a picture, a point a square."""
    # Every mask can be read; to try them all takes longer than the rest of a sheet.
    rows = segno.make(address, error="m", mask=2, micro=False).matrix
    dots = bytes(0 if dark else 255 for row in rows for dark in row)
    return ImageReader(Image.frombytes("L", (len(rows), len(rows)), dots))
