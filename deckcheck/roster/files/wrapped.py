"""Rows of a printed report that a narrow screen broke: joined again, or told to be in doubt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import GAP

_MOST_PIECES: Final = 8
_BEGINS: Final = lazy.regex(r"(?:\d{1,5}|-)[^\S\n]{2,}\S")
_CELL: Final = lazy.regex(r"(\S+(?:[ \u00a0]\S+)*)\s*")


def joined_by_width(lines: Sequence[str], width: int, total: int, fits: Callable[[str], bool]) -> list[str]:
    """The rows of lines cut at a width wherever it fell, if the pieces fit together; nothing if they do not.

    `total` is the width of a whole row. Where lines were broken at blanks, none begins with one.
    """
    if not any(line[:1].isspace() or len(line) == width for line in lines):
        return []
    whole = -(-total // width)
    ways: list[list[Sequence[str]]] = [
        [lines[at : at + n] for at in range(0, len(lines), n)] for n in range(min(whole, _MOST_PIECES), 0, -1)
    ]
    for pieces in (*ways, _by_numbers(lines)):
        rows = ["".join(line.ljust(width) for line in group) for group in pieces]
        if all(fits(row) for row in rows):
            return rows
    return []


def _by_numbers(lines: Sequence[str]) -> list[Sequence[str]]:
    """The lines in groups that begin with a number and a gap: the last piece of a row is missing where it is blank."""
    groups: list[list[str]] = []
    for line in lines:
        if _BEGINS.match(line) or not groups:
            groups.append([])
        groups[-1].append(line)
    return [*groups]


class Word(NamedTuple):
    """A word of a broken text, and whether it may be the rest of the word before it."""

    text: str
    unsure: bool
    begins: bool
    """Whether it stands first in its line."""


def words_of(lines: Sequence[str], width: int) -> list[Word]:
    """All words; a word that goes on behind its hyphen is one."""
    found: list[Word] = []
    before = ""
    for line in lines:
        for at, text in enumerate(line.split()):
            if at == 0 and _goes_on(before):
                found[-1] = found[-1]._replace(text=found[-1].text + text)
            else:
                found.append(Word(text, at == 0 and len(before) >= width, at == 0))
        before = line.rstrip()
    return found


def _goes_on(line: str) -> bool:
    return bool(re.search(r"[^\W\d_]-\Z", line))


class Cell(NamedTuple):
    """A cell of a broken row, and whether it may be the rest of the cell before it.

    `room` is how wide it is with the blanks behind it, 0 at the end of a line.
    """

    text: str
    unsure: bool
    room: int = 0


def cells_of(lines: Sequence[str], width: int) -> Iterator[Cell]:
    """All cells: gaps part them, and so do the ends of lines."""
    before = ""
    held: Cell | None = None
    for line in lines:
        found = list(_CELL.finditer(line.rstrip()))
        for at, piece in enumerate(found):
            text, room = piece[1], len(piece[0]) if at + 1 < len(found) else 0
            if at == 0 and held and _goes_on(before):
                held = Cell(held.text + text, held.unsure)
                continue
            if held:
                yield held
            held = Cell(text, at == 0 and len(before) >= width, room)
        before = line.rstrip()
    if held:
        yield held


def names_of(lines: Sequence[str], width: int) -> Iterator[Cell]:
    """Names one a line: in doubt where the next line's first word would not have fitted behind one.

    Blanks behind a name say that it ends there.
    """
    held, before, room = "", "", 0
    unsure = False
    for line in lines:
        text = line.strip()
        first = text.partition(" ")[0]
        if held and _goes_on(held):
            held = held + text
        elif held and not text.isdecimal() and room and len(before) + 1 + len(first) > room:
            held, unsure = f"{held} {text}", True
        else:
            if held:
                yield Cell(held, unsure)
            held, unsure = text, False
        before = text
        room = 0 if line.endswith("  ") or GAP.search(text) else width
    if held:
        yield Cell(held, unsure)
