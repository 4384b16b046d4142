"""Days as people write them."""

from __future__ import annotations

from datetime import date, timedelta

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Days outside these years are slips, and one day more or less must still be a day."""


class TooFar(ValueError):
    """A day in a year that no event is played in."""


def read_iso_day(text: str) -> date:
    """A day as year-month-day; `ValueError` for what is none, `TooFar` for one in a year that nobody means."""
    day = date.fromisoformat(text)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise TooFar(f'"{text}" is too far off. Give a day between {FIRST_YEAR} and {LAST_YEAR}.')
    return day


def day_in_words(day: date) -> str:
    """A day in English: 13 June 2026."""
    return f"{day.day} {day:%B %Y}"


def earlier(day: str, by: timedelta) -> str:
    """An ISO day so much earlier."""
    return (date.fromisoformat(day) - by).isoformat()
