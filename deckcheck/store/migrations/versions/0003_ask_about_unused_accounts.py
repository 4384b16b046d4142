"""Ask about unused accounts, and find what waits to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WAITS = sa.text("done_at IS NULL AND gave_up_at IS NULL")


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("asked_at", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_next_at"))
        batch_op.create_index(
            "ix_outbox_waiting", ["kind", "next_at"], unique=False, sqlite_where=WAITS, postgresql_where=WAITS
        )


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_waiting", sqlite_where=WAITS, postgresql_where=WAITS)
        batch_op.create_index(batch_op.f("ix_outbox_next_at"), ["next_at"], unique=False)

    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_column("asked_at")
