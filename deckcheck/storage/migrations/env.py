"""Runs migrations on the engine that was handed over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from deckcheck.storage.columns import Moments
from deckcheck.storage.models import Base


def _render(kind: str, thing: Any, _context: AutogenContext) -> str | Literal[False]:
    """Migrations name plain columns, so that a later change of ours cannot change them."""
    return "sa.BigInteger()" if kind == "type" and isinstance(thing, Moments) else False


def _hold_references(connection: Connection, held: bool) -> None:
    """SQLite changes a table by writing it anew; meanwhile what refers to it refers to nothing."""
    if connection.dialect.name == "sqlite":
        raw = connection.connection.dbapi_connection
        assert raw is not None
        raw.execute(f"PRAGMA foreign_keys={'ON' if held else 'OFF'}")


with context.config.attributes["engine"].connect() as connection:
    _hold_references(connection, held=False)
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=_render,
    )
    with context.begin_transaction():
        context.run_migrations()
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise RuntimeError("After the migration a row refers to nothing; nothing was changed.")
    connection.commit()
    _hold_references(connection, held=True)
