"""Know which page a draft was typed in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("tab", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.drop_column("turn")
        batch_op.drop_column("tab")
