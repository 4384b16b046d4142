"""A list is sent, sent back and accepted."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

import pytest

from deckcheck.app.states import Act, Machine, StateRefused, Step, step
from deckcheck.store.states import Accepts, EntryState, ListState, Role, SealKind
from deckcheck.verdict.reports import Verdict
from tests.state_facts import ADA, JUDGE, KEEPER, LATE, LOCKED, MS, OWN, Case, at, fitting, refuse

REFUSED: Final[list[Case]] = [
    # Lists: sending.
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT,
        ADA | LATE,
        "deadline-passed",
        "Lists closed at 10:00; it is 10:04. Your text is kept. Show it to the judge at the desk.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_SENT,
        ADA | LATE,
        "deadline-passed",
        "Lists closed at 10:00; it is 10:04. Your text is kept. Show it to the judge at the desk.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_SENT,
        LATE,
        "deadline-passed",
        "Lists closed at 10:00; it is 10:04. Enter it as a late list.",
    ),
    (
        Machine.LIST,
        "reopened",
        Act.LIST_SENT,
        ADA | OWN | {"now": at("10:16")},
        "deadline-passed",
        "Your list was open until 10:15; it is 10:16. Your text is kept. Show it to the judge at the desk.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_SENT,
        ADA | {"now": at("09:00", date(2026, 6, 14))},
        "deadline-passed",
        "Lists closed yesterday at 10:00; it is 09:00. Your text is kept. Show it to the judge at the desk.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_SENT,
        ADA | {"now": at("09:00", date(2026, 6, 20))},
        "deadline-passed",
        "Lists closed on 13 June at 10:00; it is 09:00. Your text is kept. Show it to the judge at the desk.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_SENT,
        ADA | {"accepted_at": at("09:55"), "now": at("09:56")},
        "accepted",
        "Your list was accepted at 09:55. Only a judge can open it again.",
    ),
    (
        Machine.LIST,
        "accepted",
        Act.LIST_SENT,
        {"accepted_at": at("09:40")},
        "accepted",
        "The list was accepted at 09:40 by Rosa Kim.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT,
        ADA | {"accepts": Accepts.LEGAL, "verdict": Verdict.ILLEGAL, "left": 3},
        "not-admitted",
        "This event takes legal lists only; 3 things need fixing.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT,
        ADA | {"accepts": Accepts.DECIDED, "verdict": Verdict.UNCLEAR, "left": 1},
        "not-admitted",
        "This event takes lists without open questions only; 1 question needs an answer.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT,
        {"accepts": Accepts.LEGAL, "verdict": Verdict.ILLEGAL, "reason": ""},
        "reason-needed",
        "Say why: this event takes legal lists only.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT,
        ADA | {"entry_state": EntryState.DROPPED},
        "not-now",
        "Ada Okonkwo has dropped.",
    ),
    (
        Machine.LIST,
        "reopened",
        Act.LIST_SENT,
        ADA | OWN | {"visible_ever": True},
        "deadline-passed",
        "Lists are closed; it is 09:42. Your text is kept. Show it to the judge at the desk.",
    ),
    # Lists: sending back, accepting.
    (
        Machine.LIST,
        "closed",
        Act.LIST_SENT_BACK,
        LATE,
        "not-now",
        "The player can no longer fix it. Correct it for the player.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_SENT_BACK,
        LATE,
        "not-now",
        "The player can no longer fix it. Correct it for the player.",
    ),
    (Machine.LIST, "open", Act.LIST_SENT_BACK, {"reason": ""}, "reason-needed", "Say what needs fixing."),
    (Machine.LIST, "open", Act.LIST_SENT_BACK, KEEPER, "judge-only", "This is for a judge."),
    (Machine.LIST, "open", Act.LIST_SENT_BACK, {"current": None}, "no-list", "No list has been submitted."),
    (
        Machine.LIST,
        "open",
        Act.LIST_ACCEPTED,
        {"seen": "first", "current_at": at("09:41")},
        "replaced",
        "This list was replaced at 09:41. See the new one.",
    ),
    (
        Machine.LIST,
        "closed",
        Act.LIST_ACCEPTED,
        {"current": None, "seen": None},
        "no-list",
        "No list has been submitted.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_ACCEPTED,
        KEEPER | {"verdict": Verdict.ILLEGAL},
        "judge-only",
        "Accepting a list that is not legal is for a judge.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_ACCEPTED,
        KEEPER | {"verdict": Verdict.UNCLEAR},
        "judge-only",
        "Accepting a list that is not legal is for a judge.",
    ),
    (
        Machine.LIST,
        "open",
        Act.LIST_ACCEPTED,
        JUDGE | {"verdict": Verdict.ILLEGAL, "reason": ""},
        "reason-needed",
        "Say why: the list is not legal.",
    ),
    (Machine.LIST, "accepted", Act.LIST_ACCEPTED, {}, "accepted", "The list was accepted at 09:40 by Rosa Kim."),
    (
        Machine.LIST,
        "open",
        Act.LIST_ACCEPTED,
        {"entry_state": EntryState.WITHDRAWN},
        "not-now",
        "Ada Okonkwo has withdrawn.",
    ),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_table_does_not_let_through_is_refused_in_its_words(case: Case) -> None:
    refuse(case)


def sent(state: str = "open", **changed: Any) -> Step[str]:
    return step(Machine.LIST, state, Act.LIST_SENT, fitting(Machine.LIST, Act.LIST_SENT, **{**ADA, **changed}))


def is_late(**changed: Any) -> bool:
    try:
        sent(**changed)
    except StateRefused as refused:
        return refused.code == "deadline-passed"
    return False


@pytest.mark.parametrize(("off", "late"), [(-MS, False), (timedelta(0), True), (MS, True)])
@pytest.mark.parametrize(
    ("state", "deadline", "own"),
    [
        ("open", "10:00", None),
        ("open", "10:00", "10:15"),
        ("reopened", "10:00", "10:15"),
        ("reopened", "10:00", "09:30"),
    ],
)
def test_a_list_is_in_time_before_the_millisecond_of_its_deadline(
    state: str, deadline: str, own: str | None, off: timedelta, late: bool
) -> None:
    last = own or deadline
    arrived = at(last) + off
    own_deadline = at(own) if own else None
    assert is_late(state=state, now=arrived, arrived=arrived, own_deadline=own_deadline) is late


@pytest.mark.parametrize(("waited", "late"), [(0, False), (10, False), (15, False), (16, True)])
def test_a_list_that_arrived_in_time_may_wait_for_the_lock_but_not_for_longer(waited: int, late: bool) -> None:
    arrived = at("10:00") - MS
    assert is_late(arrived=arrived, now=arrived + timedelta(seconds=waited)) is late


def test_a_clock_set_back_does_not_bring_a_passed_deadline_back() -> None:
    assert is_late(arrived=at("09:00"), now=at("10:00:05"))


def test_a_list_is_late_once_its_stage_takes_no_more_whatever_the_clock_says() -> None:
    assert is_late(now=at("09:00"), **LOCKED)


def test_an_own_deadline_earlier_than_the_one_for_all_takes_nothing_away_from_an_open_list() -> None:
    assert not is_late(own_deadline=at("09:30"), now=at("09:45"))


@pytest.mark.parametrize(("current", "superseded"), [(None, False), ("first", True)])
def test_a_list_sent_supersedes_the_one_before(current: str | None, superseded: bool) -> None:
    assert sent(current=current).superseded is superseded


@pytest.mark.parametrize(
    ("accepts", "taken"),
    [
        (Accepts.ANY, {Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNCLEAR}),
        (Accepts.DECIDED, {Verdict.LEGAL, Verdict.ILLEGAL}),
        (Accepts.LEGAL, {Verdict.LEGAL}),
    ],
)
def test_an_event_takes_the_verdicts_it_says_from_players_and_any_with_a_reason_from_staff(
    accepts: Accepts, taken: set[Verdict]
) -> None:
    for verdict in Verdict:
        facts = {"accepts": accepts, "verdict": verdict}
        assert sent(**facts, by_player=False, reason="the judge has seen it").state == "open"
        if verdict in taken:
            assert sent(**facts).state == sent(**facts, by_player=False).state == "open"
        else:
            for by_player in (True, False):
                with pytest.raises(StateRefused):
                    sent(**facts, by_player=by_player)


def accepted(state: str, **changed: Any) -> Step[str]:
    return step(Machine.LIST, state, Act.LIST_ACCEPTED, fitting(Machine.LIST, Act.LIST_ACCEPTED, **changed))


@pytest.mark.parametrize("state", ["open", "closed", "reopened"])
def test_a_scorekeeper_accepts_a_legal_list_without_a_reason(state: str) -> None:
    assert accepted(state, **KEEPER, reason="").state == ListState.ACCEPTED


@pytest.mark.parametrize("role", [Role.JUDGE, Role.HEAD_JUDGE])
@pytest.mark.parametrize("verdict", [Verdict.ILLEGAL, Verdict.UNCLEAR])
def test_a_judge_accepts_a_list_that_is_not_legal_with_a_reason(role: Role, verdict: Verdict) -> None:
    assert accepted("closed", roles=frozenset({role}), verdict=verdict).state == ListState.ACCEPTED


@pytest.mark.parametrize(("unsealed", "seal"), [(False, None), (True, SealKind.CHANGE)])
def test_accepting_seals_only_a_list_that_changed_since_the_last_seal(unsealed: bool, seal: SealKind | None) -> None:
    assert accepted("reopened", unsealed=unsealed).seal == seal


def test_a_list_sent_back_still_counts_and_stays_open() -> None:
    taken = step(Machine.LIST, "open", Act.LIST_SENT_BACK, fitting(Machine.LIST, Act.LIST_SENT_BACK, **JUDGE))
    assert (taken.state, taken.superseded) == ("open", False)


@pytest.mark.parametrize("entry", [EntryState.DROPPED, EntryState.DISQUALIFIED])
def test_the_list_of_a_player_who_left_can_still_be_accepted(entry: EntryState) -> None:
    assert accepted("closed", entry_state=entry).state == ListState.ACCEPTED
