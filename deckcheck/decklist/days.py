"""Days as people write them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from deckcheck.translations import ENGLISH, gettext, language, locale

FIRST_DAY, LAST_DAY = date(1993, 1, 1), date(2099, 12, 31)
"""A day before the first of these games, or far off, is a slip of the pen."""
YEARS: Final = "(199[3-9]|20[0-9]{2})"
"""The years from the one to the other, as a pattern."""


class NoDay(ValueError):
    """No day, or one in a year that no event is played in; the sentence says so."""

    @classmethod
    def written(cls, text: str) -> NoDay:
        """For a text that is no day."""
        return cls(gettext('"{text}" is not a date. Write it like 2026-06-13.').format(text=text[:40]))


def read_iso_day(text: str) -> date:
    """A day as year-month-day; `NoDay` for what is none, and for one in a year that nobody means."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NoDay.written(text) from None
    if not FIRST_DAY <= day <= LAST_DAY:
        told = gettext("{day} is no day from {first} to {last}.")
        raise NoDay(told.format(day=text, first=FIRST_DAY.year, last=LAST_DAY.year))
    return day


def day_in_words(day: date) -> str:
    """A day: 13 June 2026."""
    return f"{day.day} {day:%B %Y}" if language() == ENGLISH else _by_locale(day, "yMMMMd")


def full_day(day: date) -> str:
    """A day with its weekday: Sat 13 June 2026."""
    return f"{day:%a} {day_in_words(day)}" if language() == ENGLISH else _by_locale(day, "yMMMMEd")


def abbreviated_day(day: date) -> str:
    """A day where there is little room: 13 Jun 2026."""
    return f"{day.day} {day:%b %Y}" if language() == ENGLISH else _by_locale(day, "yMMMd")


def day_of_year(day: date) -> str:
    """A day whose year is plain: 13 June."""
    return f"{day.day} {day:%B}" if language() == ENGLISH else _by_locale(day, "MMMMd")


def weekday(day: date) -> str:
    """The day of the week: Sat."""
    return f"{day:%a}" if language() == ENGLISH else _by_locale(day, "E")


def _by_locale(day: date, skeleton: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton(skeleton, day, locale=locale())


def earlier(day: str, by: timedelta) -> str:
    """An ISO day so much earlier."""
    return (date.fromisoformat(day) - by).isoformat()
