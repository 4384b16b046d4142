"""The connection to a database, and its faults: which pass by themselves, which leave it open whether a write was kept.

SQLite takes the write lock at the start of a write, PostgreSQL waits ten seconds.
"""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

WAIT_MS: Final = 10_000
"""How long a write may wait for another, on both databases."""
CONNECTIONS: Final = 10
"""So many a process may hold to PostgreSQL where nothing else is set."""
KEPT: Final = 5
"""So many of them stay open while nobody uses them."""
PRAGMAS: Final = (f"busy_timeout={WAIT_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""FULL, since with NORMAL a power cut takes lists whose receipt was shown."""


def make_engine(url: str, connections: int = CONNECTIONS) -> Engine:
    """An engine with the write settings that lose no update; never shared over a fork. What it logs names no values."""
    return _sqlite(url) if url.startswith("sqlite") else _postgres(url, connections)


def _postgres(url: str, connections: int) -> Engine:
    options = f"-c lock_timeout={WAIT_MS} -c timezone=UTC -c synchronous_commit=on"
    return create_engine(
        url.replace("postgresql://", "postgresql+psycopg://", 1),
        pool_pre_ping=True,
        hide_parameters=True,
        pool_size=min(KEPT, connections),
        max_overflow=max(0, connections - KEPT),
        pool_timeout=WAIT_MS / 1000,
        connect_args={"options": options, "connect_timeout": WAIT_MS // 1000},
    )


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": WAIT_MS / 1000})

    @event.listens_for(engine, "connect")
    def _connect(dbapi: Any, _record: Any) -> None:
        dbapi.isolation_level = None  # The driver must not start transactions itself.
        for pragma in PRAGMAS:
            _set(dbapi, pragma)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        read_only = connection.get_execution_options().get("read_only")
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


def _set(dbapi: Any, pragma: str) -> None:
    """Set a pragma. SQLite does not wait by itself where two turn on the write-ahead log at the same moment."""
    until = time.monotonic() + WAIT_MS / 1000
    while True:
        try:
            dbapi.execute("PRAGMA " + pragma)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


PASSING: Final = ("08", "28", "3D", "40", "53", "57", "58", "XX")
"""Classes of SQLSTATE: connection, sign-in, no such database, conflict, resources, operator, system, corruption."""
PASSING_STATES: Final = frozenset({"25006", "25P03", "25P04", "55P03"})
"""A server that only reads, a transaction that idled for too long, a lock that was not free in time."""
OURS: Final = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE})
"""SQLite's codes for a statement that is wrong; all others say that the file cannot be used now."""
CUT_OFF: Final = ("08", "57P")


def passes(error: SQLAlchemyError) -> bool:
    """Whether the database is in trouble, so that the same request may succeed later; else the request is at fault."""
    if isinstance(error, NoneFree):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    if (code := _sqlite_code(error)) is not None:
        return code not in OURS
    state = _state(error)
    if state is None:
        return isinstance(error, OperationalError | InterfaceError)
    return state.startswith(PASSING) or state in PASSING_STATES


def leaves_open(error: SQLAlchemyError) -> bool:
    """Whether a commit that ended so may have been kept: the answer was cut off, or the disk failed in the middle."""
    if not isinstance(error, DBAPIError):
        return False
    if (code := _sqlite_code(error)) is not None:
        return code == sqlite3.SQLITE_IOERR
    state = _state(error)
    return error.connection_invalidated or state is None or state.startswith(CUT_OFF)


def _sqlite_code(error: DBAPIError) -> int | None:
    """SQLite's own number without its particulars; none for other databases, and for what its driver refused itself."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _state(error: DBAPIError) -> str | None:
    state = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None
