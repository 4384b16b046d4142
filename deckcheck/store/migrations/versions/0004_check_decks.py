"""Check decks: draws, checks with their judges and taps, and what is added to a record."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "draws",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("drawn", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_draws_event_events")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_draws_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_draws")),
    )
    with op.batch_alter_table("draws", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_draws_event"), ["event"], unique=False)
        batch_op.create_index(batch_op.f("ix_draws_stage"), ["stage"], unique=False)

    op.create_table(
        "deck_checks",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("submission", sa.String(length=36), nullable=False),
        sa.Column("list_version", sa.Integer(), nullable=False),
        sa.Column("leaf", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("place", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("game_number", sa.Integer(), nullable=False),
        sa.Column("boarded", sa.Boolean(), nullable=False),
        sa.Column("how", sa.String(length=40), nullable=False),
        sa.Column("draw", sa.String(length=36), nullable=True),
        sa.Column("opponents", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("result", sa.String(length=40), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("pauses", sa.JSON(), nullable=False),
        sa.Column("given_back_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("kept_order", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("decided", sa.JSON(), nullable=False),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_deck_checks_entry_entries")),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_deck_checks_event_events")),
        sa.ForeignKeyConstraint(["list"], ["lists.uid"], name=op.f("fk_deck_checks_list_lists")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_deck_checks_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_deck_checks")),
    )
    with op.batch_alter_table("deck_checks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deck_checks_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_deck_checks_event"), ["event"], unique=False)
        batch_op.create_index(batch_op.f("ix_deck_checks_list"), ["list"], unique=False)
        batch_op.create_index(
            "ix_deck_checks_open",
            ["list"],
            unique=True,
            sqlite_where=sa.text("state = 'begun'"),
            postgresql_where=sa.text("state = 'begun'"),
        )
        batch_op.create_index(batch_op.f("ix_deck_checks_stage"), ["stage"], unique=False)

    op.create_table(
        "check_amendments",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("check", sa.String(length=36), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["check"], ["deck_checks.uid"], name=op.f("fk_check_amendments_check_deck_checks")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_check_amendments")),
    )
    with op.batch_alter_table("check_amendments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_check_amendments_check"), ["check"], unique=False)

    op.create_table(
        "check_judges",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("check", sa.String(length=36), nullable=False),
        sa.Column("judge", sa.String(length=60), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["check"], ["deck_checks.uid"], name=op.f("fk_check_judges_check_deck_checks")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_check_judges")),
        sa.UniqueConstraint("check", "judge", name=op.f("uq_check_judges_check_judge")),
    )
    with op.batch_alter_table("check_judges", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_check_judges_check"), ["check"], unique=False)

    op.create_table(
        "check_ticks",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("check", sa.String(length=36), nullable=False),
        sa.Column("op", sa.String(length=36), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("judge", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("row", sa.String(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("arrived", sa.BigInteger(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["check"], ["deck_checks.uid"], name=op.f("fk_check_ticks_check_deck_checks")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_check_ticks")),
        sa.UniqueConstraint("check", "op", name=op.f("uq_check_ticks_check_op")),
    )
    with op.batch_alter_table("check_ticks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_check_ticks_check"), ["check"], unique=False)


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("check_ticks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_check_ticks_check"))

    op.drop_table("check_ticks")
    with op.batch_alter_table("check_judges", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_check_judges_check"))

    op.drop_table("check_judges")
    with op.batch_alter_table("check_amendments", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_check_amendments_check"))

    op.drop_table("check_amendments")
    with op.batch_alter_table("deck_checks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deck_checks_stage"))
        batch_op.drop_index(
            "ix_deck_checks_open", sqlite_where=sa.text("state = 'begun'"), postgresql_where=sa.text("state = 'begun'")
        )
        batch_op.drop_index(batch_op.f("ix_deck_checks_list"))
        batch_op.drop_index(batch_op.f("ix_deck_checks_event"))
        batch_op.drop_index(batch_op.f("ix_deck_checks_entry"))

    op.drop_table("deck_checks")
    with op.batch_alter_table("draws", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_draws_stage"))
        batch_op.drop_index(batch_op.f("ix_draws_event"))

    op.drop_table("draws")
