"""Players come to an event, leave it, come back and are merged."""

from __future__ import annotations

from typing import Any, Final

import pytest

from deckcheck.app.states import NOTHING, Act, Machine, Step, step
from deckcheck.store.states import EntryState, EventState
from tests.state_facts import ADA, JUDGE, KEEPER, LATE, LOCKED, MS, UNASKED, Case, at, fitting, refuse

REFUSED: Final[list[Case]] = [
    # Entries.
    (
        Machine.ENTRY,
        NOTHING,
        Act.ENTRY_ADDED,
        ADA | LOCKED,
        "closed",
        "No event takes the code KITE-4719 now. Ask at the desk for the current one.",
    ),
    (
        Machine.ENTRY,
        NOTHING,
        Act.ENTRY_ADDED,
        ADA | {"now": at("10:00")},
        "closed",
        "No event takes the code KITE-4719 now. Ask at the desk for the current one.",
    ),
    (
        Machine.ENTRY,
        NOTHING,
        Act.ENTRY_ADDED,
        ADA | {"code_fits": False},
        "wrong-code",
        "No event takes the code KITE-4719 now. Ask at the desk for the current one.",
    ),
    (
        Machine.ENTRY,
        NOTHING,
        Act.ENTRY_ADDED,
        ADA | {"event_state": EventState.PLANNED},
        "closed",
        "No event takes the code KITE-4719 now. Ask at the desk for the current one.",
    ),
    (
        Machine.ENTRY,
        NOTHING,
        Act.ENTRY_ADDED,
        UNASKED | {"like_name": "Ada Okonkwo, entry 7,"},
        "like-name",
        "Ada Okonkwo, entry 7, is on the roster already. Add another?",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_WITHDRAWN,
        {"first_stage_begun": True},
        "not-now",
        "Round 1 has begun. Drop instead.",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_WITHDRAWN,
        ADA | LATE,
        "deadline-passed",
        "Lists closed at 10:00. The desk can withdraw you.",
    ),
    (Machine.ENTRY, "dropped", Act.ENTRY_WITHDRAWN, {}, "not-now", "Ada Okonkwo has dropped."),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_DROPPED,
        {"first_stage_begun": False},
        "not-now",
        "Round 1 has not begun. Withdraw instead.",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_DISQUALIFIED,
        JUDGE,
        "head-judge-only",
        "This is for the head judge of Northern Open.",
    ),
    (Machine.ENTRY, "on", Act.ENTRY_DISQUALIFIED, {"reason": ""}, "reason-needed", "Say why."),
    (
        Machine.ENTRY,
        "dropped",
        Act.ENTRY_RETURNED,
        {"later_stage_begun": True},
        "not-now",
        "No one comes back after the cut.",
    ),
    (
        Machine.ENTRY,
        "dropped",
        Act.ENTRY_RETURNED,
        JUDGE,
        "head-judge-only",
        "This is for the head judge of Northern Open.",
    ),
    (
        Machine.ENTRY,
        "disqualified",
        Act.ENTRY_RETURNED,
        KEEPER,
        "head-judge-only",
        "This is for the head judge of Northern Open.",
    ),
    (Machine.ENTRY, "withdrawn", Act.ENTRY_RETURNED, {"reason": ""}, "reason-needed", "Say why."),
    (Machine.ENTRY, "on", Act.ENTRY_RETURNED, {}, "not-now", "Ada Okonkwo is on the roster."),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_MERGED,
        {"both_accepted": True},
        "both-accepted",
        "Both lists are accepted. Reopen one first.",
    ),
    (Machine.ENTRY, "on", Act.ENTRY_MERGED, UNASKED, "confirm", "Is Ada Okonkwo the same person as entry 7?"),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_MERGED,
        {"same_event": False},
        "not-now",
        "Entry 7 is not on the roster of Northern Open.",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_MERGED,
        {"other_state": EntryState.MERGED},
        "not-now",
        "Entry 7 is not on the roster of Northern Open.",
    ),
    (Machine.ENTRY, "merged", Act.ENTRY_UNMERGED, {"reason": ""}, "reason-needed", "Say why."),
    (
        Machine.ENTRY,
        "merged",
        Act.ENTRY_UNMERGED,
        KEEPER,
        "head-judge-only",
        "This is for the head judge of Northern Open.",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_REPLACED,
        {"first_stage_begun": True, "documents": {"teams": "MTR 8.2"}},
        "not-now",
        "Teams keep their players once round 1 has begun (MTR 8.2).",
    ),
    (
        Machine.ENTRY,
        "on",
        Act.ENTRY_REPLACED,
        {"first_stage_begun": True},
        "not-now",
        "Teams keep their players once round 1 has begun.",
    ),
    (Machine.ENTRY, "on", Act.ENTRY_REPLACED, {"in_team": False}, "not-now", "Ada Okonkwo is in no team."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_table_does_not_let_through_is_refused_in_its_words(case: Case) -> None:
    refuse(case)


def go(state: str, act: Act, **changed: Any) -> Step[str]:
    return step(Machine.ENTRY, state, act, fitting(Machine.ENTRY, act, **changed))


def test_a_walk_in_joins_by_code_while_lists_are_taken() -> None:
    assert go(NOTHING, Act.ENTRY_ADDED, **ADA, now=at("10:00") - MS).state == EntryState.ON


def test_a_walk_in_learns_of_no_like_name() -> None:
    assert go(NOTHING, Act.ENTRY_ADDED, **ADA, **UNASKED, like_name="Ada Okonkwo, entry 7,").state == EntryState.ON


def test_staff_adds_a_player_after_the_deadline() -> None:
    assert go(NOTHING, Act.ENTRY_ADDED, **LATE, **LOCKED, reason="").state == EntryState.ON


def test_staff_withdraws_a_player_after_the_deadline_and_the_player_before() -> None:
    assert go("on", Act.ENTRY_WITHDRAWN, **LATE).state == EntryState.WITHDRAWN
    assert go("on", Act.ENTRY_WITHDRAWN, **ADA).state == EntryState.WITHDRAWN


@pytest.mark.parametrize("act", [Act.ENTRY_DROPPED, Act.ENTRY_DISQUALIFIED])
@pytest.mark.parametrize("team", [False, True])
def test_a_team_goes_whole(act: Act, team: bool) -> None:
    assert go("on", act, in_team=team).whole_team is team


def test_a_player_drops_without_a_reason() -> None:
    assert go("on", Act.ENTRY_DROPPED, **ADA, **LATE).state == EntryState.DROPPED


def test_anyone_of_staff_puts_back_who_withdrew() -> None:
    assert go("withdrawn", Act.ENTRY_RETURNED, **KEEPER).state == EntryState.ON


@pytest.mark.parametrize("state", ["withdrawn", "disqualified"])
def test_the_cut_keeps_only_those_out_who_dropped(state: str) -> None:
    assert go(state, Act.ENTRY_RETURNED, later_stage_begun=True).state == EntryState.ON
