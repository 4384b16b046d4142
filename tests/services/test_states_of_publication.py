"""Who sees a stage at a moment, and what is asked before everyone does."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.app.states import (
    Act,
    Effective,
    Machine,
    changed_meanwhile,
    effective,
    in_force,
    list_state,
    stage_words,
    step,
)
from deckcheck.store.states import After, During, EventState, StageState
from tests.state_facts import UNASKED, Case, assert_calm, fitting, refuse
from tests.tables import every_row

REFUSED: Final[list[Case]] = [
    # Publication.
    (
        Machine.PUBLICATION,
        "c",
        Act.PUBLICATION_SET,
        UNASKED | {"during": During.ALL, "lists_here": 212},
        "confirm",
        "Everyone will see 212 lists with full names. You can hide them again, but people may already have seen them.",
    ),
    (
        Machine.PUBLICATION,
        "s",
        Act.PUBLICATION_SET,
        UNASKED | {"event_state": EventState.COMPLETED, "after": After.ALL, "lists_here": 1, "names_shown": "initials"},
        "confirm",
        "Everyone will see 1 list with initials. You can hide them again, but people may already have seen them.",
    ),
    (
        Machine.PUBLICATION,
        "c",
        Act.PUBLICATION_SET,
        UNASKED | {"stage_state": StageState.TAKING, "during": During.ALL, "lists_here": 9},
        "confirm",
        "Everyone will see 9 lists with full names. You can hide them again, but people may already have seen them.",
    ),
    (Machine.PUBLICATION, "s", Act.PUBLICATION_EFFECTIVE, {}, "not-now", "Lists of Swiss stay as they are."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_table_does_not_let_through_is_refused_in_its_words(case: Case) -> None:
    refuse(case)


@every_row("after", After)
@every_row("during", During)
@every_row("stage", StageState)
@every_row("event", EventState)
def test_lists_are_seen_by_nobody_else_until_they_are_locked_in_an_event_that_is_held(
    event: EventState, stage: StageState, during: During, after: After
) -> None:
    held = event in {EventState.ON, EventState.COMPLETED} and stage in {StageState.LOCKED, StageState.OVER}
    told = {"closed": "c", "stage": "s", "all": "a"}[during]
    expected = "a" if event == EventState.COMPLETED and after == After.ALL else told
    assert effective(event, stage, during, after) == (expected if held else "c")


@pytest.mark.parametrize("state", ["c", "s", "a"])
def test_closing_again_asks_nothing(state: str) -> None:
    facts = fitting(Machine.PUBLICATION, Act.PUBLICATION_SET, during=During.CLOSED, **UNASKED)
    assert step(Machine.PUBLICATION, state, Act.PUBLICATION_SET, facts).state == Effective.CLOSED


def test_opening_after_the_event_asks_nothing_during_it() -> None:
    facts = fitting(Machine.PUBLICATION, Act.PUBLICATION_SET, during=During.CLOSED, after=After.ALL, **UNASKED)
    assert step(Machine.PUBLICATION, "c", Act.PUBLICATION_SET, facts).state == Effective.CLOSED


@pytest.mark.parametrize(
    ("stage", "accepted", "current", "counts"),
    [
        ("taking", None, "last", None),
        ("taking", "accepted", "last", "accepted"),
        ("locked", None, "last", "last"),
        ("over", None, "last", "last"),
        ("locked", "accepted", "last", "accepted"),
        ("locked", None, None, None),
        ("ahead", None, None, None),
    ],
)
def test_in_force_is_the_accepted_list_or_the_last_sent_once_the_stage_is_locked(
    stage: str, accepted: str | None, current: str | None, counts: str | None
) -> None:
    assert in_force(stage, accepted, current) == counts


def test_a_list_without_a_row_is_what_its_stage_is() -> None:
    assert [list_state(stage) for stage in StageState] == ["closed", "open", "closed", "closed"]


@pytest.mark.parametrize(
    ("title", "words"), [("Swiss", "Swiss"), ("Playoff", "the playoff"), ("Top 8", "the top 8"), ("Day 2", "Day 2")]
)
def test_a_stage_is_named_within_a_sentence(title: str, words: str) -> None:
    assert stage_words(title) == words


def test_who_changed_something_meanwhile_is_named() -> None:
    refused = changed_meanwhile("Rosa Kim")
    assert_calm(str(refused))
    assert (refused.code, refused.status) == ("changed", 409)
