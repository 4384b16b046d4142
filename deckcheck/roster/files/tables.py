"""Rows under headings, or under none: the roster that a sheet is, whichever program or person made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.headers import LAST_FIRST, NAMES, PART, Column, find_header, has_heading, propose_columns
from deckcheck.roster.files.model import Kind, Place, Roster, Why
from deckcheck.roster.files.other_lines import is_blank, is_of_page, total_of
from deckcheck.roster.files.player_names import (
    Name,
    Remark,
    cut_points,
    find_remark,
    fold_word,
    is_nobody,
    is_yes,
    join_name,
    read_name,
    read_number,
    read_rank,
    read_record,
    read_remark,
    read_section,
    tidy,
)
from deckcheck.roster.files.roster_reader import WHY, Gathering, Mention, read_place

_MAIL: Final = lazy.regex(r"[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[^\s@<>]{1,24}")


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
    def of_teams(self) -> bool:
        """Whether a row is a team with its members, and not a table of a round."""
        return self.has("team") and not self.has("table") and not self.has("round")

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

    def is_bye(self) -> bool:
        """Whether all names of the row say that nobody is there."""
        named = [cell for column, cell in self.cells.items() if column.role in NAMES and cell]
        return bool(named) and all(is_nobody(cell) for cell in named)

    def why(self) -> Why | None:
        """Why the row is no player's, if it says so: they wait for a place, or are of the staff."""
        told = (read_remark(self.get("status")), read_remark(self.get("staff")), find_remark(self.get("remark")))
        return next((WHY[remark] for remark in told if remark in WHY), None)


ROUND: Final = lazy.regex(
    r"\b(?:round|rnd|runde|ronde|turno|tour|ronda|rodada|runda|kolo|omgang|kierros|fordulo|тур)\s*[#:.]?\s*(\d{1,2})\b"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of players: the round it stands under, and why they do not play, if they do not."""

    row: Row
    people: tuple[Mention, ...]
    round: Place
    why: Why | None


def read_sheet(
    sheet: Sheet, source: str, names: Mapping[str, str], title: str = "", left: Sequence[str] = ()
) -> Roster:
    """The roster of a sheet. `left` are rows that could not be cut into cells."""
    gathering = Gathering(source, names)
    if not sheet.known:
        text = "The columns have no headings that are known. Say which one holds the names; this is a proposal."
        gathering.ask("columns", text)
    entries: list[Entry] = []
    totals: list[tuple[str, str]] = []
    for entry in _entries(sheet, title, gathering, totals):
        if entry.why:
            for person in entry.people:
                gathering.leave_out(person, entry.why)
        else:
            entries.append(entry)
    kind = _fill(sheet, entries, gathering)
    for told, row in totals:
        gathering.check_total(told, row)
    for row in left:
        gathering.unread(row)
    return gathering.roster(kind)


def _fill(sheet: Sheet, entries: Sequence[Entry], gathering: Gathering) -> Kind:
    if sheet.sides > 1 and not sheet.of_teams:
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
    why: Why | None = None

    def is_heading(self, text: str) -> bool:
        """Whether a cell alone in its row is a heading; what it says holds for the rows below."""
        if section := WHY.get(read_section(text) or Remark.UNKNOWN):
            self.why = section
        elif found := ROUND.fullmatch(fold_word(text)):
            self.round, self.why = int(found[1]), None
        else:
            return False
        return True


def _entries(sheet: Sheet, title: str, gathering: Gathering, totals: list[tuple[str, str]]) -> Iterator[Entry]:
    """The rows that name players, each with the round and the part of the sheet it stands in.

    Rows that sum up the others go into `totals`, each with the number it gives.
    """
    heads = [found for text in (title, *sheet.head) if (found := ROUND.search(fold_word(text)))]
    under = _Under(int(heads[-1][1]) if heads else None)
    for text in sheet.head[-1:]:
        under.is_heading(text)
    parts = [at for at, column in sheet.columns.items() if column.role == PART]
    for cells in sheet.rows:
        filled = [cell for cell in cells if cell.strip()]
        if _is_furniture(cells, filled, sheet):
            continue
        if len(filled) == 1 and len(sheet.columns) > 1 and under.is_heading(filled[0]):
            continue
        row = Row(sheet, cells)
        people = _people(sheet, row, [cells[at] for at in parts if at < len(cells)])
        if (total := _total(row, people)) is not None:
            totals.append((total, " ".join(filled)))
        elif people:
            told = read_place(row.get("round"))
            yield Entry(row, people, under.round if told is None else told, row.why() or under.why)
        elif any(c.isalpha() for cell in filled for c in cell) and not _names_nobody(row, filled):
            gathering.unread(" ".join(filled))


def _names_nobody(row: Row, filled: Sequence[str]) -> bool:
    """Whether a row without a name is a bye, or a sum of other columns."""
    return row.is_bye() or total_of(filled[0]) is not None


def _is_furniture(cells: tuple[str, ...], filled: Sequence[str], sheet: Sheet) -> bool:
    """Whether a row holds nothing but rules and what is printed on every page, the headings among it."""
    if all(is_blank(cell) for cell in filled) or is_of_page(" ".join(filled)):
        return True
    return bool(sheet.header) and [fold_word(cell) for cell in cells] == [fold_word(cell) for cell in sheet.header]


def _people(sheet: Sheet, row: Row, parts: Sequence[str]) -> tuple[Mention, ...]:
    people = [row.mention(side, parts if side == 1 else ()) for side in range(1, sheet.sides + 1)]
    if sheet.sides > 1:
        return tuple(person for person in people if not is_nobody(person.name.display))
    return tuple(person for person in people if person.name.display and not is_blank(person.name.display))


def _total(row: Row, people: Sequence[Mention]) -> str | None:
    """The number of a row that sums up the others: "Total: 12" where a name should be, and no rank or table."""
    if not people or any(read_rank(row.get(role)) for role in ("rank", "number", "table")):
        return None
    return total_of(people[0].name.display)
