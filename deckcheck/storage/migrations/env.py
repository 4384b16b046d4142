"""Runs migrations on the engine that was handed over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from deckcheck.storage.columns import Moments
from deckcheck.storage.models import Base


def _render(kind: str, thing: Any, _context: AutogenContext) -> str | Literal[False]:
    """Migrations name plain columns, so that a later change of ours cannot change them."""
    return "sa.BigInteger()" if kind == "type" and isinstance(thing, Moments) else False


with context.config.attributes["engine"].connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=_render,
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
