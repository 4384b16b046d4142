"""How a list flows over the columns and pages of a sheet, and what fits into a width: no card is cut in two, no heading
stands last, and what is too long goes on on the next line or is cut off with a mark.

Whatever is measured comes in as a function, so that this computes from its arguments alone. What is measured is never
much longer than what fits, so the work grows with the text and not with its square.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from deckcheck.printing.sheets.sheet_contents import SheetRow, SheetSection
from deckcheck.translations import gettext

HEADING: Final = 21.0
PILE: Final = 12.0
KEPT: Final = 10
"""A pile of so many lines or fewer stands in one column."""


class Kind(Enum):
    """What a line of a column is."""

    HEADING = "heading"
    PILE = "pile"
    ROW = "row"
    TOTAL = "total"


class Block(NamedTuple):
    """One line of a column. `number` counts the rows of its section; `lines` are more than one for a long name.

    `played` and `printed` are of checklists: what is in the deck, and the number that is printed on the card.
    """

    kind: Kind
    height: float
    lines: tuple[str, ...] = ("",)
    figure: str = ""
    number: int = 0
    squeeze: float = 1.0
    waiting: bool = False
    played: str = ""
    printed: str = ""


class Placed(NamedTuple):
    """A block and how far below the top of its column it begins."""

    block: Block
    top: float


Column = tuple[Placed, ...]
Page = tuple[Column, ...]
Unit = tuple[Block, ...]
Fit = Callable[[str, float], tuple[tuple[str, ...], float]]
"""The lines that a name takes in a width, and how much narrower than usual they are set."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How lines are set: columns a page, the distance of lines, the size of letters, the width left for names."""

    columns: int
    pitch: float
    size: float
    width: float


@dataclass(frozen=True, slots=True)
class Room:
    """How high the columns are on the first page and on those behind it."""

    first: float
    later: float

    def on(self, page: int) -> float:
        """The height of the columns of a page, the first of which is 0."""
        return self.later if page else self.first


def _row(row: SheetRow, number: int, setting: Setting, fit: Fit) -> Block:
    lines, squeeze = fit(row.name, setting.width / setting.size)
    height = setting.pitch + (len(lines) - 1) * (setting.size + 2)
    played = str(row.played or "")
    return Block(Kind.ROW, height, lines, str(row.copies or ""), number, squeeze, row.waiting, played, row.number)


def units_of(section: SheetSection, setting: Setting, fit: Fit, *, kept: bool) -> list[Unit]:
    """The blocks of a section in units that no end of a column parts; with `kept` short piles are such, too."""
    head: list[Block] = [Block(Kind.HEADING, HEADING, (section.title,))]
    units: list[Unit] = []
    number = 0
    for pile in section.piles:
        first = len(units)
        if pile.heading:
            head.append(Block(Kind.PILE, PILE, (pile.heading,)))
        for row in pile.rows:
            number += 1
            units.append((*head, _row(row, number, setting, fit)))
            head = []
        if kept and pile.heading and len(pile.rows) <= KEPT:
            units[first:] = [tuple(block for unit in units[first:] for block in unit)]
    figure, played = ("" if total is None else str(total) for total in (section.count, section.played))
    total = Block(Kind.TOTAL, setting.pitch, figure=figure, played=played)
    last = units.pop() if units else tuple(head)
    return [*units, (*last, total)]


class _Pages:
    """Pages as they fill up."""

    def __init__(self, columns: int, room: Room) -> None:
        self.columns, self.room = columns, room
        self.pages: list[list[list[Placed]]] = [[[]]]
        self.used = 0.0

    @property
    def left(self) -> float:
        """How much of the column is free."""
        return self.room.on(len(self.pages) - 1) - self.used

    @property
    def last_column(self) -> bool:
        """Whether the page ends with this column."""
        return len(self.pages[-1]) == self.columns

    def turn(self) -> None:
        """Go on in the next column."""
        if self.last_column:
            self.pages.append([])
        self.pages[-1].append([])
        self.used = 0.0

    def put(self, blocks: Iterable[Block]) -> None:
        """Set blocks into the column."""
        for block in blocks:
            self.pages[-1][-1].append(Placed(block, self.used))
            self.used += block.height

    def done(self) -> tuple[Page, ...]:
        """The pages as they are now."""
        return tuple(tuple(tuple(column) for column in page) for page in self.pages)


def height_of(units: Iterable[Unit]) -> float:
    """How high some units are."""
    return sum(block.height for unit in units for block in unit)


def flow(parts: Sequence[tuple[str, Sequence[Unit]]], columns: int, room: Room) -> tuple[Page, ...]:
    """The pages of a list: sections one after the other, each with its title, going on where the next column begins.

    A section that has a column's room begins in a column of its own, as long as the page has one.
    """
    pages = _Pages(columns, room)
    for place, (title, units) in enumerate(parts):
        if place and pages.used and not pages.last_column and height_of(units) <= room.on(len(pages.pages) - 1):
            pages.turn()
        for number, unit in enumerate(units):
            if height_of([unit]) > pages.left and pages.used:
                pages.turn()
                if number:
                    pages.put([Block(Kind.HEADING, HEADING, (gettext("{title}, continued").format(title=title),))])
            pages.put(unit)
    return pages.done()


def flow_beside(columns: Sequence[Sequence[Sequence[Unit]]], room: Room) -> tuple[Page, ...] | None:
    """The one page on which sections stand in the columns they are given; None if they are too high for it."""
    if any(sum(height_of(units) for units in column) > room.first for column in columns):
        return None
    pages = _Pages(len(columns), room)
    for place, column in enumerate(columns):
        if place:
            pages.turn()
        for units in column:
            pages.put(block for unit in units for block in unit)
    return pages.done()


Beside = Sequence[Sequence[str]]
"""Which sections stand over one another in each column, where a game has columns of its own."""


def lay_pages(
    sections: Sequence[SheetSection], settings: Sequence[Setting], room: Room, measure: Measure, beside: Beside = ()
) -> tuple[Setting, tuple[Page, ...]]:
    """The setting that takes the fewest pages, the roomiest of them, and its pages."""
    # The settings try the same parts of each name, and there are more of these than anybody else remembers.
    measured = cache(measure)

    @cache
    def fit(name: str, wide: float) -> tuple[tuple[str, ...], float]:
        return fit_name(name, wide, measured)

    best: tuple[Setting, tuple[Page, ...]] | None = None
    for setting in settings:
        for kept in (True, False):
            pages = _pages(sections, setting, room, fit, beside, kept=kept)
            if best is None or len(pages) < len(best[1]):
                best = setting, pages
            if len(pages) == 1:
                return best
    if best is None:
        raise ValueError("A list needs a setting.")
    return best


def _pages(
    sections: Sequence[SheetSection], setting: Setting, room: Room, fit: Fit, columns: Beside, *, kept: bool
) -> tuple[Page, ...]:
    parts = [(section, units_of(section, setting, fit, kept=kept)) for section in sections]
    if setting.columns == len(columns) and {section.id for section in sections} == {s for c in columns for s in c}:
        by_id = {section.id: units for section, units in parts}
        beside = flow_beside([[by_id[name] for name in column] for column in columns], room)
        if beside is not None:
            return beside
    return flow([(section.title, units) for section, units in parts], setting.columns, room)


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
