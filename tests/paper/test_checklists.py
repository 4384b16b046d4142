"""Checklists of Limited: which rows they have, whose copies are played, and how they stand on pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.games import GAMES
from deckcheck.printing.pdf import write_checklists
from deckcheck.printing.sheets.sheet_contents import (
    FREE,
    OTHERS,
    PAPERS,
    SPARE,
    Checklist,
    Opened,
    Sheet,
    SheetEvent,
    SheetRow,
    SheetSection,
    blank_sections,
    sections_held,
    totals_held,
    totals_to_fill_in,
)
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList, make_set_list
from tests.set_lists import sets_of
from tests.sheets_read import bookmarks_of, pages_of, size_of

BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
EVENT: Final = SheetEvent(GAMES["mtg"], "Northern Open", "14 March 2026", "Hall 4, York", "Sealed Deck")


def set_named(code: str) -> SetList:
    found = sets_of("mtg").set_list(code)
    assert found
    return found


FDN: Final = set_named("FDN")
STA: Final = set_named("STA")


def rows_of(sections: tuple[SheetSection, ...], id: str) -> list[SheetRow]:
    return [row for section in sections if section.id == id for pile in section.piles for row in pile.rows]


def opened(*rows: tuple[int, str], played: dict[str, int] | None = None, code: str = "FDN") -> Opened:
    return Opened(tuple(PoolRow(n, name, code, "") for n, name in rows), played or {}, BASICS)


def test_a_blank_checklist_has_every_card_of_the_sets_in_order_with_its_number_and_rows_for_more() -> None:
    sections = blank_sections([FDN, STA], BASICS)
    assert [section.id for section in sections] == ["FDN", "STA", OTHERS[0], FREE[0]]
    for one in (FDN, STA):
        rows = rows_of(sections, one.code)
        assert [row.name for row in rows] == [card.name for card in one.cards]
        assert [row.number for row in rows] == [one.number_of[card.name] for card in one.cards]
        assert not any(row.copies or row.played for row in rows)
    assert [pile.heading for pile in sections[0].piles[:4]] == ["Colourless", "White", "Blue", "Black"]
    assert rows_of(sections, OTHERS[0]) == [SheetRow()] * SPARE
    assert [row.name for row in rows_of(sections, FREE[0])] == list(BASICS)
    assert [section.count for section in sections] == [None] * 4


def test_a_set_without_numbers_stands_by_colour_and_name() -> None:
    (section, *_) = blank_sections([make_set_list("XYZ", "Unnumbered", GAMES["mtg"].presentation, (), FDN.cards)], ())
    assert not any(row.number for pile in section.piles for row in pile.rows)
    assert [pile.heading for pile in section.piles][:2] == ["White", "Blue"]


def test_a_pool_fills_the_rows_it_holds_and_a_deck_takes_from_them() -> None:
    pool = opened((2, "Dazzling Angel"), (1, "Refute"), (1, "Plains"), played={"Dazzling Angel": 1, "Plains": 9})
    sections = sections_held([FDN], pool, whole=False)
    told = [(row.name, row.copies, row.played) for row in rows_of(sections, "FDN")]
    assert told == [("Dazzling Angel", 2, 1), ("Refute", 1, 0), ("Plains", 1, 1)]
    assert [(row.name, row.played) for row in rows_of(sections, FREE[0])] == [("Plains", 8)]
    assert [(section.count, section.played) for section in sections] == [(4, 2), (None, 8)]
    assert totals_held(pool) == (("Pool", 4), ("Played", 10))
    whole = sections_held([FDN], pool, whole=True)
    assert len(rows_of(whole, "FDN")) == len(FDN.cards)
    assert sum(row.copies for row in rows_of(whole, "FDN")) == 4


def test_a_card_of_no_checklist_and_one_that_is_played_without_being_opened_stand_behind() -> None:
    pool = Opened(
        (
            PoolRow(1, "Lord of Atlantis", "SPG", "1"),
            PoolRow(1, "Abrade", "STA", ""),
            PoolRow(1, "Day of Judgment", "", ""),
        ),
        {"Lord of Atlantis": 1, "Black Lotus": 2},
        BASICS,
    )
    sections = sections_held([FDN, STA], pool, whole=False)
    assert [(row.name, row.copies, row.played) for row in rows_of(sections, OTHERS[0])] == [
        ("Lord of Atlantis (SPG)", 1, 1),
        ("Abrade (STA)", 1, 0),
        ("Black Lotus", 0, 2),
    ]
    assert [row.name for row in rows_of(sections, "FDN")] == ["Day of Judgment"]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_no_copy_of_a_pool_or_a_deck_is_lost_on_the_way(data: st.DataObject) -> None:
    names = st.sampled_from([*(card.name for card in FDN.cards[:6]), "Plains", "Day of Judgment", "Black Lotus"])
    codes = st.sampled_from(["FDN", "STA", "", "SPG"])
    rows = data.draw(st.lists(st.builds(PoolRow, st.integers(1, 4), names, codes, st.just("")), max_size=12))
    played = data.draw(st.dictionaries(names, st.integers(1, 5), max_size=6))
    pool = Opened(tuple(rows), played, BASICS)
    for whole in (False, True):
        sections = sections_held([FDN, STA], pool, whole=whole)
        everything = [row for section in sections for pile in section.piles for row in pile.rows]
        assert sum(row.copies for row in everything) == sum(row.count for row in rows)
        assert sum(row.played for row in everything) == sum(played.values())
        assert all(row.played <= row.copies for row in rows_of(sections, "FDN"))


def sheet_of(sections: tuple[SheetSection, ...], **more: str) -> Sheet:
    sheet = Sheet(EVENT, totals=totals_to_fill_in(), sections=sections, foot=("Handed over.",))
    return replace(sheet, **more)  # type: ignore[arg-type]  # the fields that tests set are words


def test_a_blank_checklist_of_a_large_set_takes_three_pages_with_every_name() -> None:
    content = write_checklists([Checklist(sheet_of(blank_sections([FDN], BASICS)))], PAPERS["a4"], "x")
    pages = pages_of(content)
    assert [page.count(f"{number} of 3") for number, page in enumerate(pages, 1)] == [1, 1, 1]
    text = " ".join(pages)
    assert all(card.name in text for card in FDN.cards)
    for words in ("Played by: last name, first name", "Registered by", "Added basic lands", "Northern Open"):
        assert words in text
    letter = write_checklists([Checklist(sheet_of(blank_sections([STA], BASICS)))], PAPERS["letter"], "x")
    assert size_of(letter) == (612, 792)


def test_a_filled_checklist_names_both_players_and_holds_a_pool_on_one_page() -> None:
    pool = opened(*((1, card.name) for card in FDN.cards[:84]), played={"Refute": 1, "Island": 16})
    sheet = sheet_of(sections_held([FDN], pool, whole=False), name="Ada Okonkwo", last="Okonkwo", first="Ada")
    content = write_checklists([Checklist(replace(sheet, totals=totals_held(pool)), "Per Lund")] * 2, PAPERS["a4"], "x")
    pages = pages_of(content)
    assert len(pages) == 2
    for words in ("Okonkwo, Ada", "Registered by", "Per Lund", "Played by", "Ada Okonkwo", "Handed over.", "84", "17"):
        assert words in pages[0]
    assert bookmarks_of(content) == ["Okonkwo, Ada"] * 2
