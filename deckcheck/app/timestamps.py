"""Moments as seals and the audit write them: UTC in milliseconds, 2026-06-13T07:58:00.000Z."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.days import day_in_words

_MOMENT: Final = lazy.regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def moment_text(moment: datetime) -> str:
    """The moment as it is hashed; what is finer than a millisecond is cut off, never rounded up past a deadline."""
    if moment.tzinfo is None:
        raise ValueError("A moment without a time zone cannot be written.")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_moment(text: str) -> datetime:
    """The moment that was written; any other way of writing it is a ValueError, since its hash is another."""
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if _MOMENT.fullmatch(text) and moment_text(moment) == text:
            return moment
    raise ValueError(f"{text[:40]!r} is no moment like 2026-06-13T07:58:00.000Z.")


def moment_in_words(text: str) -> str:
    """A written moment for people: 09:00 UTC on 13 June 2026; seconds only where there are any."""
    moment = read_moment(text)
    clock = f"{moment:%H:%M:%S}" if moment.second or moment.microsecond else f"{moment:%H:%M}"
    return f"{clock} UTC on {day_in_words(moment.date())}"
