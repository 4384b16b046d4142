"""What a list leaves open is answered by a person: nobody is lost by it, and nobody is entered twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.context import App
from deckcheck.roster.files.model import Kind, Roster, RosterPlayer
from deckcheck.roster.filters import View
from deckcheck.roster.import_difference import Change, DiffLine, compare
from deckcheck.roster.imports import Imported, ImportRoster, import_preview, import_roster, may_add
from deckcheck.roster.name_match import KnownPerson
from deckcheck.roster.round_changes import round_kept
from deckcheck.roster.staff_roster import roster_page
from tests.events import Made, make_event


def lines(made: Made, desk: App, text: str) -> dict[str, DiffLine]:
    order = ImportRoster(made.as_account("scorekeeper"), made.slug, text)
    return {line.key: line for line in import_preview(order, desk).difference.lines}


def bring(made: Made, desk: App, text: str, **more: Any) -> Imported:
    """Look at a list and apply what was shown, with answers."""
    order = replace(ImportRoster(made.as_account("scorekeeper"), made.slug, text), **more)
    return import_roster(replace(order, digest=import_preview(order, desk).difference.digest), desk)


def names(made: Made, desk: App) -> list[str]:
    return sorted(row.listed for row in roster_page(made.as_account("judge"), made.slug, View(), desk).rows)


TWINS = "Name,Deck\nMika Tee,Burn\nAnna Bee,Burn\nMika Tee,Tron\n"


@pytest.mark.parametrize(
    ("answer", "left", "mikas"), [("once", (), 1), ("other", (), 2), ("", ("asked:2",), 1), ("same", ("asked:2",), 1)]
)
def test_of_one_name_twice_one_is_entered_and_the_other_asked(
    one_desk: App, answer: str, left: tuple[str, ...], mikas: int
) -> None:
    made = make_event(one_desk, players=0)
    found = lines(made, one_desk, TWINS)
    assert {key: (line.change, line.twin) for key, line in found.items()} == {
        "new:0": (Change.NEW, ""),
        "new:1": (Change.NEW, ""),
        "asked:2": (Change.ASKED, "Mika Tee"),
    }
    assert bring(made, one_desk, TWINS, answers={"asked:2": answer}).unanswered == left
    assert names(made, one_desk) == ["Bee, Anna", *["Tee, Mika"] * mikas]


def test_who_is_the_same_as_a_player_that_is_not_taken_waits(one_desk: App) -> None:
    made = make_event(one_desk, players=0)
    done = bring(made, one_desk, TWINS, take=frozenset({"new:1"}), answers={"asked:2": "once"})
    assert (done.unanswered, names(made, one_desk)) == (("asked:2",), ["Bee, Anna"])


@pytest.mark.parametrize(("answer", "count"), [("once", 2), ("other", 3), ("", 2)])
def test_of_two_names_under_one_number_the_second_is_asked(one_desk: App, answer: str, count: int) -> None:
    made = make_event(one_desk, players=0)
    text = "Name;ID\nAnna Bee;7\nCarl Dee;7\nEva Eff;8\n"
    asked = lines(made, one_desk, text)["asked:1"]
    assert (asked.why, asked.twin, asked.after) == ("same-id", "Anna Bee", "Carl Dee")
    bring(made, one_desk, text, answers={"asked:1": answer})
    assert len(names(made, one_desk)) == count


def test_who_is_left_out_is_shown_with_the_reason_and_taken_in_by_a_tick(one_desk: App) -> None:
    made = make_event(one_desk)
    text = "1. Ada Okonkwo\n2. Per Dahl\nZofia Dąbrowska\n3. Nils Ek\n\n"
    text += "Waitlist:\n1. Liv Berg\n2. Ada Okonkwo\n\nJudge: Jo Ref\n"
    found = [line for line in lines(made, one_desk, text).values() if line.change is Change.LEFT]
    assert [(line.key, line.after, line.why, line.number, may_add(line)) for line in found] == [
        ("left:3", "Zofia Dąbrowska", "unread", 3, False),
        ("left:4", "Liv Berg", "waiting", None, True),
        ("left:5", "Ada Okonkwo", "waiting", 1, False),
        ("left:6", "Jo Ref", "staff", None, True),
    ]
    assert bring(made, one_desk, text, take=frozenset({"new:2"})).done == {"new": 1}
    assert bring(made, one_desk, text, take=frozenset({"left:4", "left:5", "left:3"})).done == {"new": 1}
    assert names(made, one_desk) == ["Berg, Liv", "Dahl, Per", "Dąbrowska, Zofia", "Ek, Nils", "Okonkwo, Ada"]


@pytest.mark.parametrize(
    ("answer", "last"), [("", "Dee"), ("split:1", "Dee"), ("split:2", "Dee, Carl"), ("split:9", "Dee")]
)
def test_a_name_with_two_commas_is_parted_as_a_person_says(one_desk: App, answer: str, last: str) -> None:
    made = make_event(one_desk, players=0)
    text = "Bee, Anna\nDee, Carl, junior team\n"
    assert lines(made, one_desk, text)["new:1"].choices == ("Dee", "Dee, Carl")
    bring(made, one_desk, text, answers={"new:1": answer})
    rows = roster_page(made.as_account("judge"), made.slug, View(), one_desk).rows
    assert [(row.last, row.listed) for row in rows] == [("Bee", "Bee, Anna"), (last, "Dee, Carl, junior team")]


TABLES = (
    "Round,Table,Player 1,Player 1 ID,Player 2,Player 2 ID\n"
    "3,1,Ada Okonkwo,11,Per Dahl,12\n3,2,Ada Okonkwo,11,Zofia Dąbrowska,13\n"
)


@pytest.mark.parametrize(
    ("answer", "left", "seated"),
    [
        ("table:1", (), [("1", (1, 2)), ("2", (3,))]),
        ("table:2", (), [("1", (2,)), ("2", (1, 3))]),
        ("", ("tables:0:3",), [("1", (1, 2)), ("2", (1, 3))]),
        ("table:9", ("tables:0:3",), [("1", (1, 2)), ("2", (1, 3))]),
    ],
)
def test_one_number_at_two_tables_is_asked(
    one_desk: App, answer: str, left: tuple[str, ...], seated: list[tuple[str, tuple[int, ...]]]
) -> None:
    made = make_event(one_desk)
    asked = lines(made, one_desk, TABLES)["tables:0:3"]
    assert (asked.after, asked.choices) == ("Ada Okonkwo", ("1", "2"))
    assert bring(made, one_desk, TABLES, answers={"tables:0:3": answer}).unanswered == left
    tables = round_kept(made.as_account("judge"), made.slug, 3, one_desk).tables
    assert [(table.place, table.entries) for table in tables] == seated


NAMES = st.lists(st.sampled_from(["Mika Tee", "Anna Bee", "mika tee", "Ann Bee", "Eva"]), min_size=1, max_size=7)


@given(NAMES, NAMES)
def test_every_name_of_a_list_is_in_one_line_or_found(read: list[str], known: list[str]) -> None:
    players = tuple(RosterPlayer(name) for name in read)
    people = [KnownPerson(n, None, None, name) for n, name in enumerate(known, 1)]
    found = compare(Roster(Kind.ROSTER, players), people)
    placed = [line.place for line in found.lines if line.change in (Change.NEW, Change.ASKED)] + list(found.pairs)
    assert sorted(placed) == list(range(len(read)))
    assert all(line.twin_place < line.place for line in found.lines if line.change is Change.ASKED)
