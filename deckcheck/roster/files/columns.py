"""Which column is what where no heading says so: a proposal from the values, always asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from deckcheck.roster.files.headers import Column
from deckcheck.roster.files.names import is_nobody, read_number, read_rank, read_record

PART: Final = "part"
"""A part of a name of which nothing says whether it is the first or the last."""

_MAIL: Final = re.compile(r"\S+@\S+\.\S+")
_CODE: Final = re.compile(r"[A-Z]{2,3}")
_MOST: Final = 0.8


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row only names the columns: it has a word where all other rows have a number."""
    if len(rows) < 2:
        return False
    for at, cell in enumerate(rows[0]):
        below = [row[at] for row in rows[1:] if at < len(row) and row[at]]
        if cell and not any(c.isdigit() for c in cell) and below and _share(below, _is_number) == 1:
            return True
    return False


def _is_number(cell: str) -> bool:
    return read_number(cell.rstrip("%. ")) is not None


def _share(cells: Sequence[str], test: object) -> float:
    assert callable(test)
    return sum(1 for cell in cells if test(cell)) / len(cells) if cells else 0.0


def _kind(cells: Sequence[str]) -> str:
    """What most cells of a column are."""
    if not cells:
        return "empty"
    if _share(cells, lambda c: read_rank(c) is not None or c in {"-", "–"}) >= _MOST:
        return "number"
    if _share(cells, _MAIL.fullmatch) >= _MOST:
        return "mail"
    if _share(cells, lambda c: read_record(c) is not None) >= _MOST:
        return "record"
    if _share(cells, lambda c: any(x.isalpha() for x in c) and not _CODE.fullmatch(c)) < _MOST / 2:
        return "other"
    people = [cell for cell in cells if not is_nobody(cell)]
    # Names differ from row to row; countries, states and results repeat.
    return "name" if len(set(people)) > 0.6 * len(people) or len(people) < 3 else "other"


def propose_columns(rows: Sequence[Sequence[str]]) -> Mapping[int, Column]:
    """The likeliest meaning of each column; nothing where no column can be names."""
    width = max((len(row) for row in rows), default=0)
    kinds = [_kind([row[at] for row in rows if at < len(row) and row[at]]) for at in range(width)]
    names = [at for at, kind in enumerate(kinds) if kind == "name"]
    if not names:
        return {}
    leading = next((at for at, kind in enumerate(kinds) if kind == "number" and at < names[0]), None)
    columns: dict[int, Column] = {}
    if len(names) == 1:
        columns[names[0]] = Column("name", 1)
    elif leading is None:
        columns.update({at: Column(PART, 1) for at in names[:2]})
    else:
        columns.update({at: Column("name", side) for side, at in enumerate(names[:4], 1)})
    for at, kind in enumerate(kinds):
        if kind in ("mail", "record") and kind not in {c.role for c in columns.values()}:
            columns[at] = Column(kind, 1)
    if leading is not None:
        columns[leading] = Column(_leading(rows, leading, len(names), "record" in kinds), 1)
    if len(names) == 1 and "record" in kinds:
        columns.update(_points(kinds, names[0]))
    return columns


def _leading(rows: Sequence[Sequence[str]], at: int, names: int, has_record: bool) -> str:
    """What numbers in front of names are: ranks before records, tables of pairs, a count from 1, else tables."""
    if names > 1:
        return "table"
    if has_record:
        return "rank"
    counted = [read_rank(row[at]) for row in rows if at < len(row)]
    return "number" if counted == list(range(1, len(counted) + 1)) else "table"


def _points(kinds: Sequence[str], name: int) -> dict[int, Column]:
    at = next((at for at, kind in enumerate(kinds) if kind == "number" and at > name), None)
    return {at: Column("points", 1)} if at is not None else {}
