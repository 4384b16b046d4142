"""A presented deck within a check: against the version it is pinned to, by the event's own terms, and read once."""

from __future__ import annotations

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, Refused
from deckcheck.checks.end import VoidCheck, void_check
from deckcheck.checks.guidance import compare_presented
from deckcheck.lists.submit import correct
from tests.deck_checks import begin, event_in_play, join
from tests.desks import Clock
from tests.published_events import a_locked_event, audit_of
from tests.registrations import LEGAL, OTHER, an_order

FOREIGN = LEGAL.replace("11 Mountain", "10 Mountain\n1 Wastes")


def test_a_judge_compares_what_lies_there_with_the_list_of_the_check(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid, judge = begin(made, one_desk).head.uid, made.as_account("judge")
    assert compare_presented(one_desk, judge, made.slug, uid, LEGAL).verdict == "matches"
    found = compare_presented(one_desk, judge, made.slug, uid, FOREIGN, 2)
    assert found.verdict == "differs"
    assert found.missing == ((1, "Mountain", "main"),)
    assert found.extra == ((1, "Wastes", "main"),)


def test_it_is_the_version_of_the_check_whatever_was_corrected_since(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    uid, head_judge = begin(made, both_desk).head.uid, made.as_account("head-judge")
    correct(an_order(made, both_desk, OTHER, who=head_judge, reason="differs", section="IPG 3.4"), both_desk)
    judge = made.as_account("judge")
    assert compare_presented(both_desk, judge, made.slug, uid, LEGAL).verdict == "matches"
    assert compare_presented(both_desk, judge, made.slug, uid, OTHER).verdict == "differs"
    void_check(VoidCheck(judge, made.slug, uid, "again with the new list"), both_desk)
    again = begin(made, both_desk).head.uid
    assert compare_presented(both_desk, judge, made.slug, again, OTHER).verdict == "matches"


def test_the_audit_has_one_reading_however_often_is_compared(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    uid = begin(made, both_desk).head.uid
    join(made, both_desk, uid)
    for role in ("judge", "head-judge", "judge"):
        compare_presented(both_desk, made.as_account(role), made.slug, uid, FOREIGN, 2)
    assert not audit_of(both_desk, made, "list.read", "lists.read")
    assert [row.act for row in audit_of(both_desk, made, "check.begun", "check.joined")] == [
        "check.begun",
        "check.joined",
    ]


def test_a_playoff_is_compared_with_the_list_it_is_played_with(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    uid = begin(made, one_desk, 2, role="head-judge", stage="playoff").head.uid
    found = compare_presented(one_desk, made.as_account("head-judge"), made.slug, uid, LEGAL, 2)
    assert found.missing
    assert found.extra


def test_the_events_own_rules_hold_on_the_table_too(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, house={"sizes": {"main-min": 61}})
    uid = begin(made, one_desk).head.uid
    found = compare_presented(one_desk, made.as_account("judge"), made.slug, uid, LEGAL)
    assert found.verdict == "illegal"
    assert [p.clause for p in found.problems] == ["main-min"]


def test_it_is_for_the_judges_of_a_check_that_goes_on(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid = begin(made, one_desk).head.uid
    with pytest.raises(Refused, match=r"^Join this check first\.$"):
        compare_presented(one_desk, made.as_account("head-judge"), made.slug, uid, LEGAL)
    for role in ("scorekeeper", "organizer"):
        with pytest.raises(NotAllowed):
            compare_presented(one_desk, made.as_account(role), made.slug, uid, LEGAL)
    for who in (made.as_person(0), made.as_person(1), made.as_stranger):
        with pytest.raises(Hidden):
            compare_presented(one_desk, who, made.slug, uid, LEGAL)
    with pytest.raises(Hidden):
        compare_presented(one_desk, made.as_account("judge"), made.slug, "0" * 36, LEGAL)
    void_check(VoidCheck(made.as_account("judge"), made.slug, uid, "wrong table"), one_desk)
    with pytest.raises(Refused, match=r"^This check was given up at 10:05\.$"):
        compare_presented(one_desk, made.as_account("judge"), made.slug, uid, LEGAL)
