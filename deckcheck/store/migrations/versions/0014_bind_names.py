"""Bind the names of players in the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up; names that were given before are bound once they are given anew."""
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("named", sa.String(), nullable=False, server_default=""))
    # Of a database that was at this release before and went back, the audit knows.
    if op.get_bind().scalar(sa.text("SELECT 1 FROM audit WHERE act = 'entry.named' LIMIT 1")):
        last = (
            "SELECT audit.\"to\" FROM audit WHERE audit.event = entries.event AND audit.act = 'entry.named' "
            "AND audit.\"on\" = 'entry:' || entries.number ORDER BY audit.seq DESC LIMIT 1"
        )
        op.execute(f"UPDATE entries SET named = coalesce(({last}), '')")  # noqa: S608


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_column("named")
