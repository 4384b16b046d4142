"""Which rows of a roster are asked for: the filters with their counts, and the search by name or table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.names import fold
from deckcheck.roster.roster_rows import NOT_SENT, RosterData, RosterRow


@dataclass(frozen=True, slots=True)
class View:
    """Which rows of a roster are asked for: of a stage (empty: the one that matters now), by filter, words and page.

    `only` are entry numbers, for a few rows that were named.
    """

    stage: str = ""
    show: str = "all"
    words: str = ""
    page: int = 1
    only: tuple[int, ...] = ()


EVERYBODY: Final = View()


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter with how many rows it leaves; the mark is that of its state."""

    key: str
    word: str
    mark: str
    count: int
    is_current: bool
    is_extra: bool = False


Holds = Callable[[RosterRow], bool]
_CHOICES: Final[tuple[tuple[str, str, str, Holds], ...]] = (
    ("all", "All", "", lambda r: r.is_on),
    (NOT_SENT, "Not sent", NOT_SENT, lambda r: r.is_on and r.mark == NOT_SENT),
    ("illegal", "Illegal", "illegal", lambda r: r.is_on and r.mark == "illegal" and not r.accepted),
    ("undecided", "Needs an answer", "undecided", lambda r: r.is_on and r.is_asked and not r.by_hand),
    ("ready", "Ready", "legal", lambda r: r.is_ready),
    ("accepted", "Accepted", "accepted", lambda r: r.is_on and r.accepted),
    ("by-hand", "Check by hand", "undecided", lambda r: r.is_on and bool(r.by_hand)),
    ("late", "Late", "late", lambda r: r.is_on and r.late),
    ("unchecked", "Not checked yet", "", lambda r: r.is_unchecked),
    ("unconfirmed", "To confirm", "", lambda r: r.is_on and not r.confirmed),
    ("out", "Out", "", lambda r: not r.is_on),
)
UNDECIDED: Final = "unclear"
"""The key of every undecided list, whoever can settle it: programs ask by verdict."""
_PREDICATES: Final[dict[str, Holds]] = {
    **{key: holds for key, _, _, holds in _CHOICES},
    UNDECIDED: lambda r: r.is_on and r.is_asked,
}
_ALWAYS: Final = 6
"""So many filters always stand there; the others only if they have rows."""


def matching(data: RosterData, view: View) -> list[RosterRow]:
    """The rows of a view over all pages. Words are looked for among everybody, in or out."""
    if view.only:
        return [row for row in data.rows if row.number in view.only]
    if view.words.strip():
        return [row for row in data.rows if _has(row, view.words, data.round is not None)]
    return [row for row in data.rows if _PREDICATES[known_filter(view.show)](row)]


def known_filter(show: str) -> str:
    """The filter with this key, or all who are in the event."""
    return show if show in _PREDICATES else "all"


def _has(row: RosterRow, words: str, tables: bool) -> bool:
    """Whether a row is meant by words: a table, an entry's number (behind # where there are tables), or names."""
    asked = words.strip()
    number = asked.removeprefix("#").strip()
    if number.isdecimal():
        if tables and not asked.startswith("#"):
            return row.table == number.lstrip("0")
        return str(row.number) == number.lstrip("0")
    known = fold(f"{row.first} {row.last} {row.team}").split()
    return all(any(part.startswith(word) for part in known) for word in fold(asked).split())


def filters_of(data: RosterData, view: View) -> tuple[Filter, ...]:
    """The filters with their counts over the whole roster."""
    told = []
    for place, (key, word, mark, holds) in enumerate(_CHOICES):
        count = sum(map(holds, data.rows))
        current = key == known_filter(view.show) and not view.words.strip() and not view.only
        if place < _ALWAYS or count or current:
            told.append(Filter(key, word, mark, count, current, place >= _ALWAYS))
    return tuple(told)
