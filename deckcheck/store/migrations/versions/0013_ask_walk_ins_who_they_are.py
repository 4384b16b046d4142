"""Ask walk-ins who they are, and take no more of them in an hour than an event expects."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("says_is", sa.String(length=36), nullable=True))
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.add_column(sa.Column("joins_an_hour", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_column("joins_an_hour")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_column("says_is")
