"""A pool while it is counted: its sets as checklists with a count on each row, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.verdict.layout import colour_heading
from deckcheck.verdict.pool_counts import PoolRead, PoolRow, Unread, pool_text
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.pages.check.pips import kind_words
from deckcheck.web.words import curly

SHORT: Final[Mapping[str, str]] = {
    "White": "W",
    "Blue": "U",
    "Black": "B",
    "Red": "R",
    "Green": "G",
    "Several colours": "Multi",
    "Colourless": "C",
    "Lands": "Land",
    "Several elements": "Multi",
    "No element": "None",
}
"""What a colour is called where there is little room."""
MOST_GROUPS: Final = 24
"""A set that changes its colour more often than this from row to row has no headings."""


class RowShown(NamedTuple):
    """A card of a checklist: its number, all numbers that mean it, its type, and how many were counted.

    `most`: so many there are to take, where a deck is built of a pool; none for what has no end.
    """

    key: str
    name: str
    number: str = ""
    numbers: str = ""
    about: str = ""
    count: int = 0  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    most: int | None = None

    @property
    def set_code(self) -> str:
        """The set it is counted in; empty where that is not known."""
        return self.key.partition("/")[0]


class GroupShown(NamedTuple):
    """Rows of one colour that follow one another in the checklist; without a heading all rows of a set."""

    anchor: str
    heading: str
    short: str
    rows: tuple[RowShown, ...]

    @property
    def total(self) -> int:
        """How many cards were counted here."""
        return sum(row.count for row in self.rows)


class SetShown(NamedTuple):
    """The checklist of one set."""

    code: str
    name: str
    groups: tuple[GroupShown, ...]

    @property
    def rows(self) -> tuple[RowShown, ...]:
        """All its rows, in the order of the checklist."""
        return tuple(row for group in self.groups for row in group.rows)


class Counted(NamedTuple):
    """All that was counted. `others`: cards on no checklist that is shown; `told`: names that were read differently.

    `foreign`: sentences about cards that no booster of the sets holds, or may not; `refuses`: one of them surely is so.
    """

    sets: tuple[SetShown, ...]
    others: tuple[RowShown, ...]
    unread: tuple[Unread, ...]
    total: int
    told: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    refuses: bool = False

    @property
    def rows(self) -> tuple[RowShown, ...]:
        """The rows that hold a card, in the order of the checklists."""
        return tuple(row for of_set in self.sets for row in of_set.rows if row.count) + self.others

    @property
    def text(self) -> str:
        """The same as text: what was read as exported lines, then what was not as it was typed."""
        return "\n".join(filter(None, (pool_lines(self.rows), self.left)))

    @property
    def left(self) -> str:
        """What was not read, as it was typed."""
        return "\n".join(unread.text for unread in self.unread)

    @property
    def unread_rows(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """The same as the page's script takes it: text, reason, names that may be meant."""
        return [(unread.text, curly(unread.why), unread.near) for unread in self.unread]


def key_of(set_code: str, name: str) -> str:
    """What names a row: `FDN/Llanowar Elves`."""
    return f"{set_code}/{name}"


def pool_lines(rows: Iterable[RowShown]) -> str:
    """Rows as programs export them, and as they are read again: `2 Llanowar Elves (FDN) 227`."""
    return pool_text(rows_of(rows)).partition("\n")[2].rstrip("\n")


def counted_of(read: PoolRead, sets: Sequence[SetList], text: str) -> Counted:
    """What was read of a text, on the checklists of the sets that are open."""
    counts: dict[str, int] = {}
    numbers: dict[str, str] = {}
    for row in read.rows:
        key = key_of(row.set_code, row.name)
        counts[key] = counts.get(key, 0) + row.count
        numbers[key] = row.number
    shown = tuple(_set_shown(one, counts) for one in sets)
    listed = {row.key for of_set in shown for row in of_set.rows}
    others = tuple(
        RowShown(key, key.partition("/")[2], numbers[key], count=n) for key, n in counts.items() if key not in listed
    )
    lines = text.splitlines()
    unread = tuple(_whole(one, lines) for one in read.unread)
    foreign = tuple(one.text for one in read.foreign)
    return Counted(shown, others, unread, read.total, read.told, foreign, any(one.known for one in read.foreign))


def rows_of(counted: Iterable[RowShown]) -> tuple[PoolRow, ...]:
    """The rows as the core counts them."""
    return tuple(PoolRow(row.count, row.name, row.set_code, row.number) for row in counted)


def _whole(unread: Unread, lines: Sequence[str]) -> Unread:
    """What was not read with all its letters, since it goes back to where it was typed; its reason names it."""
    line = " ".join(lines[unread.line - 1].split()) if 0 < unread.line <= len(lines) else ""
    begins, cut, _ = unread.text.partition("\u2026")
    place = line.find(begins)
    why = unread.why if unread.text in unread.why else f'"{unread.text}": {unread.why}'
    return unread._replace(text=line[place:] if cut and place >= 0 else unread.text, why=why)


def _set_shown(of_set: SetList, counts: Mapping[str, int]) -> SetShown:
    numbers: dict[str, list[str]] = {}
    for number, card in of_set.numbers.items():
        numbers.setdefault(card.name, []).append(number)
    runs = [(heading, tuple(cards)) for heading, cards in groupby(of_set.cards, colour_heading)]
    if len(runs) > MOST_GROUPS:
        runs = [("", of_set.cards)]
    groups = tuple(
        GroupShown(
            f"{of_set.code}-{place}".lower().replace(" ", "-"),
            heading,
            SHORT.get(heading, heading[:4]),
            tuple(_rows(of_set, cards, numbers, counts)),
        )
        for place, (heading, cards) in enumerate(runs, 1)
    )
    return SetShown(of_set.code, of_set.name, groups)


def _rows(
    of_set: SetList, cards: Iterable[Card], numbers: Mapping[str, Sequence[str]], counts: Mapping[str, int]
) -> Iterator[RowShown]:
    for card in cards:
        key = key_of(of_set.code, card.name)
        yield RowShown(
            key=key,
            name=card.name,
            number=of_set.number_of.get(card.name, ""),
            numbers=" ".join(numbers.get(card.name, ())),
            about=kind_words(card),
            count=counts.get(key, 0),
        )
