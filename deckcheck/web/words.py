"""Days and moments as the pages write them."""

from __future__ import annotations

import re
from datetime import date, datetime

from markupsafe import Markup

from deckcheck.core.words import day_in_words


def long_day(day: date) -> str:
    """A day with its weekday: Sat 13 June 2026."""
    return f"{day:%a} {day_in_words(day)}"


def short_day(day: date | str) -> str:
    """A day: 13 June 2026. A text that is no day stays as it is."""
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            return day
    return day_in_words(day)


def moment(when: datetime) -> str:
    """A moment in UTC: 13 June 2026, 09:41 UTC."""
    return f"{day_in_words(when.date())}, {when:%H:%M} UTC"


def gaps(text: str) -> Markup:
    """A rule's sentence with what it is filled with set off: "{count} cards" becomes count in italics."""
    parts = re.split(r"\{(\w+)\}", text)
    return Markup("").join(Markup("<var>{}</var>").format(p.replace("_", " ")) if i % 2 else p for i, p in enumerate(parts))
