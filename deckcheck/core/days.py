"""Days as people write them."""

from __future__ import annotations

from datetime import date


def day_in_words(day: date) -> str:
    """A day in English: 13 June 2026."""
    return f"{day.day} {day:%B %Y}"
