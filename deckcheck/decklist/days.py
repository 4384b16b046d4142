"""Days as people write them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

FIRST_DAY, LAST_DAY = date(1993, 1, 1), date(2099, 12, 31)
"""A day before the first of these games, or far off, is a slip of the pen."""
YEARS: Final = "(199[3-9]|20[0-9]{2})"
"""The years from the one to the other, as a pattern."""


class NoDay(ValueError):
    """No day, or one in a year that no event is played in; the sentence says so."""

    @classmethod
    def written(cls, text: str) -> NoDay:
        """For a text that is no day."""
        return cls(f'"{text[:40]}" is not a date. Write it like 2026-06-13.')


def read_iso_day(text: str) -> date:
    """A day as year-month-day; `NoDay` for what is none, and for one in a year that nobody means."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NoDay.written(text) from None
    if not FIRST_DAY <= day <= LAST_DAY:
        raise NoDay(f"{text} is no day from {FIRST_DAY.year} to {LAST_DAY.year}.")
    return day


def day_in_words(day: date) -> str:
    """A day in English: 13 June 2026."""
    return f"{day.day} {day:%B %Y}"


def earlier(day: str, by: timedelta) -> str:
    """An ISO day so much earlier."""
    return (date.fromisoformat(day) - by).isoformat()
