"""Days as people write them."""

from __future__ import annotations

from datetime import date, timedelta

FIRST_DAY, LAST_DAY = date(1993, 1, 1), date(2099, 12, 31)
"""A day before the first of these games, or far off, is a slip of the pen."""


class TooFar(ValueError):
    """A day in a year that no event is played in."""


def read_iso_day(text: str) -> date:
    """A day as year-month-day; `ValueError` for what is none, `TooFar` for one in a year that nobody means."""
    day = date.fromisoformat(text)
    if not FIRST_DAY <= day <= LAST_DAY:
        raise TooFar(f"{text} is no day from {FIRST_DAY.year} to {LAST_DAY.year}.")
    return day


def day_in_words(day: date) -> str:
    """A day in English: 13 June 2026."""
    return f"{day.day} {day:%B %Y}"


def earlier(day: str, by: timedelta) -> str:
    """An ISO day so much earlier."""
    return (date.fromisoformat(day) - by).isoformat()
