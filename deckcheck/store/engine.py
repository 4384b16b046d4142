"""The connection to a database: SQLite takes the write lock at the start of a write, PostgreSQL waits ten seconds."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event

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
