"""Lines of which somebody said that they are no cards: the list is as if they were not there, and they stay in it."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.answers import make_answers
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import LEFT_OUT, read_list
from deckcheck.games import GAMES
from deckcheck.lists.list_checks import PreviewList, Terms, judge_record, preview_list
from deckcheck.verdict.canonical import canonical_list
from deckcheck.verdict.reports import Report, Verdict
from deckcheck.verdict.reports_json import as_json
from tests.verdicts import the_desk

MTG: Final = GAMES["mtg"]
DAY: Final = date(2026, 6, 13)
THANKS: Final = "Thanks for organizing!"
KRENKO: Final = f"1 Krenko, Mob Boss\n\n99 Mountain\n\n{THANKS}\n"
JUNK: Final = ("Thanks!", "Sent from my phone", "2 Qwxzzy Blorp", "1 Jace", "2x", "5 Lightning Bolt")
CARDS: Final = ("4 Lightning Bolt", "20 Mountain", "3 Counterspell", "Sideboard", "", "2 Negate", "// Lands")


def judged(text: str, *left_out: int, format: str = "modern") -> Report:
    return preview_list(PreviewList(text, Terms(format, DAY), answers=make_answers(left_out)), the_desk())


def test_a_commander_list_with_thanks_below_it_is_legal_without_them() -> None:
    report = judged(KRENKO, 5, format="commander")
    assert (report.verdict, dict(report.deck.sizes)) == (Verdict.LEGAL, {"commander": 1, "main": 99})
    told = as_json(report)
    assert told["ignored"] == [{"line": 5, "text": THANKS}]
    assert (told["unresolved"], told["problems"]) == ([], [])
    assert canonical_list(report) == canonical_list(judged(KRENKO.replace(THANKS, ""), format="commander"))


def test_a_line_that_is_left_out_is_a_remark_at_its_place() -> None:
    parsed = read_list("4 Opt\nThanks\n2 Negate", MTG, leave_out=[2])
    assert [(line.number, line.kind, line.text) for line in parsed.lines] == [
        (1, LineKind.CARD, "4 Opt"),
        (2, LineKind.REMARK, "Thanks"),
        (3, LineKind.CARD, "2 Negate"),
    ]
    assert parsed.lines[1].reason == LEFT_OUT


def test_a_line_above_the_list_leaves_no_gap_behind() -> None:
    text = "Welcome everybody\n\n4 Lightning Bolt\n56 Mountain\n\n2 Duress"
    assert dict(judged(text, 1).deck.sizes) == {"main": 60, "sideboard": 2}


@given(st.lists(st.tuples(st.sampled_from(CARDS), st.none() | st.sampled_from(JUNK)), min_size=1, max_size=8))
def test_a_list_without_lines_is_the_list_as_if_they_were_not_there(rows: list[tuple[str, str | None]]) -> None:
    """The same cards in the same sections, whatever stood between them; every other line keeps its number."""
    lines = [line for card, junk in rows for line in (card, junk) if line is not None]
    wanted = [number for number, line in enumerate(lines, 1) if line in JUNK]
    bare = [line for line in lines if line not in JUNK]
    numbers = [number for number, line in enumerate(lines, 1) if line not in JUNK]
    found, plain = (read_list("\n".join(text), MTG, leave_out=out) for text, out in ((lines, wanted), (bare, ())))
    said = [(line.number, *line[2:]) for line in found.lines if line.reason != LEFT_OUT]
    assert said == [(numbers[line.number - 1], *line[2:]) for line in plain.lines]
    assert [line.number for line in found.lines if line.reason == LEFT_OUT] == wanted


@pytest.mark.parametrize("dialect", ["mtgo-dek", "cockatrice"])
def test_a_file_of_a_program_is_read_on_without_one_of_its_lines(dialect: str) -> None:
    text = {
        "mtgo-dek": '<?xml version="1.0"?>\n<Deck>\n<Cards CatID="1" Quantity="4" Sideboard="false" Name="Opt" />\n'
        '<Cards CatID="2" Quantity="1" Sideboard="false" Name="Nonsense" />\n</Deck>\n',
        "cockatrice": '<?xml version="1.0"?>\n<cockatrice_deck version="1">\n<zone name="main">\n'
        '<card number="4" name="Opt"/>\n<card number="1" name="Nonsense"/>\n</zone>\n</cockatrice_deck>\n',
    }[dialect]
    at = next(number for number, line in enumerate(text.split("\n"), 1) if "Nonsense" in line)
    parsed = read_list(text, MTG, leave_out=[at])
    assert parsed.dialect == dialect
    assert [(line.count, line.name) for line in parsed.lines if line.kind is LineKind.CARD] == [(4, "Opt")]
    assert [line.number for line in parsed.lines if line.reason == LEFT_OUT] == [at]
    opening = next(number for number, line in enumerate(text.split("\n"), 1) if "<zone" in line or "<Deck" in line)
    kept = read_list(text, MTG, leave_out=[opening])
    assert sum(line.count for line in kept.lines if line.kind is LineKind.CARD) == 5


def test_a_line_that_is_blank_or_gone_changes_nothing_where_an_answer_was_kept() -> None:
    assert judged("60 Island\n\n", 2, 9).verdict is Verdict.LEGAL
    assert as_json(judged("60 Island\n\n", 2, 9))["ignored"] == []


# Records.


def record(**more: Any) -> dict[str, Any]:
    return judge_record({"format": "commander", "date": "2026-06-13", "text": KRENKO, **more}, the_desk(), Terms(""))


def test_a_record_leaves_lines_out() -> None:
    assert record()["verdict"] != "legal"
    found = record(leave_out=[5])
    assert (found["verdict"], found["ignored"]) == ("legal", [{"line": 5, "text": THANKS}])
    assert record(leave_out=[])["ignored"] == []


def test_a_record_of_rows_leaves_rows_out() -> None:
    rows = {"format": "modern", "date": "2026-06-13", "main": [[60, "Island"], [1, "Qwxzzy Blorp"]]}
    found = judge_record({**rows, "leave_out": [2]}, the_desk(), Terms(""))
    assert (found["verdict"], found["ignored"]) == ("legal", [{"line": 2, "text": "1 Qwxzzy Blorp"}])


@pytest.mark.parametrize(
    ("text", "leave_out", "sentence"),
    [
        (KRENKO, [2], "Line 2 is empty or not in the list, so it can't be left out."),
        (KRENKO, [99], "Line 99 is empty or not in the list, so it can't be left out."),
        (KRENKO, [0], "Line 0 is empty or not in the list, so it can't be left out."),
        (f"Deck\n{KRENKO}", [1], 'Line 1 is a heading ("Deck"), so it can\'t be left out.'),
        (KRENKO, ["5"], '"leave_out" holds line numbers, like [101].'),
        (KRENKO, [True], '"leave_out" holds line numbers, like [101].'),
        (KRENKO, 5, '"leave_out" holds line numbers, like [101].'),
    ],
)
def test_a_number_that_is_no_line_of_cards_is_refused(text: str, leave_out: Any, sentence: str) -> None:
    assert record(text=text, leave_out=leave_out)["error"] == sentence
