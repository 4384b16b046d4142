"""What is in time, what is due, and what a time on the wall means where summer time skips or repeats it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckcheck.app.clocks import (
    GRACE,
    AskTime,
    credible_arrival,
    due,
    in_time,
    latest,
    minutes_late,
    set_back,
    to_utc,
    whole_millis,
    zone_of,
)
from deckcheck.app.refusals import Refused
from tests.state_facts import MS, ZONE, assert_calm, at

MICRO = timedelta(microseconds=1)
CLOSE = at("10:00")


def wall(text: str) -> datetime:
    """A time as a clock on a wall shows it, without a zone."""
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(("off", "answer"), [(-MS, True), (-MICRO, True), (timedelta(0), False), (MICRO, False)])
def test_the_deadlines_own_millisecond_is_late(off: timedelta, answer: bool) -> None:
    assert in_time(CLOSE + off, CLOSE) is answer


@pytest.mark.parametrize(("off", "answer"), [(-MS, False), (timedelta(0), True), (MS, True)])
def test_a_close_is_due_fifteen_seconds_after_the_deadline(off: timedelta, answer: bool) -> None:
    assert due(CLOSE, CLOSE + timedelta(seconds=15) + off) is answer


def test_without_a_deadline_nothing_is_due() -> None:
    assert not due(None, CLOSE)


def test_what_arrives_in_time_and_waits_for_the_lock_is_there_before_the_close_is_due() -> None:
    arrived, waited = CLOSE - MS, timedelta(seconds=10)
    assert in_time(credible_arrival(arrived, arrived + waited), CLOSE)
    assert not due(CLOSE, arrived + waited)


@given(st.datetimes(wall("2026-01-01"), wall("2027-01-01")), st.timedeltas(-timedelta(hours=2), timedelta(hours=2)))
def test_time_never_runs_backwards_in_an_event(read: datetime, change: timedelta) -> None:
    last_at = whole_millis(read.replace(tzinfo=UTC))
    now = latest(last_at + change, last_at)
    assert now >= last_at
    assert now.microsecond % 1000 == 0
    assert now == whole_millis(last_at + max(change, timedelta(0)))


def test_the_first_act_is_at_the_clocks_moment() -> None:
    assert latest(CLOSE + MICRO, None) == CLOSE


def test_a_moment_is_kept_in_utc() -> None:
    there = datetime(2026, 6, 13, 11, 0, 0, 1999, timezone(timedelta(hours=2)))
    assert whole_millis(there) == datetime(2026, 6, 13, 9, 0, 0, 1000, UTC)


@given(st.timedeltas(timedelta(0), timedelta(hours=3)))
@example(GRACE)
@example(GRACE + MS)
def test_an_arrival_from_further_back_than_a_write_may_wait_counts_as_now(ago: timedelta) -> None:
    arrived = whole_millis(CLOSE - ago)
    assert credible_arrival(arrived, CLOSE) == (arrived if CLOSE - arrived <= GRACE else CLOSE)


@pytest.mark.parametrize(
    ("after", "minutes"),
    [
        (timedelta(0), 0),
        (timedelta(seconds=59), 0),
        (timedelta(seconds=60), 1),
        (timedelta(minutes=12, seconds=59), 12),
    ],
)
def test_whole_minutes_late_are_counted(after: timedelta, minutes: int) -> None:
    assert minutes_late(CLOSE, CLOSE + after) == minutes


def test_before_the_deadline_nothing_is_late() -> None:
    assert minutes_late(CLOSE, CLOSE - timedelta(hours=1)) == 0


def test_staff_is_told_of_a_clock_that_went_back() -> None:
    told = set_back(at("09:02"), at("10:03"), ZONE)
    assert told == "The server's clock went back 61 min. Times stay at 10:03 until it catches up."


@pytest.mark.parametrize(("back", "told"), [(59_999, False), (60_000, True)])
def test_a_minute_back_is_told_and_less_is_not(back: int, told: bool) -> None:
    assert bool(set_back(CLOSE - back * MS, CLOSE, ZONE)) is told


def asked(local: str, zone: str) -> AskTime:
    with pytest.raises(AskTime) as question:
        to_utc(wall(local), zone)
    assert_calm(str(question.value))
    assert (question.value.code, question.value.status) == ("ask-time", 422)
    return question.value


SKIPPED = [
    ("2026-03-29T01:00", "Europe/London", "There is no 01:00 on Sun 29 March 2026 in London: 00:00 or 02:00?"),
    ("2026-03-29T01:30", "Europe/London", "There is no 01:30 on Sun 29 March 2026 in London: 00:30 or 02:30?"),
    ("2026-03-08T02:30", "America/New_York", "There is no 02:30 on Sun 8 March 2026 in New York: 01:30 or 03:30?"),
    (
        "2026-10-04T02:15",
        "Australia/Lord_Howe",
        "There is no 02:15 on Sun 4 October 2026 in Lord Howe: 01:45 or 02:45?",
    ),
    (
        "2018-11-04T00:30",
        "America/Sao_Paulo",
        "There is no 00:30 on Sun 4 November 2018 in Sao Paulo: Sat 3 November 2018 23:30 or 01:30?",
    ),
]
TWICE = [
    (
        "2026-10-25T01:30",
        "Europe/London",
        "01:30 comes twice on Sun 25 October 2026 in London: the first (UTC+1) or the second (UTC)?",
    ),
    (
        "2026-11-01T01:00",
        "America/New_York",
        "01:00 comes twice on Sun 1 November 2026 in New York: the first (UTC-4) or the second (UTC-5)?",
    ),
    (
        "2026-04-05T01:45",
        "Australia/Lord_Howe",
        "01:45 comes twice on Sun 5 April 2026 in Lord Howe: the first (UTC+11) or the second (UTC+10:30)?",
    ),
]


@pytest.mark.parametrize(("local", "zone", "sentence"), SKIPPED + TWICE)
def test_a_time_that_is_skipped_or_comes_twice_is_asked_about(local: str, zone: str, sentence: str) -> None:
    assert str(asked(local, zone)) == sentence


@pytest.mark.parametrize(("local", "zone", "sentence"), SKIPPED + TWICE)
def test_either_reading_can_be_picked(local: str, zone: str, sentence: str) -> None:
    early, late = asked(local, zone).readings
    picked = [to_utc(wall(local), zone, reading) for reading in (0, 1)]
    assert picked == [early.moment, late.moment]
    assert early.moment < late.moment
    assert early.words in sentence
    assert late.words in sentence


@pytest.mark.parametrize(("local", "zone", "_"), TWICE)
def test_both_moments_of_a_time_that_comes_twice_show_it_on_the_wall(local: str, zone: str, _: str) -> None:
    for reading in asked(local, zone).readings:
        assert reading.moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == wall(local)


@pytest.mark.parametrize(
    ("local", "zone", "utc"),
    [
        ("2026-06-13T10:00", "Europe/London", "2026-06-13T09:00"),
        ("2026-12-13T10:00", "Europe/London", "2026-12-13T10:00"),
        ("2026-03-29T00:59", "Europe/London", "2026-03-29T00:59"),
        ("2026-03-29T02:00", "Europe/London", "2026-03-29T01:00"),
        ("2026-10-25T00:59", "Europe/London", "2026-10-24T23:59"),
        ("2026-10-25T02:00", "Europe/London", "2026-10-25T02:00"),
        ("2026-03-08T03:00", "America/New_York", "2026-03-08T07:00"),
        ("2026-11-01T02:00", "America/New_York", "2026-11-01T07:00"),
        ("2026-10-04T02:30", "Australia/Lord_Howe", "2026-10-03T15:30"),
        ("2026-04-05T02:00", "Australia/Lord_Howe", "2026-04-04T15:30"),
        ("2026-03-29T02:30", "Asia/Tokyo", "2026-03-28T17:30"),
        ("2026-10-25T01:30", "Atlantic/Reykjavik", "2026-10-25T01:30"),
        ("2026-10-25T01:30", "UTC", "2026-10-25T01:30"),
        ("2026-06-13T10:00", "Asia/Kathmandu", "2026-06-13T04:15"),
    ],
)
def test_any_other_time_on_the_wall_means_one_moment(local: str, zone: str, utc: str) -> None:
    assert to_utc(wall(local), zone) == wall(utc).replace(tzinfo=UTC)


ZONES = ["Europe/London", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Africa/Casablanca"]
QUIET = ["UTC", "Asia/Tokyo", "Atlantic/Reykjavik", "Asia/Kathmandu", "America/Phoenix"]


@given(st.datetimes(wall("2015-01-01"), wall("2030-01-01")), st.sampled_from(ZONES))
def test_a_time_that_is_on_the_wall_is_found_again_and_one_that_is_not_is_asked(local: datetime, zone: str) -> None:
    # Counted by hand: every quarter of an hour of the two days around is a moment that may show the time.
    where = ZoneInfo(zone)
    start = local.replace(tzinfo=UTC) - timedelta(days=1)
    offsets = {(start + n * timedelta(minutes=15)).astimezone(where).utcoffset() for n in range(4 * 48)}
    shows = {
        moment
        for offset in offsets
        if offset is not None
        for moment in [(local - offset).replace(tzinfo=UTC)]
        if moment.astimezone(where).replace(tzinfo=None) == local
    }
    try:
        assert {to_utc(local, zone)} == shows
    except AskTime as question:
        assert len(shows) in {0, 2}
        assert not shows or {r.moment for r in question.readings} == shows  # noqa: PT017


@given(st.datetimes(wall("2020-01-01"), wall("2030-01-01")), st.sampled_from(QUIET))
def test_a_zone_without_summer_time_asks_nothing(local: datetime, zone: str) -> None:
    assert to_utc(local, zone).astimezone(ZoneInfo(zone)).replace(tzinfo=None) == local


def test_a_day_that_a_zone_left_out_is_asked_about_with_the_days_beside_it() -> None:
    # Samoa went from 29 to 31 December 2011.
    early, late = asked("2011-12-30T10:00", "Pacific/Apia").readings
    assert (early.words, late.words) == ("Thu 29 December 2011 10:00", "Sat 31 December 2011 10:00")


@pytest.mark.parametrize(
    "name", ["", "Leeds", "../../etc/passwd", "/etc/localtime", "Europe", "europe/london", "A" * 300]
)
def test_a_zone_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        zone_of(name)
    assert refused.value.code == "bad-input"
    assert len(str(refused.value)) <= 140


def test_a_deadline_stays_at_its_moment_when_summer_time_ends_in_between() -> None:
    before = to_utc(wall("2026-10-24T10:00"), ZONE)
    after = to_utc(wall("2026-10-25T10:00"), ZONE)
    assert after - before == timedelta(hours=25)
    assert at("10:00", date(2026, 10, 25)) == after
