"""What becomes of a stage: it takes lists, once more if need be, begins, ends; and its deadline moves for everyone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.events.stage_states import Order, become, move_deadline
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.publication.listings import Query, lists_page
from deckcheck.store.models import StoredSeal
from deckcheck.store.states import During
from tests.desks import Clock
from tests.events import DEADLINE, Made
from tests.events import make_event as an_event
from tests.organizing import acts, give_mail, letters, reasons, refused, stage_row, with_mail
from tests.registrations import MS, OTHER, accept, list_row, send

SLUG = "northern-open"
LATER = DEADLINE + timedelta(minutes=30)
CLOSED = DEADLINE + timedelta(seconds=15)


def seals(desk: App, made: Made) -> list[str]:
    with desk.store.read() as session:
        rows = session.query(StoredSeal).filter_by(event=made.uid).order_by(StoredSeal.number)
        return [f"{row.kind} {row.statement.split('stage ')[1].splitlines()[0]}" for row in rows]


def test_the_deadline_moves_for_everyone_and_everyone_is_told(both_desk: App, clock: Clock) -> None:
    desk = with_mail(both_desk)
    made = an_event(desk)
    mails = [give_mail(desk, made, place) for place in (0, 2)]
    order = Order(deadline=datetime.fromisoformat("2026-06-13T10:30"))
    moved = move_deadline(desk, made.as_account("organizer"), SLUG, "swiss", order)
    text = "Lists for Swiss of Northern Open close at 10:30 (Leeds time)."
    assert (moved.state, moved.deadline, moved.told and moved.told.text, moved.told and moved.told.mails) == (
        "taking",
        LATER,
        text,
        2,
    )
    assert letters(desk) == [(mail, "Northern Open: lists close at 10:30", text) for mail in mails]
    clock.set(LATER - MS)
    assert send(made, desk).stage == "swiss"
    assert acts(desk)[0] == (
        "stage.deadline",
        "stage:swiss",
        "2026-06-13T09:00:00.000Z",
        "2026-06-13T09:30:00.000Z",
    )


def test_an_earlier_deadline_is_one_too_and_a_past_one_is_none(one_desk: App) -> None:
    made = an_event(one_desk)
    who = made.as_account("organizer")
    with refused("not-now", "08:59 is past already."):
        move_deadline(one_desk, who, SLUG, "swiss", Order(deadline=datetime(2026, 6, 13, 7, 59, tzinfo=UTC)))
    with refused("until-needed", "Enter when lists close."):
        move_deadline(one_desk, who, SLUG, "swiss", Order())
    soon = datetime(2026, 6, 13, 8, 5, tzinfo=UTC)
    assert move_deadline(one_desk, who, SLUG, "swiss", Order(deadline=soon)).deadline == soon


def test_a_deadline_that_has_passed_is_not_moved_but_lists_are_taken_again(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    send(made, both_desk)
    clock.set(CLOSED)
    with refused("not-now", "Lists closed at 10:00."):
        move_deadline(both_desk, who, SLUG, "swiss", Order(deadline=LATER))
    with refused("reason-needed", "Say why."):
        become(both_desk, who, SLUG, "swiss", "taking", Order(deadline=LATER))
    again = become(both_desk, who, SLUG, "swiss", "taking", Order(deadline=LATER, reason="the trams were late"))
    assert again.told is not None
    assert again.told.text == "Lists for Swiss of Northern Open can be submitted again until 10:30 (Leeds time)."
    assert list_row(both_desk, made).state == "open"
    send(made, both_desk, OTHER)
    clock.set(LATER + timedelta(seconds=15))
    settle(both_desk, SLUG)
    assert (list_row(both_desk, made).state, seals(both_desk, made)) == ("closed", ["deadline swiss"] * 2)
    assert reasons(both_desk) == ["the trams were late"]


def test_an_accepted_list_stays_accepted_when_lists_are_taken_again(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    clock.set(CLOSED)
    become(both_desk, made.as_account("organizer"), SLUG, "swiss", "taking", Order(deadline=LATER, reason="trams"))
    assert list_row(both_desk, made).state == "accepted"
    with refused("accepted"):
        send(made, both_desk, OTHER)


def test_lists_are_not_taken_again_once_round_1_has_begun(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    clock.set(CLOSED)
    become(both_desk, made.as_account("scorekeeper"), SLUG, "swiss", "begun")
    with refused("not-now", "Round 1 has begun. Lift the deadline for one player instead."):
        become(both_desk, who, SLUG, "swiss", "taking", Order(deadline=LATER, reason="trams"))


def test_nobody_sends_after_seeing_lists_that_were_open_once_are_not_taken_again(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, during="all")
    clock.set(CLOSED)
    settle(both_desk, SLUG)
    with both_desk.store.write() as session:
        session.merge(stage_row(both_desk)).during = During.CLOSED
    with refused("visible", "Players can already see the lists of Swiss. They are not taken again."):
        become(both_desk, made.as_account("organizer"), SLUG, "swiss", "taking", Order(deadline=LATER, reason="trams"))


def test_a_stage_with_lists_of_its_own_takes_them_after_the_first(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    who = made.as_account("organizer")
    with refused("deadline-missing", "Enter when lists close."):
        become(both_desk, who, SLUG, "playoff", "taking")
    with refused("confirm", "08:30 is past already. Make it anyway?"):
        become(both_desk, who, SLUG, "playoff", "taking", Order(deadline=datetime(2026, 6, 13, 7, 30, tzinfo=UTC)))
    assert become(both_desk, who, SLUG, "playoff", "taking", Order(deadline=LATER)).deadline == LATER
    assert acts(both_desk)[-1] == ("stage.taking", "stage:playoff", "ahead", "taking")


def test_a_stage_that_plays_anothers_lists_takes_none(one_desk: App) -> None:
    made = an_event(one_desk, playoff=True)
    who = made.as_account("organizer")
    change_stage(one_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))
    with refused("not-now", "The playoff is played with the lists of Swiss."):
        become(one_desk, who, SLUG, "playoff", "taking", Order(deadline=LATER))
    with refused("not-now", "Lists are still being taken."):
        become(one_desk, who, SLUG, "playoff", "begun")


def test_a_stage_begins_with_a_seal_of_what_is_played_there(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, playoff=True, during="stage")
    who = made.as_account("scorekeeper")
    change_stage(both_desk, made.as_account("organizer"), SLUG, "playoff", StagePatch(lists_from="swiss"))
    for place in range(3):
        send(made, both_desk, who=made.as_person(place), number=place + 1)
    with refused("not-now", "Lists are still being taken."):
        become(both_desk, who, SLUG, "swiss", "begun")
    clock.set(CLOSED)
    assert become(both_desk, who, SLUG, "playoff", "begun").warnings == ()
    assert seals(both_desk, made) == ["deadline swiss", "stage playoff"]
    assert lists_page(both_desk, made.as_person(0), SLUG, Query(stage="playoff")).found == 2
    assert lists_page(both_desk, STRANGER, SLUG, Query(stage="playoff")).found == 0
    with refused("not-now", "The playoff has begun already."):
        become(both_desk, who, SLUG, "playoff", "begun")


def test_who_begins_a_stage_is_told_who_has_no_list(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    send(made, both_desk)
    clock.set(CLOSED)
    begun = become(both_desk, made.as_account("organizer"), SLUG, "swiss", "begun")
    assert begun.warnings == ("2 of 3 have no list in force.",)


def test_a_stage_that_nobody_is_in_is_asked_about(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk, players=0)
    clock.set(CLOSED)
    who = made.as_account("organizer")
    with refused("confirm", "Nobody is in Swiss. Begin it anyway?"):
        become(one_desk, who, SLUG, "swiss", "begun")
    assert become(one_desk, who, SLUG, "swiss", "begun", Order(confirmed=True)).state == "locked"


def test_a_stage_ends_and_goes_on_for_a_reason(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    who = made.as_account("scorekeeper")
    clock.set(CLOSED)
    become(both_desk, who, SLUG, "swiss", "begun")
    assert become(both_desk, who, SLUG, "swiss", "over").state == "over"
    assert stage_row(both_desk).ended_at is not None
    with refused("reason-needed", "Say why."):
        become(both_desk, who, SLUG, "swiss", "locked")
    assert become(both_desk, who, SLUG, "swiss", "locked", Order(reason="a round was missing")).state == "locked"
    assert stage_row(both_desk).ended_at is None


@pytest.mark.parametrize(
    ("to", "role"),
    [("taking", "scorekeeper"), ("taking", "head-judge"), ("begun", "judge"), ("over", "judge"), ("locked", "judge")],
)
def test_acts_on_a_stage_are_for_those_who_run_it(one_desk: App, to: str, role: str) -> None:
    made = an_event(one_desk, stage_state="locked")
    with refused("not-allowed"):
        become(one_desk, made.as_account(role), SLUG, "swiss", to, Order(reason="why", deadline=LATER))
    with refused("not-allowed"):
        move_deadline(one_desk, made.as_account(role), SLUG, "swiss", Order(deadline=LATER))


def test_a_state_that_no_stage_has_is_refused(one_desk: App) -> None:
    made = an_event(one_desk)
    with refused("bad-input", 'No stage becomes "open". Use taking, begun, over, locked.'):
        become(one_desk, made.as_account("organizer"), SLUG, "swiss", "open")


def test_a_stage_that_was_seen_in_an_older_version_is_not_changed(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    seen = stage_row(both_desk).version
    move_deadline(both_desk, who, SLUG, "swiss", Order(deadline=LATER), seen)
    with refused("changed", "Nora Lind changed this a moment ago. Here is their version; yours is below."):
        move_deadline(both_desk, who, SLUG, "swiss", Order(deadline=DEADLINE), seen)


def test_a_stage_that_closed_by_itself_is_told_of_without_a_name(one_desk: App, clock: Clock) -> None:
    made = an_event(one_desk)
    seen = stage_row(one_desk).version
    clock.set(CLOSED)
    with refused("changed", "This changed a moment ago. Here is how it is now; yours is below."):
        move_deadline(one_desk, made.as_account("organizer"), SLUG, "swiss", Order(deadline=LATER), seen)
