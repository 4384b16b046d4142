"""A person's name as a source writes it, made fit to show; and the words beside names that are no names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

LONGEST: Final = 200
"""A longer text is no name."""

_LONGEST_PHRASE: Final = 400
"""What stands further behind in a text is not looked at for words that are known."""

_ASCII_MARKS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that carry no accent Unicode could take off."""

_HIDDEN: Final = {
    **dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F, *range(0x80, 0x85), *range(0x86, 0xA0))),
    **dict.fromkeys((0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F))),
    **dict.fromkeys((0x2060, *range(0x2066, 0x206A), 0xFEFF, *range(0xFFF9, 0xFFFC))),
}
"""Controls, text direction, zero width. The joiners that make one emoji of several stay."""

_SUFFIXES: Final = frozenset("jr sr i ii iii iv v md phd esq junior senior jun sen fils dr".split())
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


class Name(NamedTuple):
    """A name to show, and its two parts where the source states which is which."""

    display: str
    first: str | None = None
    last: str | None = None


def tidy(text: str) -> str:
    """The text on one line with single blanks and without marks that show nothing; everything else as written."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    whole = _SURROGATES.sub("\ufffd", text).translate(_HIDDEN)
    return " ".join(unicodedata.normalize("NFC", whole).split())


def fold_word(text: str) -> str:
    """Lower case without accents and marks, words parted by single blanks: the form in which words are known."""
    head = text[:_LONGEST_PHRASE]
    if head.isascii():
        return " ".join(head.lower().translate(_ASCII_MARKS).split())
    spread = unicodedata.normalize("NFKD", head.casefold().translate(_LETTERS))
    bare = "".join(c if c.isalnum() else " " for c in spread if not unicodedata.combining(c))
    return " ".join(bare.split())


def read_name(text: str) -> Name:
    """The name in a cell: exactly one comma with text on both sides parts last from first name."""
    display = tidy(text)
    last, comma, first = (part.strip() for part in display.replace("，", ", ").partition(","))
    if not (comma and first and last) or "," in first or fold_word(first) in _SUFFIXES:
        return Name(display)
    return Name(f"{first} {last}", first, last)


def join_name(first: str, last: str) -> Name:
    """The name of which a source gives both parts; one part alone is a name without a split."""
    first, last = tidy(first), tidy(last)
    if first and last:
        return Name(f"{first} {last}", first, last)
    return read_name(first or last)


_NOBODY: Final = frozenset(
    """
    bye|a bye|no opponent|none|null|n a|na|tbd|unpaired|no pairing|walkover|walk over|freilos|spielfrei|exempt|exempte|
    libre|descanso|descansa|riposo|turno di riposo|folga|vrij|vrijloting|vrije ronde|wolny los|pauza|pauz|volny los|
    frirunde|frirond|walk|vapaakierros|huilaaja|eronyero|erőnyerő|бай|свободен|不戦勝|轮空|輪空|부전승
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
_POINTS: Final = re.compile(
    r"\s*[(\[]\s*(-?\d+(?:[.,]\d+)?)\s*(?:match\s*)?(?:points?|pts?\.?|punkte?|punti|puntos|pontos|punkt\w*|p)?\s*[)\]]\s*$",
    re.IGNORECASE,
)


def is_nobody(text: str) -> bool:
    """Whether a cell where an opponent stands says that there is none: "BYE", "*** Bye ***", "-", nothing."""
    if len(text) > LONGEST:
        return False
    word = fold_word(_POINTS.sub("", text))
    return (not word and not any(_shows(c) for c in text)) or word in _NOBODY


def _shows(letter: str) -> bool:
    """Whether a sign can be all there is of a name: emoji are names, dashes and stars are not."""
    return unicodedata.category(letter) in {"So", "Sk", "Cn", "Lo", "Co"}


def cut_points(text: str) -> tuple[str, float | None]:
    """A name without the points in brackets behind it, and these points."""
    found = _POINTS.search(text) if len(text) <= LONGEST else None
    if not found or not text[: found.start()].strip():
        return text, None
    return text[: found.start()], read_number(found[1])


def read_number(text: str) -> float | None:
    """The number in a cell, with a comma or a point for decimals; nothing where the cell holds something else."""
    found = re.fullmatch(r"\s*(-?\d{1,9}(?:[.,]\d{1,9})?)\s*", text)
    if not found:
        return None
    value = float(found[1].replace(",", "."))
    return int(value) if value.is_integer() else value


def read_rank(text: str) -> int | None:
    """The rank in a cell: "1", "1.", "=3", "T3", "3rd", "#4"."""
    found = re.fullmatch(r"\s*[#=tT]{0,2}\s*(\d{1,6})\s*(?:\.0|[.)=°ºª:]|st|nd|rd|th|e|er|ème|re)?\s*", text)
    return int(found[1]) if found else None


_RECORD: Final = re.compile(r"\s*[(\[]?\s*(\d{1,3})\s*[-–—/:]\s*(\d{1,3})(?:\s*[-–—/:]\s*(\d{1,3}))?\s*[)\]]?\s*")


def read_record(text: str) -> str | None:
    """Wins, losses and draws as "3-0-1"; draws are none where they are left out."""
    found = _RECORD.fullmatch(text)
    return f"{int(found[1])}-{int(found[2])}-{int(found[3] or 0)}" if found else None
