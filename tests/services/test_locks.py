"""The official acts on lists: who does them, on which list, what is kept of them, and two at once."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.audit.integrity import check_event
from deckcheck.lists.bulk_locks import AcceptMany, UndoMany, accept_many, left_in_words, undo_many
from deckcheck.lists.official_acts import LockAct, Locked, LockList, change_lock
from deckcheck.lists.own_list import own_list
from deckcheck.lists.submit import correct
from deckcheck.settings import Mail
from deckcheck.store.models import Acceptance, DeckList, Entry, Event, Outgoing, StoredSeal, Webhook
from deckcheck.store.queries import proof
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, an_order, list_row, send

LATER = DEADLINE + timedelta(minutes=15)


def lock(made: Made, desk: App, act: str, role: str = "judge", number: int = 1, **more: Any) -> Locked:
    """What came of an act of somebody of the staff."""
    order = LockList(made.as_account(role), made.slug, number, LockAct(act))
    return change_lock(replace(order, **more), desk)


def refused(code: str, made: Made, desk: App, act: str, role: str = "judge", **more: Any) -> str:
    """The sentence of a refusal; nothing changed."""
    before = told(desk, made)
    with pytest.raises(Refused) as caught:
        lock(made, desk, act, role, **more)
    assert caught.value.code == code
    assert told(desk, made) == before
    return str(caught.value)


def told(desk: App, made: Made) -> list[tuple[str, str, str]]:
    """The audit in short."""
    with desk.store.read() as session:
        return [(row.act, row.on, row.to) for row in proof.audit_of(session, made.uid) if row.act != "rows.kept"]


def seals(desk: App, made: Made) -> list[str]:
    with desk.store.read() as session:
        return [row.kind for row in session.query(StoredSeal).filter_by(event=made.uid).order_by(StoredSeal.number)]


def close(desk: App, clock: Clock, made: Made) -> None:
    """Let the deadline pass and the stage close."""
    clock.set(DEADLINE + timedelta(seconds=20))
    settle(desk, made.slug)


def listen(desk: App, made: Made, *acts: str) -> None:
    with desk.store.write() as session:
        session.add(
            Webhook(
                event=made.uid, url="https://bot.example/x", acts=list(acts), nonce="n" * 16, by="sys", at=desk.now()
            )
        )


def sent_out(desk: App, kind: str) -> list[Outgoing]:
    with desk.store.read() as session:
        return session.query(Outgoing).filter_by(kind=kind).order_by(Outgoing.uid).all()


def list_faults(desk: App, made: Made) -> list[str]:
    """What the audit says of lists that is not so; entries and stages were written without acts by the builder."""
    with desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        return [fault for fault in check_event(session, event).faults if "ist" in fault and "Entry" not in fault]


# Accepting.


def test_an_accepted_list_is_fixed_with_who_and_when(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    clock.pass_(minutes=3)
    done = lock(made, both_desk, "accept", seen=sent.uid, version=sent.list_version)
    assert (done.state, done.accepted, done.player) == ("accepted", sent.uid, "Ada Okonkwo")
    assert done.undo_until == clock.at + timedelta(minutes=10)
    assert told(both_desk, made)[-1] == ("list.accepted", "entry:1", f"accepted {sent.leaf}")
    with both_desk.store.read() as session:
        [kept] = session.query(Acceptance).all()
    assert (kept.submission, kept.by, kept.at) == (sent.uid, str(made.as_account("judge")), clock.at)
    assert own_list(made.as_person(0), made.slug, both_desk).lock[0] == "Accepted at 09:03 by Rosa Kim."
    assert list_faults(both_desk, made) == []


def test_what_was_replaced_after_it_was_shown_is_not_accepted(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    seen = send(made, both_desk)
    clock.pass_(minutes=54)
    send(made, both_desk, OTHER)
    sentence = refused("replaced", made, both_desk, "accept", seen=seen.uid, version=seen.list_version)
    assert sentence == "This list was replaced at 09:54. See the new one."


def test_a_version_that_somebody_changed_is_refused_with_their_name(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    lock(made, both_desk, "send-back", reason="Line 6 is unclear.", version=sent.list_version)
    sentence = refused("changed", made, both_desk, "accept", "head-judge", seen=sent.uid, version=sent.list_version)
    assert sentence.startswith("Rosa Kim changed this a moment ago.")
    assert list_row(both_desk, made).accepted is None


def test_a_list_is_accepted_once(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    lock(made, both_desk, "accept", seen=sent.uid)
    assert refused("accepted", made, both_desk, "accept", "head-judge", seen=sent.uid) == (
        "The list was accepted at 09:00 by Rosa Kim."
    )


def test_scorekeepers_accept_legal_lists_only_and_judges_say_why_of_others(both_desk: App) -> None:
    made = make_event(both_desk)
    legal, other = send(made, both_desk), send(made, both_desk, ILLEGAL, who=made.as_person(1), number=2)
    assert lock(made, both_desk, "accept", "scorekeeper", seen=legal.uid).state == "accepted"
    assert refused("not-allowed", made, both_desk, "accept", "scorekeeper", number=2, seen=other.uid) == (
        "Accepting a list that is not legal is for a judge."
    )
    refused("reason-needed", made, both_desk, "accept", number=2, seen=other.uid)
    refused("not-allowed", made, both_desk, "accept", "organizer", number=2, seen=other.uid)
    lock(made, both_desk, "accept", number=2, seen=other.uid, reason="59 cards, the player insists")
    with both_desk.store.read() as session:
        last = proof.audit_of(session, made.uid)[-1]
        assert proof.reason_of(session, made.uid, last.hash) == "59 cards, the player insists"


@pytest.mark.parametrize(("role", "code"), [("judge", ""), ("desk", ""), ("organizer", "not-allowed")])
def test_a_program_acts_as_its_role_does(both_desk: App, role: str, code: str) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    order = LockList(made.as_token(role), made.slug, 1, LockAct.ACCEPT, seen=sent.uid)
    if not code:
        assert change_lock(order, both_desk).state == "accepted"
        return
    with pytest.raises(Refused) as caught:
        change_lock(order, both_desk)
    assert caught.value.code == code


def test_a_judges_program_reopens_what_it_accepted_and_lifts_no_deadline(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    order = LockList(made.as_token("judge"), made.slug, 1, LockAct.ACCEPT, seen=sent.uid)
    change_lock(order, both_desk)
    again = replace(order, act=LockAct.REOPEN, until=LATER, reason="sleeves")
    assert change_lock(again, both_desk).state == "reopened"
    with pytest.raises(Refused) as caught:
        change_lock(replace(again, act=LockAct.LIFT, number=2), both_desk)
    assert str(caught.value) == "Only the head judge of Northern Open can lift the deadline."


def test_an_entry_that_is_not_there_is_hidden_and_a_submission_is_asked_for(both_desk: App) -> None:
    made = make_event(both_desk)
    refused("nothing-here", made, both_desk, "accept", number=99, seen="x")
    refused("bad-input", made, both_desk, "accept")
    refused("no-list", made, both_desk, "accept", seen="x")


def test_players_and_strangers_learn_nothing(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    for who in (made.as_person(0), made.as_person(1), made.as_stranger):
        for number in (1, 99):
            with pytest.raises(Refused) as caught:
                change_lock(LockList(who, made.slug, number, LockAct.ACCEPT, seen=sent.uid), both_desk)
            assert caught.value.status == 404


def test_a_seal_follows_only_if_the_list_changed_since_the_last(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk)
    close(both_desk, clock, made)
    lock(made, both_desk, "accept", seen=first.uid)
    assert seals(both_desk, made) == ["deadline"]
    lock(made, both_desk, "reopen", until=LATER, reason="a wrong set")
    second = send(made, both_desk, OTHER)
    lock(made, both_desk, "accept", seen=second.uid)
    assert seals(both_desk, made) == ["deadline", "change"]
    assert list_faults(both_desk, made) == []


# Reopening, lifting, undoing, sending back.


def test_a_reopened_list_is_its_players_until_the_time_is_over(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    lock(made, both_desk, "accept", seen=sent.uid)
    refused("reason-needed", made, both_desk, "reopen", until=LATER)
    refused("until-needed", made, both_desk, "reopen", reason="sleeves")
    refused("not-now", made, both_desk, "reopen", until=both_desk.now(), reason="sleeves")
    refused("not-allowed", made, both_desk, "reopen", "scorekeeper", until=LATER, reason="sleeves")
    done = lock(made, both_desk, "reopen", until=LATER, reason="sleeves")
    assert (done.state, done.accepted, done.deadline) == ("reopened", None, LATER)
    close(both_desk, clock, made)
    send(made, both_desk, OTHER)
    clock.set(LATER + timedelta(seconds=20))
    settle(both_desk, made.slug)
    assert list_row(both_desk, made).state == "closed"
    assert seals(both_desk, made) == ["deadline", "change"]
    assert list_faults(both_desk, made) == []


def test_lists_that_players_saw_are_not_reopened(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, during="all")
    sent = send(made, both_desk)
    close(both_desk, clock, made)
    lock(made, both_desk, "accept", seen=sent.uid)
    assert refused("visible", made, both_desk, "reopen", until=LATER, reason="sleeves") == (
        "Players can already see the lists of Swiss. Correct it for the player and say why."
    )
    refused("visible", made, both_desk, "undo")
    refused("visible", made, both_desk, "lift", "head-judge", number=2, until=LATER, reason="late train")


def test_the_head_judge_lifts_the_deadline_for_one_player(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    close(both_desk, clock, made)
    assert refused("not-allowed", made, both_desk, "lift", until=LATER, reason="late train") == (
        "Only the head judge of Northern Open can lift the deadline."
    )
    assert lock(made, both_desk, "lift", "head-judge", until=LATER, reason="late train").state == "reopened"
    send(made, both_desk)
    clock.set(LATER)
    with pytest.raises(Refused):
        send(made, both_desk, OTHER)
    assert list_row(both_desk, made).sent_count == 1


def test_before_the_deadline_a_lifted_one_outlasts_the_close(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    refused("not-now", made, both_desk, "lift", "head-judge", until=DEADLINE, reason="late train")
    assert lock(made, both_desk, "lift", "head-judge", until=LATER, reason="late train").state == "open"
    close(both_desk, clock, made)
    assert send(made, both_desk).open_until == LATER


def test_who_accepted_takes_it_back_within_ten_minutes(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    lock(made, both_desk, "accept", seen=sent.uid)
    assert refused("not-now", made, both_desk, "undo", "head-judge") == ("Rosa Kim accepted it. Reopen it and say why.")
    clock.pass_(minutes=10)
    assert refused("not-now", made, both_desk, "undo") == "10 minutes are over. Reopen it and say why."
    clock.pass_(minutes=-10)
    with both_desk.store.write() as session:
        for event in session.query(Event):
            event.last_at = both_desk.now()
    assert lock(made, both_desk, "undo").state == "open"
    send(made, both_desk, OTHER)
    assert list_faults(both_desk, made) == []


def acceptances(desk: App) -> list[tuple[datetime, datetime | None]]:
    """When each acceptance began and when it ended."""
    with desk.store.read() as session:
        return [(row.at, row.ended_at) for row in session.query(Acceptance).order_by(Acceptance.at)]


def test_an_acceptance_has_its_end_whatever_ends_it(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    one, two = send(made, both_desk), send(made, both_desk, who=made.as_person(1), number=2)
    lock(made, both_desk, "accept", seen=one.uid)
    lock(made, both_desk, "accept", number=2, seen=two.uid)
    accepted = both_desk.now()
    assert acceptances(both_desk) == [(accepted, None), (accepted, None)]
    clock.pass_(minutes=3)
    undone = both_desk.now()
    lock(made, both_desk, "undo")
    clock.pass_(minutes=20)
    reopened = both_desk.now()
    lock(made, both_desk, "reopen", number=2, until=LATER, reason="sleeves")
    assert sorted(end for _, end in acceptances(both_desk) if end is not None) == [undone, reopened]
    again = send(made, both_desk, OTHER)
    lock(made, both_desk, "accept", seen=again.uid)
    assert [end for at, end in acceptances(both_desk) if at > accepted] == [None]


def test_the_deadline_of_one_player_lies_at_most_400_days_ahead(both_desk: App) -> None:
    made = make_event(both_desk)
    furthest = both_desk.now() + timedelta(days=400)
    sent = send(made, both_desk)
    lock(made, both_desk, "accept", seen=sent.uid)
    beyond = furthest + timedelta(milliseconds=1)
    assert refused("bad-input", made, both_desk, "reopen", until=beyond, reason="sleeves") == (
        "A deadline more than a year ahead is none."
    )
    assert lock(made, both_desk, "reopen", until=furthest, reason="sleeves").deadline == furthest


def test_a_correction_is_not_undone(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    close(both_desk, clock, made)
    who = made.as_account("judge")
    correct(an_order(made, both_desk, OTHER, who=who, reason="a typo", section="IPG 3.4"), both_desk)
    refused("not-now", made, both_desk, "undo")


def test_a_list_sent_back_still_counts_and_says_why(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    refused("no-list", made, both_desk, "send-back", reason="mend it")
    sent = send(made, both_desk, ILLEGAL)
    refused("reason-needed", made, both_desk, "send-back")
    lock(made, both_desk, "send-back", reason="59 cards; you need at least 60.")
    mine = own_list(made.as_person(0), made.slug, both_desk)
    assert (mine.sent_back, mine.version and mine.version.receipt.uid) == ("59 cards; you need at least 60.", sent.uid)
    assert list_faults(both_desk, made) == []
    send(made, both_desk, LEGAL)
    assert own_list(made.as_person(0), made.slug, both_desk).sent_back == ""
    close(both_desk, clock, made)
    assert refused("not-now", made, both_desk, "send-back", reason="mend it") == (
        "The player can no longer fix it. Correct it for the player."
    )


def test_the_player_is_told_by_mail_without_the_reason(both_desk: App) -> None:
    desk = replace(
        both_desk,
        settings=replace(
            both_desk.settings, address="https://decks.example", mail=Mail("smtp.example", sender="x@y.z")
        ),
    )
    made = make_event(desk)
    with desk.store.write() as session:
        session.get_one(Entry, made.entries[0]).mail = "ada@example.org"
    sent = send(made, desk, ILLEGAL)
    lock(made, desk, "send-back", reason="Lightning Bolt is missing")
    lock(made, desk, "accept", seen=sent.uid, reason="as it is")
    lock(made, desk, "reopen", until=LATER, reason="Lightning Bolt again")
    mails = [row.body for row in sent_out(desk, "mail")][1:]
    assert [mail["subject"] for mail in mails] == [
        "Please fix your list for Northern Open",
        "Your list for Northern Open was reopened",
    ]
    assert not any("Lightning" in mail["text"] for mail in mails)


def test_programs_are_told_of_each_act_without_a_card_or_a_name(both_desk: App) -> None:
    made = make_event(both_desk)
    listen(both_desk, made, "accepted", "reopened", "sent-back")
    sent = send(made, both_desk)
    lock(made, both_desk, "send-back", reason="Ada, line 6")
    lock(made, both_desk, "accept", seen=sent.uid)
    lock(made, both_desk, "reopen", until=LATER, reason="sleeves")
    bodies = [row.body for row in sent_out(both_desk, "webhook")]
    assert [body["type"] for body in bodies] == ["sent-back", "accepted", "reopened"]
    assert all(body["data"] == {"event": made.slug, "entry": 1, "stage": "swiss"} for body in bodies)


# Many at once.


def pairs(made: Made, desk: App, players: int) -> tuple[tuple[int, str], ...]:
    """Every player sends a legal list; the pairs that a roster would show."""
    sent = (send(made, desk, who=made.as_person(n - 1), number=n) for n in range(1, players + 1))
    return tuple((receipt.entry, receipt.uid) for receipt in sent)


def test_the_others_go_through_and_one_seal_follows(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, players=6)
    shown = pairs(made, both_desk, 5)
    close(both_desk, clock, made)
    for number in (1, 2, 3):
        who = made.as_account("head-judge")
        change_lock(LockList(who, made.slug, number, LockAct.LIFT, until=LATER, reason="sleeves"), both_desk)
    new = [send(made, both_desk, OTHER, who=made.as_person(n - 1), number=n).uid for n in (1, 2, 3)]
    seen = ((1, new[0]), (2, new[1]), shown[2], shown[3], shown[4], (6, "x"), (77, "x"))
    done = accept_many(AcceptMany(made.as_account("scorekeeper"), made.slug, seen), both_desk)
    assert done.done == (1, 2, 4, 5)
    assert [(left.number, left.code) for left in done.left] == [(3, "replaced"), (6, "no-list"), (77, "nothing-here")]
    assert done.sentence == "3 of 7 could not be accepted: 1 was replaced a moment ago, 2 for another reason."
    assert seals(both_desk, made) == ["deadline", "change"]
    assert list_faults(both_desk, made) == []


def test_a_bulk_act_leaves_what_is_not_legal(both_desk: App) -> None:
    made = make_event(both_desk)
    legal, other = send(made, both_desk), send(made, both_desk, ILLEGAL, who=made.as_person(1), number=2)
    seen = ((1, legal.uid), (2, other.uid))
    by_desk = accept_many(AcceptMany(made.as_account("scorekeeper"), made.slug, seen[1:]), both_desk)
    assert [left.code for left in by_desk.left] == ["not-allowed"]
    by_judge = accept_many(AcceptMany(made.as_account("judge"), made.slug, seen), both_desk)
    assert (by_judge.done, [left.code for left in by_judge.left]) == ((1,), ["reason-needed"])
    with pytest.raises(Refused, match="This is for judges"):
        accept_many(AcceptMany(made.as_account("organizer"), made.slug, seen), both_desk)


def test_a_bulk_act_is_undone_by_its_moment(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, players=4)
    shown = pairs(made, both_desk, 4)
    judge = made.as_account("judge")
    change_lock(LockList(judge, made.slug, 4, LockAct.ACCEPT, seen=shown[3][1]), both_desk)
    clock.pass_(seconds=5)
    done = accept_many(AcceptMany(judge, made.slug, shown), both_desk)
    assert (done.done, done.sentence) == ((1, 2, 3), "1 of 4 could not be accepted: it was accepted already.")
    with pytest.raises(Refused):
        undo_many(UndoMany(made.as_account("head-judge"), made.slug, done.at), both_desk)
    assert undo_many(UndoMany(judge, made.slug, done.at), both_desk) == (1, 2, 3)
    assert [list_row(both_desk, made, place).state for place in range(4)] == ["open", "open", "open", "accepted"]
    assert list_faults(both_desk, made) == []


@pytest.mark.parametrize(
    ("asked", "codes", "sentence"),
    [
        (117, ["replaced"] * 4, "4 of 117 could not be accepted: they were replaced a moment ago."),
        (117, ["replaced"], "1 of 117 could not be accepted: it was replaced a moment ago."),
        (
            9,
            ["accepted", "replaced"],
            "2 of 9 could not be accepted: 1 was accepted already, 1 was replaced a moment ago.",
        ),
        (9, ["no-list"], "1 of 9 could not be accepted."),
        (9, [], ""),
    ],
)
def test_what_was_left_is_told_with_its_reason(asked: int, codes: list[str], sentence: str) -> None:
    assert left_in_words(asked, codes) == sentence


def test_programs_are_told_of_each_list_of_a_bulk_act(both_desk: App) -> None:
    made = make_event(both_desk)
    shown = pairs(made, both_desk, 3)
    listen(both_desk, made, "accepted")
    accept_many(AcceptMany(made.as_account("judge"), made.slug, shown), both_desk)
    assert [row.body["data"]["entry"] for row in sent_out(both_desk, "webhook")] == [1, 2, 3]


# Two of the staff at the same moment.


def together(*acts: Any) -> list[Any]:
    """What came of acts that are done at the same moment, each in a thread of its own."""
    start, found = threading.Barrier(len(acts)), [None] * len(acts)

    def run(place: int, act: Any) -> None:
        start.wait()
        try:
            found[place] = act()
        except Refused as refused:
            found[place] = refused  # type: ignore[call-overload]

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_of_two_who_accept_at_once_one_does(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    roles = ("judge", "head-judge", "scorekeeper")
    found = together(*(lambda r=role: lock(made, both_desk, "accept", r, seen=sent.uid) for role in roles))
    assert sorted(type(one).__name__ for one in found) == ["Locked", "StateRefused", "StateRefused"]
    assert {one.code for one in found if isinstance(one, Refused)} == {"accepted"}
    with both_desk.store.read() as session:
        assert session.query(Acceptance).count() == 1


def test_of_two_who_act_on_one_version_the_second_is_told_who_was_first(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    acts = [
        lambda: lock(made, both_desk, "send-back", "judge", reason="mend line 6", version=sent.list_version),
        lambda: lock(made, both_desk, "send-back", "head-judge", reason="mend it", version=sent.list_version),
    ]
    found = together(*acts)
    [late] = [one for one in found if isinstance(one, Refused)]
    assert late.code == "changed"
    assert ("Rosa Kim" in str(late)) != ("Ben Ott" in str(late))


def test_two_bulk_acts_at_once_accept_each_list_once(both_desk: App) -> None:
    made = make_event(both_desk, players=8)
    shown = pairs(made, both_desk, 8)
    found = together(
        lambda: accept_many(AcceptMany(made.as_account("judge"), made.slug, shown[:6]), both_desk),
        lambda: accept_many(AcceptMany(made.as_account("head-judge"), made.slug, shown[2:]), both_desk),
    )
    assert sorted([*found[0].done, *found[1].done]) == list(range(1, 9))
    assert {left.code for one in found for left in one.left} == {"accepted"}
    assert list_faults(both_desk, made) == []


def test_a_list_that_is_sent_while_it_is_accepted_is_in_one_of_both(both_desk: App) -> None:
    made = make_event(both_desk)
    sent = send(made, both_desk)
    accepted, replaced = together(
        lambda: lock(made, both_desk, "accept", seen=sent.uid),
        lambda: send(made, both_desk, OTHER),
    )
    row = list_row(both_desk, made)
    if isinstance(accepted, Refused):
        assert (accepted.code, row.current, row.accepted) == ("replaced", replaced.uid, None)
    else:
        assert (replaced.code, row.current, row.accepted) == ("accepted", sent.uid, sent.uid)
    with both_desk.store.read() as session:
        assert session.query(DeckList).count() == 1
