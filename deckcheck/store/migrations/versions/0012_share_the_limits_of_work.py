"""Share the limits of work."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "work_done",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_work_done")),
    )
    op.create_index(op.f("ix_work_done_at"), "work_done", ["at"])


def downgrade() -> None:
    """Bring the schema back."""
    op.drop_index(op.f("ix_work_done_at"), table_name="work_done")
    op.drop_table("work_done")
