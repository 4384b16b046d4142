"""A sheet: rows with the meaning of their columns, and the persons that a row names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.roster.files.columns import PART, has_heading, propose_columns
from deckcheck.roster.files.gathering import Mention
from deckcheck.roster.files.headers import LAST_FIRST, NAMES, Column, find_header
from deckcheck.roster.files.names import Name, cut_points, fold_word, is_nobody, join_name, read_name, read_number, tidy
from deckcheck.roster.files.remarks import Remark, find_remark, is_yes, read_remark

_MAIL: Final = re.compile(r"[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[^\s@<>]{1,24}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows with the meaning of their columns. `known` says whether headings told it or the values alone."""

    rows: tuple[tuple[str, ...], ...]
    columns: Mapping[int, Column]
    known: bool
    header: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    """The lines above the headings."""

    def has(self, role: str) -> bool:
        """Whether a column has this role."""
        return any(column.role == role for column in self.columns.values())

    @property
    def sides(self) -> int:
        """How many players a row names."""
        return max((c.side for c in self.columns.values() if c.role in NAMES | {PART}), default=1)


def make_sheet(rows: Sequence[Sequence[str]]) -> Sheet | None:
    """The sheet of these rows; nothing where no column can hold names."""
    kept = tuple(tuple(row) for row in rows)
    at, columns = find_header(kept)
    if at >= 0:
        return Sheet(kept[at + 1 :], columns, True, kept[at], tuple(" ".join(row) for row in kept[:at]))
    if has_heading(kept):
        kept = kept[1:]
    proposed = propose_columns(kept)
    return Sheet(kept, proposed, False) if proposed else None


class Row:
    """One row by the roles of its cells."""

    __slots__ = ("cells",)

    def __init__(self, sheet: Sheet, row: Sequence[str]) -> None:
        self.cells = {column: tidy(row[at]) for at, column in sheet.columns.items() if at < len(row)}

    def get(self, role: str, side: int = 1) -> str:
        """The cell of a role, or an empty one."""
        return self.cells.get(Column(role, side), "")

    def mention(self, side: int, parts: Sequence[str] = ()) -> Mention:
        """The person that this side of the row names."""
        name, points = self._name(side, parts)
        own = self._id(side)
        mail = self.get("mail", side) or self.get("account", side)
        shown = name if name.display else Name(own or "")
        told = points if points is not None else read_number(self.get("points", side))
        found = _MAIL.search(mail)
        return Mention(shown, own, self.is_out(side), found[0] if found else None, told)

    def _name(self, side: int, parts: Sequence[str]) -> tuple[Name, float | None]:
        whole, points = cut_points(self.get("name", side))
        first, last = self.get("first", side), self.get("last", side)
        split = read_name(self.get(LAST_FIRST, side)) if self.get(LAST_FIRST, side) else join_name(first, last)
        if first and fold_word(last).startswith(f"{fold_word(first)} "):
            # A column "Name" beside the first names that holds whole names all the same.
            split = Name(last, first, last[len(first) :].strip())
        if whole:
            read = read_name(whole)
            return (Name(read.display, split.first, split.last) if split.first else read), points
        return (split if split.display else Name(tidy(" ".join(parts)))), points

    def _id(self, side: int) -> str | None:
        for role in ("id", "user", "account"):
            cell = self.get(role, side)
            if cell and not _MAIL.search(cell) and not is_nobody(cell):
                return cell.removeprefix("@") or None
        return None

    def is_out(self, side: int = 1) -> bool:
        """Whether the row says that the player is out."""
        active = fold_word(self.get("active", side))
        return (
            is_yes(self.get("drop", side))
            or read_remark(self.get("status", side)) is Remark.OUT
            or find_remark(self.get("remark", side)) is Remark.OUT
            or (bool(active) and not is_yes(active) and read_remark(active) is not Remark.PLAYING)
        )

    def waits(self) -> bool:
        """Whether the row says that the player only waits for a place."""
        return Remark.WAITING in (read_remark(self.get("status")), find_remark(self.get("remark")))
