"""A line of text without what shows nothing and what only decorates: letters and signs as a list means them."""

from __future__ import annotations

import html
import re
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.encodings import unmangled

_INVISIBLE: Final = {
    **dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F, *range(0x80, 0x85), *range(0x86, 0xA0))),
    **dict.fromkeys((0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F))),
    **dict.fromkeys((*range(0x2060, 0x2070), *range(0xFE00, 0xFE10), 0xFEFF, *range(0xFFF9, 0xFFFC))),
    **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0x2800, 0x3164, 0x115F, 0x1160, 0x20E3), " "),
    **{start + n: f" {n + 1} " for start in (0x2460, 0x2474, 0x2488) for n in range(20)},
    **{start + n: f" {n + 1} " for start in (0x2776, 0x2780, 0x278A) for n in range(10)},
    **{0x24F5 + n: f" {n + 1} " for n in range(10)},
    **dict.fromkeys((0x2715, 0x2716, 0x2A2F), "×"),
    **{ord(sign): str(n) for n, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}
"""Marks that show nothing: text direction, zero width, controls; a few fillers that show as a space;
letters and digits of double width; numbers in circles and keys, and those written small."""

_ENTITY: Final = lazy.regex(r"&(?:#\d{2,5}|#[xX][0-9a-fA-F]{2,5}|[a-zA-Z]{2,8});")
_ESCAPED: Final = 3
"""So often entities are escaped at most: by a site, by the program that copied it, by the file it was saved in."""
_PICTURES: Final = "\u2190-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_BEFORE: Final = lazy.regex(f"^[{_PICTURES}][{_PICTURES} ]*(?=.)")
_BEHIND: Final = lazy.regex(f" [{_PICTURES}][{_PICTURES} ]*$")
_PRICE: Final = lazy.regex(
    r"(?<=\S)(?:\s[-–@|=:]\s?|\s?[@(|]\s?|\s)(?:[$€£¥] ?\d[\d.,]*|\d[\d.,]* ?(?:[$€£¥]|tix\b|usd\b|eur(?:os?)?\b))"
    r"(?: ?(?:each|ea\.?|/ ?ea\.?))?\)?$",
    re.IGNORECASE,
)
_MAY_PRICE: Final = lazy.regex(r"[$€£¥]|tix|usd|eur", re.IGNORECASE)
_TAGS: Final = lazy.regex(
    r"\[/?(?:b|i|u|s|size|color|font|center|left|right|list|quote|code|spoiler|cards?|c|url|td|tr|table|li|\*)"
    r"(?:=[^\]]*)?\]"
    r"|</?(?:b|i|u|s|em|strong|br|p|li|ul|ol|span|div|a|td|tr|code|pre|h[1-6]|font|small|center)\b[^<>]*>",
    re.IGNORECASE,
)
"""Tags of forums and web pages, which only decorate."""
_LINKED: Final = lazy.regex(r"\[([^\[\]]+)\]\((?:https?:)?//[^)\s]*\)")
MOST_LETTERS: Final = 60
"""A sentence quotes at most so much of a line."""


def clean(raw: str) -> str:
    """The line with single spaces; without invisible marks, a web page's entities, pictures at its ends and prices."""
    line = without_entities(raw) if "&" in raw else raw
    line = line if line.isascii() else unmangled(line)
    line = " ".join(line.translate(_INVISIBLE).split())
    if "](" in line:
        line = _LINKED.sub(r"\1", line)
    if "[/" in line or "[*" in line or ("<" in line and ("</" in line or "<br" in line or "<li" in line)):
        line = " ".join(_TAGS.sub(" ", line).split()) or line
    if not line.isascii():
        line = _BEHIND.sub("", _BEFORE.sub("", line))
    return _PRICE.sub("", line) if _MAY_PRICE.search(line) else line


def has_letters(text: str) -> bool:
    """Whether a text has a letter, a figure or a blank to fill in, as each card's name has."""
    return any(c.isalnum() or c == "_" for c in text)


def without_entities(text: str) -> str:
    """The text with the letters that a web page's entities stand for, also where they are escaped more than once."""
    for _ in range(_ESCAPED):
        if not _ENTITY.search(text):
            break
        text = html.unescape(text)
    return text


def on_one_line(text: str) -> str:
    """The text of a file with single spaces, without entities and invisible marks, and otherwise as it stands there."""
    return " ".join(without_entities(text).translate(_INVISIBLE).split())


def shorten(text: str) -> str:
    """The text on one line without invisible marks, as long as a sentence may quote it."""
    told = " ".join(text.translate(_INVISIBLE).split())
    return told if len(told) <= MOST_LETTERS else told[: MOST_LETTERS - 1] + "…"
