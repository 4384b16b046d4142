"""How many threads of a worker judge at once: never so many that none is left for whoever signs in, joins or sends."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import Final

NOBODY: Final = ""
"""Whoever is not signed in: all of them share places."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many may be at it at once: in all, of those who are not signed in, and of one who is."""

    all: int = 3
    strangers: int = 2
    each: int = 1


class Gate:
    """The places of one process."""

    def __init__(self, places: Places | None = None) -> None:
        self.places = places or Places()
        self._lock = threading.Condition()
        self._taken: Counter[str] = Counter()
        self._here = threading.local()

    def take(self, who: str, wait: float = 0.0) -> bool:
        """Take a place for somebody, if one is free within so many seconds."""
        with self._lock:
            if not self._lock.wait_for(lambda: self._is_free(who), wait):
                return False
            self._taken[who] += 1
            return True

    def give(self, who: str) -> None:
        """Give it back."""
        with self._lock:
            self._release(who)

    def _release(self, who: str) -> None:
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]
        self._lock.notify_all()

    def change(self, who: str) -> bool:
        """Give back the place that the server took, and take one of somebody else's, if there is one."""
        with self._lock:
            held, self._here.who = self.held, None
            if held is not None:
                self._release(held)
            if not self._is_free(who):
                return False
            self._taken[who] += 1
            self._here.who = who
            return True

    def give_held(self) -> None:
        """Give back what the server took for this thread's request, or what that was changed for."""
        held, self._here.who = self.held, None
        if held is not None:
            self.give(held)

    def _is_free(self, who: str) -> bool:
        if who == NOBODY:
            return self._taken[NOBODY] < self.places.strangers
        return self._taken[who] < self.places.each and self._taken.total() < self.places.all

    @property
    def held(self) -> str | None:
        """For whom the server has taken a place for this thread's request; none if it took none."""
        return getattr(self._here, "who", None)

    @property
    def is_served(self) -> bool:
        """Whether the server takes places, so that nobody waits for one in a thread."""
        return getattr(self._here, "is_served", False)

    @property
    def is_crowded(self) -> bool:
        """Whether the server waited in vain for a place for this thread's request."""
        return getattr(self._here, "is_crowded", False)

    def serve(self, who: str | None, *, is_crowded: bool = False) -> None:
        """Say for whom this thread works, before it does."""
        self._here.who, self._here.is_crowded, self._here.is_served = who, is_crowded, True


GATE: Final = Gate()
"""Every worker has its own, since each has its own threads."""
