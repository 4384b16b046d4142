"""A deck check: begun once against a list in force, ended by its judges, and only added to afterwards."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.app.states import Act, Machine, step
from deckcheck.store.states import EntryState, EventState
from tests.state_facts import KEEPER, Case, at, fitting, refuse

M: Final = Machine.CHECK
REFUSED: Final[list[Case]] = [
    (M, "", Act.CHECK_BEGUN, KEEPER, "judge-only", "Deck checks are for judges."),
    (M, "", Act.CHECK_BEGUN, {"current": None}, "no-list", "Ada Okonkwo has no list in force yet."),
    (M, "", Act.CHECK_BEGUN, {"entry_state": EntryState.DROPPED}, "not-now", "Ada Okonkwo has dropped."),
    (
        M,
        "",
        Act.CHECK_BEGUN,
        {"checked_by": "Ben Ott", "checked_since": at("10:31")},
        "being-checked",
        "Ben Ott has been checking this deck since 10:31. Join them.",
    ),
    (M, "begun", Act.CHECK_TICKED, {"on_check": False}, "not-joined", "Join this check first."),
    (M, "begun", Act.CHECK_FINISHED, {"on_check": False}, "not-joined", "Join this check first."),
    (M, "begun", Act.CHECK_FINISHED, {"result": ""}, "result-needed", "Say how it went."),
    (
        M,
        "begun",
        Act.CHECK_FINISHED,
        {"conflicts": 1},
        "conflicts",
        "1 row was counted by both of you. Say whether they are the same cards.",
    ),
    (M, "begun", Act.CHECK_VOIDED, {"reason": " "}, "reason-needed", "Say why."),
    (M, "begun", Act.CHECK_AMENDED, {}, "not-now", "This check goes on. Finish it first."),
    (M, "begun", Act.CHECK_BEGUN, {}, "not-now", "This check goes on."),
    (M, "", Act.CHECK_TICKED, {}, "nothing-here", "There is nothing here, or you have no access to it."),
    (M, "", Act.CHECK_AMENDED, {}, "nothing-here", "There is nothing here, or you have no access to it."),
    (
        M,
        "finished",
        Act.CHECK_TICKED,
        {"ended_at": at("10:40"), "taps": 3, "now": at("10:44")},
        "finished",
        "This check was finished at 10:40. Your 3 taps are shown to the head judge.",
    ),
    (M, "void", Act.CHECK_JOINED, {"ended_at": at("10:40")}, "finished", "This check was given up at 10:40."),
    (M, "finished", Act.CHECK_AMENDED, {"reason": ""}, "reason-needed", "Say why."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_stands_against_an_act_is_said(case: Case) -> None:
    refuse(case)


@pytest.mark.parametrize("event", [EventState.COMPLETED, EventState.CANCELLED])
@pytest.mark.parametrize(
    ("state", "act", "to"),
    [
        ("begun", Act.CHECK_FINISHED, "finished"),
        ("begun", Act.CHECK_VOIDED, "void"),
        ("finished", Act.CHECK_AMENDED, "finished"),
    ],
)
def test_a_record_is_completed_whatever_became_of_the_event(event: EventState, state: str, act: Act, to: str) -> None:
    assert step(M, state, act, fitting(M, act, event_state=event)).state == to
