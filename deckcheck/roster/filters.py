"""Which rows of a roster are asked for: the filters with their counts, and the search by name or table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.names import fold
from deckcheck.roster.roster_rows import NOT_SENT, RosterRow


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
WALK_INS: Final = "unconfirmed"
DUPLICATES: Final = "duplicates"
_CHOICES: Final[tuple[tuple[str, str, str, Holds], ...]] = (
    ("all", "All", "", lambda r: r.is_on),
    (WALK_INS, "Walk-ins", "", lambda r: r.is_walk_in),
    (NOT_SENT, "Not submitted", NOT_SENT, lambda r: r.is_on and r.mark == NOT_SENT),
    ("illegal", "Illegal", "illegal", lambda r: r.is_on and r.mark == "illegal" and not r.accepted),
    ("undecided", "Needs an answer", "undecided", lambda r: r.is_on and r.is_asked and not r.by_hand),
    ("ready", "Ready", "legal", lambda r: r.is_ready),
    ("accepted", "Accepted", "accepted", lambda r: r.is_on and r.accepted),
    ("by-hand", "Check by hand", "undecided", lambda r: r.is_on and bool(r.by_hand)),
    ("late", "Late", "late", lambda r: r.is_on and r.late),
    ("unchecked", "Not checked yet", "", lambda r: r.is_unchecked),
    (DUPLICATES, "Likely duplicates", "", lambda r: r.likely is not None),
    ("out", "Out", "", lambda r: not r.is_on),
)
UNDECIDED: Final = "unclear"
"""The key of every undecided list, whoever can settle it: programs ask by verdict."""
SENT: Final = "sent"
WAITING: Final = "waiting"
"""The keys of who has sent a list, and of the legal lists that wait to be accepted and whose players staff has seen."""
_PREDICATES: Final[dict[str, Holds]] = {
    **{key: holds for key, _, _, holds in _CHOICES},
    UNDECIDED: lambda r: r.is_on and r.is_asked,
}
_KINDS: Final[dict[str, Holds]] = {
    **_PREDICATES,
    SENT: lambda r: r.is_on and r.submission is not None,
    WAITING: lambda r: r.is_ready and r.confirmed,
}
_ALWAYS: Final = 7
"""So many filters stand first, and all of these but the walk-ins always; the others only if they have rows."""


def is_of(row: RosterRow, key: str) -> bool:
    """Whether a row is of a kind, by its key."""
    return _KINDS[key](row)


def kinds_of(row: RosterRow) -> tuple[str, ...]:
    """The keys of all kinds that a row is of."""
    return tuple(key for key, holds in _KINDS.items() if holds(row))


def is_in(row: RosterRow, view: View, *, tables: bool) -> bool:
    """Whether a row is in a view; `tables`: whether a number may be that of a table."""
    if view.only:
        return row.number in view.only
    if view.words.strip():  # They are looked for among everybody, in or out.
        return _has(row, view.words, tables)
    return _PREDICATES[known_filter(view.show)](row)


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


def filters_of(counts: Mapping[str, int], view: View) -> tuple[Filter, ...]:
    """The filters with their counts over the whole roster, which are given by kind."""
    told = []
    for place, (key, word, mark, _) in enumerate(_CHOICES):
        current = key == known_filter(view.show) and not view.words.strip() and not view.only
        if (place < _ALWAYS and key != WALK_INS) or counts[key] or current:
            told.append(Filter(key, word, mark, counts[key], current, place >= _ALWAYS))
    return tuple(told)
