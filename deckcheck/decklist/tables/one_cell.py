"""Tables of web pages that were copied with one cell a line: which lines make a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.tables.columns import MOST_COPIES, count_in
from deckcheck.decklist.tables.words import FILLERS

_PRICE: Final = lazy.regex(
    r"(?:[$€£¥]|USD|EUR)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|USD|EUR|tix)|\d+[.,]\d{2}|\(?\d{1,3}(?:\.\d)?\s?%\)?",
    re.IGNORECASE,
)
_MOST_CELLS: Final = 8
COUNT: Final = "count"
TEXT: Final = "text"


class Cells(NamedTuple):
    """A row: the places of its first line, of its count, of its name, and the place behind its last line."""

    first: int
    stated: int
    name: int
    behind: int


def kind_of(line: str) -> str:
    """What a line may be by itself: a count, a number that is none, a price, a word that fills columns, or a text."""
    text = line.strip()
    if _PRICE.fullmatch(text):
        return "price"
    count = count_in(text)
    if count is not None:
        return COUNT if 0 < count <= MOST_COPIES else "number"
    return "filler" if len(text) < 3 or text.casefold() in FILLERS else TEXT


def find_pattern(kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds of the cells of a row, as they come twice in a row and more often than any others; or nothing."""
    found: Counter[tuple[str, ...]] = Counter()
    for at in range(len(kinds) - 3):
        if {*kinds[at : at + 2]} == {COUNT, TEXT}:
            for cells in range(2, _MOST_CELLS + 1):
                row = tuple(kinds[at : at + cells])
                if row == tuple(kinds[at + cells : at + 2 * cells]):
                    found[row] += 1
                    break
    return max(found, key=lambda row: found[row], default=())


def rows_in(kinds: Sequence[str], pattern: Sequence[str], is_heading: Callable[[int], bool]) -> Iterator[Cells]:
    """The rows among lines of these kinds. What follows a count and a name is of their row as far as it fits in."""
    at = 0
    while at < len(kinds) - 1:
        if tuple(kinds[at : at + 2]) != tuple(pattern[:2]) or is_heading(at) or is_heading(at + 1):
            at += 1
            continue
        behind = at + 2
        for kind in pattern[2:]:
            if behind < len(kinds) and kinds[behind] == kind and not is_heading(behind):
                behind += 1
        counts_first = pattern[0] == COUNT
        yield Cells(at, at + (not counts_first), at + counts_first, behind)
        at = behind


def is_sure(pattern: Sequence[str]) -> bool:
    """Whether the number of a row is its count: it stands in front, or beside the name alone."""
    return pattern[0] == COUNT or len(pattern) == 2
