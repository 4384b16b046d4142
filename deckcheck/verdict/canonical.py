"""The one form of a list that is hashed: made once when a list is registered, then stored and never made again."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.decks import Deck
from deckcheck.verdict.reports import Report

HEAD: Final = "deckcheck-list/1"
NONE: Final = "none"
SECTIONS: Final = (
    *("main", "sideboard", "commander", "companion", "material", "attractions"),
    *("stickers", "contraptions", "signature_spell", "boons", "pool"),
)
"""The sections in their order; one that a later game brings stands after them, by its id."""

_GAME: Final = lazy.regex(r"game ([a-z0-9-]+)")
_ROW: Final = lazy.regex(r"([a-z0-9_]+)(\??)\t([1-9][0-9]{0,8})\t([^\t]+)")
_CONTROLS: Final = lazy.regex(r"[\x00-\x1f\x7f-\x9f]")


class CanonicalError(ValueError):
    """A text is not a list in its sealed form; the message is a sentence that says where."""


class CanonicalRow(NamedTuple):
    """Copies of one name in one section; `waiting` where no card was found and `name` is the text as written."""

    section: str
    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class CanonicalList:
    """A list in its sealed form: rows in their order, or `none` where nothing was registered."""

    game: str
    rows: tuple[CanonicalRow, ...] = ()
    none: bool = False

    def text(self) -> str:
        """The text whose bytes are hashed."""
        if self.none:
            return f"{HEAD}\ngame {self.game}\n{NONE}\n"
        rows = (f"{section}{'?' if waiting else ''}\t{n}\t{name}\n" for section, n, name, waiting in self.rows)
        return f"{HEAD}\ngame {self.game}\n{''.join(rows)}"

    def sections(self) -> Mapping[str, tuple[CanonicalRow, ...]]:
        """The rows by section, in order."""
        found: dict[str, list[CanonicalRow]] = {}
        for row in self.rows:
            found.setdefault(row.section, []).append(row)
        return {section: tuple(rows) for section, rows in found.items()}


def canonical_list(report: Report) -> str:
    """The list of a report in its sealed form.

    Lines that wait for a person are in it as written. Lines that could not be read at all name no count and no
    section: they are no part of the deck, and only the text as typed, which the audit binds, holds them.
    """
    return canonical_deck(report.deck, report.game)


def canonical_deck(deck: Deck, game: str) -> str:
    """A deck in its sealed form."""
    rows = (CanonicalRow(e.section, e.count, e.card.name if e.card else e.line.name, not e.card) for e in deck.entries)
    return make_canonical(game, rows).text()


def canonical_none(game: str) -> str:
    """What stands in the place of a list where none was registered."""
    return CanonicalList(game, none=True).text()


def make_canonical(game: str, rows: Iterable[CanonicalRow]) -> CanonicalList:
    """Rows in any order put into the sealed form: equal names of a section added up, all in their order."""
    counts: dict[tuple[str, bool, str], int] = {}
    for section, count, name, waiting in rows:
        key = (section, waiting, _one_line(name))
        counts[key] = counts.get(key, 0) + count
    made = [CanonicalRow(section, n, name, waiting) for (section, waiting, name), n in counts.items() if n > 0]
    return CanonicalList(game, tuple(sorted(made, key=_place)))


def _one_line(name: str) -> str:
    """The name in composed letters, with single spaces and without what shows nothing or cannot be encoded."""
    encodable = name.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    spaced = " ".join(encodable.split())
    return unicodedata.normalize("NFC", _CONTROLS.sub("", spaced)) or "\ufffd"


def _place(row: CanonicalRow) -> tuple[int, str, bool, str]:
    # Python compares texts by code points, and UTF-8 bytes stand in the same order.
    order = SECTIONS.index(row.section) if row.section in SECTIONS else len(SECTIONS)
    return order, row.section, row.waiting, row.name


def read_canonical(text: str) -> CanonicalList:
    """A stored or published list; anything but the exact form is refused, since it could not have been sealed."""
    lines = text.split("\n")
    game = _GAME.fullmatch(lines[1]) if len(lines) > 2 and lines[0] == HEAD else None
    if game is None or lines.pop() != "":
        raise CanonicalError(f'A list in its sealed form begins with "{HEAD}" and its game, and ends with a line end.')
    if lines[2:] == [NONE]:
        return CanonicalList(game[1], none=True)
    rows = tuple(_read_row(line, number) for number, line in enumerate(lines[2:], 3))
    if any(_place(one) >= _place(other) for one, other in pairwise(rows)):
        raise CanonicalError("The rows of this list are not in the order of the sealed form.")
    return CanonicalList(game[1], rows)


def _read_row(line: str, number: int) -> CanonicalRow:
    found = _ROW.fullmatch(line)
    if found is None or _CONTROLS.search(found[4]) or not _is_encodable(line):
        quoted = shorten(line.encode("utf-8", "replace").decode())
        raise CanonicalError(f'Line {number} of this list is no row of the sealed form: "{quoted}".')
    return CanonicalRow(found[1], int(found[3]), found[4], bool(found[2]))


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Difference(NamedTuple):
    """Copies of one name in one section, as sealed and as in the list beside it; the two are not the same."""

    section: str
    name: str
    sealed: int
    given: int


def differences(sealed: CanonicalList, given: CanonicalList) -> tuple[Difference, ...]:
    """Where the two lists differ, in the order of the sealed form; nothing if they are the same list."""
    counts: dict[CanonicalRow, list[int]] = {}
    for side, canonical in enumerate((sealed, given)):
        for row in canonical.rows:
            counts.setdefault(row._replace(count=0), [0, 0])[side] += row.count
    unlike = sorted((row for row, (one, other) in counts.items() if one != other), key=_place)
    return tuple(Difference(row.section, row.name, *counts[row]) for row in unlike)


class PlainList(NamedTuple):
    """A list as text, and its rows as a list that was read has them."""

    text: str
    lines: list[dict[str, Any]]


def plain_list(listed: CanonicalList, title_of: Callable[[str], str]) -> PlainList:
    """The list under the titles of its sections; read again it is the same list."""
    written: list[str] = []
    lines: list[dict[str, Any]] = []

    def line(text: str, **row: Any) -> None:
        written.append(text)
        lines.append({"number": len(written), **row})

    for section, rows in listed.sections().items():
        if written:
            written.append("")
        line(title_of(section), kind="heading", section=section, count=0, name="")
        for row in rows:
            card = None if row.waiting else row.name
            line(f"{row.count} {row.name}", kind="card", section=section, count=row.count, name=row.name, card=card)
    return PlainList("".join(f"{text}\n" for text in written), lines)
