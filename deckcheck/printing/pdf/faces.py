"""How a text is set: in pieces of one font each, shaped and in their places, and how wide it is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from math import isnan, nan
from pathlib import Path
from typing import Final, NamedTuple

from bidi import algorithm
from reportlab.pdfbase import pdfmetrics

from deckcheck.printing.pdf.glyph_font import Glyph, GlyphFont, read_font

FOLDER: Final = Path(__file__).parent / "fonts"
PLAIN: Final = "DejaVuSansCondensed"
BOLD: Final = "DejaVuSansCondensed-Bold"
EMOJI: Final = "NotoEmoji"
UNKNOWN: Final = "\ufffd"
"""What stands for a letter that no font here has."""
LEFTWARDS: Final = frozenset({"R", "AL"})
"""The kinds of letters, as Unicode sorts them, that are read from right to left."""
JOINERS: Final = "\u200c\u200d"
"""They keep letters apart or join them, so they stand with the letter before them."""
_AS_EMOJI: Final = "\ufe0f"
"""The letter before it is meant as an emoji, though a text could have it as well."""


class Cover(NamedTuple):
    """A font for letters from `first` to `last`; `shaped`: its letters change with those beside them."""

    first: int
    last: int
    font: str
    shaped: bool = True


COVERS: Final = (
    Cover(0x0590, 0x05FF, "NotoSansHebrew"),
    Cover(0x0600, 0x06FF, "NotoSansArabic"),
    Cover(0x0750, 0x077F, "NotoSansArabic"),
    Cover(0x0780, 0x07BF, "NotoSansThaana"),
    Cover(0x07C0, 0x07FF, "NotoSansNKo"),
    Cover(0x08A0, 0x08FF, "NotoSansArabic"),
    Cover(0x0900, 0x097F, "NotoSansDevanagari"),
    Cover(0x0980, 0x09FF, "NotoSansBengali"),
    Cover(0x0A00, 0x0A7F, "NotoSansGurmukhi"),
    Cover(0x0A80, 0x0AFF, "NotoSansGujarati"),
    Cover(0x0B00, 0x0B7F, "NotoSansOriya"),
    Cover(0x0B80, 0x0BFF, "NotoSansTamil"),
    Cover(0x0C00, 0x0C7F, "NotoSansTelugu"),
    Cover(0x0C80, 0x0CFF, "NotoSansKannada"),
    Cover(0x0D00, 0x0D7F, "NotoSansMalayalam"),
    Cover(0x0D80, 0x0DFF, "NotoSansSinhala"),
    Cover(0x0E00, 0x0E7F, "NotoSansThai"),
    Cover(0x0E80, 0x0EFF, "NotoSansLao"),
    Cover(0x1000, 0x109F, "NotoSansMyanmar"),
    Cover(0x1100, 0x11FF, "DroidSansFallback", shaped=False),
    Cover(0x1200, 0x137F, "NotoSansEthiopic"),
    Cover(0x1400, 0x167F, "NotoSansCanadianAboriginal"),
    Cover(0x1780, 0x17FF, "NotoSansKhmer"),
    Cover(0x18B0, 0x18FF, "NotoSansCanadianAboriginal"),
    Cover(0x19E0, 0x19FF, "NotoSansKhmer"),
    Cover(0x2D30, 0x2D7F, "NotoSansTifinagh"),
    Cover(0x2E80, 0xFFEF, "DroidSansFallback", shaped=False),
    Cover(0x20000, 0x2A6DF, "HanaMinB", shaped=False),
    Cover(0, 0x1FFFF, EMOJI),
)
"""The fonts besides the usual one. A letter is looked for in those whose range it is in, one after the other."""
_SHAPED: Final = frozenset(cover.font for cover in COVERS if cover.shaped)


@cache
def font_of(name: str) -> GlyphFont:
    """The font, which is known to the writer of PDF files from now on."""
    return read_font(name, str(FOLDER / f"{name}.ttf"))


def shown(text: str) -> str:
    """The text as it can be printed: nothing prints half a letter, a control or a mark of direction."""
    whole = unicodedata.normalize("NFC", text)
    return "".join(c for c in whole if c in JOINERS or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})


def is_shaped(font: str, text: str) -> bool:
    """Whether the letters change with those beside them, or carry marks that are set over or under them."""
    return font in _SHAPED or any(_leans(letter) for letter in text)


def looks_at_others(letter: str) -> bool:
    """Whether how a letter is printed depends on its neighbours: marks, joiners, parts of syllables, directions."""
    if letter.isascii():
        return False
    return _leans(letter) or "\u1100" <= letter <= "\u11ff" or unicodedata.bidirectional(letter) in LEFTWARDS


def _leans(letter: str) -> bool:
    """Whether it is a mark on the letter before it, chooses its shape or joins it to the next."""
    return letter in JOINERS or unicodedata.category(letter)[0] == "M"


def fonts_of(text: str, usual: str) -> Iterator[tuple[str, str]]:
    """Each letter with its font; one that no font has comes plain if it is but dressed up, or else as UNKNOWN."""
    font: str | None = usual
    for at, letter in enumerate(text):
        before = font or usual
        font = _chosen(text, at, before, usual)
        if font:
            yield letter, font
            continue
        for plain in unicodedata.normalize("NFKC", letter):
            found = _having(plain, usual)
            yield (plain, found) if found else (UNKNOWN, usual)


def _chosen(text: str, at: int, before: str, usual: str) -> str | None:
    letter = text[at]
    joined = at > 0 and text[at - 1] == JOINERS[-1]
    if letter == " " and before in _SHAPED and before != EMOJI:
        return before
    if (_leans(letter) or joined) and (_is_unseen(letter) or font_of(before).has(letter)):
        return before
    if text[at + 1 : at + 2] == _AS_EMOJI and font_of(EMOJI).has(letter):
        return EMOJI
    return _having(letter, usual)


def can_print(letters: Iterable[str]) -> bool:
    """Whether each of these letters has a shape in one of the fonts, plain and bold."""
    return all(_having(letter, usual) for usual in (PLAIN, BOLD) for letter in shown("".join(letters)))


def _is_unseen(letter: str) -> bool:
    """Whether it has no shape of its own: it joins, or chooses the shape of the letter before it."""
    return letter in JOINERS or "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


@lru_cache(maxsize=8192)
def _having(letter: str, usual: str) -> str | None:
    """The first font that has the letter."""
    if font_of(usual).has(letter):
        return usual
    within = (cover.font for cover in COVERS if cover.first <= ord(letter) <= cover.last)
    return next((font for font in within if font_of(font).has(letter)), None)


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
