"""Lay lists out as the event says."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("list_order", sa.String(length=40), nullable=False, server_default="mana-value"))
        batch_op.add_column(sa.Column("lands_order", sa.String(length=40), nullable=False, server_default="last"))


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_column("lands_order")
        batch_op.drop_column("list_order")
