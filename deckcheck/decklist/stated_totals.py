"""The totals that a list states itself: they confirm what was read, or a line was lost on the way.

A total may be that of a section, of the deck, of all, or of the lines above it, and may count copies or lines: what it
agrees with in any way is confirmed.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.heading_words import CARDS
from deckcheck.decklist.written_counts import TOTAL, UNCOUNTED, UNSURE, numbers_in

_OF_HEADING: Final = lazy.regex(
    rf"(?:[(\[{{:：=–—-]\s*(\d+)|(\d+)\s?(?:{CARDS})\b)(?:\s?(?:{CARDS}|distinct|different|unique|total))*\W*$",
    re.IGNORECASE,
)
_LIMIT: Final = lazy.regex(r"max|min|up to|at (?:most|least)|optional|limit|höchstens|mindestens|/", re.IGNORECASE)
"""A form's own limit, which is no total."""


def with_totals_checked(lines: list[Line]) -> list[Line]:
    """The lines, with one that cannot be read for each total that is not what was read; its count is what was.

    A heading stays one, and has such a line behind it.
    """
    cards = [line for line in lines if line.kind is LineKind.CARD]
    if not cards or any(line.reason in (UNCOUNTED, UNSURE) for line in cards):
        return lines
    sizes = Counter[str]()
    rows = Counter(line.section for line in cards)
    for line in cards:
        sizes[line.section] += line.count
    deck = sizes["main"] + sizes["sideboard"]
    everywhere = {sizes.total(), rows.total(), deck, *sizes.values(), *rows.values()}
    checked: list[Line] = []
    above = 0
    for at, line in enumerate(lines):
        if line.kind is LineKind.HEADING:
            checked.append(line)
            above = 0
            read = sizes[line.section] if line.section else 0
            below, stated = _below(at, lines), _heading_total(line)
            if read and not _agrees(stated, {read, rows[line.section], *below}):
                # Of the section, or of its part up to the next heading: whichever it is nearer to is what it means.
                meant = min((read, below[0] or read), key=lambda cards: abs(int(stated[0][:6]) - cards))
                checked.append(line._replace(kind=LineKind.UNREAD, count=meant, reason=TOTAL))
        elif line.kind is LineKind.REMARK and line.reason == TOTAL:
            agrees = _agrees(numbers_in(line.text), {above, *everywhere})
            checked.append(line if agrees else line._replace(kind=LineKind.UNREAD, count=above or sizes.total()))
        else:
            checked.append(line)
            above += line.count if line.kind is LineKind.CARD else 0
    return checked


def _heading_total(line: Line) -> list[str]:
    """The number of a heading that is the total of what stands below."""
    found = None if _LIMIT.search(line.text) else _OF_HEADING.search(line.text)
    return [found[1] or found[2]] if found else []


def _agrees(stated: list[str], known: set[int]) -> bool:
    return not stated or any(int(number) in known for number in stated if len(number) < 6)


def _below(at: int, lines: list[Line]) -> tuple[int, int]:
    """How many cards stand between this heading and the next, and on how many lines."""
    counts: list[int] = []
    for place in range(at + 1, len(lines)):
        line = lines[place]  # A slice would copy the rest of the list for each heading.
        if line.kind is LineKind.HEADING:
            break
        if line.kind is LineKind.CARD:
            counts.append(line.count)
    return sum(counts), len(counts)
