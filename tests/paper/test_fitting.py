"""What fits into a width: nothing of a name is lost without a mark, and the work grows with its length, no faster."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.printing.pdf.faces import width_of
from deckcheck.printing.sheets.flow import (
    CUT_OFF,
    MOST_LINES,
    Measure,
    Room,
    Setting,
    before_mark,
    cut_off,
    fit_name,
    fits,
    lay_pages,
    longest,
)
from deckcheck.printing.sheets.sheet_contents import SheetPile, SheetRow, SheetSection

SCRIPTS: Final = {
    "Latin": "abcdefg hij klmnopqr ",
    "Latin without spaces": "abcdefghij",
    "Chinese": "漢字測試佐藤",
    "Arabic": "محمد علي اردو ",
    "Hindi": "क्षत्रियश्री",
    "emoji": "👩\u200d💻🇬🇧👍🏽🐉",
    "marks": "a\u0301\u0323\u0302\u0316",
    "flags": "🇬🇧",
    "one letter and marks": "\u0301\u0316",
    "spaces": "   ",
    "slashes": "// ",
}
TEXTS: Final = st.text(st.sampled_from("ab漢 /م\u0301\u0323क्षष\u200d👩💻🇬🇧👍🏽ி்"), max_size=120)


class Counting:
    """Measures as one may, a letter half as wide as it is high and marks without a width, and counts what it reads."""

    def __init__(self) -> None:
        self.letters = 0

    def __call__(self, text: str) -> float:
        self.letters += len(text) + 1
        return sum(0.0 if unicodedata.category(letter)[0] == "M" else 0.5 for letter in text)


def text_of(script: str, length: int) -> str:
    return (SCRIPTS[script] * length)[:length]


WORK: Final[tuple[Callable[[str, float, Measure], object], ...]] = (fit_name, cut_off, fits)


def letters_read(work: Callable[[Counting], object]) -> int:
    counting = Counting()
    work(counting)
    return counting.letters


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("room", [1.0, 10.0, 50.0, 200.0])
def test_the_work_for_a_name_or_field_grows_with_its_length_and_no_faster(script: str, room: float) -> None:
    for work in WORK:
        for length in (50, 100, 200, 400, 800, 1600, 3200, 6400):
            read = letters_read(partial(work, text_of(script, length), room))
            assert read <= 25 * length, (work, length, read / length)


@pytest.mark.parametrize("script", SCRIPTS)
def test_beyond_what_any_paper_holds_a_longer_text_is_no_more_work(script: str) -> None:
    for work in WORK:
        sizes = [letters_read(partial(work, text_of(script, n), 10.0)) for n in (30_000, 60_000)]
        assert sizes[1] <= 1.1 * sizes[0], (work, sizes)


@pytest.mark.parametrize("script", SCRIPTS)
def test_double_the_lines_are_double_the_work_at_most(script: str) -> None:
    ways = [Setting(columns, pitch, 9.5, 230 / columns) for columns in (2, 3) for pitch in (13, 15, 18)]

    def lay(lines: int) -> Callable[[Counting], object]:
        rows = tuple(SheetRow(1, f"{number}{text_of(script, 190)}") for number in range(lines))
        part = SheetSection("main", "Main", lines, (SheetPile("One", rows),))
        return lambda counting: lay_pages([part], ways, Room(600, 700), counting)

    sizes = [letters_read(lay(lines)) for lines in (150, 300, 600)]
    assert sizes[1] <= 2.1 * sizes[0]
    assert sizes[2] <= 2.1 * sizes[1]


def test_a_name_that_fits_is_measured_once() -> None:
    assert letters_read(lambda c: fit_name("Lightning Bolt", 10.0, c)) == 15


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.floats(0.6, 12))
def test_no_letter_of_a_name_is_lost_without_a_mark_and_each_line_fits(name: str, room: float) -> None:
    lines, squeeze = fit_name(name, room, width_of)
    assert 0.85 < squeeze <= 1
    assert len(lines) <= MOST_LINES
    if squeeze == 1 and len(lines) > 1:
        # A cluster that is wider than the column by itself stands alone.
        assert all(width_of(line) <= room or longest(line, room, width_of) <= 8 for line in lines)
    printed, meant = ("".join(part.split()) for part in ("".join(lines), name))
    assert printed == meant or (printed.endswith(CUT_OFF) and meant.startswith(printed.removesuffix(CUT_OFF)))


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.floats(1.2, 30))
def test_what_is_cut_off_fits_and_parts_no_sign(text: str, room: float) -> None:
    if fits(text, room, width_of):
        return
    cut = cut_off(text, room, width_of)
    kept = cut.removesuffix(CUT_OFF)
    assert cut.endswith(CUT_OFF)
    assert text.startswith(kept)
    assert width_of(cut) <= room
    behind = text[len(kept) :]
    assert not kept or behind[:1].isspace() or before_mark(text, len(kept)) in {0, len(kept)} or len(kept) <= 8


def test_joined_signs_are_cut_between_and_never_within() -> None:
    assert before_mark("👍🏽👍🏽", 3) == 2
    assert [before_mark("🇬🇧🇩🇪", length) for length in (1, 2, 3)] == [0, 2, 2]
    assert before_mark("कक्ष", 3) == 1
    assert before_mark("தமிழ்செ", 5) == 5
