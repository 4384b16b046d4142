"""Double the letters of all that a print says, its lines or its sheets: double the work at most, in every script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import pytest

from deckcheck.games import GAMES
from deckcheck.printing.pdf import write_checklists, write_pairs, write_sheets, write_slips
from deckcheck.printing.sheets.sheet_contents import (
    PAPERS,
    Checklist,
    Sheet,
    SheetEvent,
    SheetPile,
    SheetRow,
    SheetSection,
    Slip,
)
from tests.doubling import MOST, growth_of_work
from tests.growing import words_in

A4: Final = PAPERS["a4"]
SCRIPTS: Final = ("Latin", "Chinese", "Arabic", "Hindi", "emoji", "marks")
FEW: Final = 6
"""Lines of a list whose names are long."""
SHORT: Final = 8
"""Letters of each name of a long list: they stand on one line, in every setting."""


def sheet(script: str, letters: int, lines: int) -> Sheet:
    """A list with so many letters in each of its names, fields and remarks."""

    def words() -> str:
        return words_in(script, letters)

    rows = tuple(SheetRow(1, words(), number=f"{number}", played=1) for number in range(1, lines + 1))
    halves = (SheetPile("Creatures", rows[: lines // 2]), SheetPile("Lands", rows[lines // 2 :]))
    return Sheet(
        event(script, letters),
        name=words(),
        last=words(),
        first=words(),
        table=words(),
        account=words(),
        deck=words(),
        totals=(("Main", lines), ("Side", 0)),
        sections=(SheetSection("main", "Main deck", lines, halves, lines),),
        remarks=(words(), words()),
        foot=(words(), words()),
    )


def event(script: str, letters: int) -> SheetEvent:
    """An event with so many letters in all that is said of it."""
    name, day, place, title = (words_in(script, letters) for _ in range(4))
    return SheetEvent(GAMES["mtg"], name, day, place, title)


def slip(script: str, letters: int) -> Slip:
    """A slip with so many letters in each of its fields."""
    number, table, one, other, anchor = (words_in(script, letters) for _ in range(5))
    return Slip(event(script, letters), number, table, (one, other), anchor)


PRINTS: Final[Mapping[str, Callable[[list[Sheet]], object]]] = {
    "sheets": lambda sheets: write_sheets(sheets, A4, sheets[0].name),
    "checklists": lambda sheets: write_checklists([Checklist(one, one.name) for one in sheets], A4, sheets[0].name),
    "pairs": lambda sheets: write_pairs([(one, one) for one in sheets], A4, sheets[0].name),
}
"""The prints of lists and pools: a player's own, the desk's of one list and of all, packs; pools; the tables."""


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("printed", PRINTS)
def test_double_the_letters_of_everything_are_double_the_work_at_most(printed: str, script: str) -> None:
    assert growth_of_work(lambda letters: [sheet(script, letters, FEW)], PRINTS[printed], 800) <= MOST


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("printed", PRINTS)
def test_double_the_lines_are_double_the_work_at_most(printed: str, script: str) -> None:
    assert growth_of_work(lambda lines: [sheet(script, SHORT, lines)], PRINTS[printed], 320) <= MOST


@pytest.mark.parametrize("printed", PRINTS)
def test_double_the_sheets_are_double_the_work_at_most(printed: str) -> None:
    assert growth_of_work(lambda many: [sheet("Chinese", 12, 20) for _ in range(many)], PRINTS[printed], 12) <= MOST


@pytest.mark.parametrize("script", SCRIPTS)
def test_slips_grow_no_faster_than_their_letters_and_number(script: str) -> None:
    write = partial(write_slips, paper=A4, title="x")
    assert growth_of_work(lambda letters: [slip(script, letters)] * 2, write, 800) <= MOST
    assert growth_of_work(lambda many: [slip(script, 12) for _ in range(many)], write, 24) <= MOST
