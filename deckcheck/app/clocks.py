"""Moments: what is in time, what is due, and what a time on the wall of the hall means in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final, NoReturn
from zoneinfo import ZoneInfo, available_timezones

from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import clock_time, day_here, full_day, hours_from_utc, span, zone_city
from deckcheck.app.timestamps import moment_text

GRACE: Final = timedelta(seconds=15)
"""A stage closes so long after its deadline: longer than any write waits for another (10 s)."""
NOTABLE: Final = timedelta(seconds=60)
"""A clock that went back this far is told to staff."""
_MILLISECOND: Final = timedelta(milliseconds=1)
_MINUTE: Final = timedelta(minutes=1)


def whole_millis(moment: datetime) -> datetime:
    """The moment in UTC, cut to the milliseconds that are stored."""
    return moment.astimezone(UTC).replace(microsecond=moment.microsecond // 1000 * 1000)


def latest(clock: datetime, last_at: datetime | None) -> datetime:
    """The moment of an act: the clock's, but never before the latest act of the event."""
    read = whole_millis(clock)
    return read if last_at is None else max(read, last_at)


def credible_arrival(arrived: datetime, now: datetime) -> datetime:
    """When a request arrived; longer ago than a write may wait tells of a clock set back, and counts as now."""
    return whole_millis(arrived) if now - arrived <= GRACE else now


def in_time(arrived: datetime, deadline: datetime) -> bool:
    """Before the deadline; what arrives at that very millisecond is late."""
    return whole_millis(arrived) < deadline


def due(deadline: datetime | None, now: datetime) -> bool:
    """A close that waits for the deadline is to be done now."""
    return deadline is not None and now >= deadline + GRACE


def minutes_late(deadline: datetime, arrived: datetime) -> int:
    """Whole minutes after the deadline, none before it."""
    return max(0, (arrived - deadline) // _MINUTE)


def set_back(clock: datetime, last_at: datetime, zone: str) -> str:
    """What staff is told when the server's clock went back far enough to matter; else nothing."""
    if last_at - clock < NOTABLE:
        return ""
    minutes = (last_at - clock) // _MINUTE
    stays = clock_time(last_at, zone)
    return f"The server's clock went back {minutes} min. Times stay at {stays} until it catches up."


def jumped(since: datetime, ahead: timedelta, zone: str) -> str:
    """What staff is told while a jump ahead of the server's clock is in doubt."""
    told = f"The server's clock jumped ahead by {span(ahead // _MINUTE)} at {clock_time(since, zone)}."
    return f"{told} Until an organizer says that it is right, times go on without the jump and nothing closes early."


@dataclass(frozen=True, slots=True)
class Reading:
    """One moment that a time on the wall may mean, and its words: 02:30, or first (UTC+1)."""

    moment: datetime
    words: str


class AskTime(Refused):
    """A local time that summer time skips or has twice; `readings` are the earlier moment and the later one."""

    CODE = "ask-time"
    STATUS = 422

    def __init__(self, sentence: str, readings: tuple[Reading, Reading]) -> None:
        super().__init__(sentence)
        self.readings = readings
        self.more = {"readings": [moment_text(reading.moment) for reading in readings]}


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that name."""
    if name not in _zones():
        raise Refused(
            f'No time zone is called "{name[:40]}". Use a name like Europe/London.', code="bad-input", status=422
        )
    return ZoneInfo(name)


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def to_utc(local: datetime, zone: str, reading: int | None = None) -> datetime:
    """The moment a time on the wall means. Where it means none or two, `reading` picks: 0 the earlier, 1 the later."""
    where, wall = zone_of(zone), local.replace(tzinfo=None, fold=0)
    offsets = (wall.replace(tzinfo=where).utcoffset(), wall.replace(tzinfo=where, fold=1).utcoffset())
    both = sorted({_less(wall, offset) for offset in offsets})
    if len(both) == 1:
        return both[0]
    if reading is None:
        _ask(wall, zone, where, (both[0], both[1]))
    return both[1 if reading else 0]


def _less(wall: datetime, offset: timedelta | None) -> datetime:
    assert offset is not None
    return (wall - offset).replace(tzinfo=UTC)


def _ask(wall: datetime, zone: str, where: tzinfo, both: tuple[datetime, datetime]) -> NoReturn:
    """Ask which moment is meant; a skipped time reads as another on the wall, one that comes twice as itself."""
    told, day, city = f"{wall:%H:%M}", full_day(wall.date()), zone_city(zone)
    if both[0].astimezone(where).replace(tzinfo=None) == wall:
        first, second = (
            Reading(m, f"{o} ({hours_from_utc(m, zone)})") for m, o in zip(both, ("first", "second"), strict=True)
        )
        raise AskTime(
            f"{told} comes twice on {day} in {city}: the {first.words} or the {second.words}?", (first, second)
        )
    early, late = (Reading(m, _elsewhere(m, zone, wall)) for m in both)
    raise AskTime(f"There is no {told} on {day} in {city}: {early.words} or {late.words}?", (early, late))


def _elsewhere(moment: datetime, zone: str, wall: datetime) -> str:
    """The time on the wall, with its day where the skip went past midnight."""
    day = day_here(moment, zone)
    told = clock_time(moment, zone)
    return told if day == wall.date() else f"{full_day(day)} {told}"
