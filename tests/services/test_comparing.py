"""A presented deck against the list that an event holds: for judges, by the event's own terms, and in the audit."""

from __future__ import annotations

import pytest

from deckcheck.services.comparing import compare_presented
from deckcheck.services.desk import Desk
from deckcheck.services.refusals import Hidden, NotAllowed
from tests.desks import Clock
from tests.published_events import a_locked_event, audit_of
from tests.registrations import LEGAL

FOREIGN = LEGAL.replace("11 Mountain", "10 Mountain\n1 Wastes")


def test_a_judge_compares_with_the_list_in_force(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    judge = made.as_account("judge")
    assert compare_presented(one_desk, judge, made.slug, 1, "swiss", LEGAL).verdict == "matches"
    found = compare_presented(one_desk, judge, made.slug, 1, "swiss", FOREIGN, 2)
    assert found.verdict == "differs"
    assert found.missing == ((1, "Mountain", "main"),)
    assert found.extra == ((1, "Wastes", "main"),)


def test_a_playoff_is_compared_with_the_list_it_is_played_with(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    found = compare_presented(one_desk, made.as_account("head-judge"), made.slug, 2, "playoff", LEGAL, 2)
    assert found.missing
    assert found.extra


def test_the_events_own_rules_hold_on_the_table_too(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock, house={"sizes": {"main-min": 61}})
    found = compare_presented(one_desk, made.as_account("judge"), made.slug, 1, "swiss", LEGAL)
    assert found.verdict == "illegal"
    assert [p.clause for p in found.problems] == ["main-min"]


def test_the_audit_has_it_as_a_reading_of_the_list(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    compare_presented(one_desk, made.as_account("judge"), made.slug, 1, "swiss", LEGAL)
    (read,) = audit_of(one_desk, made, "list.read")
    assert (read.on, read.to) == ("entry:1", "stage:swiss")


def test_without_a_list_there_is_nothing_to_compare(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    for number in (3, 99):
        with pytest.raises(Hidden):
            compare_presented(one_desk, made.as_account("judge"), made.slug, number, "swiss", LEGAL)
    assert not audit_of(one_desk, made, "list.read")


def test_it_is_for_judges_alone(one_desk: Desk, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    for who in (made.as_account("scorekeeper"), made.as_account("organizer")):
        with pytest.raises((NotAllowed, Hidden)):
            compare_presented(one_desk, who, made.slug, 1, "swiss", LEGAL)
    for who in (made.as_person(0), made.as_person(1), made.as_stranger):
        with pytest.raises(Hidden):
            compare_presented(one_desk, who, made.slug, 1, "swiss", LEGAL)
    assert not audit_of(one_desk, made, "list.read")
