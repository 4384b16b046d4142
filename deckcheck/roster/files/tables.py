"""Rows under headings, or under none: the roster that a sheet is, whichever program or person made it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from deckcheck.roster.files.headers import LAST_FIRST, NAMES, PART, Column, find_header, has_heading, propose_columns
from deckcheck.roster.files.model import Kind, Place, Roster
from deckcheck.roster.files.player_names import (
    Name,
    Remark,
    cut_points,
    find_remark,
    fold_word,
    is_nobody,
    is_waiting_head,
    is_yes,
    join_name,
    read_name,
    read_number,
    read_rank,
    read_record,
    read_remark,
    tidy,
)
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

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


ROUND: Final = re.compile(
    r"\b(?:round|rnd|runde|ronde|turno|tour|ronda|rodada|runda|kolo|omgang|kierros|fordulo|тур)\s*[#:.]?\s*(\d{1,2})\b"
)
_TOTALS: Final = frozenset("total totals summe gesamt totale totali suma somme totaux totaal razem celkem sum".split())


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of players: the round it stands under and whether it stands under a waiting list."""

    row: Row
    people: tuple[Mention, ...]
    round: Place
    waits: bool


def read_sheet(sheet: Sheet, source: str, names: Mapping[str, str], title: str = "") -> Roster:
    """The roster of a sheet."""
    gathering = Gathering(source, names)
    if not sheet.known:
        text = "The columns have no headings that are known. Say which one holds the names; this is a proposal."
        gathering.ask("columns", text)
    entries = []
    for entry in _entries(sheet, title, gathering):
        if entry.waits:
            for person in entry.people:
                gathering.leave_out(person.name)
        else:
            entries.append(entry)
    return gathering.roster(_fill(sheet, entries, gathering))


def _fill(sheet: Sheet, entries: Sequence[Entry], gathering: Gathering) -> Kind:
    if sheet.sides > 1:
        for entry in entries:
            gathering.seat(entry.round, read_place(entry.row.get("table")), entry.people)
        return Kind.PAIRINGS
    if sheet.has("table") and any(read_place(entry.row.get("table")) for entry in entries):
        return _seats(sheet, entries, gathering)
    ranks = _ranks(sheet, entries)
    for entry, rank in zip(entries, ranks or [0] * len(entries), strict=True):
        for person in entry.people:
            place = gathering.add(person)
            if rank:
                gathering.stand(rank, place, person.points, _record(entry.row))
    return Kind.STANDINGS if ranks else Kind.ROSTER


def _seats(sheet: Sheet, entries: Sequence[Entry], gathering: Gathering) -> Kind:
    """Every seat is a row: tables of pairings where two rows share one, else the seats of the players' meeting."""
    again = sheet.has("round")
    seats = []
    for entry in entries:
        for person in entry.people:
            place = gathering.find(person) if again else gathering.add(person)
            if place >= 0:
                seats.append((entry.round, read_place(entry.row.get("table")), place))
    taken = [(at, table) for at, table, _ in seats if table is not None]
    paired = again or sheet.has("seat") or len(set(taken)) < len(taken)
    for at, table, place in seats:
        if paired and table is not None:
            gathering.join(at, table, place)
        elif table is not None:
            gathering.meet(place, table)
    return Kind.PAIRINGS if paired else Kind.ROSTER


def _ranks(sheet: Sheet, entries: Sequence[Entry]) -> list[int]:
    """The rank of each row; nothing where the sheet is no standings."""
    scored = sheet.has("points") or sheet.has("record") or (sheet.has("wins") and sheet.has("losses"))
    for role in ("rank", "number") if scored else ("rank",):
        told = [read_rank(entry.row.get(role)) or 0 for entry in entries]
        if sheet.has(role) and all(told) and (role == "rank" or told == sorted(told)):
            return told
    points = [read_number(entry.row.get("points")) for entry in entries]
    falling = all(a is not None and b is not None and a >= b for a, b in pairwise(points))
    return list(range(1, len(entries) + 1)) if scored and falling and len(set(points)) > 1 else []


def _record(row: Row) -> str | None:
    if told := read_record(row.get("record")):
        return told
    wins, losses = row.get("wins"), row.get("losses")
    return read_record(f"{wins}-{losses}-{row.get('draws') or 0}") if wins and losses else None


@dataclass(slots=True)
class _Under:
    """What the rows stand under: a round, a waiting list."""

    round: Place = None
    waits: bool = False

    def is_heading(self, text: str) -> bool:
        """Whether a cell alone in its row is a heading; what it says holds for the rows below."""
        if is_waiting_head(text):
            self.waits = True
        elif found := ROUND.fullmatch(fold_word(text)):
            self.round, self.waits = int(found[1]), False
        else:
            return False
        return True


def _entries(sheet: Sheet, title: str, gathering: Gathering) -> Iterator[Entry]:
    """The rows that name players, each with the round and the part of the sheet it stands in."""
    heads = [found for text in (title, *sheet.head) if (found := ROUND.search(fold_word(text)))]
    under = _Under(int(heads[-1][1]) if heads else None, any(is_waiting_head(text) for text in sheet.head[-1:]))
    parts = [at for at, column in sheet.columns.items() if column.role == PART]
    for cells in sheet.rows:
        filled = [cell for cell in cells if cell.strip()]
        if not filled or cells == sheet.header:
            continue
        if len(filled) == 1 and len(sheet.columns) > 1 and under.is_heading(filled[0]):
            continue
        row = Row(sheet, cells)
        people = _people(sheet, row, [cells[at] for at in parts if at < len(cells)])
        if people and not _is_total(row, people):
            told = read_place(row.get("round"))
            yield Entry(row, people, under.round if told is None else told, under.waits or row.waits())
        elif any(c.isalpha() for cell in filled for c in cell):
            gathering.unread(" ".join(filled))


def _people(sheet: Sheet, row: Row, parts: Sequence[str]) -> tuple[Mention, ...]:
    people = [row.mention(side, parts if side == 1 else ()) for side in range(1, sheet.sides + 1)]
    if sheet.sides > 1:
        return tuple(person for person in people if not is_nobody(person.name.display))
    return tuple(person for person in people if person.name.display)


def _is_total(row: Row, people: Sequence[Mention]) -> bool:
    """Whether a row sums up the others: "Total" where a name should be, and no rank."""
    word = fold_word(people[0].name.display) if people else ""
    return word in _TOTALS and not row.get("rank") and not row.get("number") and not row.get("table")
