"""How many connections a PostgreSQL server has for us."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from deckcheck.store.store import Store

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
