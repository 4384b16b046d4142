"""Lists that staff hands in: in time, late and as corrections; marked, sealed, and read by their player."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.own_list import own_list, own_proof, versions
from deckcheck.lists.submit import correct, enter, enter_late
from deckcheck.store.models import Acceptance, Stage
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, accept, an_order, list_row, rows_of, send

STAFF = ("scorekeeper", "judge", "head-judge", "organizer")


def closed(desk: App, made: Made, clock: Clock, minutes: int = 12) -> None:
    """The deadline was so many minutes ago."""
    clock.set(DEADLINE + timedelta(minutes=minutes))
    settle(desk, made.slug)


def by(made: Made, desk: App, role: str, text: str = LEGAL, **more: Any) -> Any:
    return an_order(made, desk, text, who=made.as_account(role), **more)


@pytest.mark.parametrize("role", STAFF)
def test_all_of_staff_send_for_a_player_while_lists_are_taken(one_desk: App, role: str) -> None:
    made = make_event(one_desk)
    told = enter(by(made, one_desk, role), one_desk)
    assert (told.origin, told.by, told.standing) == ("staff", made.staff[role], "current")
    assert told.sha256 == ""


def test_what_the_event_does_not_take_is_sent_for_a_player_with_a_reason(both_desk: App) -> None:
    made = make_event(both_desk, accepts="legal")
    with pytest.raises(Refused, match="Say why: this event takes legal lists only") as caught:
        enter(by(made, both_desk, "scorekeeper", ILLEGAL), both_desk)
    assert caught.value.code == "reason-needed"
    told = enter(by(made, both_desk, "scorekeeper", ILLEGAL, reason="plays it as it is"), both_desk)
    assert told.verdict == "illegal"
    assert versions(made.as_person(0), made.slug, None, both_desk)[0].reason == "plays it as it is"


def test_two_of_staff_at_once_are_told_of_each_other_without_the_cards(both_desk: App) -> None:
    made = make_event(both_desk)
    enter(by(made, both_desk, "judge", version=0), both_desk)
    with pytest.raises(Changed, match="Rosa Kim changed this a moment ago") as caught:
        enter(by(made, both_desk, "scorekeeper", OTHER, version=0), both_desk)
    assert caught.value.theirs.text is None


def test_a_late_list_is_marked_with_who_why_and_how_late(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    closed(both_desk, made, clock)
    told = enter_late(by(made, both_desk, "scorekeeper", ILLEGAL, reason="bus broke down"), both_desk)
    assert (told.origin, told.minutes_late, told.standing) == ("late", 12, "current")
    assert list_row(both_desk, made).late
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert mine.late == "Entered 12 min after the deadline by Sam Lee: bus broke down."
    assert mine.lock[-1] == "It can no longer be changed."


def test_a_late_list_is_sealed_at_once_and_the_seal_before_still_proves_that_there_was_none(
    both_desk: App, clock: Clock
) -> None:
    made = make_event(both_desk)
    closed(both_desk, made, clock)
    told = enter_late(by(made, both_desk, "judge", reason="bus broke down"), both_desk)
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert [seal.kind for seal in mine.seals] == ["deadline", "change"]
    assert told.seal == mine.seals[1].statement
    assert own_proof(made.as_person(0), made.slug, 1, 1, both_desk)["list"].endswith("none\n")
    assert "Wild Ride" in own_proof(made.as_person(0), made.slug, 1, 2, both_desk)["list"]


def test_a_late_list_needs_a_reason_and_a_closed_list(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    with pytest.raises(Refused, match="Send it for the player"):
        enter_late(by(made, both_desk, "judge", reason="x"), both_desk)
    closed(both_desk, made, clock)
    with pytest.raises(Refused, match="Say why it is late"):
        enter_late(by(made, both_desk, "judge"), both_desk)


def test_a_late_list_after_the_lists_were_opened_says_so(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, during="all")
    send(made, both_desk, who=made.as_person(1), number=2)
    closed(both_desk, made, clock)
    with both_desk.store.read() as session:
        stage = session.get(Stage, made.stages["swiss"])
        assert stage is not None
        assert stage.seen_at is not None
    enter_late(by(made, both_desk, "judge", reason="bus broke down"), both_desk)
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert mine.late.endswith("bus broke down. Lists were open by then.")


def test_an_accepted_list_is_corrected_and_not_entered_late(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    closed(both_desk, made, clock)
    with pytest.raises(Refused, match="Correct it instead"):
        enter_late(by(made, both_desk, "judge", OTHER, reason="x"), both_desk)


@pytest.mark.parametrize("accepted", [True, False])
def test_a_correction_takes_the_lists_place_and_keeps_what_was_there(
    both_desk: App, clock: Clock, accepted: bool
) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk)
    if accepted:
        accept(made, both_desk)
    closed(both_desk, made, clock)
    before = rows_of(both_desk)
    told = correct(by(made, both_desk, "judge", OTHER, reason="wrong count", section="IPG 3.4"), both_desk)
    assert (told.standing, told.origin, told.version) == ("accepted", "correction", 2)
    after = rows_of(both_desk)
    assert {uid: after[uid] for uid in before} == before
    row = list_row(both_desk, made)
    assert (row.state, row.accepted, row.current) == ("accepted", told.uid, told.uid)
    with both_desk.store.read() as session:
        held = session.query(Acceptance).filter(Acceptance.ended_at.is_(None)).all()
        assert [(a.submission, a.state_before) for a in held] == [(told.uid, "")]
    assert [v.receipt.uid for v in versions(made.as_person(0), made.slug, None, both_desk)] == [first.uid, told.uid]


def test_the_player_reads_who_corrected_their_list_and_why(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    closed(both_desk, made, clock)
    correct(by(made, both_desk, "judge", OTHER, reason="wrong count", section="IPG 3.4"), both_desk)
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert mine.lock[0] == "Corrected at 10:12 by Rosa Kim."
    assert mine.version is not None
    assert mine.version.reason == "IPG 3.4: wrong count"


@pytest.mark.parametrize(
    ("text", "reason", "section", "code"),
    [
        (OTHER, "", "IPG 3.4", "reason-needed"),
        (OTHER, "x", "", "reason-needed"),
        (UNDECIDED, "x", "IPG 3.4", "unclear"),
    ],
)
def test_a_correction_needs_a_reason_a_section_and_a_decided_list(
    one_desk: App, clock: Clock, text: str, reason: str, section: str, code: str
) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    closed(one_desk, made, clock)
    with pytest.raises(Refused) as caught:
        correct(by(made, one_desk, "judge", text, reason=reason, section=section), one_desk)
    assert caught.value.code == code


@pytest.mark.parametrize("role", ["scorekeeper", "organizer"])
def test_correcting_is_for_judges(one_desk: App, clock: Clock, role: str) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    closed(one_desk, made, clock)
    with pytest.raises(Refused, match="Correcting a list is for a judge"):
        correct(by(made, one_desk, role, OTHER, reason="x", section="IPG 3.4"), one_desk)


def test_nothing_is_corrected_while_its_player_can_mend_it(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    with pytest.raises(Refused, match="Ask the player to fix it"):
        correct(by(made, one_desk, "judge", OTHER, reason="x", section="IPG 3.4"), one_desk)


def test_a_program_hands_in_as_the_list_stands(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    desk_token = made.as_token("desk")
    assert enter(an_order(made, both_desk, who=desk_token), both_desk).origin == "staff"
    closed(both_desk, made, clock)
    told = enter(an_order(made, both_desk, OTHER, who=desk_token, reason="bus"), both_desk)
    assert (told.origin, told.minutes_late) == ("late", 12)


def test_staff_of_another_event_hands_in_nothing(one_desk: App) -> None:
    made = make_event(one_desk)
    other = make_event(one_desk, slug="other", join_code=None)
    with pytest.raises(Refused) as caught:
        enter(an_order(made, one_desk, who=other.as_account("head-judge")), one_desk)
    assert caught.value.code == "nothing-here"
