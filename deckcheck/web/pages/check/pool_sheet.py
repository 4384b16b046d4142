"""A pool while it is counted: its sets as checklists with a count on each row, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from flask import Request

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card
from deckcheck.decklist.list_text import LIMITS
from deckcheck.translations import gettext
from deckcheck.verdict.pool_counts import PoolRead, PoolRow, Unread, pool_text
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.forms import whole
from deckcheck.web.words import curly

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
    runs = [(heading, tuple(cards)) for heading, cards in groupby(of_set.cards, of_set.heading)]
    if len(runs) > MOST_GROUPS:
        runs = [("", of_set.cards)]
    groups = tuple(
        GroupShown(
            f"{of_set.code}-{place}".lower().replace(" ", "-"),
            heading,
            of_set.look.short(heading),
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
            about=of_set.look.kind(card),
            count=counts.get(key, 0),
        )


MOST_COPIES: Final = 999
_COPIES: Final = lazy.regex(r"\s*\d{1,3}\s*[x×*]?\s+")
FIELD: Final = "n:"
"""What the name of a row's field begins with."""


@dataclass(frozen=True, slots=True)
class CountForm:
    """A form of the counting screen. `act` and `what` are the two halves of its button; `first` is the set whose
    numbers are typed. `version`, `tab` and `turn` are those of a draft: see lists/drafts.py.
    """

    text: str
    act: str = "count"
    what: str = ""
    first: str = ""
    version: int | None = None
    tab: str = ""
    turn: int = 0
    key: str = ""
    scripted: bool = False


def count_form(sent: Request, sets: Sequence[SetList]) -> CountForm:
    """The form of a request; without a script the rows' fields and the text beside them are all there is."""
    fields = sent.form
    scripted = "text" in fields
    # A script sends a form as it is once the button in its dock was pressed.
    act, _, what = fields.get("do", "next" if scripted else "count").partition(":")
    text = fields["text"] if scripted else "\n".join(_lines(fields, sets, act, what))
    if len(text) > LIMITS.bytes:
        raise UnusableInput(gettext("That is more than a pool; the limit is 256 kB."), status=413)
    return CountForm(
        text=text.replace("\r\n", "\n").strip("\n"),
        act=act,
        what=what,
        first=fields.get("in", "")[:20],
        version=whole(fields.get("version", "")),
        tab=fields.get("tab", "")[:40],
        turn=whole(fields.get("turn", "")) or 0,
        key=fields.get("key", "")[:100],
        scripted=scripted,
    )


def in_order(sets: Sequence[SetList], first: str) -> tuple[SetList, ...]:
    """The sets, the one whose numbers are typed first."""
    return tuple(sorted(sets, key=lambda one: one.code != first))


def _lines(fields: Mapping[str, str], sets: Sequence[SetList], act: str, what: str) -> Iterator[str]:
    """What the rows hold, with the copy that a button adds or takes, then what was typed."""
    by_code = {one.code: one for one in sets}
    more = {"one": 1, "less": -1}.get(act, 0)
    for name, value in fields.items():
        if not name.startswith(FIELD):
            continue
        key, typed = name[len(FIELD) :], value.strip()
        code, _, card = key.partition("/")
        count = whole(typed) if typed else 0
        if count is None or count > MOST_COPIES:
            yield f"{typed[:20]} {card}"
            continue
        count += more if key == what else 0
        number = by_code[code].number_of.get(card, "") if code in by_code else ""
        if count > 0:
            yield pool_text((PoolRow(count, card, code, number),)).splitlines()[1]
    yield _instead(fields.get("add", ""), what) if act == "instead" else fields.get("add", "")


def _instead(typed: str, what: str) -> str:
    """The typed lines with a name in the place of what one of them says; how many copies it says stays."""
    place, _, name = what.partition(":")
    lines = typed.splitlines()
    if place.isdecimal() and int(place) < len(lines):
        copies = _COPIES.match(lines[int(place)])
        lines[int(place)] = f"{copies[0] if copies else ''}{name}"
    return "\n".join(lines)
