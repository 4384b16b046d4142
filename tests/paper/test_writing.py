"""The PDF files themselves: their text, fonts, pages, and what stands where."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from deckcheck.catalogue import open_index
from deckcheck.games import GAMES
from deckcheck.printing.pdf.faces import UNKNOWN
from deckcheck.printing.pdf.pairs import write_pairs
from deckcheck.printing.pdf.sheets_file import write_sheets
from deckcheck.printing.pdf.slips import write_slips
from deckcheck.printing.sheets.sheet_contents import (
    PAPERS,
    Order,
    Sheet,
    SheetEvent,
    SheetPile,
    SheetRow,
    SheetSection,
    Slip,
    blank_sheet,
    sections_of,
    totals_of,
)
from deckcheck.verdict.layout import ORDERS, Listed
from tests.sheets_read import bookmarks_of, fonts_of, pages_of, size_of

MTG: Final = GAMES["mtg"]
EVENT: Final = SheetEvent(MTG, "Northern Open", "14 March 2026", "Hall 4, York", "Modern")
A4: Final = PAPERS["a4"]
NAMES: Final = ("Lim-Dûl's Vault", "Nazgûl", "Dandân", "Æther Vial", "Déjà Vu", "Jötun Grunt", "Bösium Strip", "日本語")


def a_sheet(*names: str, **more: str) -> Sheet:
    rows = tuple(SheetRow(1, name) for name in names)
    part = SheetSection("main", "Main deck", len(rows), (SheetPile("", rows),))
    sheet = Sheet(EVENT, "Ada Okonkwo", "Okonkwo", "Ada", totals=(("Main", len(rows)), ("Side", 15)), sections=(part,))
    return replace(sheet, **more)  # type: ignore[arg-type]  # the fields that tests set are words


def test_every_glyph_is_printed_and_can_be_read_back() -> None:
    (page,) = pages_of(write_sheets([a_sheet(*NAMES, last="Łódźka", first="Ștefan 佐藤 김민준")], A4, "x"))
    for name in (*NAMES, "Łódźka", "Ștefan 佐藤 김민준"):
        assert name in page
    assert UNKNOWN not in page


def test_every_font_that_a_file_names_is_in_it() -> None:
    fonts = fonts_of(write_sheets([a_sheet(*NAMES)], A4, "x"))
    assert set(fonts) == {"DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "DroidSansFallback"}
    assert all(fonts.values())
    assert "DroidSansFallback" not in fonts_of(write_sheets([a_sheet("Island")], A4, "x"))


def test_the_name_comes_first_at_the_top_and_again_along_the_edge() -> None:
    (page,) = pages_of(write_sheets([a_sheet("Island")], A4, "x"))
    assert page.index("Okonkwo, Ada") < page.index("Northern Open") < page.index("Island")
    assert page.count("Okonkwo, Ada") == 2
    for words in ("14 March 2026", "Hall 4, York", "Modern", "Check 1", "Check 2", "1 of 1"):
        assert words in page


def test_a_long_list_says_which_page_of_how_many_and_whose() -> None:
    content = write_sheets([a_sheet(*(f"Card {n}" for n in range(300))), a_sheet("Island", last="Zed")], A4, "x")
    pages = pages_of(content)
    of = sum("Okonkwo" in page for page in pages)
    assert of > 2
    for number, page in enumerate(pages[:of], 1):
        assert f"{number} of {of}" in page
        assert "Okonkwo, Ada" in page
        assert ("Check 1" in page) == (number == 1)
    assert "1 of 1" in pages[of]
    assert bookmarks_of(content) == ["Okonkwo, Ada", "Zed, Ada"]
    assert all(" ".join(pages).count(f"Card {n} ") >= 1 for n in range(299))


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_both_papers_hold_a_usual_list_on_one_page(paper: str, size: tuple[int, int]) -> None:
    main = tuple(SheetPile(f"Mana value {n}", tuple(SheetRow(2, f"Card {n} {m}") for m in range(4))) for n in range(7))
    side = SheetSection("sideboard", "Sideboard", 15, (SheetPile("", tuple(SheetRow(1, f"S {n}") for n in range(15))),))
    sheet = replace(a_sheet("x"), sections=(SheetSection("main", "Main deck", 56, main), side))
    content = write_sheets([sheet], PAPERS[paper], "x")
    assert len(pages_of(content)) == 1
    assert size_of(content) == size


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_blank_sheets_have_lines_for_each_section_and_one_page(paper: str) -> None:
    for game, words in (("mtg", ("Main deck", "Sideboard")), ("ga", ("Material deck", "Main deck", "Sideboard"))):
        (page,) = pages_of(write_sheets([blank_sheet(SheetEvent(GAMES[game]), GAMES[game])], PAPERS[paper], "x"))
        assert all(word in page for word in (*words, "Last name, first name", "Event", "Date", "Table"))
    pages = pages_of(write_sheets([blank_sheet(EVENT, MTG, leaders=True)], PAPERS[paper], "x"))
    assert "Commander" in pages[0]


def test_the_same_lists_give_the_same_bytes() -> None:
    assert write_sheets([a_sheet("Island")], A4, "x") == write_sheets([a_sheet("Island")], A4, "x")


def test_orders_are_those_of_the_table_and_the_foot_names_them() -> None:
    cards = ("Island", "Lightning Bolt", "Counterspell", "Grizzly Bears", "Polluted Delta")
    index = open_index("mtg")
    listed = [Listed("main", 4, name, index.card(name)) for name in cards]

    def read(order: Order) -> list[str]:
        sections = sections_of(listed, order, MTG)
        sheet = replace(
            a_sheet("x"),
            sections=sections,
            totals=totals_of(sections, MTG),
            foot=(order.words(MTG.presentation),),
        )
        (page,) = pages_of(write_sheets([sheet], A4, "x"))
        assert order.words(MTG.presentation) in page
        return sorted(cards, key=page.index)

    assert read(Order()) == ["Lightning Bolt", "Counterspell", "Grizzly Bears", "Polluted Delta", "Island"]
    assert read(Order("name", "first"))[:2] == ["Polluted Delta", "Island"]
    assert read(Order("registered", "among")) == list(cards)
    assert read(Order("type"))[0] == "Grizzly Bears"
    assert read(Order("colour"))[0] == "Counterspell"
    assert len({Order(order).words(MTG.presentation) for order in ORDERS}) == len(ORDERS)


def test_a_pair_stands_on_one_page_side_by_side() -> None:
    first, second = a_sheet("Island", table="7"), a_sheet("Mountain", last="Lund", first="Per", table="7")
    content = write_pairs([(first, second)], A4, "x")
    (page,) = pages_of(content)
    assert size_of(content) == (842, 595)
    assert all(words in page for words in ("Okonkwo, Ada", "Lund, Per", "Island", "Mountain", "Table 7"))


def test_a_pair_of_which_one_list_is_long_goes_on() -> None:
    long = a_sheet(*(f"Card {n}" for n in range(200)))
    pages = pages_of(write_pairs([(a_sheet("Island"), long)], A4, "x"))
    assert len(pages) > 1
    assert "Page 2 of" in pages[1]
    assert "Island" not in pages[1]


def test_slips_stand_three_to_a_page_and_name_both_players() -> None:
    slips = [Slip(EVENT, "5", str(n), (f"Player {n}, Ada", "Lund, Per"), "8361 549C 39C8") for n in range(4)]
    pages = pages_of(write_slips(slips, A4, "x"))
    assert [page.count("Deck check") for page in pages] == [3, 1]
    assert "Player 3, Ada" in pages[1]
    assert "8361 549C 39C8" in pages[0]
    ga = pages_of(write_slips([Slip(SheetEvent(GAMES["ga"]))], A4, "x"))
    assert "material / main / side" in ga[0]
