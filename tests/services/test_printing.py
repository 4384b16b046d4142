"""Printed lists of an event: who may print what, what the audit has, and what stands on the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from deckcheck.app.actors import STRANGER, SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.print_limits import File
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded, Refused, UnusableInput
from deckcheck.lists.list_checks import PreviewList, Terms
from deckcheck.printing.blank_sheets import print_blank, print_checked, print_missing
from deckcheck.printing.prints import (
    Seats,
    print_list,
    print_lists,
    print_own,
    print_packs,
    print_pairs,
    print_slips,
    sheets_page,
)
from deckcheck.printing.sheet_values import Printing, printing_of
from tests.desks import Clock
from tests.events import Made
from tests.published_events import TITLED, a_locked_event, audit_of, begin, pair, publish, set_event, set_person
from tests.registrations import ILLEGAL, LEGAL, OTHER
from tests.sheets_read import bookmarks_of, fonts_of, pages_of

WHY: Final = Printing(reason="to be filed")
ADDRESSED: Final = Printing(reason="to be filed", base="https://lists.example.org")


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return a_locked_event(one_desk, clock, texts={1: TITLED, 2: OTHER, 4: ILLEGAL})


def test_all_lists_are_one_file_by_last_name_and_the_audit_has_it_before(one_desk: App, made: Made) -> None:
    set_person(one_desk, made, 2, first="Ștefan", last="Źubr 日本")
    with pytest.raises(ReasonNeeded):
        print_lists(one_desk, made.as_account("judge"), made.slug, Printing())
    assert not audit_of(one_desk, made, "lists.exported")
    file = print_lists(one_desk, made.as_account("judge"), made.slug, ADDRESSED)
    assert bookmarks_of(file.content) == ["Abara, Chidi", "Okonkwo, Ada", "Źubr 日本, Ștefan"]
    (row,) = audit_of(one_desk, made, "lists.exported")
    assert (row.on, row.from_, row.to, bool(row.note)) == ("stage:swiss", "sheets", "3", True)
    abara, okonkwo, _ = pages_of(file.content)
    assert "Judged illegal: 1 fault." in abara
    for words in ("Izzet Prowess", "Northern Open", "13 June 2026", "Leeds", "Modern", "Receipt", "Accepted 13 June"):
        assert words in okonkwo
    assert "By mana value, lands last. Audit" in okonkwo
    assert all(fonts_of(file.content).values())
    assert not file.shared
    assert (file.name, file.media_type) == ("northern-open-sheets-2026-06-13.pdf", "application/pdf")


@pytest.mark.parametrize("role", ["scorekeeper", "stranger", "player"])
def test_who_may_not_read_closed_lists_prints_none(one_desk: App, made: Made, role: str) -> None:
    others = {"stranger": made.as_stranger, "player": made.as_person(1)}
    who = others.get(role) or made.as_account(role)
    ways: tuple[Callable[[], File], ...] = (
        lambda: print_lists(one_desk, who, made.slug, WHY),
        lambda: print_list(one_desk, who, made.slug, 1, WHY),
        lambda: print_packs(one_desk, who, made.slug, Seats(), WHY),
        lambda: print_pairs(one_desk, who, made.slug, Seats(), WHY),
        lambda: print_own(one_desk, who, made.slug, 1, WHY),
        lambda: print_slips(one_desk, who, made.slug, None, WHY),
    )
    for way in ways:
        with pytest.raises((Hidden, NotAllowed)):
            way()
    assert not audit_of(one_desk, made, "lists.exported", "list.read")


def test_open_lists_are_printed_by_anyone_without_what_is_for_staff(one_desk: App, made: Made) -> None:
    begin(one_desk, made)
    publish(one_desk, made, "playoff", "all")
    set_event(one_desk, made, names_shown="initials")
    plan = Printing("playoff", base="https://lists.example.org")
    file = print_lists(one_desk, made.as_stranger, made.slug, plan)
    text = " ".join(pages_of(file.content))
    assert file.shared
    assert len(pages_of(file.content)) == 2
    assert "Okonkwo" not in text + " ".join(bookmarks_of(file.content))
    assert "Audit" not in text
    one = print_list(one_desk, made.as_stranger, made.slug, 1, plan)
    assert one.shared
    assert not audit_of(one_desk, made, "lists.exported", "list.read")


def test_one_closed_list_is_in_the_audit_and_stands_in_the_order_that_is_asked(one_desk: App, made: Made) -> None:
    judge = made.as_account("judge")
    file = print_list(one_desk, judge, made.slug, 1, printing_of({"order": "registered", "lands": "among"}))
    (row,) = audit_of(one_desk, made, "list.read")
    assert row.on == "entry:1"
    (page,) = pages_of(file.content)
    wanted = [line.split(" ", 1)[1] for line in LEGAL.split("\n\n")[0].splitlines() if line[:1].isdigit()]
    lines = page[page.index("Main deck") :]
    assert sorted(wanted, key=lines.index) == wanted
    assert "As registered." in page


def test_a_player_prints_their_own_list_with_their_whole_name(one_desk: App, made: Made) -> None:
    set_event(one_desk, made, names_shown="initials")
    file = print_own(one_desk, made.as_person(0), made.slug, None, Printing())
    (page,) = pages_of(file.content)
    assert "Okonkwo, Ada" in page
    assert "Receipt" in page
    assert not file.shared
    with pytest.raises(Hidden):
        print_own(one_desk, made.as_person(2), made.slug, None, Printing())


def test_a_pack_holds_for_each_player_the_list_of_the_other(one_desk: App, made: Made) -> None:
    begin(one_desk, made)
    pair(one_desk, made, [([1, 2], [])], round=4)
    plan = Printing("playoff", reason="top 2")
    file = print_packs(one_desk, made.as_account("organizer"), made.slug, Seats(4), plan)
    pages = pages_of(file.content)
    assert len(pages) == 2
    assert bookmarks_of(file.content)[1].startswith("Okonkwo")
    assert "Copy for Ada Okonkwo: the list of the opponent." in pages[0]
    assert "Izzet Prowess" in pages[1]
    assert [row.from_ for row in audit_of(one_desk, made, "lists.exported")] == ["packs"]


def test_a_table_stands_on_one_page_for_a_judge_without_a_reason_but_in_the_audit(one_desk: App, made: Made) -> None:
    pair(one_desk, made, [([1, 4], []), ([2, 3], [])], round=2)
    judge = made.as_account("judge")
    file = print_pairs(one_desk, judge, made.slug, Seats(2, ("1",)), Printing("swiss"))
    (page,) = pages_of(file.content)
    assert "Okonkwo, Ada" in page
    assert "Abara, Chidi" in page
    (row,) = audit_of(one_desk, made, "lists.exported")
    assert (row.from_, row.to) == ("pairs", "2")
    # The third player has sent no list.
    assert len(pages_of(print_pairs(one_desk, judge, made.slug, Seats(), Printing("swiss")).content)) == 1


def test_a_round_or_table_that_is_not_known_is_told(one_desk: App, made: Made) -> None:
    judge = made.as_account("judge")
    with pytest.raises(UnusableInput, match="No pairings of Northern Open are here"):
        print_pairs(one_desk, judge, made.slug, Seats(), Printing("swiss"))
    pair(one_desk, made, [([1, 4], [])], round=2)
    with pytest.raises(UnusableInput, match='Round 2 has no table "9"'):
        print_slips(one_desk, judge, made.slug, Seats(2, ("9",)), Printing())
    with pytest.raises(UnusableInput, match="No pairings of round 7"):
        print_slips(one_desk, judge, made.slug, Seats(7), Printing())


def test_slips_name_both_players_and_no_card(one_desk: App, made: Made) -> None:
    pair(one_desk, made, [([1, 4], []), ([2, 3], [])], round=2)
    judge = made.as_account("judge")
    (page,) = pages_of(print_slips(one_desk, judge, made.slug, Seats(2), Printing()).content)
    assert page.count("Deck check") == 2
    assert "Abara, Chidi" in page
    assert "Mountain" not in page
    blank = pages_of(print_slips(one_desk, judge, made.slug, None, Printing(), copies=6).content)
    assert [page.count("Deck check") for page in blank] == [3, 3]


def test_blank_sheets_are_for_all_and_those_with_names_for_staff(one_desk: App, made: Made) -> None:
    pages = pages_of(print_blank(one_desk, made.as_stranger, made.slug, Printing(), copies=2).content)
    assert len(pages) == 2
    assert "Northern Open" in pages[0]
    (page,) = pages_of(print_missing(one_desk, made.as_account("scorekeeper"), made.slug, Printing()).content)
    assert "Last name, first name" not in page
    with pytest.raises(Refused):
        print_missing(one_desk, made.as_stranger, made.slug, Printing())


def test_whoever_runs_the_machine_prints_all_and_is_in_the_audit(one_desk: App, made: Made) -> None:
    file = print_lists(one_desk, SYSTEM, made.slug, Printing("playoff"))
    assert len(pages_of(file.content)) == 2
    (row,) = audit_of(one_desk, made, "lists.exported")
    assert (row.by, row.from_, row.to) == ("sys", "sheets", "2")
    with pytest.raises(UnusableInput, match='No stage of Northern Open is called "final"'):
        print_lists(one_desk, SYSTEM, made.slug, Printing("final"))


@pytest.mark.parametrize("wanted", [{"order": "size"}, {"paper": "a3"}, {"lands": "beside"}])
def test_an_order_or_paper_that_does_not_exist_is_told(wanted: dict[str, str]) -> None:
    with pytest.raises(UnusableInput, match="There is no "):
        printing_of(wanted)


def test_the_staffs_page_offers_what_each_may_print(one_desk: App, made: Made) -> None:
    def offered(who: Actor) -> tuple[bool, bool, bool, bool]:
        page = sheets_page(one_desk, who, made.slug, "")
        return page.lists, page.pairs, page.slips, page.noted

    assert offered(made.as_account("judge")) == (True, True, True, True)
    assert offered(made.as_account("scorekeeper")) == (False, False, False, False)
    with pytest.raises(Hidden):
        sheets_page(one_desk, made.as_stranger, made.slug, "")


def test_a_list_that_was_only_checked_says_what_waits(one_desk: App) -> None:
    order = PreviewList("4 Nazgûl\n4 Qwxzzy Blorp\n52 Island", Terms("modern"))
    (page,) = pages_of(print_checked(one_desk, STRANGER, order, Printing()).content)
    assert "Nazgûl" in page
    assert "1 line: no card was found." in page
    assert "Last name, first name" in page
    with pytest.raises(UnusableInput, match="nothing to print"):
        print_checked(one_desk, STRANGER, PreviewList("", Terms("modern")), Printing())
