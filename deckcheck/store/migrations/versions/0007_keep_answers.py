"""Keep the answers to the questions about a list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    for table in ("drafts", "submissions"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("answers", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    """Bring the schema back."""
    for table in ("submissions", "drafts"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("answers")
