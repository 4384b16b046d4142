"""The time a check takes: counted from what is kept, so that a locked phone loses none of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from deckcheck.app.refusals import UnusableInput
from deckcheck.store.columns import from_milliseconds, to_milliseconds
from deckcheck.store.models import DeckCheck

Moments = datetime | bool | None
"""A moment, `True` for now, `False` for taken back, None for as it was."""


def seconds_of(check: DeckCheck, now: datetime) -> int:
    """How long the decks were away, without pauses; up to now while they are."""
    if check.taken_at is None:
        return 0
    end = check.given_back_at or check.ended_at or now
    spent = max(timedelta(), end - check.taken_at)
    for begun, over in check.pauses:
        until = min(from_milliseconds(over) if over is not None else end, end)
        spent -= max(timedelta(), until - max(from_milliseconds(begun), check.taken_at))
    return max(0, spent // timedelta(seconds=1))


def is_paused(check: DeckCheck) -> bool:
    """Whether the clock stands still."""
    return bool(check.pauses) and check.pauses[-1][1] is None


def is_running(check: DeckCheck) -> bool:
    """Whether time goes on being counted."""
    ended = check.given_back_at is not None or check.ended_at is not None
    return check.taken_at is not None and not ended and not is_paused(check)


def set_clock(check: DeckCheck, now: datetime, taken: Moments, given_back: Moments, paused: bool | None) -> None:
    """Set when the decks were taken and given back, and let the clock stand still or go on."""
    if taken is not None:
        check.taken_at = _moment(taken, check.begun_at, now)
        if check.taken_at is None:
            check.given_back_at, check.pauses = None, []
    if given_back is not None:
        if given_back is not False and check.taken_at is None:
            raise UnusableInput("The decks were not taken yet, so they cannot be given back.", code="not-taken")
        check.given_back_at = _moment(given_back, check.taken_at or check.begun_at, now)
    if paused is not None and paused != is_paused(check):
        if check.taken_at is None:
            raise UnusableInput("The decks were not taken yet, so the clock stands still.", code="not-taken")
        at = to_milliseconds(now)
        check.pauses = [*check.pauses, [at, None]] if paused else [*check.pauses[:-1], [check.pauses[-1][0], at]]


def _moment(given: datetime | bool, first: datetime, now: datetime) -> datetime | None:
    """A moment as a phone gave it, whose clock may be wrong: within the check it is about."""
    if isinstance(given, bool):
        return now if given else None
    aware = given if given.tzinfo else given.replace(tzinfo=UTC)
    return min(max(aware, first), now).astimezone(UTC)
