"""Which font of the printed sheets has a letter: the usual one first, then the one of its script."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from deckcheck.printing.pdf.glyph_font import GlyphFont, read_font

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
