"""Counts as people and programs write them around a name, and how sure a count is."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist import lazy

UNCOUNTED: Final = "uncounted"
"""The reason of a card line that states no count."""
BEHIND: Final = "behind"
"""The reason of a card line with its count behind, where a heading has its total."""
TOTAL: Final = "total"
"""The reason of a line that states a total: a heading of the list's own, a remark, or (unread) one that is not so."""
UNSURE: Final = "unsure"
"""The reason of a card line with a number that may be its count and may be none."""
NUMBERED: Final = "numbered"
"""The reason of a line with a number and a dot in front: a count, or its place in a numbered list."""
LONGEST_RUN_IN_DOUBT: Final = 3
"""1, 2, 3 in front of the lines of a whole list may be counts; 1, 2, 3, 4 number its lines."""

TOTAL_FROM: Final = 5
"""From so many on, a number behind an x may be the total of a heading ("Ramp x12")."""
LONGEST_GAP: Final = 3
"""So far apart are the numbers of a list from which lines were taken."""

_QUOTED: Final = lazy.regex(r"(?:>\s*)+")
_DECORATED: Final = lazy.regex(
    r"""(?:[-*•·–—|+]\s+|[-–—•·◦‣▪○●□■◆☐☑✓✔]\s*|\[[ xX✓]?\]\s+|["'“”`|*_]++)++(?=[xX×]?\d)"""
)
_LETTER_O: Final = lazy.regex(r"(?<![\da-wyzA-WYZ])(\d++)[oO]++(?=[xX×]?\s)")
_PARTED: Final = lazy.regex(
    r"""(\d{1,3})[xX×]?(?:["'`*_]*\s?[,;:|=*]\s?["'`]*\s?|["'`*_]+\s+|\s?[-–—·]\s+)(?=[^\s\d])"""
)
_NUMBERED: Final = lazy.regex(r"(\d{1,3})\s?[.)](?:\s+|(?=[^\s\d.)]))(\S.*)")
_BEHIND: Final = lazy.regex(
    r"\s(?:\(?[xX×]\s?(\d+)\)?|(\d{1,2})\s?[xX×])$"
    r"|\s[(\[](\d{1,2})(?: cards|[xX×])?[)\]]$"
    r"|\s?[×](?:\s)?(\d{1,2})$|\s?(\d{1,2})\s?[枚張张장]$"
    r"|(?:\s?(?:\.\.+|…|__+)|\s[-–—·]+|\s?[:;,=|*])\s?[xX×]?(\d{1,2})[xX×]?$"
)
_WORDS: Final = dict(zip("zero one two three four five six seven eight nine ten".split(), range(11), strict=True)) | {
    "twelve": 12,
    "twenty": 20,
}
_FRONT_NUMBERS: Final = lazy.regex(
    rf"(?:\W*(?:[xX×]?\d{{1,9}}[xX×]?|{'|'.join(_WORDS)})\b\W+)+",
    re.IGNORECASE,
)
_FIGURES: Final = lazy.regex(rf"\d+|{'|'.join(_WORDS)}", re.IGNORECASE)
_DECIMAL: Final = lazy.regex(r"\d[.,:]\d")
_PREFIX: Final = lazy.regex(r"^\s*[A-Za-z() ]{2,24}:\s*(?=\W*\d)")
_MOST_COPIES: Final = 100
_BACK_NUMBERS: Final = lazy.regex(r"(?:\W+[xX×]?\d{1,9}[xX×]?){1,4}\W*$")
_ALONE: Final = lazy.regex(r"(?<![\w.,:/$€-])(?:\d{1,3}[xX×]?|[xX×]\d{1,3})(?![\w.,:/€-])")
_NUMBER: Final = lazy.regex(r"\d+")


class Front(NamedTuple):
    """A line without the signs in front of its count; `place` is the number of a line in a numbered list."""

    line: str
    place: int = 0


class Behind(NamedTuple):
    """A name and the count behind it; `total` where a heading would have its total."""

    name: str
    digits: str
    total: bool


def unquoted(line: str) -> str:
    """The line without the marks of who quoted it."""
    return (_QUOTED.sub("", line, count=1) or line) if line[0] == ">" else line


def plain_front(line: str) -> Front:
    """The line with its count in front as it is usually written: `>> 4, Opt`, `**4** Opt` and `4 - Opt` are `4 Opt`."""
    line = unquoted(line)
    first = line[0]
    if not first.isalnum() and (decorated := _DECORATED.match(line)):
        line = _without_end(line[decorated.end() :]) or line
        first = line[0]
    if not first.isdecimal():
        return Front(line)
    line = _LETTER_O.sub(lambda found: found[1] + "0" * (found.end() - found.end(1)), line, count=1)
    numbered = _NUMBERED.match(line)
    if numbered:
        return Front(numbered[2], int(numbered[1]))
    parted = _PARTED.match(line)
    return Front(f"{parted[1]} {_without_end(line[parted.end() :])}" if parted else line)


def _without_end(line: str) -> str:
    """The line without the other half of the signs that stood in front."""
    line = line.rstrip("*`| ") or line
    return line[:-1] if line.endswith('"') and line.count('"') % 2 else line


def count_behind(line: str) -> Behind | None:
    """The count at the end of a line, if one is plainly there."""
    if not (line[-1].isdecimal() or line[-1] in "xX×)]枚張张장"):
        return None
    found = _BEHIND.search(line)
    if not found:
        return None
    with_x, before_x, boxed, *others = found.groups()
    digits = with_x or before_x or boxed or next(filter(None, others))
    total = bool(boxed or others[-1]) or int(digits[:9]) >= TOTAL_FROM
    return Behind(line[: found.start()].rstrip(" ,.:;|-–—*"), digits, total)


def without_numbers(name: str, but: str = "") -> str:
    """The name without the numbers at its ends, which may be counts; those that `but` has as well stay."""
    kept = set(_NUMBER.findall(but))
    front = _FRONT_NUMBERS.match(name)
    if front and front.end() < len(name) and kept.isdisjoint(_NUMBER.findall(front[0])):
        name = name[front.end() :]
    back = _BACK_NUMBERS.search(name)
    if back and back.start() and kept.isdisjoint(_NUMBER.findall(back[0])):
        name = name[: back.start()]
    return name


def stated_in(text: str) -> int:
    """The number that most likely is a line's count: the last in front of the name, else the first behind, else 0."""
    text = _PREFIX.sub("", text, count=1)
    front, back = _FRONT_NUMBERS.match(text), _BACK_NUMBERS.search(text)
    found = _FIGURES.findall(front[0])[-1:] if front else []
    if not found and back and not _DECIMAL.search(back[0]):
        found = _FIGURES.findall(back[0])[:1]
    number = int(found[0]) if found and found[0].isdecimal() else _WORDS.get(found[0].casefold(), 0) if found else 0
    return number if number < _MOST_COPIES else 0


def numbers_in(text: str) -> list[str]:
    """The numbers in a text, in order."""
    return _NUMBER.findall(text)


def may_state_count(line: str) -> bool:
    """Whether a line has a short number that stands by itself, unlike "4c", "1st", "5-0" and "2026-08-01"."""
    return bool(_ALONE.search(line))


def may_count(name: str) -> bool:
    """Whether the name holds a number, in figures or in words in front."""
    return bool(_NUMBER.search(name) or _FRONT_NUMBERS.match(name))


def are_places(numbers: list[int]) -> bool | None:
    """Whether the numbers in front of lines tell their places (1, 2, 3, ...), not their counts; None: either."""
    steps = [number - before for before, number in zip([0, *numbers], numbers, strict=False) if number != 1]
    if len(numbers) < 2 or not steps or any(not 0 < step <= LONGEST_GAP for step in steps[numbers[0] != 1 :]):
        return False
    return True if set(steps) == {1} and max(numbers) > LONGEST_RUN_IN_DOUBT else None
