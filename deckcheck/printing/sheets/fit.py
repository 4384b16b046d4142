"""What fits into a width: names on one line or more, and texts that are cut off with a mark.

Whatever is measured comes in as a function, so that this computes from its arguments alone. What is measured is never
much longer than what fits, so the work grows with the text and not with its square.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

Measure = Callable[[str], float]
"""How wide a text is at the size of 1 point."""

NARROWEST: Final = 0.86
"""A name is set so much narrower at most; one that is longer still takes a second line."""
MOST_LINES: Final = 8
"""A name takes so many lines at most, and its end is cut off there: the longest names of cards need fewer."""
CUT_OFF: Final = "…"
_LONGEST: Final = 2000
"""No field and no name on paper has room for more letters, whatever they are."""
_SHORT: Final = 80
_FIRST: Final = 8
_JOIN: Final = "\u200d"
_VIRAMA: Final = 9
_SHOWN_VIRAMAS: Final = frozenset("\u0bcd\u0e3a\u0eba\u103a")
"""They stand over or under their letter and join it to none."""


def fit_name(name: str, room: float, measure: Measure) -> tuple[tuple[str, ...], float]:
    """The lines that a name takes in a width, and how much narrower than usual they are set."""
    wide = measure(name) if len(name) <= _LONGEST else room * 2
    if wide * NARROWEST <= room:
        return (name,), min(1.0, room / wide) if wide else 1.0
    lines = list(islice(_lines(name, room, measure), MOST_LINES + 1))
    if len(lines) > MOST_LINES:
        # The mark may need room that only a letter of the line can give.
        lines[MOST_LINES - 1 :] = [cut_off(f"{lines[MOST_LINES - 1]} {lines[MOST_LINES]}", room, measure)]
    return tuple(lines) or ("",), 1.0


def _lines(name: str, room: float, measure: Measure) -> Iterator[str]:
    """The lines of a name that is too wide for one, as many as it needs."""
    rest = name.strip(" ")
    while rest:
        length = longest(rest, room, measure)
        end = length if length == len(rest) else _between_words(rest, length) or length
        yield rest[:end].rstrip(" ")
        rest = rest[end:].lstrip(" ")


def _between_words(text: str, length: int) -> int:
    """Where the last word ends that fits wholly; slashes stand with the word behind them. 0 where the first is cut."""
    end = text.rfind(" ", 0, length + 1)
    if text[max(0, end - 3) : max(0, end)] in {" //", "//"}:
        end = text.rfind(" ", 0, end)
    return max(0, end)


def fits(text: str, room: float, measure: Measure) -> bool:
    """Whether a text fits. Of one that is long, no more is measured than shows that it does not."""
    return measure(text) <= room if len(text) <= _SHORT else longest(text, room, measure) == len(text)


def longest(text: str, room: float, measure: Measure) -> int:
    """How many letters of a text fit: one at least if there is any, and none is parted from its marks."""
    end = min(len(text), _LONGEST)
    few, many = 0, min(_FIRST, end)
    while measure(text[:many]) <= room:
        if many == end:
            return end
        few, many = many, min(2 * many, end)
    while many - few > 1:
        middle = (few + many) // 2
        if measure(text[:middle]) <= room:
            few = middle
        else:
            many = middle
    few = max(few, 1)
    return before_mark(text, few) or few


def cut_off(text: str, room: float, measure: Measure) -> str:
    """As much of a text as fits with a mark behind it; the mark alone if nothing else does."""
    length = longest(text, room, lambda part: measure(f"{part}{CUT_OFF}"))
    kept = text[:length].rstrip()
    return f"{kept}{CUT_OFF}" if measure(f"{kept}{CUT_OFF}") <= room else CUT_OFF


def before_mark(text: str, length: int) -> int:
    """Where to cut a text at the latest, so that no letter loses its marks and no joined signs are parted."""
    while 0 < length < len(text) and _are_one(text, length):
        length -= 1
    return length


def _are_one(text: str, at: int) -> bool:
    """Whether the letters before and behind a place belong to one another."""
    before, behind = text[at - 1], text[at]
    if unicodedata.category(behind)[0] == "M" or _JOIN in {before, behind}:
        return True
    if _is_tone(behind) or (_is_joining(before) and behind.isalpha()):
        return True
    return _is_flag(before) and _is_flag(behind) and _flags_before(text, at) % 2 == 1


def _is_tone(letter: str) -> bool:
    """Whether it is the tone of the skin of the sign before it."""
    return "\U0001f3fb" <= letter <= "\U0001f3ff"


def _is_joining(mark: str) -> bool:
    """Whether the mark makes one sign of the letter before it and the one behind."""
    return unicodedata.combining(mark) == _VIRAMA and mark not in _SHOWN_VIRAMAS


def _is_flag(letter: str) -> bool:
    """Whether it is half a flag."""
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _flags_before(text: str, at: int) -> int:
    count = 0
    while at > count and _is_flag(text[at - count - 1]):
        count += 1
    return count
