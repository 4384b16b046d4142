"""Register pools: what a stage registers, the pools with their versions, and what was counted so far."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("pools", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("pool_sets", sa.JSON(), nullable=False, server_default="[]"))
        batch_op.add_column(sa.Column("pool_size", sa.Integer(), nullable=True))

    op.create_table(
        "pools",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.String(length=36), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("counter", sa.String(length=36), nullable=True),
        sa.Column("current", sa.String(length=36), nullable=True),
        sa.Column("confirmed", sa.String(length=36), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("version_count", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["counter"], ["entries.uid"], name=op.f("fk_pools_counter_entries")),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_pools_entry_entries")),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_pools_event_events")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_pools_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_pools")),
        sa.UniqueConstraint("stage", "entry", name=op.f("uq_pools_stage_entry")),
    )
    with op.batch_alter_table("pools", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pools_counter"), ["counter"], unique=False)
        batch_op.create_index(batch_op.f("ix_pools_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_pools_event"), ["event"], unique=False)
        batch_op.create_index(batch_op.f("ix_pools_stage"), ["stage"], unique=False)

    op.create_table(
        "pool_versions",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("pool", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["pool"], ["pools.uid"], name=op.f("fk_pool_versions_pool_pools")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_pool_versions")),
        sa.UniqueConstraint("pool", "key", name=op.f("uq_pool_versions_pool_key")),
        sa.UniqueConstraint("pool", "number", name=op.f("uq_pool_versions_pool_number")),
    )
    with op.batch_alter_table("pool_versions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pool_versions_pool"), ["pool"], unique=False)

    op.create_table(
        "pool_counts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("pool", sa.String(length=36), nullable=False),
        sa.Column("counter", sa.String(length=36), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tab", sa.String(length=40), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["counter"], ["entries.uid"], name=op.f("fk_pool_counts_counter_entries")),
        sa.ForeignKeyConstraint(["pool"], ["pools.uid"], name=op.f("fk_pool_counts_pool_pools")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_pool_counts")),
        sa.UniqueConstraint("pool", "counter", name=op.f("uq_pool_counts_pool_counter")),
    )
    with op.batch_alter_table("pool_counts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pool_counts_counter"), ["counter"], unique=False)
        batch_op.create_index(batch_op.f("ix_pool_counts_pool"), ["pool"], unique=False)


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("pool_counts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pool_counts_pool"))
        batch_op.drop_index(batch_op.f("ix_pool_counts_counter"))

    op.drop_table("pool_counts")
    with op.batch_alter_table("pool_versions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pool_versions_pool"))

    op.drop_table("pool_versions")
    with op.batch_alter_table("pools", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pools_stage"))
        batch_op.drop_index(batch_op.f("ix_pools_event"))
        batch_op.drop_index(batch_op.f("ix_pools_entry"))
        batch_op.drop_index(batch_op.f("ix_pools_counter"))

    op.drop_table("pools")
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.drop_column("pool_size")
        batch_op.drop_column("pool_sets")
        batch_op.drop_column("pools")
