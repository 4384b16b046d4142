"""Events from making to completion, and their stages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest

from deckcheck.app.states import NOTHING, Act, Machine, StateRefused, Step, step
from deckcheck.store.states import SealKind, StageState
from tests.state_facts import DAY, LATE, MS, PLAYOFF, UNASKED, Case, at, fitting, refuse

REFUSED: Final[list[Case]] = [
    # Events.
    (Machine.EVENT, NOTHING, Act.EVENT_MADE, {"missing": ("name", "day")}, "bad-settings", "A name is missing."),
    (Machine.EVENT, "on", Act.EVENT_MADE, {}, "not-now", "Northern Open is there already."),
    (
        Machine.EVENT,
        NOTHING,
        Act.EVENT_OPENED,
        {},
        "nothing-here",
        "There is nothing here, or you have no access to it.",
    ),
    (Machine.EVENT, "planned", Act.EVENT_OPENED, {"stages": 0}, "stage-missing", "A stage is missing."),
    (Machine.EVENT, "planned", Act.EVENT_OPENED, {"deadline": None}, "deadline-missing", "Enter when lists close."),
    (
        Machine.EVENT,
        "planned",
        Act.EVENT_OPENED,
        UNASKED | {"now": at("00:00", DAY + timedelta(days=1))},
        "confirm",
        "Sat 13 June 2026 is over. Make it anyway?",
    ),
    (
        Machine.EVENT,
        "planned",
        Act.EVENT_OPENED,
        UNASKED | {"now": at("10:00")},
        "confirm",
        "10:00 is past already. Make it anyway?",
    ),
    (Machine.EVENT, "on", Act.EVENT_OPENED, {}, "not-now", "Northern Open is running already."),
    (Machine.EVENT, "cancelled", Act.EVENT_OPENED, {}, "not-now", "Northern Open is not running."),
    (
        Machine.EVENT,
        "on",
        Act.EVENT_CHANGED,
        {"lists": 118, "reason": " "},
        "reason-needed",
        "Say why: 118 lists were judged under the old settings.",
    ),
    (
        Machine.EVENT,
        "on",
        Act.EVENT_CHANGED,
        {"lists": 1, "reason": ""},
        "reason-needed",
        "Say why: 1 list was judged under the old settings.",
    ),
    (Machine.EVENT, "on", Act.EVENT_CHANGED, {"missing": ("zone",)}, "bad-settings", "A zone is missing."),
    (Machine.EVENT, "completed", Act.EVENT_CHANGED, {}, "not-now", "Northern Open is not running."),
    (
        Machine.EVENT,
        "planned",
        Act.EVENT_DELETED,
        {"lists": 3},
        "not-now",
        "3 lists were submitted. Call it off instead.",
    ),
    (
        Machine.EVENT,
        "planned",
        Act.EVENT_DELETED,
        {"lists": 1},
        "not-now",
        "1 list was submitted. Call it off instead.",
    ),
    (Machine.EVENT, "on", Act.EVENT_DELETED, {}, "not-now", "Northern Open is running. Call it off instead."),
    (Machine.EVENT, "on", Act.EVENT_CANCELLED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.EVENT, "planned", Act.EVENT_CANCELLED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.EVENT, "cancelled", Act.EVENT_RESTORED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.EVENT, "cancelled", Act.EVENT_RESTORED, {"deadline": None}, "deadline-missing", "Enter when lists close."),
    (Machine.EVENT, "on", Act.EVENT_RESTORED, {}, "not-now", "Northern Open is running already."),
    (Machine.EVENT, "on", Act.EVENT_COMPLETED, {"taking": "Swiss"}, "not-now", "Swiss still takes lists until 10:00."),
    (
        Machine.EVENT,
        "on",
        Act.EVENT_COMPLETED,
        {"taking": "the playoff", "deadline": at("18:00")},
        "not-now",
        "The playoff still takes lists until 18:00.",
    ),
    (
        Machine.EVENT,
        "on",
        Act.EVENT_COMPLETED,
        {"being_checked": "Table 14"},
        "not-now",
        "Table 14 is still being checked.",
    ),
    (Machine.EVENT, "planned", Act.EVENT_COMPLETED, {}, "not-now", "Northern Open is not running."),
    (Machine.EVENT, "completed", Act.EVENT_REOPENED, {"reason": ""}, "reason-needed", "Say why."),
    (
        Machine.EVENT,
        "gone",
        Act.EVENT_RESTORED,
        {},
        "nothing-here",
        "There is nothing here, or you have no access to it.",
    ),
    # Stages.
    (
        Machine.STAGE,
        "ahead",
        Act.STAGE_TAKING,
        PLAYOFF | {"lists_from": "Swiss"},
        "not-now",
        "The playoff is played with the lists of Swiss.",
    ),
    (Machine.STAGE, "ahead", Act.STAGE_TAKING, {"deadline": None}, "deadline-missing", "Enter when lists close."),
    (Machine.STAGE, "ahead", Act.STAGE_TAKING, UNASKED | LATE, "confirm", "10:00 is past already. Make it anyway?"),
    (
        Machine.STAGE,
        "taking",
        Act.STAGE_CLOSED,
        {"now": at("10:00:15") - MS},
        "not-now",
        "Swiss still takes lists until 10:00.",
    ),
    (Machine.STAGE, "taking", Act.STAGE_DEADLINE, {"new_deadline": at("09:30")}, "not-now", "09:30 is past already."),
    (Machine.STAGE, "taking", Act.STAGE_DEADLINE, {"new_deadline": at("09:42")}, "not-now", "09:42 is past already."),
    (Machine.STAGE, "taking", Act.STAGE_DEADLINE, {"new_deadline": None}, "until-needed", "Enter when lists close."),
    (Machine.STAGE, "locked", Act.STAGE_DEADLINE, LATE, "not-now", "Lists closed at 10:00."),
    (
        Machine.STAGE,
        "locked",
        Act.STAGE_REOPENED,
        {"stage_begun": True},
        "not-now",
        "Round 1 has begun. Lift the deadline for one player instead.",
    ),
    (
        Machine.STAGE,
        "locked",
        Act.STAGE_REOPENED,
        {"visible_ever": True},
        "visible",
        "Players can already see the lists of Swiss. They are not taken again.",
    ),
    (Machine.STAGE, "locked", Act.STAGE_REOPENED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.STAGE, "locked", Act.STAGE_REOPENED, {"new_deadline": at("09:30")}, "not-now", "09:30 is past already."),
    (
        Machine.STAGE,
        "locked",
        Act.STAGE_REOPENED,
        PLAYOFF | {"lists_from": "Swiss"},
        "not-now",
        "The playoff is played with the lists of Swiss.",
    ),
    (Machine.STAGE, "over", Act.STAGE_REOPENED, {}, "not-now", "Swiss is over."),
    (
        Machine.STAGE,
        "locked",
        Act.STAGE_MEMBERS,
        {"stage_begun": True, "reason": ""},
        "reason-needed",
        "Say why: round 1 has begun.",
    ),
    (Machine.STAGE, "taking", Act.STAGE_MEMBERS, {}, "not-now", "Lists are still being taken."),
    (Machine.STAGE, "taking", Act.STAGE_BEGUN, {}, "not-now", "Lists are still being taken."),
    (
        Machine.STAGE,
        "ahead",
        Act.STAGE_BEGUN,
        PLAYOFF | {"source_state": StageState.TAKING},
        "not-now",
        "Lists are still being taken.",
    ),
    (
        Machine.STAGE,
        "ahead",
        Act.STAGE_BEGUN,
        PLAYOFF | {"lists_from": ""},
        "not-now",
        "Lists of the playoff are not taken yet.",
    ),
    (Machine.STAGE, "locked", Act.STAGE_BEGUN, {"stage_begun": True}, "not-now", "Round 1 has begun already."),
    (Machine.STAGE, "ahead", Act.STAGE_ENDED, PLAYOFF, "not-now", "The playoff has not begun."),
    (Machine.STAGE, "over", Act.STAGE_RESUMED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.STAGE, "locked", Act.STAGE_RESUMED, {}, "not-now", "Swiss is not over."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_table_does_not_let_through_is_refused_in_its_words(case: Case) -> None:
    refuse(case)


def go(machine: Machine, state: str, act: Act, **changed: Any) -> Step[str]:
    return step(machine, state, act, fitting(machine, act, **changed))


@pytest.mark.parametrize("passed", [{"now": at("10:00")}, {"now": at("09:00", DAY + timedelta(days=3))}])
@pytest.mark.parametrize(
    ("machine", "state", "act"),
    [(Machine.EVENT, "planned", Act.EVENT_OPENED), (Machine.STAGE, "ahead", Act.STAGE_TAKING)],
)
def test_a_deadline_that_is_over_is_asked_about_and_then_taken(
    machine: Machine, state: str, act: Act, passed: dict[str, Any]
) -> None:
    with pytest.raises(StateRefused) as asked:
        go(machine, state, act, **passed, **UNASKED)
    assert asked.value.code == "confirm"
    assert go(machine, state, act, **passed).audit == act


def test_settings_change_without_a_reason_until_a_list_is_in() -> None:
    assert go(Machine.EVENT, "on", Act.EVENT_CHANGED, lists=0, reason="").state == "on"


def test_calling_off_and_moving_the_deadline_tell_everyone() -> None:
    assert go(Machine.EVENT, "on", Act.EVENT_CANCELLED).tells
    assert go(Machine.STAGE, "taking", Act.STAGE_DEADLINE, reason="").tells


def test_a_completed_event_has_a_last_seal() -> None:
    assert go(Machine.EVENT, "on", Act.EVENT_COMPLETED).seal == SealKind.FINAL


def test_reopening_an_event_tells_that_nothing_is_unseen() -> None:
    assert go(Machine.EVENT, "completed", Act.EVENT_REOPENED).warnings == (
        "You can hide them again, but people may already have seen them.",
    )


@pytest.mark.parametrize(("off", "closes"), [(-MS, False), (timedelta(0), True), (MS, True)])
def test_a_stage_closes_fifteen_seconds_after_its_deadline_and_is_sealed(off: timedelta, closes: bool) -> None:
    now = at("10:00:15") + off
    if closes:
        sealed = Step(StageState.LOCKED, Act.STAGE_CLOSED, SealKind.DEADLINE)
        assert go(Machine.STAGE, "taking", Act.STAGE_CLOSED, now=now) == sealed
    else:
        with pytest.raises(StateRefused):
            go(Machine.STAGE, "taking", Act.STAGE_CLOSED, now=now)


def test_a_deadline_moves_to_any_moment_ahead() -> None:
    assert go(Machine.STAGE, "taking", Act.STAGE_DEADLINE, new_deadline=at("09:42") + MS).state == "taking"


@pytest.mark.parametrize("source", [StageState.LOCKED, StageState.OVER])
def test_a_playoff_begins_on_the_lists_of_swiss_and_is_sealed(source: StageState) -> None:
    taken = go(Machine.STAGE, "ahead", Act.STAGE_BEGUN, **PLAYOFF, source_state=source)
    assert taken == Step(StageState.LOCKED, Act.STAGE_BEGUN, SealKind.STAGE)


def test_a_stage_begins_once_its_own_lists_are_locked() -> None:
    assert go(Machine.STAGE, "locked", Act.STAGE_BEGUN, lists_from="", source_state=None).state == "locked"


def test_members_change_freely_before_the_stage_begins_and_with_a_warning_after() -> None:
    assert go(Machine.STAGE, "ahead", Act.STAGE_MEMBERS, reason="").warnings == ()
    late = {"stage_begun": True, "members": 8, "members_without_list": 2}
    after = go(Machine.STAGE, "locked", Act.STAGE_MEMBERS, **late, documents={"cut": "MTR 2.10"})
    assert after.warnings == ("No one moves up after the cut (MTR 2.10).", "2 of 8 have no list in force.")
    assert go(Machine.STAGE, "locked", Act.STAGE_MEMBERS, **late).warnings[0] == "No one moves up after the cut."


def test_ending_a_stage_needs_no_reason() -> None:
    assert go(Machine.STAGE, "locked", Act.STAGE_ENDED, reason="").state == "over"
