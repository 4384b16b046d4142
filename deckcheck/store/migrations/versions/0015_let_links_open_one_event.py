"""Let links open one event: the one whose audit has them issued, else that of the last entry before them.

Sign-ins follow their links.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

MADE = "SELECT uid FROM entries WHERE person = links.subject"
_LAST = f"{MADE} AND made_at <= links.at ORDER BY made_at DESC, uid DESC LIMIT 1"
_FIRST = f"{MADE} ORDER BY made_at, uid LIMIT 1"
ISSUED = (
    "SELECT links.uid, min(entries.uid) FROM audit "
    'JOIN links ON links.at = audit.at AND links."by" = audit."by" '
    "JOIN entries ON entries.person = links.subject AND entries.event = audit.event "
    "AND audit.\"on\" = 'entry:' || entries.number "
    "WHERE links.scope = 'person' AND audit.act IN ('link.issued', 'entry.added') "
    "GROUP BY links.uid HAVING count(DISTINCT entries.uid) = 1"
)
_OPENED = "SELECT links.subject FROM links WHERE links.uid = sign_ins.link AND links.scope = 'entry'"


def upgrade() -> None:
    """Bring the schema up."""
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.add_column(sa.Column("way", sa.String(length=40), nullable=False, server_default="shown"))
        batch_op.add_column(sa.Column("cut", sa.String(length=36), nullable=True))
        batch_op.create_index(batch_op.f("ix_links_cut"), ["cut"], unique=False)
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("acted_as", sa.String(length=36), nullable=True))
        batch_op.create_index(batch_op.f("ix_entries_acted_as"), ["acted_as"], unique=False)
    op.execute("UPDATE entries SET acted_as = person")
    op.execute("UPDATE links SET way = 'own' WHERE \"by\" LIKE 'person:%'")
    op.execute("UPDATE links SET way = 'code' WHERE \"by\" = 'stranger'")
    # Whoever issued a link in one event of a person's is let into that one, be another entry of theirs newer.
    for link, entry in op.get_bind().execute(sa.text(ISSUED)).all():
        known = sa.text("UPDATE links SET scope = 'entry', subject = :entry WHERE uid = :link")
        op.execute(known.bindparams(entry=entry, link=link))
    op.execute(
        f"UPDATE links SET scope = 'entry', subject = coalesce(({_LAST}), ({_FIRST})) "  # noqa: S608
        f"WHERE scope = 'person' AND subject IN (SELECT person FROM entries WHERE person IS NOT NULL)"
    )
    op.execute(
        f"UPDATE sign_ins SET kind = 'entry', subject = ({_OPENED}) "  # noqa: S608
        f"WHERE kind = 'person' AND EXISTS ({_OPENED})"
    )
    op.execute("UPDATE sign_ins SET ended_at = used_at WHERE kind = 'person' AND ended_at IS NULL")
    op.execute("DELETE FROM links WHERE scope = 'person'")


def downgrade() -> None:
    """Bring the schema back: a link opens all that its player tied together."""
    whose = "SELECT person FROM entries WHERE entries.uid = subject"
    for table, column in (("links", "scope"), ("sign_ins", "kind")):
        op.execute(f"UPDATE {table} SET {column} = 'person', subject = ({whose}) WHERE {column} = 'entry'")  # noqa: S608
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_acted_as"))
        batch_op.drop_column("acted_as")
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_links_cut"))
        batch_op.drop_column("cut")
        batch_op.drop_column("way")
