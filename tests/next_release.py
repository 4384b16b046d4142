"""An invented later release with a migration of its own, so that databases of this one are of the release before."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from deckcheck.store import usable

NEXT: Final = "0002"
MIGRATION: Final = '''"""Keep the colour of sleeves."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entries") as batch_op:
        batch_op.add_column(sa.Column("sleeves", sa.String(length=40), nullable=False, server_default=""))
        batch_op.drop_index("ix_entries_changed_rev")
        batch_op.create_index("ix_entries_sleeves", ["sleeves", "changed_rev"])
    op.create_table(
        "sleeves",
        sa.Column("uid", sa.String(length=36), primary_key=True),
        sa.Column("event", sa.String(length=36), sa.ForeignKey("events.uid", name="fk_sleeves_event_events")),
    )
    op.execute("INSERT INTO sleeves (uid, event) SELECT uid, uid FROM events")
    op.execute("UPDATE entries SET sleeves = 'black' WHERE number = 1")


def downgrade() -> None:
    op.drop_table("sleeves")
    with op.batch_alter_table("entries") as batch_op:
        batch_op.drop_index("ix_entries_sleeves")
        batch_op.create_index("ix_entries_changed_rev", ["changed_rev"])
        batch_op.drop_column("sleeves")
'''
"""It does what migrations do: a table written anew on SQLite, an index, a table, and rows that follow from others."""


def install_next_release(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """From here on this is the next release: it brings a database of ours up."""
    copy = folder / "migrations"
    shutil.copytree(usable.MIGRATIONS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "versions" / f"{NEXT}_keep_the_colour_of_sleeves.py").write_text(MIGRATION)
    patch.setattr(usable, "MIGRATIONS", copy)
