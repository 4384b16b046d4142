"""Days as people write them."""

from __future__ import annotations

from datetime import date, timedelta


def day_in_words(day: date) -> str:
    """A day in English: 13 June 2026."""
    return f"{day.day} {day:%B %Y}"


def earlier(day: str, by: timedelta) -> str:
    """An ISO day so much earlier."""
    return (date.fromisoformat(day) - by).isoformat()
