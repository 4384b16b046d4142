"""Hold a failing webhook on its own row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("webhooks", schema=None) as batch_op:
        batch_op.add_column(sa.Column("held_until", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("webhooks", schema=None) as batch_op:
        batch_op.drop_column("held_until")
