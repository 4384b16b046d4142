"""Join codes: their words, how they are typed, when they are taken, how often wrong ones are tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import process
from rapidfuzz.distance import OSA

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.join_codes import WrongCode, change_code, check_at_event, event_of, fresh_code, read_code, words
from deckcheck.app.refusals import NotAllowed, TooManyTries
from deckcheck.app.session import changing, reading
from deckcheck.app.staff_nav import staff_frame
from deckcheck.store.models import Event, Stage
from deckcheck.store.states import StageState
from tests.desks import Clock, desk_on
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


def test_a_new_code_is_one_that_nobody_has(both_desk: App) -> None:
    make_event(both_desk)
    with both_desk.store.read() as session:
        codes = {fresh_code(session) for _ in range(20)}
    assert all(read_code(code) == code for code in codes)
    assert len(codes) > 1


def test_a_code_leads_to_its_event_while_a_stage_takes_lists(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk, join_code="KITE-4719")
    assert event_of(both_desk, "kite 4719", STRANGER) == made.slug
    clock.set(DEADLINE)
    with pytest.raises(WrongCode) as refused:
        event_of(both_desk, "kite 4719", STRANGER)
    assert str(refused.value) == "No event takes the code KITE-4719 now. Ask at the desk for the current one."
    assert (refused.value.code, refused.value.status) == ("wrong-code", 403)


@pytest.mark.parametrize(("state", "stage"), [("planned", "taking"), ("on", "locked"), ("completed", "over")])
def test_an_event_that_takes_no_lists_takes_no_code(one_desk: App, state: str, stage: str) -> None:
    make_event(one_desk, state=state, stage_state=stage)
    with pytest.raises(WrongCode):
        event_of(one_desk, "KITE-4719", STRANGER)


def test_a_stage_that_is_locked_takes_none(one_desk: App) -> None:
    made = make_event(one_desk)
    with one_desk.store.write() as session:
        stage = session.get(Stage, made.stages["swiss"])
        assert stage is not None
        stage.state = StageState.LOCKED
    with pytest.raises(WrongCode):
        event_of(one_desk, "KITE-4719", STRANGER)


def test_the_organizer_changes_the_code_and_the_old_one_is_taken_no_more(both_desk: App) -> None:
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


def test_only_the_organizer_changes_the_code(one_desk: App) -> None:
    made = make_event(one_desk)
    with pytest.raises(NotAllowed), changing(one_desk, made.as_account("judge"), made.slug) as work:
        change_code(work)


def test_after_thirty_wrong_codes_a_minute_a_network_is_led_to_the_events_own_page(
    both_desk: App, clock: Clock
) -> None:
    made = make_event(both_desk)
    for _ in range(30):
        with pytest.raises(WrongCode):
            event_of(both_desk, "OTTER-0000", STRANGER, HALL)
    for code in ("KITE-4719", "OTTER-0001"):
        with pytest.raises(TooManyTries, match="event's own page"):
            event_of(both_desk, code, STRANGER, HALL)
    check_at_event(both_desk, made.slug, "KITE-4719", STRANGER, HALL)
    assert event_of(both_desk, "KITE-4719", STRANGER, "203.0.113.8") == made.slug
    clock.pass_(minutes=1)
    assert event_of(both_desk, "KITE-4719", STRANGER, HALL) == made.slug


def test_right_codes_are_never_counted(one_desk: App) -> None:
    made = make_event(one_desk)
    for _ in range(500):
        assert event_of(one_desk, "KITE-4719", STRANGER, HALL) == made.slug


@pytest.mark.parametrize("kind", ["person", "account"])
def test_wrong_codes_of_somebody_who_is_signed_in_count_like_a_strangers(one_desk: App, kind: str) -> None:
    made = make_event(one_desk)
    who = made.as_person() if kind == "person" else made.as_account("judge")
    for _ in range(30):
        with pytest.raises(WrongCode):
            event_of(one_desk, "OTTER-0000", who, HALL)
        with pytest.raises(WrongCode):
            check_at_event(one_desk, made.slug, "OTTER-0000", who, HALL)
    with pytest.raises(TooManyTries):
        event_of(one_desk, "OTTER-0000", who, HALL)
    with pytest.raises(TooManyTries):
        check_at_event(one_desk, made.slug, "OTTER-0000", who, HALL)


def test_wrong_codes_of_other_networks_never_hold_up_the_right_one(one_desk: App) -> None:
    made = make_event(one_desk)
    for n in range(400):
        for code in (lambda a: event_of(one_desk, "OTTER-0000", STRANGER, a), at_event(one_desk, made.slug)):
            with pytest.raises(WrongCode):
                code(f"203.0.{n % 256}.{n // 256}")
    assert event_of(one_desk, "KITE-4719", STRANGER, HALL) == made.slug
    check_at_event(one_desk, made.slug, "KITE-4719", STRANGER, HALL)


def at_event(desk: App, slug: str, code: str = "MOSS-0001") -> Callable[[str], None]:
    """A try at the event's own page, from an address."""
    return lambda address: check_at_event(desk, slug, code, STRANGER, address)


def test_the_events_own_page_takes_its_code_from_a_network_that_guesses_and_no_other(both_desk: App) -> None:
    made = make_event(both_desk)
    other = make_event(both_desk, slug="other", join_code="MOSS-0001", accounts={})
    for _ in range(30):
        with pytest.raises(WrongCode):
            at_event(both_desk, made.slug)(HALL)
    with pytest.raises(TooManyTries) as waits:
        at_event(both_desk, made.slug)(HALL)
    assert str(waits.value) == "Too many tries. Try again at 09:01."
    at_event(both_desk, made.slug, "KITE-4719")(HALL)
    at_event(both_desk, other.slug, "MOSS-0001")(HALL)
    with pytest.raises(WrongCode):
        at_event(both_desk, made.slug)("203.0.113.8")


def test_the_staff_is_told_of_many_wrong_codes_until_the_code_is_changed(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    for n in range(300):
        with pytest.raises(WrongCode):
            at_event(both_desk, made.slug)(f"203.0.{n % 256}.{n // 256}")
    with reading(both_desk, made.as_account("judge"), made.slug) as work:
        told = staff_frame(work).alarm
    assert told == (
        "Somebody may be guessing the join code: 300 wrong codes within a minute, last at 09:00. "
        "The right code still works. The organizer can change the code."
    )
    at_event(both_desk, made.slug, "KITE-4719")(HALL)
    clock.pass_(hours=11)
    with changing(both_desk, made.as_account("organizer"), made.slug) as work:
        assert staff_frame(work).alarm
        change_code(work)
        assert staff_frame(work).alarm == ""


def test_workers_share_the_counters(database_url: str, clock: Clock, tmp_path: Path) -> None:
    one, other = (desk_on(database_url, clock, tmp_path) for _ in range(2))
    make_event(one)
    for n in range(30):
        with pytest.raises(WrongCode):
            event_of((one, other)[n % 2], "OTTER-0000", STRANGER, HALL)
    for desk in (one, other):
        with pytest.raises(TooManyTries):
            event_of(desk, "KITE-4719", STRANGER, HALL)
        desk.store.close()


def test_a_network_of_ipv6_is_one_address(one_desk: App) -> None:
    make_event(one_desk)
    for n in range(30):
        with pytest.raises(WrongCode):
            event_of(one_desk, "OTTER-0000", STRANGER, f"2001:db8:1:2::{n}")
    with pytest.raises(TooManyTries):
        event_of(one_desk, "KITE-4719", STRANGER, "2001:db8:1:2:ffff::1")
    with pytest.raises(WrongCode):
        event_of(one_desk, "OTTER-0000", STRANGER, "2001:db8:1:3::1")


def test_what_is_no_code_is_told_back_in_short(one_desk: App) -> None:
    with pytest.raises(WrongCode, match=r'^No event takes the code "a b c" now\.'):
        event_of(one_desk, "a\n b\tc", STRANGER)


def test_events_without_a_code_are_found_by_none(one_desk: App) -> None:
    made = make_event(one_desk)
    with one_desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        event.join_code = None
    with pytest.raises(WrongCode):
        event_of(one_desk, "", STRANGER)
