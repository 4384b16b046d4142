"""Lines that hold several cards, and totals that a list states itself: told, fixed and left out, no card lost."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.decklist.list_reader import read_list, why_not_left_out
from deckcheck.games import GAMES
from deckcheck.lists.judged import judge_for
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.verdict.fixes import apply_edits
from deckcheck.verdict.reports import Problem, Report
from tests.verdicts import the_desk

TERMS = Terms("modern", date(2026, 8, 1))


def judged(text: str) -> Report:
    return preview_list(PreviewList(text, TERMS), the_desk())


def problem(report: Report, rule: str) -> Problem:
    return next(p for p in report.problems if p.rule == rule)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("4 Lightning Bolt, 5 Opt\n52 Island", "4 Lightning Bolt, 4 Opt\n52 Island"),
        ("4 Shock; 5x Opt; 1 Ponder\n52 Island", "4 Shock; 4x Opt; 1 Ponder\n52 Island"),
    ],
)
def test_a_card_of_several_on_a_line_is_taken_out_alone(text: str, fixed: str) -> None:
    remedy = problem(judged(text), "copies").remedy
    assert remedy is not None
    assert apply_edits(text, remedy.edits) == fixed


@pytest.mark.parametrize("text", ["4 Lightning Bolt 5 Opt\n52 Island", "5 Opt 4 Lightning Bolt 2 Shock\n52 Island"])
def test_where_the_line_cannot_be_written_without_the_others_the_fix_is_told_in_words(text: str) -> None:
    remedy = problem(judged(text), "copies").remedy
    assert remedy is not None
    assert (remedy.text, remedy.edits) == ("Remove 1 from line 1", ())


@pytest.mark.parametrize(
    "line",
    [
        "4 Lightning Bolt, 3 Opt",
        "4 Lightning Bolt 3 Opt",
        "Lightning Bolt x4, Opt x3",
        "4 [[Lightning Bolt]], 3 [[Opt]]",
    ],
)
def test_each_card_of_a_line_is_a_row_of_what_was_read(line: str) -> None:
    kept = judge_for(f"{line}\n53 Island", TERMS, the_desk())
    assert [(row["number"], row["count"], row["card"]) for row in kept.lines] == [
        (1, 4, "Lightning Bolt"),
        (1, 3, "Opt"),
        (2, 53, "Island"),
    ]


def test_a_line_of_several_cards_cannot_be_left_out() -> None:
    parsed = read_list("4 Lightning Bolt, 2 Qwertz Asdf\n56 Island", GAMES["mtg"])
    assert why_not_left_out(parsed, 1).startswith("Line 1 holds several cards")
    assert not why_not_left_out(parsed, 2)


@pytest.mark.parametrize(
    ("text", "told", "fixed"),
    [
        (
            "4 Lightning Bolt\n52 Island\nTotal: 60",
            'Line 3 says "Total: 60", but we read 56 cards. Check that no line is missing.',
            "4 Lightning Bolt\n52 Island\nTotal: 56",
        ),
        (
            "Deck\n60 Island\nSideboard (2)\n1 Duress",
            'Line 3 says "Sideboard (2)", but we read 1 card. Check that no line is missing.',
            "Deck\n60 Island\nSideboard (1)\n1 Duress",
        ),
    ],
)
def test_a_total_that_is_not_what_was_read_is_a_question(text: str, told: str, fixed: str) -> None:
    report = judged(text)
    found = problem(report, "line-read")
    assert (found.text, str(found.severity)) == (told, "unclear")
    assert found.remedy is not None
    assert apply_edits(text, found.remedy.edits) == fixed
    assert not [p for p in judged(fixed).problems if p.rule == "line-read"]


def test_a_heading_with_another_total_stays_a_heading() -> None:
    parsed = read_list("Deck\n60 Island\nSideboard (2)\n1 Duress", GAMES["mtg"])
    assert why_not_left_out(parsed, 3).startswith("Line 3 is a heading")
    assert [line.section for line in parsed.lines if line.name] == ["main", "sideboard"]


@pytest.mark.parametrize(
    "total",
    [
        *("Total: 62", "60 cards", "Total: 60", "2 cards", "Total Number of Cards in Main Deck: 60", "Gesamt: 62"),
        *("60 main deck, 2 sideboard", "合計 62枚", "3 cards"),
    ],
)
def test_a_total_that_agrees_in_any_way_is_a_remark(total: str) -> None:
    report = judged(f"4 Lightning Bolt\n56 Island\n\nSideboard (2)\n2 Duress\n{total}")
    assert (report.verdict, dict(report.deck.sizes)) == ("legal", {"main": 60, "sideboard": 2})
