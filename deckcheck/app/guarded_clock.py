"""A clock that doubts itself: a jump ahead is not believed until somebody says that it is right.

The wall clock is held against one that only ever counts on, through a machine's sleep too. While the wall is more than
ten minutes ahead of what has really passed, the moment is what it would have been without the jump: so nothing closes,
is sealed, runs out or is deleted because of it, and nothing that arrives is late by it alone.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from deckcheck.app.time_words import span

log = logging.getLogger("deckcheck")

LIMIT: Final = timedelta(minutes=10)
_MINUTE: Final = timedelta(minutes=1)
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
