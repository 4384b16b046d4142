"""The press: how many files are printed at once, for whom, and how long one may take.

A print runs in the thread that asked for it, so that places are what is shared: whoever finds none is sent away at
once and told when to come again. What is to be printed, and until when, is all that a print needs to know; one that
runs elsewhere takes a place here just the same.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import update_wrapper
from typing import Concatenate, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.refusals import NotNow
from deckcheck.law.sentences import counted
from deckcheck.store.one_request import each_alone

P = ParamSpec("P")

STAFF: Final = frozenset({"account", "token"})
"""Who has places of their own: officials and their programs print while the public does."""


class OutOfTime(Exception):
    """A file was not done in its time; nothing is left of it."""


class Size(Enum):
    """How much is printed: the sheets of one list, or those of many."""

    ONE = "one"
    MANY = "many"


class Places(NamedTuple):
    """How many files are printed at once in a process, and for how many seconds each at most.

    `all` of them are fewer than the server has threads, so that pages are always answered beside them.
    """

    all: int = 3
    many: int = 2
    public: int = 2
    public_many: int = 1
    seconds: float = 10.0
    seconds_many: float = 120.0


WAIT: Final = {Size.ONE: 2, Size.MANY: 15}
"""After so many seconds whoever found no place may try again."""


class Press:
    """The places of one process, and who has them."""

    def __init__(self, places: Places | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.places = places or Places()
        self._clock = clock
        self._lock = threading.Lock()
        self._taken: Counter[tuple[Size, bool]] = Counter()

    @contextmanager
    def turn(self, who: Actor, size: Size) -> Iterator[float]:
        """A place for one print, and until when by a clock that only runs on; whoever runs the machine needs none."""
        if who.kind == SYSTEM.kind:
            yield math.inf
            return
        key = size, who.kind not in STAFF
        seconds = self.places.seconds_many if size is Size.MANY else self.places.seconds
        self._take(key)
        try:
            yield self._clock() + seconds
        except OutOfTime as error:
            raise _too_long(size, seconds) from error
        finally:
            with self._lock:
                self._taken[key] -= 1

    def _take(self, key: tuple[Size, bool]) -> None:
        with self._lock:
            if not self._has_place(*key):
                wait = WAIT[key[0]]
                raise NotNow(f"Other sheets are being printed. Try again in {counted(wait, 'second')}.", wait)
            self._taken[key] += 1

    def _has_place(self, size: Size, public: bool) -> bool:  # half of a key
        taken, places = self._taken, self.places
        of_public = sum(count for (_, is_public), count in taken.items() if is_public)
        of_many = sum(count for (of_size, _), count in taken.items() if of_size is Size.MANY)
        if taken.total() >= places.all or (public and of_public >= places.public):
            return False
        if size is Size.ONE:
            return True
        return of_many < places.many and not (public and taken[size, public] >= places.public_many)


def _too_long(size: Size, seconds: float) -> NotNow:
    told = f"Printing took longer than {seconds:.0f} seconds and was stopped."
    if size is Size.ONE:
        return NotNow(f"{told} Print a shorter list, or try again later.", 60)
    return NotNow(f"{told} Print one stage or fewer tables at a time, or try again later.", 60)


class HasPress(Protocol):
    """What printing asks of its context."""

    @property
    def press(self) -> Press:
        """The places of this process."""
        ...


D = TypeVar("D", bound=HasPress)


def in_turn(
    size: Size,
) -> Callable[[Callable[Concatenate[float, D, Actor, P], File]], Callable[Concatenate[D, Actor, P], File]]:
    """Print within a place of the desk's press; the function is told until when before anything else.

    No snapshot of the database is held while the paper is drawn.
    """

    def around(
        make: Callable[Concatenate[float, D, Actor, P], File],
    ) -> Callable[Concatenate[D, Actor, P], File]:
        def in_place(app: D, who: Actor, /, *args: P.args, **more: P.kwargs) -> File:
            with each_alone(), app.press.turn(who, size) as until:
                return make(until, app, who, *args, **more)

        update_wrapper(in_place, make)
        return in_place

    return around


@dataclass(frozen=True, slots=True)
class File:
    """A file to be saved: its name, its kind, its bytes. `shared`: everybody gets these very bytes."""

    name: str
    media_type: str
    content: bytes
    shared: bool
