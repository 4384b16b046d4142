"""Keep name, mail, pronouns and consent with each entry; a person only ties entries together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOVED = ("last", "first", "folded", "mail", "pronouns", "stream_ok")
"""What was one person's over all events, and is each event's own now."""


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("entries", schema=None) as batch_op:
        for name in MOVED:
            kind = sa.String(length=40) if name == "stream_ok" else sa.String()
            batch_op.add_column(sa.Column(name, kind, nullable=False, server_default=""))
        batch_op.add_column(sa.Column("forgotten_at", sa.BigInteger(), nullable=True))
        batch_op.create_index(batch_op.f("ix_entries_folded"), ["folded"], unique=False)
    for name in MOVED:
        whose = f"SELECT people.{name} FROM people WHERE people.uid = entries.person"  # noqa: S608
        op.execute(f"UPDATE entries SET {name} = ({whose}) WHERE person IN (SELECT uid FROM people)")  # noqa: S608
    when = (
        "SELECT max(audit.at) FROM audit WHERE audit.event = entries.event AND audit.act = 'entry.forgotten' "
        "AND audit.\"on\" = 'entry:' || entries.number"
    )
    op.execute(f"UPDATE entries SET forgotten_at = coalesce(({when}), made_at) WHERE person IS NULL")  # noqa: S608
    op.execute("DELETE FROM people WHERE uid NOT IN (SELECT person FROM entries WHERE person IS NOT NULL)")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_people_folded"))
        for name in (*MOVED, "external", "forgotten_at"):
            batch_op.drop_column(name)


def downgrade() -> None:
    """Bring the schema back; a person has the name of their first entry."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        for name in (*MOVED, "external"):
            kind = sa.String(length=40) if name == "stream_ok" else sa.String()
            batch_op.add_column(sa.Column(name, kind, nullable=False, server_default=""))
        batch_op.add_column(sa.Column("forgotten_at", sa.BigInteger(), nullable=True))
        batch_op.create_index(batch_op.f("ix_people_folded"), ["folded"], unique=False)
    for name in (*MOVED, "external"):
        first = f"SELECT {name} FROM entries WHERE entries.person = people.uid ORDER BY uid LIMIT 1"  # noqa: S608
        op.execute(f"UPDATE people SET {name} = coalesce(({first}), '')")  # noqa: S608
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_folded"))
        for name in (*MOVED, "forgotten_at"):
            batch_op.drop_column(name)
