"""What a request reads belongs to one snapshot of each store, which ends with it or as soon as it writes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol


class Snapshot(Protocol):
    """What a store is read from."""

    def end(self) -> None:
        """Let go of it, at the latest when nobody reads from it any more."""


class _Request(threading.local):
    """The snapshots of the request that this thread answers, by store; none while it answers none."""

    snapshots: dict[int, Snapshot] | None = None


_request: Final = _Request()


def snapshots() -> dict[int, Snapshot] | None:
    """Those of this thread's request, by the identity of their store; none where each read has one of its own."""
    return _request.snapshots


@contextmanager
def one_request() -> Iterator[None]:
    """All that this thread reads meanwhile belongs together, as far as it writes nothing between."""
    with _with({}):
        yield


@contextmanager
def each_alone() -> Iterator[None]:
    """What takes long once it has read keeps no snapshot: each read ends its own."""
    _end(snapshots())
    with _with(None):
        yield


@contextmanager
def _with(found: dict[int, Snapshot] | None) -> Iterator[None]:
    before, _request.snapshots = _request.snapshots, found
    try:
        yield
    finally:
        _request.snapshots = before
        _end(found)


def _end(found: dict[int, Snapshot] | None) -> None:
    for snapshot in list((found or {}).values()):
        snapshot.end()
