"""What becomes of an event: opened, called off and restored, completed and opened again, deleted while planned."""

from __future__ import annotations

from datetime import timedelta

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.events.stage_states import become as stage_becomes
from deckcheck.events.stages import see_stages
from deckcheck.publication.listings import Query, lists_page
from deckcheck.store.models import Entry, Grant, Link, Person, StoredSeal
from tests.desks import Clock
from tests.events import DEADLINE, Made
from tests.events import make_event as an_event
from tests.organizing import (
    a_plan,
    acts,
    an_organizer,
    give_mail,
    letters,
    reasons,
    refused,
    stage_row,
    the_event,
    with_mail,
)
from tests.registrations import OTHER, accept, list_row, reopen, send

SLUG = "northern-open"


def locked(desk: App, clock: Clock, **more: object) -> Made:
    """An event whose Swiss has closed with two lists."""
    made = an_event(desk, **more)  # type: ignore[arg-type]
    send(made, desk)
    send(made, desk, OTHER, who=made.as_person(1), number=2)
    clock.set(DEADLINE + timedelta(seconds=15))
    return made


def seals(desk: App, made: Made) -> list[tuple[int, str]]:
    with desk.store.read() as session:
        rows = session.query(StoredSeal).filter_by(event=made.uid).order_by(StoredSeal.number)
        return [(row.number, row.kind) for row in rows]


def test_a_planned_event_is_opened_later(both_desk: App) -> None:
    who = an_organizer(both_desk)
    make_event(both_desk, who, a_plan(opens=False))
    assert become(both_desk, who, SLUG, "on").state == "on"
    assert stage_row(both_desk).state == "taking"
    with refused("not-now", "Northern Open is running already."):
        become(both_desk, who, SLUG, "on")


def test_an_event_that_was_called_off_tells_its_players_and_takes_no_list(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = an_event(desk, during="all")
    mail, who = give_mail(desk, made), made.as_account("organizer")
    with refused("reason-needed", "Say why."):
        become(desk, who, SLUG, "cancelled")
    became = become(desk, who, SLUG, "cancelled", reason="the roof leaks")
    sentence = "Northern Open was called off. Submitted lists stay hidden."
    assert (became.state, became.told and became.told.text, became.told and became.told.mails) == (
        "cancelled",
        sentence,
        1,
    )
    assert letters(desk) == [(mail, "Northern Open was called off", sentence)]
    assert reasons(desk) == ["the roof leaks"]
    with refused("not-now", "Northern Open is not running."):
        send(made, desk)


def test_where_no_mail_is_sent_the_text_is_there_to_be_copied(one_desk: App) -> None:
    made = an_event(one_desk)
    give_mail(one_desk, made)
    told = become(one_desk, made.as_account("organizer"), SLUG, "cancelled", reason="flood").told
    assert told is not None
    assert (told.text, told.mails) == ("Northern Open was called off. Submitted lists stay hidden.", 0)
    assert letters(one_desk) == []


def test_a_restored_event_goes_on_and_deadlines_that_passed_stay_passed(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    send(made, both_desk)
    become(both_desk, who, SLUG, "cancelled", reason="flood")
    clock.set(DEADLINE + timedelta(minutes=5))
    assert become(both_desk, who, SLUG, "on", reason="the water went").state == "on"
    assert [stage.state for stage in see_stages(both_desk, who, SLUG)] == ["locked"]
    with refused("deadline-passed"):
        send(made, both_desk, OTHER)
    assert seals(both_desk, made) == [(1, "deadline")]


def test_an_event_called_off_while_planned_takes_lists_once_restored(one_desk: App) -> None:
    who = an_organizer(one_desk)
    make_event(one_desk, who, a_plan(opens=False))
    become(one_desk, who, SLUG, "cancelled", reason="flood")
    become(one_desk, who, SLUG, "on", reason="the water went")
    assert stage_row(one_desk).state == "taking"


def test_an_event_is_not_completed_while_a_stage_takes_lists(one_desk: App) -> None:
    made = an_event(one_desk)
    with refused("not-now", "Swiss still takes lists until 10:00."):
        become(one_desk, made.as_account("organizer"), SLUG, "completed")


def test_lists_are_public_once_the_organizer_completes_the_event_mtr_1_2(both_desk: App, clock: Clock) -> None:
    made = locked(both_desk, clock)
    assert lists_page(both_desk, STRANGER, SLUG, Query()).rows == ()
    assert become(both_desk, made.as_account("organizer"), SLUG, "completed").state == "completed"
    assert [row.number for row in lists_page(both_desk, STRANGER, SLUG, Query(stage="swiss")).rows] == [2, 1]
    assert seals(both_desk, made) == [(1, "deadline"), (2, "final")]
    assert stage_row(both_desk).state == "over"
    assert acts(both_desk)[-3:] == [
        ("stage.ended", "stage:swiss", "locked", "over"),
        ("event.completed", "event", "on", "completed"),
        ("publication.effective", "stage:swiss", "closed", "all"),
    ]


def test_an_event_whose_lists_stay_closed_is_completed_without_showing_one(one_desk: App, clock: Clock) -> None:
    made = locked(one_desk, clock, after="closed")
    become(one_desk, made.as_account("organizer"), SLUG, "completed")
    assert lists_page(one_desk, STRANGER, SLUG, Query(stage="swiss")).rows == ()


def test_completing_closes_a_reopened_list_and_seals_what_was_sent_meanwhile(both_desk: App, clock: Clock) -> None:
    made = locked(both_desk, clock, after="closed")
    accept(made, both_desk)
    reopen(made, both_desk, DEADLINE + timedelta(hours=5))
    clock.pass_(minutes=1)
    send(made, both_desk, OTHER)
    assert list_row(both_desk, made).state == "reopened"
    become(both_desk, made.as_account("organizer"), SLUG, "completed")
    assert list_row(both_desk, made).state == "closed"
    assert [kind for _, kind in seals(both_desk, made)][-1] == "final"


def test_each_stage_with_lists_of_its_own_gets_a_last_seal(both_desk: App, clock: Clock) -> None:
    made = locked(both_desk, clock, playoff=True)
    who = made.as_account("organizer")
    later = DEADLINE + timedelta(hours=6)
    with both_desk.store.write() as session:
        session.merge(stage_row(both_desk, "playoff")).deadline = later
    stage_becomes(both_desk, who, SLUG, "playoff", "taking")
    clock.set(later + timedelta(minutes=1))
    become(both_desk, who, SLUG, "completed")
    assert [kind for _, kind in seals(both_desk, made)] == ["deadline", "deadline", "final", "final"]


def test_re_opening_closes_the_lists_again_and_says_that_they_were_seen(both_desk: App, clock: Clock) -> None:
    made = locked(both_desk, clock)
    who = made.as_account("organizer")
    become(both_desk, who, SLUG, "completed")
    with refused("reason-needed", "Say why."):
        become(both_desk, who, SLUG, "on")
    became = become(both_desk, who, SLUG, "on", reason="one more round")
    assert became.warnings == ("You can hide them again, but people may already have seen them.",)
    assert lists_page(both_desk, STRANGER, SLUG, Query(stage="swiss")).rows == ()
    assert stage_row(both_desk).seen_at is not None
    with refused("not-now", "Swiss is over."):
        stage_becomes(both_desk, who, SLUG, "swiss", "taking")


def test_a_planned_event_is_deleted_with_everybody_in_it(both_desk: App) -> None:
    made = an_event(both_desk, state="planned", stage_state="ahead")
    other = an_event(both_desk, slug="other", name="Other", persons=made.persons[:1], players=1, join_code=None)
    assert become(both_desk, made.as_account("organizer"), SLUG, "gone").state == "gone"
    with both_desk.store.read() as session:
        assert [person.uid for person in session.query(Person)] == [made.persons[0]]
        assert [entry.event for entry in session.query(Entry)] == [other.uid]
        assert {link.subject for link in session.query(Link)} == {other.entries[0]}
        assert session.query(Grant).filter_by(event=made.uid, ended_at=None).count() == 0
    with refused("nothing-here"):
        see_stages(both_desk, made.as_account("organizer"), SLUG)
    made_again = make_event(both_desk, an_organizer(both_desk), a_plan())
    assert made_again.slug == "northern-open-2026-06-13"


@pytest.mark.parametrize("state", ["on", "completed", "cancelled"])
def test_only_a_planned_event_is_deleted(one_desk: App, state: str) -> None:
    made = an_event(one_desk, state=state, stage_state="locked")
    with refused("not-now"):
        become(one_desk, made.as_account("organizer"), SLUG, "gone")
    assert the_event(one_desk).state == state


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
@pytest.mark.parametrize("to", ["cancelled", "completed", "on", "gone"])
def test_what_becomes_of_an_event_is_for_its_organizer(one_desk: App, role: str, to: str) -> None:
    made = an_event(one_desk, stage_state="locked")
    with refused("not-allowed"):
        become(one_desk, made.as_account(role), SLUG, to, reason="why not")
    with refused("not-allowed"):
        become(one_desk, STRANGER, SLUG, to, reason="why not")


def test_a_state_that_no_event_has_is_refused(one_desk: App) -> None:
    made = an_event(one_desk)
    with refused("bad-input", 'No event becomes "planned". Use on, cancelled, completed, gone.'):
        become(one_desk, made.as_account("organizer"), SLUG, "planned")


def test_who_saw_an_older_version_is_told_whose_change_came_between(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    become(both_desk, who, SLUG, "cancelled", reason="flood", seen=1)
    sentence = "Nora Lind changed this a moment ago. Here is their version; yours is below."
    with refused("changed", sentence) as found:
        become(both_desk, who, SLUG, "on", reason="the water went", seen=7)
    assert found.value.more == {"version": 1}
