"""Runs migrations on the engine that was handed over."""

from __future__ import annotations

from typing import Any, Final, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from deckcheck.store.columns import Choice, Moments
from deckcheck.store.engine import WAIT_MS
from deckcheck.store.models import Base

LOCK: Final = 0x6465636B
"""The advisory lock on PostgreSQL under which the schema is brought up ("deck")."""
WAIT_FOR_OTHERS_MS: Final = 600_000
"""So long one that comes second waits for the first, whose migration may have much to write anew."""


def _render(kind: str, thing: Any, _context: AutogenContext) -> str | Literal[False]:
    """Migrations name plain columns, so that a later change of ours cannot change them."""
    if kind == "type" and isinstance(thing, Choice):
        return "sa.String(length=40)"
    return "sa.BigInteger()" if kind == "type" and isinstance(thing, Moments) else False


def _hold_references(connection: Connection, held: bool) -> None:
    """SQLite changes a table by writing it anew; meanwhile what refers to it refers to nothing."""
    if connection.dialect.name == "sqlite":
        raw = connection.connection.dbapi_connection
        assert raw is not None
        raw.execute(f"PRAGMA foreign_keys={'ON' if held else 'OFF'}")


def _one_at_a_time(connection: Connection) -> None:
    """Of several that bring one database up at once the others wait, and then find it done."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {WAIT_FOR_OTHERS_MS}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {WAIT_MS}")


def _wait_long(connection: Connection, is_long: bool) -> None:
    """SQLite's write lock is taken by the first statement; here it may be another's for long."""
    if connection.dialect.name == "sqlite":
        raw = connection.connection.dbapi_connection
        assert raw is not None
        raw.execute(f"PRAGMA busy_timeout={WAIT_FOR_OTHERS_MS if is_long else WAIT_MS}")


with context.config.attributes["engine"].connect() as connection:
    _wait_long(connection, is_long=True)
    _hold_references(connection, held=False)
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=_render,
    )
    with context.begin_transaction():
        _one_at_a_time(connection)
        context.run_migrations()
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise RuntimeError("After the migration a row refers to nothing; nothing was changed.")
    connection.commit()
    _hold_references(connection, held=True)
    _wait_long(connection, is_long=False)
