"""Holds every roster that the product keeps to one that is read anew, in whatever test it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

import pytest

from deckcheck.app.session import EventSession
from deckcheck.roster.roster_data import KeptRoster, Versions
from deckcheck.store.models import Stage

_ALONE: Final[ContextVar[bool]] = ContextVar("alone", default=False)


@contextmanager
def compared() -> Iterator[None]:
    """Compare each from here on."""
    now = Versions.now

    def now_compared(self: Versions, work: EventSession, stage: Stage) -> KeptRoster:
        found = now(self, work, stage)
        if not _ALONE.get():
            anew = KeptRoster.of(work, stage)
            assert list(found.rows.items()) == list(anew.rows.items())
            assert {**found.verdicts, **anew.verdicts} == dict(found.verdicts)
            assert +found.counts == anew.counts
            assert (found.revision, found.head, found.shared) == (anew.revision, anew.head, anew.shared)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Versions, "now", now_compared)
        yield


@contextmanager
def not_compared() -> Iterator[None]:
    """What a look costs is counted without the comparison."""
    token = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(token)
