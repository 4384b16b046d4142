"""Lists of Limited are due before the first round their player plays; those of Constructed before round 1."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.events.bye_deadlines import OwnDeadline, due_by_byes
from tests.desks import Clock
from tests.events import DEADLINE
from tests.events import make_event as an_event
from tests.organizing import acts, pair, refused
from tests.registrations import list_row, send

SLUG = "northern-open"
ROUND_2 = datetime(2026, 6, 13, 10, 15, tzinfo=UTC)
ROUND_3 = datetime(2026, 6, 13, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize("day", [date(2019, 6, 8), date(2026, 6, 13)])
def test_in_limited_a_bye_gives_time_until_the_first_round_that_is_played_mtr_2_7(both_desk: App, day: date) -> None:
    made = an_event(both_desk, format="limited-sealed", day=day)
    starts = {2: ROUND_2, 3: ROUND_3}
    found = due_by_byes(both_desk, made.as_account("organizer"), SLUG, "swiss", starts, {1: 1, 2: 2, 3: 0})
    assert found == (OwnDeadline(1, 1, ROUND_2), OwnDeadline(2, 2, ROUND_3), OwnDeadline(3, 0, None))
    assert acts(both_desk)[-1] == ("list.deadline", "entry:2", "", "2026-06-13T11:30:00.000Z")


def test_in_constructed_byes_give_no_time_mtr_2_7(one_desk: App) -> None:
    made = an_event(one_desk)
    with refused("not-now", "Lists of Modern are due before round 1, byes or not (MTR 2.7)."):
        due_by_byes(one_desk, made.as_account("organizer"), SLUG, "swiss", {2: ROUND_2}, {1: 1})


def test_byes_are_counted_from_the_rounds_that_were_imported(both_desk: App) -> None:
    made = an_event(both_desk, format="limited-sealed", players=5)
    pair(both_desk, made, 1, (1,), (2,), (3, 4), (5,))
    pair(both_desk, made, 2, (1,), (2, 3), (4,), (5, 3))
    found = due_by_byes(both_desk, made.as_account("organizer"), SLUG, "swiss", {2: ROUND_2, 3: ROUND_3})
    assert [(one.number, one.byes) for one in found] == [(1, 2), (2, 1), (5, 1)]


def test_the_list_of_one_with_a_bye_is_taken_after_the_others_have_closed(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, format="limited-sealed")
    due_by_byes(both_desk, made.as_account("organizer"), SLUG, "swiss", {2: ROUND_2}, {1: 1})
    clock.set(DEADLINE + timedelta(minutes=10))
    with refused("deadline-passed"):
        send(made, both_desk, who=made.as_person(1), number=2)
    send(made, both_desk)
    assert list_row(both_desk, made).state == "reopened"
    clock.set(ROUND_2 + timedelta(seconds=15))
    settle(both_desk, SLUG)
    assert list_row(both_desk, made).state == "closed"


def test_a_bye_that_was_none_gives_no_more_time(both_desk: App) -> None:
    made = an_event(both_desk, format="limited-sealed")
    who = made.as_account("organizer")
    due_by_byes(both_desk, who, SLUG, "swiss", {2: ROUND_2}, {1: 1})
    due_by_byes(both_desk, who, SLUG, "swiss", {}, {1: 0})
    assert list_row(both_desk, made).deadline is None


def test_when_the_round_begins_must_be_said_and_lies_after_the_deadline(one_desk: App) -> None:
    made = an_event(one_desk, format="limited-sealed")
    who = made.as_account("organizer")
    with refused("bad-settings", "Say when round 3 begins."):
        due_by_byes(one_desk, who, SLUG, "swiss", {2: ROUND_2}, {1: 2})
    with refused("bad-settings", "Round 2 begins after lists close at 10:00."):
        due_by_byes(one_desk, who, SLUG, "swiss", {2: DEADLINE}, {1: 1})
    with refused("no-such-entry", "Entry 9 is not on the roster of Northern Open."):
        due_by_byes(one_desk, who, SLUG, "swiss", {2: ROUND_2}, {9: 1})
    with refused("not-allowed"):
        due_by_byes(one_desk, made.as_account("head-judge"), SLUG, "swiss", {2: ROUND_2}, {1: 1})


def test_once_lists_are_closed_byes_change_nothing(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, format="limited-sealed")
    clock.set(DEADLINE + timedelta(minutes=1))
    with refused("not-now", "Lists of Swiss are not being taken."):
        due_by_byes(one_desk, made.as_account("organizer"), SLUG, "swiss", {2: ROUND_2}, {1: 1})
