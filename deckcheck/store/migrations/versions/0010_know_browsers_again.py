"""Know browsers again that have signed in to an account before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "devices",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_devices_account_accounts")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_devices")),
        sa.UniqueConstraint("hash", name=op.f("uq_devices_hash")),
    )
    op.create_index(op.f("ix_devices_account"), "devices", ["account"])


def downgrade() -> None:
    """Bring the schema back."""
    op.drop_index(op.f("ix_devices_account"), table_name="devices")
    op.drop_table("devices")
