"""Sending a list: what is kept of it, who may, until when, and what is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused, TooManyTries, UnusableInput
from deckcheck.app.session import reading, settle
from deckcheck.app.states import StateRefused
from deckcheck.audit.integrity import check_event
from deckcheck.decklist.hash_chain import note_hash
from deckcheck.lists.event_terms import terms_of
from deckcheck.lists.list_checks import PreviewList, preview_list
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.own_list import own_list, own_proof, versions
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.receipts import receipt
from deckcheck.lists.seals import read_proof, receipt_leaf
from deckcheck.lists.submission import KeyReused
from deckcheck.lists.submit import TakeBack, send_list, take_back
from deckcheck.store.models import AuditEntry, Entry, Event, Outgoing, StoredReport, Submission, Webhook
from deckcheck.store.queries import proof
from deckcheck.store.states import EntryState, EventState
from deckcheck.verdict.canonical import canonical_list, read_canonical
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import (
    ILLEGAL,
    LEGAL,
    MS,
    OTHER,
    UNDECIDED,
    accept,
    an_order,
    list_row,
    receipts,
    reopen,
    rows_of,
    send,
)


def refused(code: str, made: Made, desk: App, text: str = LEGAL, **more: Any) -> str:
    """The sentence with which a list is refused under this code; nothing was kept of it."""
    before = rows_of(desk)
    with pytest.raises(Refused) as caught:
        send(made, desk, text, **more)
    assert caught.value.code == code
    assert rows_of(desk) == before
    return str(caught.value)


def submissions(desk: App) -> list[Submission]:
    with desk.store.read() as session:
        return list(session.query(Submission).order_by(Submission.uid))


# What is kept.


def test_a_list_is_kept_as_written_and_as_read(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk, f"// mine\n{LEGAL}\n")
    [row] = submissions(both_desk)
    assert row.text == f"// mine\n{LEGAL}\n"
    assert (row.number, row.origin, row.by, row.arrived) == (1, "player", str(made.as_person(0)), both_desk.now())
    assert [line["name"] for line in row.lines if line["kind"] == "card"][:1] == ["Ancestral Anger"]
    assert read_canonical(row.canonical).sections()["main"][0].name == "Ancestral Anger"
    assert told.uid == row.uid


def test_hash_leaf_and_anchor_are_those_of_the_design(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk)
    [row] = submissions(both_desk)
    with reading(both_desk, made.as_person(0), made.slug) as work:
        terms = terms_of(work.event, work.first_stage(), both_desk)
        chain = proof.audit_of(work.session, made.uid)
    assert row.canonical == canonical_list(preview_list(PreviewList(LEGAL, terms), both_desk))
    assert row.sha256 == sha256(row.canonical.encode()).hexdigest() == told.sha256
    salt = bytes.fromhex(row.salt)
    assert row.leaf == receipt_leaf(made.uid, 1, salt, row.canonical).hex()
    assert told.number.replace(" ", "").lower() == row.leaf[:12]
    assert row.anchor == chain[-1].hash
    assert chain[-1].to == f"open {row.leaf} {note_hash(salt, LEGAL)}"
    assert told.anchor.replace(" ", "").lower() == chain[-1].hash[:12]


def test_the_verdict_is_kept_with_the_law_and_the_cards_it_rests_on(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk, UNDECIDED)
    with both_desk.store.read() as session:
        report = session.query(StoredReport).one()
    assert (report.verdict, report.main, report.side, report.cause) == ("unclear", 60, 15, "player")
    assert report.cards_import == both_desk.index("mtg").digest
    assert report.law_digest == report.body["rulebook"]
    assert [p["rule"] for p in report.body["problems"] if p["severity"] == "unclear"] == ["ambiguous-card"]


def test_a_list_is_judged_by_the_events_own_house_rules(one_desk: App) -> None:
    made = make_event(one_desk, house={"bans": ["Wild Ride"]})
    told = send(made, one_desk)
    assert (told.verdict, told.to_mend) == ("illegal", 1)


def test_a_list_is_judged_as_of_the_events_day(one_desk: App) -> None:
    made = make_event(one_desk, day=one_desk.now().date().replace(year=2015))
    assert send(made, one_desk).verdict == "illegal"


def test_a_sign_that_no_database_keeps_is_replaced_and_nothing_else(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk, LEGAL + "\n// \0 \ud800 \N{ZERO WIDTH SPACE}é")
    assert submissions(both_desk)[0].text == LEGAL + "\n// � � \N{ZERO WIDTH SPACE}é"


def test_a_later_list_takes_the_place_of_the_one_before_and_both_are_kept(both_desk: App) -> None:
    made = make_event(both_desk)
    first, second = send(made, both_desk), send(made, both_desk, OTHER)
    one, two = submissions(both_desk)
    assert (two.number, two.replaces, one.replaces) == (2, one.uid, None)
    assert [r.standing for r in receipts(made.as_person(0), made.slug, 1, both_desk)] == ["superseded", "current"]
    assert list_row(both_desk, made).current == second.uid
    assert first.leaf != second.leaf


def test_the_audit_agrees_with_everything_that_was_sent(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, OTHER)
    take_back(TakeBack(made.as_person(0), made.slug, 1, "swiss", both_desk.now()), both_desk)
    send(made, both_desk, who=made.as_person(1), number=2)
    clock.set(DEADLINE + timedelta(minutes=1))
    settle(both_desk, made.slug)
    with both_desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        # The builder of the test wrote entries and stages without acts; what the lists say is what counts here.
        faults = [f for f in check_event(session, event).faults if "ist" in f and "Entry" not in f]
    assert faults == []


# Receipts.


def test_a_receipt_says_until_when_the_list_may_be_replaced(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk)
    assert told.open_until == DEADLINE
    assert (told.sizes, told.verdict, told.version) == ({"main": 60, "sideboard": 15}, "legal", 1)


def test_a_receipt_is_had_again_by_its_key_and_by_its_uid(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk, key="11111111-2222")
    for key in ("11111111-2222", told.uid):
        assert replace(receipt(made.as_person(0), made.slug, 1, key, both_desk), is_new=True) == told


@pytest.mark.parametrize("key", ["22222222-3333", "x", "", "a\0b" * 4, "0190f3c2-7a11-7c3e-9b52-6d1f0a2b3c4d"])
def test_a_key_nothing_came_under_has_no_receipt(one_desk: App, key: str) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    with pytest.raises(Hidden):
        receipt(made.as_person(0), made.slug, 1, key, one_desk)


def test_nobody_else_has_the_receipt(one_desk: App) -> None:
    made = make_event(one_desk)
    told = send(made, one_desk)
    for who in (made.as_person(1), STRANGER, made.as_token("overlay")):
        with pytest.raises(Hidden):
            receipt(who, made.slug, 1, told.uid, one_desk)
    with pytest.raises(Refused, match="for its player alone"):
        receipt(made.as_account("organizer"), made.slug, 1, told.uid, one_desk)


def test_a_receipt_of_another_entry_is_not_found_under_ones_own(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk, who=made.as_person(1), number=2)
    with pytest.raises(Hidden):
        receipt(made.as_person(0), made.slug, 1, told.uid, both_desk)


# Sending twice.


def test_the_same_key_with_the_same_list_gives_the_first_receipt(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk, key="key-00001")
    send(made, both_desk, OTHER)
    clock.pass_(minutes=5)
    again = send(made, both_desk, key="key-00001")
    assert (again.uid, again.arrived, again.is_new, first.is_new) == (first.uid, first.arrived, False, True)
    assert len(submissions(both_desk)) == 2
    assert again.standing == "superseded"


def test_the_same_key_is_answered_after_the_deadline_and_after_acceptance(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk, key="key-00001")
    accept(made, both_desk)
    assert send(made, both_desk, key="key-00001").uid == first.uid
    clock.set(DEADLINE + timedelta(hours=1))
    assert send(made, both_desk, key="key-00001").uid == first.uid


def test_the_same_key_with_another_list_is_refused(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk, key="key-00001")
    with pytest.raises(KeyReused) as caught:
        send(made, both_desk, OTHER, key="key-00001")
    assert (caught.value.code, caught.value.status) == ("key-reused", 422)
    assert len(submissions(both_desk)) == 1


def test_a_key_counts_for_one_list_only(both_desk: App) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk, key="key-00001")
    other = send(made, both_desk, OTHER, key="key-00001", who=made.as_person(1), number=2)
    assert first.uid != other.uid


def test_without_a_key_the_list_that_stands_is_not_kept_twice(both_desk: App) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk)
    assert send(made, both_desk).uid == first.uid
    send(made, both_desk, OTHER)
    assert send(made, both_desk).uid != first.uid
    assert len(submissions(both_desk)) == 3


@pytest.mark.parametrize("key", ["short", "x" * 101, "with space 1", "newline\n12345", "ключ-ключ"])
def test_a_key_that_is_none_is_refused(one_desk: App, key: str) -> None:
    assert "Idempotency-Key" in refused("bad-input", make_event(one_desk), one_desk, key=key)


# Time.


def test_the_last_millisecond_before_the_deadline_is_in_time(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE - MS)
    assert send(made, both_desk).standing == "current"


@pytest.mark.parametrize("late", [timedelta(0), MS, timedelta(seconds=14), timedelta(minutes=4)])
def test_from_the_deadline_on_a_list_is_late_whether_the_stage_is_closed_yet_or_not(
    both_desk: App, clock: Clock, late: timedelta
) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + late)
    sentence = refused("deadline-passed", made, both_desk)
    assert sentence.startswith("Lists closed at 10:00; it is 10:0")
    assert sentence.endswith("Your text is kept. Show it to the judge at the desk.")


def test_a_list_that_arrived_in_time_and_waited_for_the_lock_is_in(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    order = an_order(made, both_desk, arrived=DEADLINE - MS)
    clock.set(DEADLINE + timedelta(seconds=10))
    assert send_list(order, both_desk).arrived == DEADLINE - MS


def test_a_list_that_claims_to_have_waited_longer_than_anything_waits_is_late(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + timedelta(seconds=16))
    refused("deadline-passed", made, both_desk, arrived=DEADLINE - MS)


def test_a_clock_set_back_opens_nothing_again(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    settle(both_desk, made.slug)
    clock.set(DEADLINE - timedelta(minutes=30))
    refused("deadline-passed", made, both_desk)


def test_a_clock_set_back_before_the_close_does_not_make_time_run_backwards(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    clock.set(DEADLINE - timedelta(minutes=1))
    first = send(made, both_desk)
    clock.set(DEADLINE - timedelta(hours=2))
    second = send(made, both_desk, OTHER)
    assert second.arrived >= first.arrived


def test_a_players_own_later_deadline_counts(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    reopen(made, both_desk, DEADLINE + timedelta(minutes=15))
    clock.set(DEADLINE + timedelta(minutes=14, seconds=59))
    assert send(made, both_desk, OTHER).open_until == DEADLINE + timedelta(minutes=15)
    clock.set(DEADLINE + timedelta(minutes=15))
    assert refused("deadline-passed", made, both_desk).startswith("Your list was open until 10:15; it is 10:15.")


def test_what_a_reopened_player_sent_is_sealed_when_their_time_is_over(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    accept(made, both_desk)
    reopen(made, both_desk, DEADLINE + timedelta(minutes=15))
    clock.set(DEADLINE + timedelta(minutes=10))
    told = send(made, both_desk, OTHER)
    assert told.seal == ""
    clock.set(DEADLINE + timedelta(minutes=16))
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert [seal.kind for seal in mine.seals] == ["deadline", "change"]
    assert mine.version is not None
    assert mine.version.receipt.seal == mine.seals[-1].statement


# Who may.


def test_an_accepted_list_is_not_replaced(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    clock.pass_(minutes=55)
    accept(made, both_desk)
    sentence = refused("accepted", made, both_desk, OTHER)
    assert sentence == "Your list was accepted at 09:55. Only a judge can open it again."


@pytest.mark.parametrize("other", ["person", "stranger", "overlay"])
def test_nobody_sends_for_another_player(one_desk: App, other: str) -> None:
    made = make_event(one_desk)
    who = {"person": made.as_person(1), "stranger": STRANGER, "overlay": made.as_token("overlay")}[other]
    absent = refused("nothing-here", made, one_desk, who=who, number=99)
    assert refused("nothing-here", made, one_desk, who=who) == absent


def test_a_stage_that_is_not_there_and_one_the_player_is_not_in_look_alike(both_desk: App) -> None:
    made = make_event(both_desk, playoff=True)
    third = made.as_person(2)
    absent = refused("nothing-here", made, both_desk, who=third, number=3, stage="final")
    assert refused("nothing-here", made, both_desk, who=third, number=3, stage="playoff") == absent


@pytest.mark.parametrize("state", ["cancelled", "completed"])
def test_an_event_that_is_not_running_takes_no_list(one_desk: App, state: str) -> None:
    made = make_event(one_desk, state=state)
    assert refused("not-now", made, one_desk) == "Northern Open is not running."


def test_a_planned_event_is_not_there_for_players(both_desk: App) -> None:
    refused("nothing-here", make_event(both_desk, state="planned", stage_state="ahead"), both_desk)


def test_a_players_link_finds_their_entry_and_the_stage_by_itself(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk, who=made.as_person(2), number=None, stage="")
    assert (told.entry, told.stage) == (3, "swiss")


def test_a_teams_link_sends_for_each_seat_and_for_no_other_team(both_desk: App) -> None:
    made = make_event(both_desk, players=6, team_size=3)
    told = send(made, both_desk, who=made.as_team(0), number=2)
    assert (told.entry, told.origin, told.by) == (2, "player", "Team 1")
    assert receipt(made.as_team(0), made.slug, 2, told.uid, both_desk).uid == told.uid
    refused("nothing-here", made, both_desk, who=made.as_team(1), number=2)


def test_a_team_mate_by_their_own_link_does_not_send(both_desk: App) -> None:
    made = make_event(both_desk, players=3, team_size=3)
    refused("nothing-here", made, both_desk, who=made.as_person(1), number=1)


# Which verdicts.


@pytest.mark.parametrize(
    ("accepts", "text", "ok"),
    [
        ("any", ILLEGAL, True),
        ("any", UNDECIDED, True),
        ("decided", ILLEGAL, True),
        ("decided", UNDECIDED, False),
        ("legal", ILLEGAL, False),
        ("legal", UNDECIDED, False),
        ("legal", LEGAL, True),
    ],
)
def test_an_event_takes_the_verdicts_it_says(one_desk: App, accepts: str, text: str, ok: bool) -> None:
    made = make_event(one_desk, accepts=accepts)
    if ok:
        assert send(made, one_desk, text).is_new
    else:
        says = {
            "decided": "lists without open questions only; 1 question needs",
            "legal": "legal lists only; 1 thing needs",
        }
        sentence = refused("not-admitted", made, one_desk, text)
        assert sentence.startswith(f"This event takes {says[accepts]}")


@pytest.mark.parametrize("text", ["", "  \n", "// nothing but a remark", "https://example.org/deck/1"])
def test_what_holds_no_card_is_not_sent(one_desk: App, text: str) -> None:
    made = make_event(one_desk)
    with pytest.raises(UnusableInput):
        send(made, one_desk, text)
    assert submissions(one_desk) == []


def test_sixty_lists_within_an_hour_are_the_most(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, deadline=DEADLINE + timedelta(hours=5))
    for number in range(60):
        send(made, both_desk, f"{number + 1} Island")
        clock.pass_(seconds=20)
    with pytest.raises(TooManyTries) as caught:
        send(made, both_desk)
    assert caught.value.wait == 60 * 60 - 60 * 20
    send(made, both_desk, who=made.as_person(1), number=2)
    clock.pass_(seconds=caught.value.wait)
    assert send(made, both_desk).version == 61


# Two at once.


def test_a_list_that_another_device_replaced_is_told_with_both_texts(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = send(made, both_desk)
    send(made, both_desk, OTHER)
    with pytest.raises(Changed) as caught:
        send(made, both_desk, ILLEGAL, seen=seen.uid)
    assert (caught.value.code, caught.value.theirs.text) == ("changed", OTHER)
    assert str(caught.value) == "Another device submitted a list at 09:00. Both are here; yours was not submitted."
    assert send(made, both_desk, ILLEGAL, seen=caught.value.theirs.seen).is_new


def test_a_deadline_that_passed_counts_before_what_another_device_did(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    clock.set(DEADLINE)
    refused("deadline-passed", made, both_desk, OTHER, seen="")


def test_the_version_of_the_list_is_compared_where_it_is_named(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk, version=0)
    refused("changed", made, both_desk, OTHER, version=told.list_version - 1)
    assert send(made, both_desk, OTHER, version=told.list_version).is_new


# Taking back.


def test_a_list_taken_back_stays_on_record_and_counts_no_more(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk)
    take_back(TakeBack(made.as_person(0), made.slug, 1, "", both_desk.now(), seen=told.uid), both_desk)
    assert receipt(made.as_person(0), made.slug, 1, told.uid, both_desk).standing == "withdrawn"
    clock.set(DEADLINE + timedelta(minutes=1))
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert (mine.version, mine.sent) == (None, 1)
    assert own_proof(made.as_person(0), made.slug, 1, 1, both_desk)["list"].endswith("none\n")


def test_nothing_is_taken_back_after_the_deadline_or_once_accepted(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, who=made.as_person(1), number=2)
    accept(made, both_desk, 2)
    with pytest.raises(StateRefused, match="Only a judge can open it again"):
        take_back(TakeBack(made.as_person(1), made.slug, 2, "", both_desk.now()), both_desk)
    clock.set(DEADLINE)
    with pytest.raises(StateRefused, match=r"Lists closed at 10:00\. The desk can drop you\."):
        take_back(TakeBack(made.as_person(0), made.slug, 1, "", both_desk.now()), both_desk)


def test_staff_takes_no_list_back(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    with pytest.raises(Refused, match="for its player alone"):
        take_back(TakeBack(made.as_account("judge"), made.slug, 1, "", both_desk.now()), both_desk)


# My list.


def test_my_list_says_who_accepted_it_and_that_it_stays(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    clock.pass_(minutes=55)
    accept(made, both_desk)
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert mine.lock == ("Accepted at 09:55 by Rosa Kim.", "It can no longer be changed.")
    assert mine.open_until is None


@pytest.mark.parametrize("event", ["cancelled", "completed"])
def test_my_list_of_an_event_that_is_not_running_promises_nothing(one_desk: App, event: str) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    with one_desk.store.write() as session:
        row = session.get(Event, made.uid)
        assert row is not None
        row.state = EventState(event)
    mine = own_list(made.as_person(0), made.slug, one_desk)
    assert mine.open_until is None
    assert mine.lock == ("Lists are closed.", "It can no longer be changed.")
    assert mine.version is not None


def test_my_list_says_when_it_may_be_looked_at(one_desk: App) -> None:
    paper = make_event(one_desk, begun=True)
    digital = make_event(one_desk, slug="online", digital=True, join_code=None)
    assert own_list(paper.as_person(0), paper.slug, one_desk).looking == (
        "Look at it between matches only; during a match it is a note from outside (MTR 2.7).",
        "Boarded back? This is your game 1 list.",
    )
    assert own_list(digital.as_person(0), digital.slug, one_desk).looking == (
        "You may look at your list at any time (MDTR 2.6).",
    )


def test_my_list_says_who_sees_it(one_desk: App) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    assert own_list(made.as_person(0), made.slug, one_desk).sees == (
        "Lists can be submitted until 10:00 today. Nobody but staff sees them. Your list is in, legal.",
    )


def test_the_proof_of_ones_own_list_holds_after_the_close(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk)
    send(made, both_desk, OTHER, who=made.as_person(1), number=2)
    clock.set(DEADLINE + timedelta(minutes=1))
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert [seal.number for seal in mine.seals] == [1]
    found = own_proof(made.as_person(0), made.slug, None, 1, both_desk)
    assert verify_proof(read_proof(found)).holds
    assert mine.version is not None
    assert found["list"] == mine.version.canonical
    assert receipt(made.as_person(0), made.slug, 1, told.uid, both_desk).seal == mine.seals[0].statement


def test_a_seal_that_is_not_there_has_no_proof(both_desk: App) -> None:
    made = make_event(both_desk)
    for number in (0, 1, 10**12):
        with pytest.raises(Hidden):
            own_proof(made.as_person(0), made.slug, None, number, both_desk)


def test_every_version_is_the_players_to_read(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    send(made, both_desk, ILLEGAL)
    first, second = versions(made.as_person(0), made.slug, None, both_desk)
    assert (first.text, second.text) == (LEGAL, ILLEGAL)
    assert [v.word for v in second.verdicts] == ["illegal"]


def test_staff_reads_versions_with_a_reason_that_is_kept_first(both_desk: App) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    judge = made.as_account("judge")
    with pytest.raises(Refused) as caught:
        versions(judge, made.slug, 1, both_desk)
    assert caught.value.code == "reason-needed"
    assert len(versions(judge, made.slug, 1, both_desk, reason="asked by the player")) == 1
    with both_desk.store.read() as session:
        last = session.query(AuditEntry).filter_by(event=made.uid).order_by(AuditEntry.seq.desc()).first()
        assert last is not None
        assert (last.act, last.by, bool(last.note)) == ("list.old_version_read", str(judge), True)


@pytest.mark.parametrize("role", ["scorekeeper", "organizer"])
def test_versions_are_for_judges_and_the_organizer(one_desk: App, role: str) -> None:
    made = make_event(one_desk)
    send(made, one_desk)
    if role == "organizer":
        assert versions(made.as_account(role), made.slug, 1, one_desk, reason="appeal")
    else:
        with pytest.raises(Refused, match="This is for"):
            versions(made.as_account(role), made.slug, 1, one_desk, reason="appeal")
    with pytest.raises(Hidden):
        versions(made.as_person(1), made.slug, 1, one_desk)


# Two entries, merged entries, officials who play.


def test_a_person_with_two_entries_sends_for_each_until_they_are_merged(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        twin = session.get(Entry, made.entries[1])
        assert twin is not None
        twin.person = made.persons[0]
    who = made.as_tied(0)
    assert send(made, both_desk, who=who, number=1).entry == 1
    assert send(made, both_desk, who=who, number=2).entry == 2
    places = own_list(who, made.slug, both_desk, number=2).places
    assert [(p.entry, p.here) for p in places] == [(1, False), (2, True)]


def test_the_link_of_a_merged_entry_opens_the_one_that_was_kept(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        gone = session.get(Entry, made.entries[1])
        assert gone is not None
        gone.state, gone.merged_into = EntryState.MERGED, made.entries[0]
    told = send(made, both_desk, who=made.as_person(1), number=None)
    assert told.entry == 1
    refused("nothing-here", made, both_desk, OTHER, who=made.as_person(1), number=2)


def test_an_official_who_plays_sends_as_a_player(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, accepts="legal")
    with both_desk.store.write() as session:
        own = session.get(Entry, made.entries[0])
        assert own is not None
        own.account = made.accounts["judge"]
    judge = made.as_account("judge")
    refused("not-admitted", made, both_desk, ILLEGAL, who=judge, reason="I know better")
    told = send(made, both_desk, who=judge, number=None)
    assert (told.entry, told.origin, told.sha256 != "") == (1, "player", True)
    take_back(TakeBack(judge, made.slug, None, "", both_desk.now()), both_desk)
    clock.set(DEADLINE)
    assert refused("deadline-passed", made, both_desk, OTHER, who=judge).endswith("to the judge at the desk.")


@pytest.mark.parametrize("state", ["withdrawn", "dropped", "disqualified"])
def test_who_is_no_longer_in_the_event_sends_nothing(one_desk: App, state: str) -> None:
    made = make_event(one_desk)
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.state = EntryState(state)
    refused("not-now", made, one_desk)


# Who is told.


def test_webhooks_hear_of_it_without_a_card(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        session.add(
            Webhook(
                event=made.uid, url="https://x.example/", acts=["submitted"], nonce="n", by="sys", at=both_desk.now()
            )
        )
    send(made, both_desk)
    with both_desk.store.read() as session:
        [row] = session.query(Outgoing).all()
    assert row.body["type"] == "submitted"
    assert row.body["data"] == {"event": "northern-open", "entry": 1, "stage": "swiss"}


def test_every_list_is_mailed_to_its_player_without_a_card_where_mail_is_sent(both_desk: App) -> None:
    mail = replace(both_desk.settings.mail, host="mail.example")
    desk = replace(both_desk, settings=replace(both_desk.settings, mail=mail, address="https://lists.example"))
    made = make_event(desk)
    with desk.store.write() as session:
        session.get_one(Entry, made.entries[0]).mail = "ada@example.org"
    told = send(made, desk)
    with desk.store.read() as session:
        [row] = session.query(Outgoing).all()
    assert (row.kind, row.recipient) == ("mail", "ada@example.org")
    assert told.number in row.body["text"]
    assert "Wild Ride" not in str(row.body)
    assert told.sha256 not in str(row.body)
