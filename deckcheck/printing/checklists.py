"""What checklists of Limited say: blank ones of some sets, and those of a pool with what a list plays of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.events.stage_pools import MOST_SETS
from deckcheck.law.games import Presentation
from deckcheck.lists.pool_reading import sets_named
from deckcheck.printing.sheets.checklists import TO_FILL_IN, Checklist, Opened, blank_sections
from deckcheck.printing.sheets.values import Sheet, SheetEvent
from deckcheck.verdict.layout import Listed
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList

HOW: Final = "Under total stands how many of a card were opened, under played how many of them are in the deck."


def sets_wanted(codes: Sequence[str], game: str, app: App) -> tuple[SetList, ...]:
    """The sets with these codes; refused where one is not known, or where they are too many."""
    if len(codes) > MOST_SETS:
        raise UnusableInput(f"{len(codes)} sets; {MOST_SETS} is the most.")
    return sets_named(game, codes, app)


def blank_checklist(
    event: SheetEvent, sets: Iterable[SetList], free: Sequence[str], name: str = "", by: str = ""
) -> Checklist:
    """A checklist to be filled in; `name` is who plays the pool, last name first, `by` who registers it."""
    last, first = parted(name)
    sections = blank_sections(sets, free)
    return Checklist(Sheet(event, name, last, first, totals=TO_FILL_IN, sections=sections, foot=(HOW,)), by)


def parted(listed: str) -> tuple[str, str]:
    """The last name and the others of a name that has its last name first; a name without a comma is whole."""
    last, comma, first = listed.partition(", ")
    return (last, first) if comma else ("", "")


def opened_in(listed: Iterable[Listed], free: tuple[str, ...], look: Presentation) -> Opened:
    """The pool that a list names, with what it plays; a list that names none is all of the pool."""
    rows = tuple(listed)
    pool = [row for row in rows if row.section == "pool"] or [row for row in rows if row.name not in free]
    counted: Counter[str] = Counter()
    for row in pool:
        counted[row.name] += row.count
    return Opened(tuple(PoolRow(count, name, "", "") for name, count in counted.items()), played_in(rows, look), free)


def played_in(listed: Iterable[Listed], look: Presentation) -> Mapping[str, int]:
    """How many copies of each name are in the deck."""
    found: Counter[str] = Counter()
    for row in listed:
        if row.section in look.played:
            found[row.name] += row.count
    return found
