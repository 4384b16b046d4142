"""The data that lists are judged by: one value for the law and the cards, exchanged as a whole while others use it.

A request, a job or a command is `bound` to one value from its start to its end, so nothing is judged by a mixture.
Every process looks every `PAUSE` seconds at most, when something begins, whether cards or law have changed; it then
makes the new value beside the old one and exchanges one reference. The old value goes with its last reader.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from deckcheck.catalogue import Catalogue, forget_others
from deckcheck.catalogue.reference import Reference
from deckcheck.decklist.cards import CardIndex, CardSet

if TYPE_CHECKING:
    from deckcheck.catalogue.account_formats import AccountFormats
    from deckcheck.verdict.set_lists import SetList

PAUSE: Final = 2.0


class OwnLaw(NamedTuple):
    """A piece of law of the installation's own: TOML by its path in the project."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Own:
    """What the database holds beyond the package at a `revision`.

    `cards` has each game's packed catalogue with the key of its update; `law` the entries in force, the oldest first.
    """

    revision: int = 0
    cards: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    law: tuple[OwnLaw, ...] = ()


@dataclass(frozen=True)
class Data:
    """Law and cards that belong together. `index` opens a game's cards, once.

    `set_list` gives a game's set by its code, none where there is no such set; `sets_opened` those that come in
    boosters, the newest first. `revision` is that of the database's part; the cards are read from `catalogues`.
    `review_sets` raises ValueError if what is known of the boosters of a set does not go with the cards.
    """

    reference: Reference
    index: Callable[[str], CardIndex]
    set_list: Callable[[str, str], SetList | None]
    sets_opened: Callable[[str], tuple[CardSet, ...]]
    revision: int = 0
    catalogues: Mapping[str, Catalogue] = field(default_factory=dict)
    review_sets: Callable[[], None] = lambda: None

    @cached_property
    def own_formats(self) -> AccountFormats:
        """The formats that accounts wrote, under this law."""
        from deckcheck.catalogue.account_formats import AccountFormats

        return AccountFormats(self.reference.format)


class _Bound(threading.local):
    data: Data | None = None


class LiveData:
    """The data in force.

    `read` gives what the database holds beyond the package, and `revision` its number alone, which is cheap; `make`
    makes the data of it.
    """

    def __init__(self, revision: Callable[[], int], read: Callable[[], Own], make: Callable[[Own], Data]) -> None:
        self.read = read
        self.make = make
        self._revision = revision
        self._data: Data | None = None
        self._looked = 0.0
        self._looking = threading.Lock()
        self._bound = _Bound()

    @classmethod
    def of(cls, data: Data) -> LiveData:
        """Data that never change."""
        return cls(lambda: data.revision, Own, lambda _own: data)

    @property
    def data(self) -> Data:
        """Those this thread is bound to; where it is bound to none, those in force as this process saw them last."""
        return self._bound.data or self._data or self._first()

    @contextmanager
    def bound(self, to: Data | None = None) -> Iterator[None]:
        """Whatever this thread does meanwhile is done by the same data: the newest there are, or the given ones."""
        before = self._bound.data
        if before is None and to is None:
            self._look()
        self._bound.data = to or self.data
        try:
            yield
        finally:
            self._bound.data = before

    def look_again(self) -> None:
        """Let the next that begins in this process look: something was changed here."""
        self._looked = -PAUSE

    def _first(self) -> Data:
        with self._looking:
            return self._data or self._take_newest()

    def _look(self) -> None:
        """Take newer data if there are any; whoever comes meanwhile goes on with the old ones."""
        if self._data is None or time.monotonic() - self._looked < PAUSE or not self._looking.acquire(blocking=False):
            return
        try:
            self._looked = time.monotonic()  # One that fails is not tried again at once.
            if self._revision() != self._data.revision:
                self._take_newest()
        except Exception as error:  # What is in force here stays in force, and the next look tries again.
            import logging

            logging.getLogger("deckcheck").warning(
                "Whether cards or rules have changed could not be seen: %s", error, exc_info=error
            )
        finally:
            self._looking.release()

    def _take_newest(self) -> Data:
        data = self.make(self.read())
        self._data, self._looked = data, time.monotonic()
        forget_others(data.catalogues)
        return data
