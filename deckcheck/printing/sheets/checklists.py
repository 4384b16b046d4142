"""Checklists of Limited: the cards of sets with their numbers, how many were opened of each, how many are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from deckcheck.printing.sheets.values import Sheet, SheetPile, SheetRow, SheetSection
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList

MOST_PILES: Final = 24
"""A set that changes its colour more often than this from card to card has no headings."""
SPARE: Final = 8
"""So many rows are left for cards that stand on no checklist."""
OTHERS: Final = ("others", "Cards of other sets")
FREE: Final = ("free", "Added basic lands")


@dataclass(frozen=True, slots=True)
class Checklist:
    """One pool on paper: the sheet of who plays it, and who registered it; empty where it is to be written in."""

    sheet: Sheet
    registered_by: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A pool with what is played of it by name. `free` are the cards that are added to a deck without being opened."""

    rows: tuple[PoolRow, ...]
    played: Mapping[str, int]
    free: tuple[str, ...] = ()


def blank_sections(sets: Iterable[SetList], free: Sequence[str]) -> tuple[SheetSection, ...]:
    """The checklists of the sets to be filled in, rows for other cards behind them, and the cards that are free."""
    listed = (SheetSection(one.code, _title(one), None, _piles(one, {}, Counter(), whole=True)) for one in sets)
    others = SheetSection(*OTHERS, None, (SheetPile("", (SheetRow(),) * SPARE),))
    added = SheetSection(*FREE, None, (SheetPile("", tuple(SheetRow(name=name) for name in free)),))
    return (*listed, others, added) if free else (*listed, others)


def sections_held(sets: Sequence[SetList], opened: Opened, *, whole: bool) -> tuple[SheetSection, ...]:
    """The checklists of the sets as a pool fills them: the cards it holds, or with `whole` all cards of the sets.

    Each copy that is played is one of the pool as long as that has one more; what is played beyond it stands behind.
    """
    held: dict[str, dict[str, SheetRow]] = {}
    names = {one.code: {card.name for card in one.cards} for one in sets}
    for row in opened.rows:
        home = next((code for code, of in names.items() if row.name in of and row.set_code in {"", code}), "")
        name = row.name if home or not row.set_code else f"{row.name} ({row.set_code})"
        known = held.setdefault(home, {}).setdefault(row.name, SheetRow(0, name, number=row.number))
        held[home][row.name] = known._replace(copies=known.copies + row.count)
    left = Counter(opened.played)
    listed = [_summed(one.code, _title(one), _piles(one, held.get(one.code, {}), left, whole=whole)) for one in sets]
    others = [_taken(name, row, left) for name, row in held.get("", {}).items()]
    beyond = [SheetRow(0, name, played=count) for name, count in left.items() if count > 0]
    added = [row for row in beyond if row.name in opened.free]
    others += [row for row in beyond if row.name not in opened.free]
    behind = [_summed(*part, (SheetPile("", tuple(rows)),)) for part, rows in ((OTHERS, others), (FREE, added))]
    return tuple(section for section in (*listed, *behind) if section.rows)


def totals_held(opened: Opened) -> tuple[tuple[str, int | None], ...]:
    """The large figures: how many cards were opened, and how many are played, added ones among them."""
    played = sum(opened.played.values())
    return ("Pool", sum(row.count for row in opened.rows)), ("Played", played or None)


TO_FILL_IN: Final[tuple[tuple[str, int | None], ...]] = (("Pool", None), ("Played", None))
"""The large figures where they are to be written in."""


def _piles(one: SetList, held: Mapping[str, SheetRow], left: Counter[str], *, whole: bool) -> tuple[SheetPile, ...]:
    """A set's cards in the order of its checklist, by colour where that follows its numbers."""
    groups = [(heading, list(cards)) for heading, cards in groupby(one.cards, one.heading)]
    if len(groups) > MOST_PILES:
        groups = [("", list(one.cards))]
    piles = []
    for heading, cards in groups:
        rows = [(card.name, held.get(card.name)) for card in cards if whole or card.name in held]
        if rows:
            numbers = one.number_of
            shown = (_taken(n, (r or SheetRow(0, n))._replace(number=numbers.get(n, "")), left) for n, r in rows)
            piles.append(SheetPile(heading, tuple(shown)))
    return tuple(piles)


def _taken(name: str, row: SheetRow, left: Counter[str]) -> SheetRow:
    """The row with as many of its copies played as are left to be played."""
    played = min(row.copies, left[name])
    left[name] -= played
    return row._replace(played=played)


def _summed(id: str, title: str, piles: tuple[SheetPile, ...]) -> SheetSection:
    rows = [row for pile in piles for row in pile.rows]
    # Of cards that are free none was opened, and of a pool without a deck none is played: no nought stands there.
    total, played = sum(row.copies for row in rows), sum(row.played for row in rows)
    return SheetSection(id, title, total or None, piles, played or None)


def _title(one: SetList) -> str:
    return f"{one.name} ({one.code})"
