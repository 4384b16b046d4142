"""What was checked, on the roster: for judges and the organizer, once the stage has begun."""

from __future__ import annotations

import csv
import io

import pytest

from deckcheck.app.context import App
from deckcheck.checks.end import FinishCheck, finish_check
from deckcheck.roster.entry_facts import Wanted, list_entries
from deckcheck.roster.filters import View
from deckcheck.roster.staff_roster import changes, roster_csv, roster_page
from deckcheck.web.api.rosters import row_told
from deckcheck.web.pages.roster.roster import checked_words
from tests.deck_checks import begin, event_in_play
from tests.desks import Clock
from tests.events import Made, make_event

READERS = ("judge", "head-judge", "organizer")


def check(made: Made, desk: App, number: int, round_number: int | None, result: str = "partly") -> None:
    """A judge checks a deck in a round."""
    uid = begin(made, desk, number, round=round_number).head.uid
    finish_check(FinishCheck(made.as_account("judge"), made.slug, uid, result=result), desk)


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    """The first was checked twice, the second once in no round, the third not, and the fourth is being checked."""
    made = event_in_play(one_desk, clock, players=5)
    check(made, one_desk, 1, 5)
    check(made, one_desk, 1, 2)
    check(made, one_desk, 2, None)
    check(made, one_desk, 3, 2, "not-done")
    begin(made, one_desk, 4, round=3)
    return made


def numbers(made: Made, desk: App, role: str = "judge", show: str = "unchecked") -> list[int]:
    """Who is on the roster's page under a filter."""
    page = roster_page(made.as_account(role), made.slug, View(show=show), desk)
    return sorted(row.number for row in page.rows)


@pytest.mark.parametrize("role", READERS)
def test_rows_say_in_which_rounds_a_deck_was_checked(one_desk: App, made: Made, role: str) -> None:
    page = roster_page(made.as_account(role), made.slug, View(), one_desk)
    told = {row.number: checked_words(row) for row in page.rows}
    assert told == {1: "Checked in rounds 2 and 5", 2: "Checked", 3: "", 4: "Being checked", 5: ""}
    assert [f.count for f in page.filters if f.word == "Not checked yet"] == [2]
    assert numbers(made, one_desk, role) == [3, 5]


def test_a_scorekeeper_is_told_of_no_check(one_desk: App, made: Made) -> None:
    sam = made.as_account("scorekeeper")
    page = roster_page(sam, made.slug, View(), one_desk)
    assert {(row.checks, row.checked, row.checking) for row in page.rows} == {(None, (), False)}
    assert not [f for f in page.filters if f.key == "unchecked"]
    assert numbers(made, one_desk, "scorekeeper") == []
    assert b"check" not in roster_csv(sam, made.slug, one_desk)[1]
    (row, *_) = list_entries(sam, made.slug, Wanted(), one_desk).rows
    assert (row_told(row)["checks"], row_told(row)["checked"]) == (None, None)


def test_before_a_stage_begins_nobody_is_said_to_be_unchecked(one_desk: App) -> None:
    made = make_event(one_desk)
    page = roster_page(made.as_account("judge"), made.slug, View(), one_desk)
    assert not [f for f in page.filters if f.key == "unchecked"]
    assert {row.checks for row in page.rows} == {None}


def test_the_table_and_programs_have_it(one_desk: App, made: Made) -> None:
    _, data = roster_csv(made.as_account("judge"), made.slug, one_desk)
    rows = {r["number"]: r for r in csv.DictReader(io.StringIO(data.decode("utf-8-sig")))}
    assert {n: (r["checks"], r["checked_in_rounds"]) for n, r in rows.items()} == {
        "1": ("2", "2 5"),
        "2": ("1", ""),
        "3": ("0", ""),
        "4": ("0", ""),
        "5": ("0", ""),
    }
    found = list_entries(made.as_token("judge"), made.slug, Wanted(show="unchecked"), one_desk)
    assert sorted(row.number for row in found.rows) == [3, 5]
    first = next(r for r in list_entries(made.as_token("judge"), made.slug, Wanted(), one_desk).rows if r.number == 1)
    assert (row_told(first)["checks"], row_told(first)["checked"]) == (2, [2, 5])


def test_a_check_that_ends_changes_its_row(one_desk: App, made: Made) -> None:
    judge = made.as_account("judge")
    before = roster_page(judge, made.slug, View(), one_desk).revision
    check(made, one_desk, 5, 3)
    found = changes(judge, made.slug, before, one_desk)
    assert found is not None
    assert [(row.number, checked_words(row)) for row in found.rows] == [(5, "Checked in round 3")]
