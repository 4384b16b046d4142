"""The store: one transaction to write in, one snapshot to read from; within a request all reads share one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DataError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from deckcheck.store.engine import CONNECTIONS, make_engine
from deckcheck.store.faults import leaves_open, passes

__all__ = ["Busy", "Session", "Stale", "Store", "Unfit", "Unsure", "one_request"]


class Busy(Exception):
    """The database could not be read or written in time, or not at all; nothing was changed."""


class Unsure(Busy):
    """The connection broke while a write was being kept: it may be kept, or not. Asking again tells."""


class Stale(Exception):
    """Somebody else changed the row that was about to be changed; nothing was."""


class Unfit(Exception):
    """What was sent cannot stand in the database, like the sign NUL in a text; nothing was changed."""


@dataclass(slots=True)
class _Snapshot:
    """What a request reads from; `readers` are at it just now. It is over once something was written beside it."""

    session: Session
    readers: int = 0
    is_over: bool = False

    @property
    def is_written(self) -> bool:
        """Whether somebody changed a row in it, which nobody else is to see."""
        return bool(self.session.new or self.session.dirty or self.session.deleted)


class _Request(threading.local):
    """The snapshots of the request that this thread answers, by store; none while it answers none."""

    snapshots: dict[int, _Snapshot] | None = None


_request: Final = _Request()


@contextmanager
def one_request() -> Iterator[None]:
    """All that this thread reads meanwhile belongs to one snapshot, which ends with it or as soon as it writes."""
    _request.snapshots = {}
    try:
        yield
    finally:
        found, _request.snapshots = _request.snapshots, None
        for snapshot in found.values():
            _let_go(snapshot.session)


class Store:
    """A database. Engines are opened when first used, so that a store can be made before processes fork.

    `connections`: how many of them a process may hold to PostgreSQL.
    """

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self.url = url
        self.connections = connections
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The engine of this process."""
        if self._engine is None:
            self._engine = make_engine(self.url, self.connections)
        return self._engine

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.url.startswith("sqlite")

    def close(self) -> None:
        """Give back every connection; the next use opens anew."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that is committed at the end, or not at all. Slow work stays outside: SQLite has one writer."""
        self.end_snapshot()
        try:
            with _told("written"), sessionmaker(self.engine, expire_on_commit=False)() as session:
                yield session
                session.flush()
                _commit(session)
        finally:
            self.end_snapshot()  # What was read within the write is as old as what it changed.

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One snapshot: what is read belongs together. Nothing written here is kept."""
        snapshot = self._of_request() or _Snapshot(self._reading(), is_over=True)
        snapshot.readers += 1
        with _told("read"):
            try:
                yield snapshot.session
            except SQLAlchemyError:
                snapshot.is_over = True
                raise
            finally:
                snapshot.readers -= 1
                if not snapshot.readers and (snapshot.is_over or snapshot.is_written):
                    self._drop(snapshot)

    def end_snapshot(self) -> None:
        """Whatever is read from here on in a request is read anew; who is reading just now goes on to the end."""
        snapshot = (_request.snapshots or {}).get(id(self))
        if snapshot is not None:
            snapshot.is_over = True
            if not snapshot.readers:
                self._drop(snapshot)

    def _of_request(self) -> _Snapshot | None:
        """The snapshot that the request of this thread reads from; none outside of one, or beside one that is over."""
        if _request.snapshots is None:
            return None
        found = _request.snapshots.get(id(self))
        if found is None:
            found = _request.snapshots[id(self)] = _Snapshot(self._reading())
        return None if found.is_over else found

    def _drop(self, snapshot: _Snapshot) -> None:
        snapshots = _request.snapshots
        if snapshots is not None and snapshots.get(id(self)) is snapshot:
            del snapshots[id(self)]
        _let_go(snapshot.session)

    def _reading(self) -> Session:
        options = {"read_only": True}
        if not self.is_sqlite:
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}  # type: ignore[dict-item]
        engine = self.engine.execution_options(**options)
        return sessionmaker(engine, expire_on_commit=False)()


@contextmanager
def _told(done: str) -> Iterator[None]:
    """A database in trouble as what it means for whoever asked; everything else is a fault of ours and stays one."""
    try:
        yield
    except StaleDataError as error:
        raise Stale("This was changed a moment ago by somebody else.") from error
    except DataError as error:
        raise Unfit("What was sent cannot be kept; nothing was changed.") from error
    except SQLAlchemyError as error:
        if not passes(error):
            raise
        raise Busy(f"The database could not be {done}; nothing was changed.") from error


def _let_go(session: Session) -> None:
    """End a look. A connection that broke meanwhile takes nothing from what was read."""
    try:
        session.close()
    except SQLAlchemyError as error:
        if not passes(error):
            raise
        session.invalidate()


def _commit(session: Session) -> None:
    try:
        session.commit()
    except SQLAlchemyError as error:
        if not leaves_open(error):
            raise
        raise Unsure("The connection to the database broke while this was being kept.") from error
