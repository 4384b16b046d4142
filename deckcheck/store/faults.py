"""Which faults of a database pass by themselves, which leave open whether a write was kept, and which are ours."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

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
