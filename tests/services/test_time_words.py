"""Times and spans in words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.time_words import (
    at_when,
    clock_seconds,
    clock_time,
    hours_from_utc,
    late_words,
    left,
    until_when,
    when,
)
from deckcheck.decklist.days import full_day
from tests.state_facts import DAY, MS, ZONE, at

CLOSE = at("10:00")


def test_a_day_is_written_in_full() -> None:
    assert full_day(DAY) == "Sat 13 June 2026"


def test_a_time_is_that_of_the_zone() -> None:
    assert clock_time(CLOSE, ZONE) == "10:00"
    assert clock_time(CLOSE, "America/New_York") == "05:00"
    assert clock_seconds(at("09:42:07"), ZONE) == "09:42:07"


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(minutes=18), "18 min left"),
        (timedelta(minutes=17, seconds=53), "18 min left"),
        (timedelta(hours=1, minutes=20), "1 h 20 min left"),
        (timedelta(hours=2), "2 h left"),
        (timedelta(minutes=59, seconds=1), "1 h left"),
        (timedelta(minutes=2) + MS, "3 min left"),
        (timedelta(minutes=2), "2:00"),
        (timedelta(minutes=1, seconds=45), "1:45"),
        (timedelta(seconds=5), "0:05"),
        (MS, "0:01"),
        (timedelta(0), "less than 1 min after the deadline"),
        (-timedelta(seconds=59), "less than 1 min after the deadline"),
        (-timedelta(minutes=4, seconds=30), "4 min after the deadline"),
        (-timedelta(minutes=75), "1 h 15 min after the deadline"),
        (timedelta(days=1), "1 day left"),
        (timedelta(days=3, hours=4, minutes=5), "3 days 4 h left"),
        (-timedelta(days=2), "2 days after the deadline"),
    ],
)
def test_what_is_left_until_a_deadline_or_has_passed_since(before: timedelta, words: str) -> None:
    assert left(CLOSE, CLOSE - before) == words


@given(st.timedeltas(timedelta(minutes=2, microseconds=1), timedelta(hours=20)))
def test_minutes_left_agree_with_a_clock_that_shows_minutes(before: timedelta) -> None:
    shown = (CLOSE - before).replace(second=0, microsecond=0)
    rest = left(CLOSE, CLOSE - before).removesuffix(" left").split()
    minutes = sum(int(n) * {"h": 60, "min": 1}[unit] for n, unit in zip(rest[::2], rest[1::2], strict=True))
    assert CLOSE - timedelta(minutes=minutes) == shown


def test_how_late_a_list_came_is_told_in_minutes() -> None:
    assert late_words(12) == "12 min after the deadline"
    assert late_words(0) == "less than 1 min after the deadline"


NOW = at("12:00")


@pytest.mark.parametrize(
    ("moment", "words", "in_sentence", "until"),
    [
        (at("09:12"), "today 09:12", "at 09:12", "09:12"),
        (at("18:00"), "today 18:00", "at 18:00", "18:00"),
        (at("21:04", date(2026, 6, 12)), "yesterday 21:04", "yesterday at 21:04", "yesterday 21:04"),
        (at("21:04", date(2026, 6, 11)), "11 June 21:04", "on 11 June at 21:04", "11 June 21:04"),
        (at("10:00", date(2026, 6, 14)), "14 June 10:00", "on 14 June at 10:00", "14 June 10:00"),
        (at("21:04", date(2025, 6, 12)), "12 June 2025 21:04", "on 12 June 2025 at 21:04", "12 June 2025 21:04"),
    ],
)
def test_a_moment_is_named_by_its_day(moment: datetime, words: str, in_sentence: str, until: str) -> None:
    assert when(moment, NOW, ZONE) == words
    assert at_when(moment, NOW, ZONE) == in_sentence
    assert until_when(moment, NOW, ZONE) == until


def test_today_is_the_day_it_is_in_the_hall() -> None:
    past_midnight = at("00:30")  # 23:30 of the day before in UTC.
    assert when(past_midnight, NOW, ZONE) == "today 00:30"
    assert when(past_midnight, NOW, "UTC") == "yesterday 23:30"


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "UTC"),
        ("Europe/London", "UTC+1"),
        ("America/New_York", "UTC-4"),
        ("America/St_Johns", "UTC-2:30"),
        ("Australia/Lord_Howe", "UTC+10:30"),
    ],
)
def test_a_zone_is_told_by_its_hours_from_utc(zone: str, words: str) -> None:
    assert hours_from_utc(CLOSE, zone) == words
