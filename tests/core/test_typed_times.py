"""Days and times as people type them: every reading that fits, and no other."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.typed_times import MONTHS, WEEKDAYS, day_typed, read_days, read_times, time_said
from deckcheck.decklist.days import FIRST_DAY, LAST_DAY

SUNDAY = date(2026, 11, 29)
DAYS = st.dates(FIRST_DAY, LAST_DAY)
TODAYS = st.dates(date(2020, 1, 1), date(2090, 12, 31))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("fri 4 dec", ["2026-12-04"]),
        ("Fri, 4. Dec.", ["2026-12-04"]),
        ("December the 4th", ["2026-12-04"]),
        ("4 dec 27", ["2027-12-04"]),
        ("tomorrow", ["2026-11-30"]),
        ("in 2 weeks", ["2026-12-13"]),
        ("friday", ["2026-12-04"]),
        ("weds", ["2026-12-02"]),
        ("Sunday", ["2026-11-29", "2026-12-06"]),
        ("next friday", ["2026-12-04", "2026-12-11"]),
        ("this friday", ["2026-12-04"]),
        ("4/12", ["2026-12-04", "2027-04-12"]),
        ("fri 4/12", ["2026-12-04"]),
        ("4.12.", ["2026-12-04"]),
        ("25/12", ["2026-12-25"]),
        ("12/25", ["2026-12-25"]),
        ("4/12/2026", ["2026-04-12", "2026-12-04"]),
        ("2026-12-04", ["2026-12-04"]),
        ("fri 5 dec", ["2026-12-04", "2026-12-05"]),
        ("27 nov", ["2026-11-27", "2027-11-27"]),
        ("fri 27 nov", ["2026-11-27"]),
        ("2 jan", ["2027-01-02"]),
        ("29 feb", ["2028-02-29"]),
        ("the 4th", ["2026-12-04"]),
        ("fri 13", ["2027-08-13"]),
        *((text, []) for text in ("", "31 nov", "foo", "4 foo", "13/13", "7pm", "4 dec 1850", "decided", "fri fri")),
    ],
)
def test_what_people_type_is_read_as_they_mean_it(text: str, days: list[str]) -> None:
    assert [day.isoformat() for day in read_days(text, SUNDAY)] == days


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("7pm", ["19:00 (7 pm)"]),
        ("7.30 p.m.", ["19:30 (7:30 pm)"]),
        ("19:00", ["19:00 (7 pm)"]),
        ("19.30", ["19:30 (7:30 pm)"]),
        ("1900", ["19:00 (7 pm)"]),
        ("19h", ["19:00 (7 pm)"]),
        ("07", ["07:00 (7 am)"]),
        ("7", ["07:00 (7 am)", "19:00 (7 pm)"]),
        ("7 o'clock", ["07:00 (7 am)", "19:00 (7 pm)"]),
        ("noon", ["12:00 (noon)"]),
        ("12 am", ["00:00 (midnight)"]),
        *((text, []) for text in ("", "24:00", "13pm", "7m", "7:5", "ten", "-1", "10:60")),
    ],
)
def test_what_people_type_as_a_time_is_read_as_they_mean_it(text: str, times: list[str]) -> None:
    assert [time_said(at) for at in read_times(text)] == times


@given(day=DAYS, today=TODAYS)
def test_a_day_as_a_field_has_it_is_that_day_whenever_it_is_read(day: date, today: date) -> None:
    assert read_days(day_typed(day), today) == (day,)
    assert read_days(day.isoformat(), today) == (day,)


@given(day=DAYS, today=TODAYS, separator=st.sampled_from("/- "))
def test_numbers_mean_both_orders_unless_one_is_no_day(day: date, today: date, separator: str) -> None:
    found = read_days(separator.join((str(day.day), str(day.month), str(day.year))), today)
    other = {date(day.year, day.day, day.month)} if day.day <= 12 else set()
    assert set(found) == {day} | other


@given(day=DAYS, today=TODAYS)
def test_without_a_year_it_is_the_next_such_day_or_one_just_past(day: date, today: date) -> None:
    found = read_days(f"{day.day} {MONTHS[day.month - 1]}", today)
    coming = [one for one in found if one >= today]
    assert all((one.day, one.month) == (day.day, day.month) for one in found)
    assert len(coming) == 1 or today.year > 2086
    assert all(today - one <= timedelta(days=30) for one in found if one < today)


@given(weekday=st.sampled_from(range(7)), today=TODAYS)
def test_a_weekday_is_the_next_one_and_asked_about_on_itself(weekday: int, today: date) -> None:
    found = read_days(WEEKDAYS[weekday][:3], today)
    assert all(day.weekday() == weekday and 0 <= (day - today).days <= 7 for day in found)
    assert len(found) == (2 if today.weekday() == weekday else 1)


@given(at=st.times().map(lambda at: at.replace(second=0, microsecond=0)))
def test_a_time_is_read_on_both_clocks(at: time) -> None:
    assert read_times(f"{at:%H:%M}") == (at,)
    assert read_times(f"{at.hour % 12 or 12}:{at:%M} {'pm' if at.hour > 11 else 'am'}") == (at,)


@given(text=st.text(max_size=60) | st.from_regex(r"[0-9a-z /.,:-]{0,20}", fullmatch=True), today=TODAYS)
def test_whatever_is_typed_is_read_or_is_not(text: str, today: date) -> None:
    found = read_days(text, today)
    assert list(found) == sorted(set(found))
    assert all(FIRST_DAY <= day <= LAST_DAY for day in found)
    assert list(read_times(text)) == sorted(set(read_times(text)))
