"""A list once accepted or closed: reopened, lifted, entered late, corrected, taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest

from deckcheck.app.states import Act, Machine, StateRefused, Step, step
from deckcheck.store.states import EntryState, ListState, Role, SealKind, StageState
from deckcheck.verdict.reports import Verdict
from tests.state_facts import (
    ADA,
    JUDGE,
    KEEPER,
    LATE,
    LOCKED,
    MS,
    ORGANIZER,
    OWN,
    PLAYOFF,
    STATES,
    Case,
    at,
    fitting,
    refuse,
)

REFUSED: Final[list[Case]] = [
    # Lists: reopening, undoing, lifting.
    (
        Machine.LIST,
        "accepted",
        Act.LIST_REOPENED,
        PLAYOFF | {"visible_ever": True},
        "visible",
        "Players can already see the lists of the playoff. Correct it for the player and say why.",
    ),
    (Machine.LIST, "accepted", Act.LIST_REOPENED, KEEPER, "judge-only", "This is for a judge."),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_REOPENED,
        {"reason": ""},
        "reason-needed",
        "Say why; Ada Okonkwo will read it.",
    ),
    (Machine.LIST, "accepted", Act.LIST_REOPENED, {"until": None}, "until-needed", "Say until when."),
    (Machine.LIST, "accepted", Act.LIST_REOPENED, {"until": at("09:30")}, "not-now", "09:30 is past already."),
    (
        Machine.LIST,
        "closed",
        Act.LIST_REOPENED,
        LATE,
        "not-now",
        "Lists closed at 10:00. The head judge can lift the deadline.",
    ),
    (Machine.LIST, "reopened", Act.LIST_REOPENED, OWN, "not-now", "The list is open until 10:15."),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_UNDONE,
        {"now": at("09:50")},
        "not-now",
        "10 minutes are over. Reopen it and say why.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_UNDONE,
        {"same_person": False},
        "not-now",
        "Rosa Kim accepted it. Reopen it and say why.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_UNDONE,
        {"state_before": None},
        "not-now",
        "A correction is not undone. Correct it again and say why.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_UNDONE,
        PLAYOFF | {"visible_ever": True},
        "visible",
        "Players can already see the lists of the playoff. Correct it for the player and say why.",
    ),
    (Machine.LIST, "closed", Act.LIST_UNDONE, {}, "not-now", "The list is not accepted."),
    *(
        (
            Machine.LIST,
            "closed",
            Act.LIST_LIFTED,
            who,
            "head-judge-only",
            "Only the head judge of Northern Open can lift the deadline.",
        )
        for who in (KEEPER, JUDGE, ORGANIZER)
    ),
    (Machine.LIST, "closed", Act.LIST_LIFTED, {"reason": ""}, "reason-needed", "Say why; Ada Okonkwo will read it."),
    (
        Machine.LIST,
        "closed",
        Act.LIST_LIFTED,
        {"visible_ever": True},
        "visible",
        "Players can already see the lists of Swiss. Correct it for the player and say why.",
    ),
    (Machine.LIST, "closed", Act.LIST_LIFTED, {"until": at("09:30")}, "not-now", "09:30 is past already."),
    (Machine.LIST, "open", Act.LIST_LIFTED, {"until": at("10:00")}, "not-now", "Lists are taken until 10:00 anyway."),
    (
        Machine.LIST,
        "closed",
        Act.LIST_LIFTED,
        {"stage_state": StageState.AHEAD},
        "not-now",
        "Lists of Swiss are not taken yet.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_LIFTED,
        {},
        "accepted",
        "The list was accepted at 09:40 by Rosa Kim. Reopen it instead.",
    ),
    # Lists: entering late, correcting, taking back, closing.
    (Machine.LIST, "closed", Act.LIST_ENTERED_LATE, {"reason": ""}, "reason-needed", "Say why it is late."),
    (
        Machine.LIST,
        "open",
        Act.LIST_ENTERED_LATE,
        {},
        "not-now",
        "The list is open until 10:00. Send it for the player.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_ENTERED_LATE,
        {"now": at("10:00:10")},
        "not-now",
        "Lists closed at 10:00. This can be done in a few seconds.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_ENTERED_LATE,
        {},
        "accepted",
        "The list was accepted at 09:40 by Rosa Kim. Correct it instead.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_ENTERED_LATE,
        {"entry_state": EntryState.DISQUALIFIED},
        "not-now",
        "Ada Okonkwo was disqualified.",
    ),
    (Machine.LIST, "accepted", Act.LIST_CORRECTED, KEEPER, "judge-only", "Correcting a list is for a judge."),
    (Machine.LIST, "accepted", Act.LIST_CORRECTED, ORGANIZER, "judge-only", "Correcting a list is for a judge."),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_CORRECTED,
        {"reason": ""},
        "reason-needed",
        "Say why; Ada Okonkwo will read it.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_CORRECTED,
        {"section": "", "documents": {"correction": "IPG 3.4"}},
        "reason-needed",
        "Name the section it is corrected under, like IPG 3.4.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_CORRECTED,
        {"section": ""},
        "reason-needed",
        "Name the section it is corrected under.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_CORRECTED,
        {"verdict": Verdict.UNCLEAR, "left": 1},
        "unclear",
        "1 question in this list needs an answer.",
    ),
    (Machine.LIST, "closed", Act.LIST_CORRECTED, {"current": None}, "no-list", "No list has been submitted."),
    (
        Machine.LIST,
        "open",
        Act.LIST_CORRECTED,
        {},
        "not-now",
        "The list is open until 10:00. Ask the player to fix it.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_WITHDRAWN,
        ADA | LATE,
        "deadline-passed",
        "Lists closed at 10:00. The desk can drop you.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_WITHDRAWN,
        ADA | LATE,
        "deadline-passed",
        "Lists closed at 10:00. The desk can drop you.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_WITHDRAWN,
        ADA,
        "accepted",
        "Your list was accepted at 09:40. Only a judge can open it again.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_WITHDRAWN,
        {"by_player": False},
        "player-only",
        "Only Ada Okonkwo can take the list back.",
    ),
    (Machine.LIST, "open", Act.LIST_WITHDRAWN, ADA | {"current": None}, "no-list", "No list has been submitted."),
    (
        Machine.LIST,
        "reopened",
        Act.LIST_CLOSED,
        OWN | {"opening": False, "now": at("10:15:15") - MS},
        "not-now",
        "The list was open until 10:15.",
    ),
    (
        Machine.LIST,
        "open",
        Act.STAGE_CLOSED,
        {"stage_state": StageState.TAKING},
        "not-now",
        "The list is open until 10:00.",
    ),
    (Machine.LIST, "closed", Act.STAGE_REOPENED, LATE | LOCKED, "not-now", "Lists closed at 10:00."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_table_does_not_let_through_is_refused_in_its_words(case: Case) -> None:
    refuse(case)


def go(state: str, act: Act, **changed: Any) -> Step[str]:
    return step(Machine.LIST, state, act, fitting(Machine.LIST, act, **changed))


UNDO_OVER: Final = at("09:40") + timedelta(minutes=10)


def test_an_acceptance_is_undone_up_to_the_last_millisecond_of_its_ten_minutes() -> None:
    assert go("accepted", Act.LIST_UNDONE, now=UNDO_OVER - MS, reason="").state == ListState.CLOSED
    refuse((Machine.LIST, "accepted", Act.LIST_UNDONE, {"now": UNDO_OVER}, "not-now", OVER))


OVER: Final = "10 minutes are over. Reopen it and say why."


@pytest.mark.parametrize(
    ("before", "stage", "own", "now"),
    [
        ("open", "taking", None, "open"),
        ("open", "locked", None, "closed"),
        ("open", "over", None, "closed"),
        ("closed", "locked", None, "closed"),
        ("reopened", "locked", "09:50", "reopened"),
        ("reopened", "locked", "09:30", "closed"),
        ("reopened", "locked", None, "closed"),
    ],
)
def test_an_undone_acceptance_leads_back_to_the_state_before_but_not_past_a_deadline(
    before: str, stage: str, own: str | None, now: str
) -> None:
    own_deadline = at(own) if own else None
    facts = {"state_before": ListState(before), "stage_state": StageState(stage), "own_deadline": own_deadline}
    assert go("accepted", Act.LIST_UNDONE, **facts).state == now


@pytest.mark.parametrize("off", [timedelta(0), -MS])
def test_a_list_is_reopened_until_a_moment_ahead(off: timedelta) -> None:
    assert go("accepted", Act.LIST_REOPENED, **JUDGE, until=at("09:42") + MS).state == ListState.REOPENED
    with pytest.raises(StateRefused):
        go("accepted", Act.LIST_REOPENED, **JUDGE, until=at("09:42") + off)


def test_only_the_head_judge_lifts_a_deadline() -> None:
    assert go("closed", Act.LIST_LIFTED, roles=frozenset({Role.HEAD_JUDGE})).state == ListState.REOPENED
    assert go("open", Act.LIST_LIFTED, roles=frozenset({Role.HEAD_JUDGE})).state == ListState.OPEN


@pytest.mark.parametrize(("own", "state"), [(None, "closed"), ("10:00", "closed"), ("10:00:01", "reopened")])
def test_a_list_with_a_later_deadline_of_its_own_stays_open_when_its_stage_closes(own: str | None, state: str) -> None:
    own_deadline = at(own) if own else None
    taken = go("open", Act.STAGE_CLOSED, now=at("10:00:15"), own_deadline=own_deadline)
    assert (taken.state, taken.audit) == (state, Act.STAGE_CLOSED)


@pytest.mark.parametrize(("off", "closes"), [(-MS, False), (timedelta(0), True), (MS, True)])
def test_a_reopened_list_closes_fifteen_seconds_after_its_deadline(off: timedelta, closes: bool) -> None:
    facts = {"own_deadline": at("10:15"), "opening": False, "now": at("10:15:15") + off, "unsealed": True}
    if closes:
        assert go("reopened", Act.LIST_CLOSED, **facts) == Step(ListState.CLOSED, Act.LIST_CLOSED, SealKind.CHANGE)
    else:
        with pytest.raises(StateRefused):
            go("reopened", Act.LIST_CLOSED, **facts)


@pytest.mark.parametrize("verdict", [*Verdict, None])
@pytest.mark.parametrize("role", Role)
def test_anyone_of_staff_enters_a_late_list_with_any_verdict(role: Role, verdict: Verdict | None) -> None:
    taken = go("closed", Act.LIST_ENTERED_LATE, now=at("10:12:30"), roles=frozenset({role}), verdict=verdict, **LOCKED)
    assert (taken.state, taken.late, taken.seal) == (ListState.CLOSED, 12, SealKind.CHANGE)


def test_a_late_list_is_late_by_the_deadline_of_its_player() -> None:
    assert go("closed", Act.LIST_ENTERED_LATE, now=at("10:20"), **OWN, **LOCKED).late == 5


@pytest.mark.parametrize("seen", [False, True])
def test_a_late_list_is_marked_if_lists_had_been_open(seen: bool) -> None:
    taken = go("closed", Act.LIST_ENTERED_LATE, **LATE, visible_ever=seen, **LOCKED)
    assert taken.after_opening is seen


@pytest.mark.parametrize("state", ["closed", "accepted"])
def test_a_correction_supersedes_is_accepted_and_sealed(state: str) -> None:
    taken = go(state, Act.LIST_CORRECTED, **JUDGE, verdict=Verdict.ILLEGAL, visible_ever=True, **LOCKED)
    assert taken == Step(ListState.ACCEPTED, Act.LIST_CORRECTED, SealKind.CHANGE, superseded=True)


@pytest.mark.parametrize("act", [Act.LIST_ENTERED_LATE, Act.LIST_CORRECTED])
@pytest.mark.parametrize(("stage", "seal"), [("taking", None), ("locked", "change"), ("over", "change")])
def test_a_change_is_sealed_once_the_stage_has_closed(act: Act, stage: str, seal: str | None) -> None:
    assert go("closed", act, stage_state=StageState(stage)).seal == seal


def test_a_list_taken_back_leaves_none_in_its_place() -> None:
    assert go("open", Act.LIST_WITHDRAWN, **ADA).superseded


@pytest.mark.parametrize("act", [Act.LIST_REOPENED, Act.LIST_UNDONE, Act.LIST_LIFTED, Act.STAGE_REOPENED])
@pytest.mark.parametrize("state", STATES[Machine.LIST])
def test_nothing_reopens_a_list_that_players_could_see(state: str, act: Act) -> None:
    with pytest.raises(StateRefused):
        go(state, act, visible_ever=True)
