"""A font whose letters take the shapes that their neighbours ask for, and can still be read back from the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

WRITING: Final = Lock()
"""Fonts are read from one place of a file at a time, so threads take turns at what reads them."""
_PRIVATE: Final = 0xF0000
"""From here on a code stands for a shape of a font, not for a letter."""
_END: Final = 0x110000
_AT_ONCE: Final = 100
"""So many codes a table of a file may explain in one block."""


class Glyph(NamedTuple):
    """A shape of a font by its number, the letters it stands for, and where it stands, at the size of 1 point.

    `wide` is how far the shape itself reaches, `advance` where the next one begins, `right` and `up` how far it is
    moved. Of shapes that share letters one has them, and the others have none.
    """

    number: int
    letters: str
    wide: float
    advance: float
    right: float
    up: float


class GlyphFont(TTFont):  # type: ignore[misc]  # reportlab has no types
    """A TrueType font that a PDF file takes its letters from, as they are or shaped."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path, asciiReadable=True)
        self._letters = frozenset(self.face.charToGlyph)
        self._shaper: Any = None
        self._ways = (_END - _PRIVATE) // len(self.face.hmetrics)
        self._said: WeakKeyDictionary[Any, dict[int, dict[str, int]]] = WeakKeyDictionary()

    def has(self, letter: str) -> bool:
        """Whether it has the letter."""
        return ord(letter) in self._letters

    def shape(self, text: str, *, leftwards: bool) -> tuple[Glyph, ...]:
        """The shapes of a text in one direction, from the left to the right."""
        if self._shaper is None:
            self._shaper = self.hbFont()
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        # What is guessed of these depends on the machine.
        buffer.direction = "rtl" if leftwards else "ltr"
        buffer.language = "en"
        uharfbuzz.shape(self._shaper, buffer, {"kern": True})
        infos, places = buffer.glyph_infos, buffer.glyph_positions
        clusters = [(info.cluster, place.x_advance) for info, place in zip(infos, places, strict=True)]
        return tuple(
            self._glyph(info.codepoint, letters, place)
            for info, place, letters in zip(infos, places, _letters_of(text, clusters), strict=True)
        )

    def _glyph(self, number: int, letters: str, place: Any) -> Glyph:
        numbers = (self.face.hmetrics[number][0], place.x_advance, place.x_offset, place.y_offset)
        wide, advance, right, up = (self.pdfScale(units) / 1000 for units in numbers)
        return Glyph(number, letters, wide, advance, right, up)

    def code_of(self, glyph: Glyph, document: Any) -> str:
        """What is written in the file for this shape, which there stands for its letters and for no other ones.

        A shape that stands for very many different letters is taken for the last of them.
        """
        said = self._said.setdefault(document, {}).setdefault(glyph.number, {})
        if len(said) < self._ways:
            said.setdefault(glyph.letters, len(said))
        way = said.get(glyph.letters, self._ways - 1)
        code = _PRIVATE + glyph.number * self._ways + way
        self.face.charToGlyph[code] = glyph.number
        self.face.charWidths[code] = glyph.wide * 1000
        return chr(code)

    def _told(self, code: int, said: Mapping[int, Sequence[str]]) -> str:
        """The letters that a code of a file stands for."""
        if code < _PRIVATE:
            return chr(code)
        number, way = divmod(code - _PRIVATE, self._ways)
        return said[number][way]

    def addObjects(self, document: Any) -> None:  # noqa: N802  # reportlab's name
        """Set the font down in the file, with what its codes stand for."""
        parts = self._assignState(document).subsets
        names = [self.getSubsetInternalName(number, document)[1:] for number in range(len(parts))]
        super().addObjects(document)
        said = {number: tuple(ways) for number, ways in self._said.get(document, {}).items()}
        for name, codes in zip(names, parts, strict=True):
            font = document.idToObject["BasicFonts"].dict[name]
            document.idToObject[font.ToUnicode.name].content = _readable(
                font.BaseFont, [self._told(code, said) for code in codes]
            )


def _letters_of(text: str, shapes: list[tuple[int, int]]) -> list[str]:
    """The letters of each shape, from where its letters begin and how far it reaches.

    Of several shapes for the same letters the one that reaches farthest has them: a mark reaches nowhere.
    """
    starts = sorted({start for start, _ in shapes})
    ends = dict(zip(starts, (*starts, len(text))[1:], strict=True))
    widest: dict[int, int] = {}
    for at, (start, wide) in enumerate(shapes):
        if start not in widest or wide > shapes[widest[start]][1]:
            widest[start] = at
    return [text[start : ends[start]] if widest[start] == at else "" for at, (start, _) in enumerate(shapes)]


def _readable(name: str, letters: list[str]) -> str:
    """The table of a file that says which letters the codes of a font stand for."""
    rows = [f"<{place:02X}> <{words.encode('utf-16-be').hex().upper()}>" for place, words in enumerate(letters)]
    blocks = [rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        f"/CIDSystemInfo << /Registry ({name}) /Ordering ({name}) /Supplement 0 >> def",
        f"/CMapName /{name} def /CMapType 2 def",
        f"1 begincodespacerange <00> <{len(letters) - 1:02X}> endcodespacerange",
        *("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks),
        "endcmap CMapName currentdict /CMap defineresource pop end end",
    ]
    return "\n".join(lines)


_FONTS: Final[dict[str, GlyphFont]] = {}


def read_font(name: str, path: str) -> GlyphFont:
    """The font of a file, which is known to the writer of PDF files from now on."""
    if name not in _FONTS:
        with WRITING:
            # Another thread may have read it in the meantime; the writer must know the very one that is used.
            if name not in _FONTS:
                font = GlyphFont(name, path)
                pdfmetrics.registerFont(font)
                _FONTS[name] = font
    return _FONTS[name]
