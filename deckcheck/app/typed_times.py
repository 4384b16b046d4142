"""Days and times as people type them: fri 4 dec, tomorrow, 7pm. Whatever a text may mean is given, nothing is guessed.

Parsers of dates that we tried pick one reading and keep silent about the others: 4/12, "next friday", "fri 5 dec" where
the 5th is a Saturday.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.days import FIRST_DAY, LAST_DAY, day_in_words

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
NAMED: Final = {"today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "yesterday": -1}
TIMES: Final = {"noon": time(12), "midday": time(12)}
NAMED_TIMES: Final = {time(0): "midnight", time(12): "noon"}
_PAST: Final = timedelta(days=30)
"""A day without a year that is over for no longer than this may be meant."""
_YEARS_AHEAD: Final = 9
"""How long a 29 February can be away."""
_WEEK: Final = timedelta(days=7)
_DAY: Final = timedelta(days=1)
_FILL: Final = lazy.regex(r"\b(?:on|the|of)\b|,|(?<=[a-z])\.|(?<=\d)(?:st|nd|rd|th)\b")
_IN: Final = lazy.regex(r"in (\d{1,3}|a|an) (day|week)s?")
_ISO: Final = lazy.regex(r"(\d{4})([-/.]?)(\d{2}|(?<=\D)\d)\2(\d{1,2})")
_NUMBERS: Final = lazy.regex(r"(\d{1,2})\s?([-/. ])\s?(\d{1,2})(?:\s?\2\s?(\d{4}|\d{2}))?\.?")
_DAY_MONTH: Final = lazy.regex(r"(\d{1,2})[. ]{0,2}([a-z]{3,})(?: (\d{4}|\d{2}))?")
_MONTH_DAY: Final = lazy.regex(r"([a-z]{3,}) ?(\d{1,2})(?: (\d{4}|\d{2}))?")
_CLOCK: Final = lazy.regex(r"(\d{1,2})(?:([:.h])(\d{2}))?(?::\d{2})? ?([ap])?(?:\.?m\.?)?|(\d{2})(\d{2})|(\d{1,2}) ?h")

Written = tuple[int, int, int | None]
"""Day, month and the year if it is said."""


def read_days(text: str, today: date) -> tuple[date, ...]:
    """Every day that the text may mean, in order; none where it is no day."""
    words = " ".join(_FILL.sub(" ", text.casefold()).split())
    if words in NAMED:
        return (today + NAMED[words] * _DAY,)
    if found := _IN.fullmatch(words):
        count = int(found[1]) if found[1].isdecimal() else 1
        return (today + count * (_WEEK if found[2] == "week" else _DAY),)
    weekday, rest = _weekday(words)
    if weekday is not None and rest in {"", "this", "next"}:
        return _by_weekday(weekday, rest, today)
    found_days = {day for day in _dated(rest, weekday, today) if FIRST_DAY <= day <= LAST_DAY}
    return tuple(sorted(found_days))


def read_times(text: str) -> tuple[time, ...]:
    """Every time of day that the text may mean, in order; none where it is no time."""
    words = " ".join(text.casefold().replace("o'clock", "").replace("o’clock", "").split())
    if words in TIMES:
        return (TIMES[words],)
    found = _CLOCK.fullmatch(words)
    if not found:
        return ()
    hours, minutes = int(found[1] or found[5] or found[7]), int(found[3] or found[6] or 0)
    if found[4]:
        hours = hours % 12 + 12 * (found[4] == "p") if 1 <= hours <= 12 else 99
    if hours > 23 or minutes > 59 or (words.endswith("m") and not found[4]):
        return ()
    # A number alone is an hour of the morning or of the evening; "07" and "7:00" are as the 24-hour clock has them.
    doubtful = bool(re.fullmatch(r"[1-9]|1[01]", words))
    return (time(hours, minutes), time(hours + 12, minutes)) if doubtful else (time(hours, minutes),)


def doubt(text: str, readings: list[str]) -> str:
    """What is said of a text that may mean several things."""
    *others, last = readings
    return f'"{text.strip()[:40]}" could be {", ".join(others)} or {last}.'


def no_day(text: str) -> str:
    """What is said of a text that is no day."""
    return f'"{text.strip()[:40]}" is not a day. Enter it like 4 Dec, Friday or tomorrow.'


def no_time(text: str) -> str:
    """What is said of a text that is no time."""
    return f'"{text.strip()[:20]}" is not a time. Enter it like 19:00 or 7 pm.'


def day_said(day: date) -> str:
    """Friday 4 December 2026."""
    return f"{day:%A} {day_in_words(day)}"


def time_said(at: time) -> str:
    """19:00 (7 pm), 07:30 (7:30 am), 12:00 (noon)."""
    minutes = f":{at:%M}" if at.minute else ""
    half = f"{at.hour % 12 or 12}{minutes} {'pm' if at.hour > 11 else 'am'}"
    return f"{at:%H:%M} ({NAMED_TIMES.get(at, half)})"


def day_typed(day: date) -> str:
    """A day as a field has it, which is read as this day on every other: Fri 4 Dec 2026."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def _weekday(words: str) -> tuple[int | None, str]:
    """The day of the week that is named, and the other words."""
    parts = words.split()
    for number, word in enumerate(parts):
        known = next((i for i, name in enumerate(WEEKDAYS) if _is_short(word, name) or word == "weds"), None)
        if known is not None:
            return (2 if word == "weds" else known), " ".join(parts[:number] + parts[number + 1 :])
    return None, words


def _is_short(word: str, name: str) -> bool:
    return len(word) >= 3 and name.startswith(word)


def _by_weekday(weekday: int, word: str, today: date) -> tuple[date, ...]:
    """Friday on a Friday may be today or in a week, next Friday the coming one or that of next week."""
    coming = today + (weekday - today.weekday()) % 7 * _DAY
    if word == "this":
        return (coming,)
    if coming == today:
        return (coming + _WEEK,) if word else (coming, coming + _WEEK)
    return (coming, coming + _WEEK) if word else (coming,)


def _dated(words: str, weekday: int | None, today: date) -> Iterator[date]:
    """The days that a date means; a weekday picks among them, and where it fits none both stay possible."""
    found = [day for written in _written(words) for day in _in_years(written, weekday, today)]
    if re.fullmatch(r"\d{1,2}", words):
        found = list(_by_number(int(words), weekday, today))
    fitting = [day for day in found if weekday is None or day.weekday() == weekday]
    yield from fitting or found
    if not fitting and weekday is not None:
        for day in found:
            # The nearest such weekday, at most three days off.
            yield day + ((weekday - day.weekday() + 3) % 7 - 3) * _DAY


def _written(words: str) -> Iterator[Written]:
    """Day, month and year as written, in every order that can be meant."""
    if found := _ISO.fullmatch(words):
        yield int(found[4]), int(found[3]), int(found[1])
    elif found := _NUMBERS.fullmatch(words):
        one, other, year = int(found[1]), int(found[3]), _year(found[4])
        yield one, other, year
        if found[2] != ".":  # Nobody writes the month first with dots.
            yield other, one, year
    elif found := _DAY_MONTH.fullmatch(words):
        yield from _named(found[1], found[2], found[3])
    elif found := _MONTH_DAY.fullmatch(words):
        yield from _named(found[2], found[1], found[3])


def _named(day: str, month: str, year: str | None) -> Iterator[Written]:
    number = next((i for i, name in enumerate(MONTHS, 1) if _is_short(month, name)), 0)
    if number:
        yield int(day), number, _year(year)


def _year(written: str | None) -> int | None:
    if written is None:
        return None
    return int(written) if len(written) == 4 else 2000 + int(written)


def _in_years(written: Written, weekday: int | None, today: date) -> Iterator[date]:
    """The day in the year that is said; else the next such day, and one that is over for a short time as well."""
    day, month, year = written
    years = range(today.year - 1, today.year + _YEARS_AHEAD) if year is None else (year,)
    days = [made for one in years if (made := _day(one, month, day))]
    if year is not None:
        yield from days
        return
    near = [one for one in days if one >= today - _PAST]
    recent, coming = [one for one in near if one < today], [one for one in near if one >= today][:1]
    if weekday is not None and (fitting := [one for one in recent + coming if one.weekday() == weekday]):
        yield from fitting
    else:
        yield from recent + coming


def _by_number(day: int, weekday: int | None, today: date) -> Iterator[date]:
    """The next day of a month with this number, on the weekday if one is named."""
    months = ((today.year + (today.month - 1 + n) // 12, (today.month - 1 + n) % 12 + 1) for n in range(24))
    days = (made for year, month in months if (made := _day(year, month, day)) and made >= today)
    yield from [d for d in days if weekday is None or d.weekday() == weekday][:1]


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
