"""Join codes: their words, how they are typed, when they are taken, how often wrong ones are tried."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import process
from rapidfuzz.distance import OSA

from deckcheck.services.desk import Desk
from deckcheck.services.join_codes import WrongCode, change_code, check_at_event, event_of, fresh_code, read_code, words
from deckcheck.services.refusals import NotAllowed, TooManyTries
from deckcheck.services.who import STRANGER
from deckcheck.services.work import changing
from deckcheck.storage.models import Event, Stage
from tests.desks import Clock
from tests.events import DEADLINE, audit_since, make_event

HALL = "203.0.113.7"


def test_there_are_2048_words_of_four_to_seven_letters_in_order() -> None:
    assert len(words()) == 2048
    assert all(re.fullmatch(r"[A-Z]{4,7}", word) for word in words())
    assert all(one < other for one, other in pairwise(words()))


def test_no_slip_of_one_letter_makes_one_word_of_another() -> None:
    for place, word in enumerate(words()):
        near = process.extractOne(word, words()[place + 1 :], scorer=OSA.distance, score_cutoff=1)
        assert near is None, (word, near)


@pytest.mark.parametrize(
    "typed", ["KITE-4719", "kite4719", " Kite 4719 ", "kite\u20114719", "KITE \u2013 4719", "kite.4719"]
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "KITE-4719"


@pytest.mark.parametrize(
    "typed", ["", "KITE", "4719", "KITE-471", "KITE-47190", "KIT-4719", "KITE-٤٧١٩", "KITE-4719 x"]
)
def test_what_is_no_code_is_read_as_none(typed: str) -> None:
    assert read_code(typed) == ""


@given(st.text())
def test_any_text_is_a_code_or_none(text: str) -> None:
    assert re.fullmatch(r"([A-Z]{4,7}-[0-9]{4})?", read_code(text))


def test_a_new_code_is_one_that_nobody_has(both_desk: Desk) -> None:
    make_event(both_desk)
    with both_desk.store.read() as session:
        codes = {fresh_code(session) for _ in range(20)}
    assert all(read_code(code) == code for code in codes)
    assert len(codes) > 1


def test_a_code_leads_to_its_event_while_a_stage_takes_lists(both_desk: Desk, clock: Clock) -> None:
    made = make_event(both_desk, join_code="KITE-4719")
    assert event_of(both_desk, "kite 4719", STRANGER) == made.slug
    clock.set(DEADLINE)
    with pytest.raises(WrongCode) as refused:
        event_of(both_desk, "kite 4719", STRANGER)
    assert str(refused.value) == "No event takes the code KITE-4719 now. The desk has the current one."
    assert (refused.value.code, refused.value.status) == ("wrong-code", 403)


@pytest.mark.parametrize(("state", "stage"), [("planned", "taking"), ("on", "locked"), ("completed", "over")])
def test_an_event_that_takes_no_lists_takes_no_code(one_desk: Desk, state: str, stage: str) -> None:
    make_event(one_desk, state=state, stage_state=stage)
    with pytest.raises(WrongCode):
        event_of(one_desk, "KITE-4719", STRANGER)


def test_a_stage_that_is_locked_takes_none(one_desk: Desk) -> None:
    made = make_event(one_desk)
    with one_desk.store.write() as session:
        stage = session.get(Stage, made.stages["swiss"])
        assert stage is not None
        stage.state = "locked"
    with pytest.raises(WrongCode):
        event_of(one_desk, "KITE-4719", STRANGER)


def test_the_organizer_changes_the_code_and_the_old_one_is_taken_no_more(both_desk: Desk) -> None:
    made = make_event(both_desk, join_code="KITE-4719")
    with changing(both_desk, made.as_account("organizer"), made.slug) as work:
        code = change_code(work)
    assert event_of(both_desk, code, STRANGER) == made.slug
    with pytest.raises(WrongCode):
        event_of(both_desk, "KITE-4719", STRANGER)
    with both_desk.store.read() as session:
        (row,) = audit_since(session, made.uid)
    assert row.act == "event.join_code"
    assert code not in str(vars(row))


def test_only_the_organizer_changes_the_code(one_desk: Desk) -> None:
    made = make_event(one_desk)
    with pytest.raises(NotAllowed), changing(one_desk, made.as_account("judge"), made.slug) as work:
        change_code(work)


def test_ten_wrong_tries_a_minute_from_one_address_then_a_wait(both_desk: Desk, clock: Clock) -> None:
    made = make_event(both_desk)
    for _ in range(10):
        with pytest.raises(WrongCode):
            event_of(both_desk, "OTTER-0000", STRANGER, HALL)
    with pytest.raises(TooManyTries, match="event's own page"):
        event_of(both_desk, "KITE-4719", STRANGER, HALL)
    assert event_of(both_desk, "KITE-4719", STRANGER, "203.0.113.8") == made.slug
    clock.pass_(minutes=1)
    assert event_of(both_desk, "KITE-4719", STRANGER, HALL) == made.slug


def test_right_codes_are_never_counted(one_desk: Desk) -> None:
    made = make_event(one_desk)
    for _ in range(500):
        assert event_of(one_desk, "KITE-4719", STRANGER, HALL) == made.slug


def test_signed_in_players_are_never_counted(one_desk: Desk) -> None:
    made = make_event(one_desk)
    for _ in range(12):
        with pytest.raises(WrongCode):
            event_of(one_desk, "OTTER-0000", made.as_person(), HALL)
    assert event_of(one_desk, "KITE-4719", STRANGER, HALL) == made.slug


def test_three_hundred_wrong_tries_a_minute_in_all_then_only_the_events_own_page(one_desk: Desk) -> None:
    made = make_event(one_desk)
    for n in range(300):
        with pytest.raises(WrongCode):
            event_of(one_desk, "OTTER-0000", STRANGER, f"203.0.{n}.7")
    with pytest.raises(TooManyTries):
        event_of(one_desk, "KITE-4719", STRANGER, HALL)
    check_at_event(one_desk, made.slug, "KITE-4719", STRANGER)


def test_the_events_own_page_takes_its_own_code_alone_and_counts_for_itself(both_desk: Desk) -> None:
    made = make_event(both_desk)
    other = make_event(both_desk, slug="other", join_code="MOSS-0001", accounts={})
    for _ in range(300):
        with pytest.raises(WrongCode):
            check_at_event(both_desk, made.slug, "MOSS-0001", STRANGER)
    with pytest.raises(TooManyTries):
        check_at_event(both_desk, made.slug, "KITE-4719", STRANGER)
    check_at_event(both_desk, other.slug, "MOSS-0001", STRANGER)


def test_a_network_of_ipv6_is_one_address(one_desk: Desk) -> None:
    make_event(one_desk)
    for n in range(10):
        with pytest.raises(WrongCode):
            event_of(one_desk, "OTTER-0000", STRANGER, f"2001:db8:1:2::{n}")
    with pytest.raises(TooManyTries):
        event_of(one_desk, "KITE-4719", STRANGER, "2001:db8:1:2:ffff::1")
    with pytest.raises(WrongCode):
        event_of(one_desk, "OTTER-0000", STRANGER, "2001:db8:1:3::1")


def test_what_is_no_code_is_told_back_in_short(one_desk: Desk) -> None:
    with pytest.raises(WrongCode, match=r'^No event takes the code "a b c" now\.'):
        event_of(one_desk, "a\n b\tc", STRANGER)


def test_events_without_a_code_are_found_by_none(one_desk: Desk) -> None:
    made = make_event(one_desk)
    with one_desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        event.join_code = None
    with pytest.raises(WrongCode):
        event_of(one_desk, "", STRANGER)
