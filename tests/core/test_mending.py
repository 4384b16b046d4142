"""Remedies rewrite just the lines they name."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.decks import Entry, Line, LineKind
from deckcheck.decklist.line_edits import with_count
from deckcheck.decklist.line_parser import read_piece
from deckcheck.decklist.list_reader import headings_of
from deckcheck.games import GAMES
from deckcheck.law.legality import Day, Platform
from deckcheck.law.sentences import line_numbers
from deckcheck.verdict.fixes import apply_edits, count_once, leave_out, rename, take_out
from deckcheck.verdict.judgement import judge_list
from deckcheck.verdict.reports import Edit
from tests.verdicts import the_desk

WORDS = headings_of(GAMES["mtg"])


def entry(number: int, text: str, section: str = "main") -> Entry:
    piece = read_piece(text, WORDS)
    return Entry(Line(number, text, LineKind.CARD, section, piece.count, piece.name), section, piece.count, None)


@pytest.mark.parametrize(
    ("text", "count", "wanted", "changed"),
    [
        ("4 Lightning Bolt", 4, 3, "3 Lightning Bolt"),
        ("4x Lightning Bolt", 4, 1, "1x Lightning Bolt"),
        ("x4 Lightning Bolt", 4, 3, "x3 Lightning Bolt"),
        ("SB: 4 Duress", 4, 2, "SB: 2 Duress"),
        ("  04 Duress", 4, 3, "  3 Duress"),
        ("1 +2 Mace", 1, 2, "2 +2 Mace"),
        ("Urza's Saga", 1, 2, "2 Urza's Saga"),
        ("12 Forest (ELD) 12", 12, 11, "11 Forest (ELD) 12"),
        ("Sol Ring (SLD) 1", 1, 2, "2 Sol Ring (SLD) 1"),
        ("Mountain x4", 4, 3, "Mountain x3"),
        ("Mountain (x4)", 4, 3, "Mountain (x3)"),
        ("Mountain (4)", 4, 3, "Mountain (3)"),
        ("[4] Mountain", 4, 3, "[3] Mountain"),
        ("4 Lightning Bolt", 4, 0, ""),
        ("1. 4 Lightning Bolt", 4, 3, "1. 3 Lightning Bolt"),
        ("SB: 1. 4 Duress", 4, 3, "SB: 1. 3 Duress"),
        (">> 4 Lightning Bolt", 4, 3, ">> 3 Lightning Bolt"),
        ("4,Lightning Bolt", 4, 3, "3,Lightning Bolt"),
        ("Lightning Bolt - 4", 4, 3, "Lightning Bolt - 3"),
        ("Lightning Bolt [4]", 4, 3, "Lightning Bolt [3]"),
        ("5O Island", 50, 49, "49 Island"),
        ("④ Lightning Bolt", 4, 3, "3 Lightning Bolt"),
        ("4. Lightning Bolt", 4, 3, "3 Lightning Bolt"),
        ("4 [[Lightning Bolt]]", 4, 3, "3 [[Lightning Bolt]]"),
    ],
)
def test_only_the_count_of_a_line_changes(text: str, count: int, wanted: int, changed: str) -> None:
    read = entry(1, text)
    assert read.count == count
    assert with_count(read.line, wanted, WORDS) == changed


def test_copies_are_taken_from_the_last_line_first() -> None:
    remedy = take_out([entry(3, "4 Shock"), entry(20, "1 Shock", "sideboard")], 2, WORDS)
    assert remedy is not None
    assert remedy.edits == (Edit(20, ""), Edit(3, "3 Shock"))
    assert remedy.text == "Remove 1 from line 20 and 1 from line 3"


def test_lines_are_left_out_whole() -> None:
    remedy = leave_out([entry(3, "4 Shock"), entry(5, "1 Shock")])
    assert remedy is not None
    assert remedy.text == "Remove lines 3 and 5"


def test_many_lines_in_a_row_are_told_by_first_and_last() -> None:
    remedy = leave_out([entry(n, "1 Shock") for n in (3, 4, 7, 8, 9, 12)])
    assert remedy is not None
    assert remedy.text == "Remove lines 3, 4, 7 to 9 and 12"


def test_edits_leave_every_other_line_as_it_was() -> None:
    text = "4 Shock\r\n\r\n3 Opt\n2 Duress"
    assert apply_edits(text, [Edit(3, "1 Opt"), Edit(4, "")]) == "4 Shock\n\n1 Opt"


@given(
    st.lists(st.text("abc 123", max_size=8), min_size=1, max_size=8), st.integers(-2, 12), st.text("xyz", min_size=1)
)
def test_an_edit_never_touches_another_line(lines: list[str], number: int, changed: str) -> None:
    after = apply_edits("\n".join(lines), [Edit(number, changed)]).split("\n")
    wanted = [changed if place == number else line for place, line in enumerate(lines, 1)]
    assert after == wanted


def test_another_name_is_written_in_the_place_of_the_old_one() -> None:
    line = Line(2, "4x Snow-Covered Island (KHM) 278", LineKind.CARD, "main", 4, "Snow-Covered Island")
    remedy = rename([Entry(line, "main", 4, None)], "Island", WORDS)
    assert remedy is not None
    assert remedy.edits == (Edit(2, "4x Island (KHM) 278"),)
    assert remedy.text == "Write Island in line 2"


def test_a_name_written_in_several_lines_names_them_all() -> None:
    remedy = rename([entry(n, "4 Snow-Covered Island") for n in (2, 5)], "Island", WORDS)
    assert remedy is not None
    assert remedy.text == "Write Island in lines 2 and 5"


def test_no_more_is_taken_than_is_too_many_and_no_line_without_need() -> None:
    entries = [entry(1, "4 Shock"), entry(2, "4 Shock"), entry(5, "1 Shock", "sideboard")]
    remedy = take_out(entries, 3, WORDS)
    assert remedy is not None
    assert remedy.edits == (Edit(5, ""), Edit(2, "2 Shock"))
    assert remedy.text == "Remove 1 from line 5 and 2 from line 2"
    assert take_out(entries, 0, WORDS) is None
    assert take_out([], 2, WORDS) is None


def test_two_lines_in_a_row_are_both_named() -> None:
    assert line_numbers([3, 4]) == "3 and 4"
    assert line_numbers([3, 4, 5]) == "3 to 5"
    assert line_numbers([3]) == "3"


@pytest.mark.parametrize(
    ("text", "fixes"),
    [
        ("58 Island", ["Add 2"]),
        ("59 Island\n\nSideboard\n17 Swamp", ["Add 1", "Remove 2"]),
        ("5 Opt\n56 Island", ["Remove 1 from line 1"]),
        ("3 Opt\n57 Island\n\nSideboard\n3 Opt", ["Remove 2 from line 5"]),
        ("4 Opt\n57 Island\n\nSideboard\n1 Opt\n2 Opt", ["Remove 2 from line 6 and 1 from line 5"]),
    ],
)
def test_a_fix_names_as_many_as_are_missing_or_too_many(text: str, fixes: list[str]) -> None:
    book = the_desk().reference.rulebook("modern", Day(date(2026, 8, 1), Platform.PAPER))
    report = judge_list(text, book, open_index("mtg"))
    assert [problem.remedy.text for problem in report.problems if problem.remedy] == fixes


@pytest.mark.parametrize(
    ("text", "told", "after"),
    [
        # The section has a heading: what moves stands below its last line.
        (
            "Material Deck\n1 Spirit of Fire\n4 Fireball\n\nMain Deck\n4 Zander's Bounty\n",
            "Move it to the main deck",
            "Material Deck\n1 Spirit of Fire\n\nMain Deck\n4 Zander's Bounty\n4 Fireball\n",
        ),
        # It has none: one is written, marked as the others are.
        (
            "# Material Deck\n1 Spirit of Fire\n4 Fireball\n",
            "Move it to the main deck",
            "# Material Deck\n1 Spirit of Fire\n# Main deck\n4 Fireball\n",
        ),
    ],
)
def test_what_stands_in_the_wrong_section_is_moved(text: str, told: str, after: str) -> None:
    book = the_desk().reference.rulebook("ga-standard", Day(date(2026, 8, 1), Platform.PAPER))
    report = judge_list(text, book, open_index("ga"))
    (remedy,) = [p.remedy for p in report.problems if p.remedy and p.remedy.text.startswith("Move")]
    assert remedy.text == told
    assert apply_edits(text, remedy.edits) == after


def test_a_doubtful_count_is_written_only_of_a_card_that_is_known() -> None:
    assert count_once([], 2, WORDS) is None
    assert count_once([entry(1, "4 Shock")], 2, WORDS) is None
    known = entry(1, "4 Shock")._replace(card=open_index("mtg").card("Shock"))
    written = count_once([known], 2, WORDS)
    assert written is not None
    assert written.text == "Write 2 Shock in line 1"
