"""The store: one transaction to write in, one snapshot to read from; within a request all reads share one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import DataError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from deckcheck.store.engine import CONNECTIONS, leaves_open, make_engine, passes
from deckcheck.store.one_request import snapshots

__all__ = ["Busy", "Session", "Stale", "Store", "Unfit", "Unsure", "only_reads"]


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
    """What is read from; `readers` are at it just now. It is over once something was written beside it."""

    session: Session
    readers: int = 0
    is_over: bool = False

    def end(self) -> None:
        """Let go of it, now or when the last of its readers is through."""
        self.is_over = True
        if not self.readers:
            _let_go(self.session)

    def leave(self) -> None:
        """One reader is through. What was changed in it nobody else is to see."""
        self.readers -= 1
        if not self.readers and (self.is_over or self.session.new or self.session.dirty or self.session.deleted):
            self.end()


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
        snapshot = self._snapshot()
        snapshot.readers += 1
        with _told("read"):
            try:
                yield snapshot.session
            except SQLAlchemyError:
                snapshot.is_over = True
                raise
            finally:
                snapshot.leave()

    def end_snapshot(self) -> None:
        """Whatever is read from here on in a request is read anew; who is reading just now goes on to the end."""
        if found := (snapshots() or {}).pop(id(self), None):
            found.end()

    def _snapshot(self) -> _Snapshot:
        """The snapshot that the request of this thread reads from; one for this read alone outside of a request."""
        shared = snapshots()
        found = shared.get(id(self)) if shared is not None else None
        if isinstance(found, _Snapshot) and not found.is_over:
            return found
        made = _Snapshot(self._reading(), is_over=shared is None)
        if shared is not None:
            shared[id(self)] = made
        return made

    def _reading(self) -> Session:
        options = {"read_only": True}
        if not self.is_sqlite:
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}  # type: ignore[dict-item]
        engine = self.engine.execution_options(**options)
        return sessionmaker(engine, expire_on_commit=False)()


def only_reads(session: Session) -> bool:
    """Whether a session is one to read from."""
    return bool(session.get_bind().get_execution_options().get("read_only"))


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


RESERVED: Final = ("superuser_reserved_connections", "reserved_connections")
"""Kept by the server for its own administrators; the second is there from version 16 on."""


def room(store: Store) -> int | None:
    """So many connections at most; none where the database is a file."""
    if store.is_sqlite:
        return None
    with store.engine.connect() as connection:
        found = {
            str(name): int(value)
            for name, value in connection.execute(
                text("SELECT name, setting FROM pg_settings WHERE name = ANY(:names)"),
                {"names": ["max_connections", *RESERVED]},
            )
        }
    return found["max_connections"] - sum(found.get(name, 0) for name in RESERVED)
