"""Confirm the addresses of accounts, and keep invitations until they are accepted.

Accounts that were made on the command line count as confirmed: the installation's audit names them. Of all others it is
not known who owns their address.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BY_OPERATOR = """
    UPDATE accounts SET confirmed_at = made_at, confirmed_by = 'operator'
    WHERE state = 'open' AND 'account:' || uid IN (
        SELECT "on" FROM audit WHERE event = 'instance' AND act = 'account.made' AND "by" = 'sys'
    )
"""


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("confirmed_at", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("confirmed_by", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("claimed_mail", sa.String(), nullable=False, server_default=""))
    with op.batch_alter_table("account_codes", schema=None) as batch_op:
        batch_op.add_column(sa.Column("mailed", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("mail", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "invitations",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("mailed", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_invitations_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_invitations")),
        sa.UniqueConstraint("hash", name=op.f("uq_invitations_hash")),
    )
    op.create_index(op.f("ix_invitations_event"), "invitations", ["event"])
    op.execute(BY_OPERATOR)


def downgrade() -> None:
    """Bring the schema back."""
    op.drop_index(op.f("ix_invitations_event"), table_name="invitations")
    op.drop_table("invitations")
    with op.batch_alter_table("account_codes", schema=None) as batch_op:
        batch_op.drop_column("mail")
        batch_op.drop_column("mailed")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_column("claimed_mail")
        batch_op.drop_column("confirmed_by")
        batch_op.drop_column("confirmed_at")
