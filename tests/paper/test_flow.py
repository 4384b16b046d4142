"""How a list flows over columns and pages."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.games import GAMES
from deckcheck.printing.sheets.flow import Kind, Page, Room, Setting, fit_name, lay_pages
from deckcheck.printing.sheets.sheet_contents import SheetPile, SheetRow, SheetSection

SETTINGS: Final = (Setting(2, 16, 10, 150), Setting(2, 14, 10, 150), Setting(3, 14, 9.5, 100))
ROOM: Final = Room(400, 500)


def measure(text: str) -> float:
    """Every letter is half as wide as it is high."""
    return len(text) / 2


def section(name: str, *piles: tuple[str, int]) -> SheetSection:
    made = tuple(
        SheetPile(title, tuple(SheetRow(1, f"{name} {title} {n}") for n in range(size))) for title, size in piles
    )
    return SheetSection(name, name.title(), sum(size for _, size in piles), made)


def kinds(pages: tuple[Page, ...], kind: Kind) -> list[str]:
    """The lines of one kind, in reading order."""
    return [" ".join(p.block.lines) for page in pages for column in page for p in column if p.block.kind is kind]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(("One", "Two", "Three")), st.integers(1, 60)), min_size=1, max_size=4),
        min_size=1,
        max_size=3,
    )
)
def test_every_card_stands_once_in_order_within_its_column_and_no_heading_stands_last(
    made: list[list[tuple[str, int]]],
) -> None:
    sections = [section(f"part{n}", *piles) for n, piles in enumerate(made)]
    setting, pages = lay_pages(sections, SETTINGS, ROOM, measure)
    wanted = [row.name for one in sections for pile in one.piles for row in pile.rows]
    assert kinds(pages, Kind.ROW) == wanted
    for number, page in enumerate(pages):
        assert len(page) <= setting.columns
        for column in page:
            assert column
            assert column[-1].block.kind in {Kind.ROW, Kind.TOTAL}
            assert max(p.top + p.block.height for p in column) <= ROOM.on(number)
            assert column[0].block.kind is Kind.HEADING


def test_a_sideboard_begins_in_a_column_of_its_own() -> None:
    _, (page,) = lay_pages([section("main", ("", 10)), section("sideboard", ("", 5))], SETTINGS, ROOM, measure)
    assert [column[0].block.lines[0] for column in page] == ["Main", "Sideboard"]


def test_grand_archive_reads_material_deck_over_sideboard_beside_the_main_deck() -> None:
    parts = [section("material", ("", 8)), section("main", ("", 15)), section("sideboard", ("", 4))]
    _, (page,) = lay_pages(parts, SETTINGS, ROOM, measure, GAMES["ga"].presentation.beside)
    headings = [[p.block.lines[0] for p in column if p.block.kind is Kind.HEADING] for column in page]
    assert headings == [["Material", "Sideboard"], ["Main"]]


def test_a_long_list_goes_on_under_its_heading_said_again() -> None:
    _, pages = lay_pages([section("main", ("", 170))], SETTINGS, ROOM, measure)
    headings = kinds(pages, Kind.HEADING)
    assert len(pages) == 2
    assert headings[0] == "Main"
    assert set(headings[1:]) == {"Main, continued"}


def test_a_short_pile_is_kept_whole_where_that_costs_no_page() -> None:
    setting, (page,) = lay_pages([section("main", ("One", 18), ("Two", 9))], SETTINGS[:1], ROOM, measure)
    assert setting.columns == 2
    assert [p.block.lines[0] for p in page[1]][1:2] == ["Two"]


def test_a_name_that_is_too_long_is_set_narrower_and_then_on_more_lines() -> None:
    room = 10.0
    assert fit_name("a" * 20, room, measure) == (("a" * 20,), 1.0)
    lines, squeeze = fit_name("a" * 22, room, measure)
    assert (lines, round(squeeze, 3)) == (("a" * 22,), round(20 / 22, 3))
    assert fit_name("Invasion of Ikoria // Zilortha, Apex", room, measure) == (
        ("Invasion of Ikoria", "// Zilortha, Apex"),
        1.0,
    )
    assert "".join(fit_name("a" * 50, room, measure)[0]) == "a" * 50
