"""Names of which letters were lost on the way: each of them a replacement mark ("S\ufffdance") or a question mark."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.names import fold

_LOST: Final = lazy.regex(r"\ufffd+|(?<!\S)\?+(?=\w)|(?<=\w)\?+(?=\w)")
_LETTERS: Final = r"(?: |\w{0,2})"
"""What stood there: a letter, two of them ("æ"), a mark that names are compared without, or one that parts words."""
_LEAST_LEFT: Final = 3
_MOST_LOST: Final = 6
"""Of more than these nothing is sure, and trying all that they may have been takes long."""


def with_letters(name: str, texts: Sequence[str]) -> list[int]:
    """The places of all folded names, given in order, that this one can have been; none if it lost no letter."""
    pieces = _LOST.split(name)
    if not 1 < len(pieces) <= _MOST_LOST + 1:
        return []
    folded = [fold(piece) if any(map(str.isalnum, piece)) else "" for piece in pieces]
    if sum(map(len, folded)) < _LEAST_LEFT:
        return []
    # What parts the words beside a lost letter is kept.
    spaced = [_spaces(piece, text) for piece, text in zip(pieces, folded, strict=True)]
    fits = re.compile(_LETTERS.join(map(re.escape, spaced))).fullmatch
    start = spaced[0]
    at = bisect_left(texts, start)
    found: list[int] = []
    while at < len(texts) and texts[at].startswith(start):
        if fits(texts[at]):
            found.append(at)
        at += 1
    return found


def _spaces(piece: str, folded: str) -> str:
    before, behind = piece[:1].isspace(), piece[-1:].isspace()
    return f"{' ' * before}{folded}{' ' * behind}" if folded else " " * (before or behind)
