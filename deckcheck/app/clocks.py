"""Moments: what is in time, what is due, and what a time on the wall of the hall means in UTC."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn
from zoneinfo import ZoneInfo, available_timezones

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import clock_time, day_here, hours_from_utc, span, zone_city
from deckcheck.app.timestamps import moment_text, read_moment
from deckcheck.decklist.days import full_day
from deckcheck.store.queries import proof
from deckcheck.store.store import Session

GRACE: Final = timedelta(seconds=15)
"""A stage closes so long after its deadline: longer than any write waits for another (10 s)."""
NOTABLE: Final = timedelta(seconds=60)
"""A clock that went back this far is told to staff."""
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


log = logging.getLogger("deckcheck")

LIMIT: Final = timedelta(minutes=10)
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Names the run of a machine: the steady clock begins anew with each."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A jump that nobody has called right: since when (as time went on without it) and how far ahead the wall is.

    `started` is when the machine started if the jump is right: it names the jump.
    """

    since: datetime
    ahead: timedelta
    started: datetime


def steady() -> timedelta:
    """How long this machine runs, its sleep included where the system counts it."""
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return timedelta(seconds=time.monotonic() if clock is None else time.clock_gettime(clock))


def boot_of_machine() -> str:
    """What names this run of the machine; empty where the system does not tell."""
    try:
        return BOOT.read_text("ascii").strip()
    except OSError:
        return ""


class GuardedClock:
    """The moment as far as it can be believed. `boot` names the run of the machine that `passed` counts from.

    What is believed is the start of that run by the wall, the latest so far: a clock that went back and comes forward
    again to where it was has not jumped.
    """

    def __init__(self, wall: Callable[[], datetime], passed: Callable[[], timedelta] = steady, boot: str = "") -> None:
        self.wall = wall
        self.passed = passed
        self.boot = boot
        self._lock = threading.Lock()
        self._started = self.seen()
        self._since: datetime | None = None

    def seen(self) -> datetime:
        """When the machine started if the wall is right now."""
        return self.wall() - self.passed()

    def __call__(self) -> datetime:
        """The moment: the wall's, or without its jump what it would be."""
        with self._lock:
            wall, passed = self.wall(), self.passed()
            if wall - passed - self._started <= LIMIT:
                self._started, self._since = max(self._started, wall - passed), None
                return wall
            believed = self._started + passed
            if self._since is None:
                self._since = believed
                told = span((wall - believed) // _MINUTE), f"{believed:%H:%M}"
                log.warning(
                    "The server's clock jumped ahead by %s at %s UTC; it is not believed. See: db clock.", *told
                )
            return believed

    @property
    def doubt(self) -> Doubt | None:
        """The jump that is in doubt, if one is."""
        now = self()
        with self._lock:
            return None if self._since is None else Doubt(self._since, self.wall() - now, self.seen())

    @property
    def started(self) -> datetime:
        """When the machine started, as far as that is believed."""
        return self._started

    def believe(self, started: datetime, since: datetime | None = None) -> None:
        """Take what another process of this machine believes, or what somebody said is right."""
        with self._lock:
            self._started, self._since = started, since


KNOWN: Final = "clock:"
"""With the machine's run: what its processes believe."""
RIGHT: Final = "clock-right:"
"""With the event's key: the jump that its organizer has called right."""
NEAR: Final = timedelta(seconds=1)
"""A change of less than this is not written down."""


def now_in(app: App, session: Session, event: str) -> datetime:
    """The moment in an event: where its organizer has called a jump right, the wall's."""
    clock = app.clock
    if isinstance(clock, GuardedClock) and clock.doubt is not None and _is_right(session, event, clock):
        return whole_millis(clock.wall())
    return app.now()


def doubt_in(app: App, session: Session, event: str) -> Doubt | None:
    """The jump that is in doubt in an event, if one is."""
    clock = app.clock
    doubt = clock.doubt if isinstance(clock, GuardedClock) else None
    return None if doubt is None or _is_right(session, event, clock) else doubt


def latest_possible(app: App) -> datetime:
    """The latest moment that any event may have."""
    clock = app.clock
    return max(app.now(), whole_millis(clock.wall())) if isinstance(clock, GuardedClock) else app.now()


def _is_right(session: Session, event: str, clock: Any) -> bool:
    fact = proof.fact(session, RIGHT + event)
    boot, _, told = fact.value.rpartition(" ") if fact else ("", "", "")
    started = read_moment(told) if told else None
    return started is not None and boot == clock.boot and abs(clock.seen() - started) <= LIMIT


def call_right(session: Session, event: str, clock: GuardedClock) -> None:
    """Believe the wall in an event from now on, as far as it goes on from here."""
    proof.locked_fact(session, RIGHT + event).value = f"{clock.boot} {moment_text(clock.seen())}"


def take_known(app: App) -> None:
    """What this machine's processes believed before: a jump that came while nothing ran is one, too.

    After a start of the machine nothing is known; then PostgreSQL's clock is asked, where there is one.
    """
    clock = app.clock
    assert isinstance(clock, GuardedClock)
    with app.store.read() as session:
        known = _known(session, clock)
        other = None if known or app.store.is_sqlite else proof.moment_of_server(session)
    if known:
        clock.believe(*known)
    elif other is not None and clock.wall() - other > LIMIT:
        clock.believe(other.astimezone(UTC) - clock.passed())
    clock()


def watch_clock(app: App) -> None:
    """Write down what this process believes, and take what was said meanwhile: every second, in each worker."""
    clock = app.clock
    if not isinstance(clock, GuardedClock) or not clock.boot:
        return
    doubt = clock.doubt
    since = doubt.since if doubt else None
    with app.store.read() as session:
        known = _known(session, clock)
    if known and doubt and clock.seen() - known[0] <= LIMIT:
        clock.believe(known[0])  # Somebody said that it is right.
    elif known is None or (known[1] is None) != (since is None) or abs(known[0] - clock.started) > NEAR:
        believe_on(app, clock.started, since)


def believe_on(app: App, started: datetime, since: datetime | None = None) -> None:
    """Write down what is believed on this machine."""
    clock = app.clock
    assert isinstance(clock, GuardedClock)
    value = {"started": moment_text(started), "since": moment_text(since) if since else None}
    with app.store.write() as session:
        proof.locked_fact(session, KNOWN + clock.boot).value = json.dumps(value)


def _known(session: Session, clock: GuardedClock) -> tuple[datetime, datetime | None] | None:
    fact = proof.fact(session, KNOWN + clock.boot) if clock.boot else None
    if fact is None or not fact.value:
        return None
    value = json.loads(fact.value)
    return read_moment(value["started"]), read_moment(value["since"]) if value["since"] else None
