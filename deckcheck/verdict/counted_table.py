"""What was counted on the table against what is registered: missing, extra, in the wrong section, still to count.

A card that was not seen yet is no missing card: it is missing once its section is said to be counted whole. An extra
copy whose fellow is missing elsewhere lies in the wrong section, which is one finding and not two. In a boarded
configuration (after the first game) cards may lie on either side, so such a move is a swap and no fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.verdict.layout import Listed, merge_rows, read_row_id

SIDE: Final = "sideboard"
"""The section that cards are swapped with from the second game on."""


class Off(NamedTuple):
    """Copies of a name that are missing from a section, or too many in it."""

    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str
    section: str


class Moved(NamedTuple):
    """Copies of a name that were found in one section and are registered in another."""

    count: int  # type: ignore[assignment]  # As in Off.
    name: str
    found: str
    listed: str


@dataclass(frozen=True, slots=True)
class RowState:
    """One row: how many copies are registered, and how many were seen. `card` is None where it is not known."""

    id: str
    section: str
    name: str
    listed: int
    seen: int
    card: Card | None = None

    @property
    def over(self) -> int:
        """How many more were seen than are registered here."""
        return max(0, self.seen - self.listed)

    @property
    def short(self) -> int:
        """How many of those registered here were not seen here."""
        return max(0, self.listed - self.seen)


@dataclass(frozen=True, slots=True)
class SectionState:
    """One section: cards registered, cards seen, and whether it is said to be counted whole."""

    id: str
    listed: int
    seen: int
    to_count: int
    done: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the table and the list differ; `to_count` are cards that nobody has seen or missed yet."""

    missing: tuple[Off, ...]
    extra: tuple[Off, ...]
    wrong_section: tuple[Moved, ...]
    to_count: int
    rows: tuple[RowState, ...]
    sections: tuple[SectionState, ...]
    boarded: bool = False

    @property
    def misplaced(self) -> tuple[Moved, ...]:
        """The cards in the wrong section; a swap in a boarded configuration is none."""
        return tuple(m for m in self.wrong_section if not self.boarded or SIDE not in {m.found, m.listed})

    @property
    def differs(self) -> bool:
        """Whether something is off by what was seen; a swap in a boarded configuration is not."""
        return bool(self.missing or self.extra or self.misplaced)

    @property
    def outlook(self) -> str:
        """What the check comes to if it ends now: `differs`, `partly` (cards not counted) or `in-order`."""
        return "differs" if self.differs else "partly" if self.to_count else "in-order"


@dataclass(slots=True)
class _Name:
    """The rows of one name that hold too many, and those that hold too few, each with what is left to explain."""

    over: list[tuple[RowState, int]] = field(default_factory=list)
    short: list[tuple[RowState, int]] = field(default_factory=list)


def difference(
    registered: Iterable[Listed],
    seen: Mapping[str, int],
    done: Collection[str] = (),
    *,
    boarded: bool = False,
    free: Collection[str] = (),
    unneeded: Collection[str] = (),
) -> Difference:
    """Compare the registered list with the copies seen by row id; `done` are the sections counted whole.

    Rows that the list has not (cards added by name) are `seen` under their own ids. `boarded`: sideboarding may have
    taken place, so that only the cards of all sections together must be those of the list, and `free` ones (basic lands
    in Limited) come and go. Cards that are listed in `unneeded` sections need not be there.
    """
    rows = _states(registered, seen)
    names: dict[tuple[str, bool], _Name] = {}
    for row in rows:
        key = read_row_id(row.id)
        found = names.setdefault((key.name, key.waiting), _Name())
        if row.over:
            found.over.append((row, row.over))
        elif row.short:
            found.short.append((row, row.short))
    moved = [move for name in names.values() for move in _pair(name, None if boarded else done)]
    extra = [(row, n) for name in names.values() for row, n in name.over]
    short = [(row, n) for name in names.values() for row, n in name.short if row.section not in unneeded]
    to_count = {row.id: n for row, n in short if row.section not in done}
    if boarded and free:
        extra = [(row, n) for row, n in extra if row.name not in free]
        short = [(row, n) for row, n in short if row.name not in free]
    return Difference(
        missing=tuple(Off(n, row.name, row.section) for row, n in short if row.section in done),
        extra=tuple(Off(n, row.name, row.section) for row, n in extra),
        wrong_section=tuple(moved),
        to_count=sum(to_count.values()),
        rows=rows,
        sections=_sections(rows, done, to_count),
        boarded=boarded,
    )


def _states(registered: Iterable[Listed], seen: Mapping[str, int]) -> tuple[RowState, ...]:
    """All rows of the list in its order, then those that were seen without being on it."""
    listed = {row.id: row for row in merge_rows(registered)}
    known = tuple(
        RowState(r.id, r.section, r.name, r.count, max(0, seen.get(r.id, 0)), r.card) for r in listed.values()
    )
    cards = {row.name: row.card for row in listed.values()}
    others = []
    for row_id, count in seen.items():
        key = read_row_id(row_id)
        if row_id not in listed and count > 0 and key.section:
            others.append(RowState(row_id, key.section, key.name, 0, count, cards.get(key.name)))
    return (*known, *others)


def _pair(name: _Name, done: Collection[str] | None) -> list[Moved]:
    """Match copies too many with copies too few of the same name; before a section is done, what is short may come."""
    moved = []
    left = []
    for row, over in name.over:
        for place, (other, short) in enumerate(name.short):
            n = min(over, short)
            if n and (done is None or other.section in done):
                moved.append(Moved(n, row.name, row.section, other.section))
                name.short[place] = (other, short - n)
                over -= n
        left.append((row, over))
    name.over = [(row, n) for row, n in left if n]
    name.short = [(row, n) for row, n in name.short if n]
    return moved


def _sections(rows: Iterable[RowState], done: Collection[str], to_count: Mapping[str, int]) -> tuple[SectionState, ...]:
    found: dict[str, list[RowState]] = {}
    for row in rows:
        found.setdefault(row.section, []).append(row)
    return tuple(
        SectionState(
            section,
            sum(row.listed for row in of),
            sum(row.seen for row in of),
            sum(to_count.get(row.id, 0) for row in of),
            section in done,
        )
        for section, of in found.items()
    )
