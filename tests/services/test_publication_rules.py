"""Who sees lists when: the choices, what the documents choose as of a day, and the sentences about it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product
from typing import Final

import pytest

from deckcheck.app.visibility import (
    Choice,
    Reader,
    Showing,
    choice_in_words,
    choice_of,
    defaults,
    due,
    effective,
    refuse_official_who_plays,
    switches_by_itself,
    who_sees,
)
from deckcheck.law.registration_law import Level, StageKind
from deckcheck.store.states import After, During, EventState, StageState
from tests.verdicts import the_desk

MTR_2019: Final = date(2019, 5, 3)
MTR_2024: Final = date(2024, 5, 13)
LAW: Final = the_desk().reference.list_law


def test_nothing_is_effective_before_a_stage_is_locked_or_in_an_event_that_is_not_held() -> None:
    for event, stage, during, after in product(EventState, StageState, During, After):
        found = effective(event, stage, during, after)
        early = stage in {StageState.AHEAD, StageState.TAKING}
        if early or event in {EventState.PLANNED, EventState.CANCELLED, EventState.GONE}:
            assert found == "c"
        elif event == EventState.COMPLETED and after == After.ALL:
            assert found == "a"
        else:
            assert found == {During.CLOSED: "c", During.STAGE: "s", During.ALL: "a"}[during]


@pytest.mark.parametrize("kind", StageKind)
@pytest.mark.parametrize("level", [Level.REGULAR, Level.COMPETITIVE])
def test_below_professional_lists_are_closed_until_the_event_is_completed(level: Level, kind: StageKind) -> None:
    for day in (date(2018, 1, 1), MTR_2019, MTR_2024, date(2026, 6, 13)):
        assert defaults(LAW, level, kind, day)[:3] == (During.CLOSED, After.ALL, "MTR 2.7, MTR 1.2")


@pytest.mark.parametrize(
    ("kind", "day", "during"),
    [
        (StageKind.SWISS, MTR_2019, During.CLOSED),
        (StageKind.DAY_TWO, date(2024, 5, 12), During.CLOSED),
        (StageKind.PLAYOFF, date(2018, 1, 1), During.STAGE),
        (StageKind.PLAYOFF, date(2024, 5, 12), During.STAGE),
        (StageKind.SWISS, MTR_2024, During.STAGE),
        (StageKind.DAY_TWO, MTR_2024, During.STAGE),
        (StageKind.PLAYOFF, MTR_2024, During.STAGE),
    ],
)
def test_at_professional_players_see_lists_as_the_edition_of_the_day_has_it(
    kind: StageKind, day: date, during: During
) -> None:
    assert defaults(LAW, Level.PROFESSIONAL, kind, day)[:2] == (during, After.ALL)


@pytest.mark.parametrize(
    ("kind", "day", "byes", "round"),
    [
        ("constructed", MTR_2019, 0, 1),
        ("constructed", MTR_2019, 2, 1),
        ("constructed", MTR_2024, 1, 1),
        ("limited", MTR_2019, 0, 1),
        ("limited", MTR_2019, 2, 3),
        ("limited", MTR_2024, 1, 2),
    ],
)
def test_lists_are_due_before_round_1_or_the_first_round_played(kind: str, day: date, byes: int, round: int) -> None:
    found = due(LAW, kind, day, byes)
    assert (found.round, found.source) == (round, "MTR 2.7")


def test_the_edition_of_2024_words_limited_deadlines_anew() -> None:
    assert "without a bye" in due(LAW, "limited", date(2024, 5, 12)).note
    assert "takes part" in due(LAW, "limited", MTR_2024).note


def test_officials_play_at_regular_only() -> None:
    assert refuse_official_who_plays(LAW, Level.REGULAR, MTR_2024) == ""
    sentence = "Staff of a Competitive event may not play in it (MTR 1.4)."
    assert refuse_official_who_plays(LAW, Level.COMPETITIVE, MTR_2024) == sentence
    assert "Professional" in refuse_official_who_plays(LAW, Level.PROFESSIONAL, MTR_2024)


def test_each_fact_of_the_law_cites_a_document_that_is_known() -> None:
    assert {fact.source for fact in LAW.alike} == {"MDTR 2.7"}


def test_four_choices_are_told_in_words() -> None:
    told = {c: choice_in_words(c.during, c.after, "Swiss") for c in Choice}
    assert told == {
        Choice.NOBODY: "Nobody but staff",
        Choice.STAGE: "The players of Swiss, each other",
        Choice.EVERYONE: "Everyone, from now",
        Choice.AFTER: "Nobody now; everyone after the event",
    }
    assert all(choice_of(c.during, c.after) is c for c in Choice)
    assert choice_in_words(During.STAGE, After.ALL, "Playoff") == "The players of the playoff, each other"


def test_what_is_none_of_the_four_is_told_too() -> None:
    assert choice_of(During.ALL, After.CLOSED) is Choice.EVERYONE
    assert choice_of(During.STAGE, After.CLOSED) is None
    told = choice_in_words(During.STAGE, After.CLOSED, "Playoff")
    assert told == "The players of the playoff, each other; nobody else after the event"


def test_what_switches_by_itself_is_said() -> None:
    told = {c for c in Choice if switches_by_itself(c.during, c.after)}
    assert told == {Choice.STAGE, Choice.AFTER}
    assert switches_by_itself(During.CLOSED, After.ALL) == "When you end the event: everyone."


NOW: Final = datetime(2026, 6, 13, 8, 42, tzinfo=UTC)
SHOWING: Final = Showing(
    EventState.ON,
    StageState.LOCKED,
    During.CLOSED,
    After.ALL,
    "Playoff",
    deadline=datetime(2026, 6, 13, 9, 0, tzinfo=UTC),
    now=NOW,
    zone="Europe/London",
    players=8,
    own="legal",
)


@pytest.mark.parametrize(
    ("changes", "stranger", "player"),
    [
        (
            {"stage": StageState.TAKING},
            "Lists can be submitted until 10:00 today. Nobody but staff sees them.",
            "Lists can be submitted until 10:00 today. Nobody but staff sees them. Your list is in, legal.",
        ),
        (
            {"stage": StageState.TAKING, "deadline": datetime(2026, 6, 14, 9, 0, tzinfo=UTC), "own": ""},
            "Lists can be submitted until 14 June 10:00. Nobody but staff sees them.",
            "Lists can be submitted until 14 June 10:00. Nobody but staff sees them. Your list is not in yet.",
        ),
        (
            {"stage": StageState.TAKING, "deadline": None},
            "Lists can be submitted. Nobody but staff sees them.",
            "Lists can be submitted. Nobody but staff sees them. Your list is in, legal.",
        ),
        ({}, "Lists closed at 10:00. They are shown when the event has ended.", ""),
        ({"deadline": None}, "Lists are closed. They are shown when the event has ended.", ""),
        ({"after": After.CLOSED}, "Lists closed at 10:00. Nobody but staff sees them.", ""),
        (
            {"during": During.STAGE},
            "The 8 playoff players see each other's lists. They are shown to all after the event.",
            "You see the lists of the 7 other playoff players, before and between games only.",
        ),
        (
            {"during": During.STAGE, "after": After.CLOSED, "players": None, "title": "Swiss"},
            "The Swiss players see each other's lists.",
            "You see the lists of the other Swiss players, before and between games only.",
        ),
        (
            {"during": During.STAGE, "players": 2},
            "The 2 playoff players see each other's lists. They are shown to all after the event.",
            "You see the list of the other playoff player, before and between games only.",
        ),
        (
            {"during": During.STAGE, "own": ""},
            "The 8 playoff players see each other's lists. They are shown to all after the event.",
            "You have no list here: those of the 7 other playoff players stay closed until the desk enters yours.",
        ),
        ({"during": During.ALL}, "All lists of the playoff are open.", ""),
        (
            {"during": During.ALL, "own": ""},
            "All lists of the playoff are open.",
            "You have no list here: those of the 7 other playoff players stay closed until the desk enters yours.",
        ),
        (
            {"event": EventState.COMPLETED, "stage": StageState.OVER, "lists": 212, "own": ""},
            "All 212 lists are open.",
            "",
        ),
        ({"during": During.ALL, "lists": 8}, "All 8 lists of the playoff are open.", ""),
        ({"event": EventState.COMPLETED, "stage": StageState.OVER, "lists": 212}, "All 212 lists are open.", ""),
        ({"event": EventState.COMPLETED, "stage": StageState.OVER, "lists": 1}, "The one list is open.", ""),
        (
            {"event": EventState.COMPLETED, "stage": StageState.OVER, "after": After.CLOSED},
            "The event has ended. Its lists stay closed.",
            "",
        ),
        ({"event": EventState.COMPLETED, "stage": StageState.AHEAD}, "The event has ended. Its lists stay closed.", ""),
        ({"event": EventState.CANCELLED}, "This event was called off. Submitted lists stay hidden.", ""),
        ({"event": EventState.PLANNED}, "Lists of the playoff can’t be submitted yet.", ""),
        ({"stage": StageState.AHEAD}, "Lists of the playoff can’t be submitted yet.", ""),
        ({"stage": StageState.AHEAD, "lists_from": "Swiss"}, "The playoff is played with the lists of Swiss.", ""),
    ],
)
def test_one_sentence_says_who_sees_the_lists(changes: dict[str, object], stranger: str, player: str) -> None:
    showing = replace(SHOWING, **changes)  # type: ignore[arg-type]
    assert who_sees(showing, Reader.STRANGER) == stranger
    assert who_sees(showing, Reader.PLAYER) == (player or stranger)
