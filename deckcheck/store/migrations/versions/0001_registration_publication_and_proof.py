"""Registration, publication and proof."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "accounts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=False),
        sa.Column("may_organize", sa.Boolean(), nullable=False),
        sa.Column("totp_nonce", sa.String(), nullable=False),
        sa.Column("totp_on", sa.Boolean(), nullable=False),
        sa.Column("totp_step", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_accounts")),
        sa.UniqueConstraint("mail", name=op.f("uq_accounts_mail")),
    )
    op.create_table(
        "audit",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("act", sa.String(length=40), nullable=False),
        sa.Column("on", sa.String(), nullable=False),
        sa.Column("from", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_audit")),
        sa.UniqueConstraint("event", "seq", name=op.f("uq_audit_event_seq")),
    )
    op.create_table(
        "audit_texts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_audit_texts")),
        sa.UniqueConstraint("event", "seq", name=op.f("uq_audit_texts_event_seq")),
    )
    op.create_table(
        "events",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("platform", sa.String(length=40), nullable=False),
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("level", sa.String(length=40), nullable=False),
        sa.Column("accepts", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("names_shown", sa.String(length=40), nullable=False),
        sa.Column("digital", sa.Boolean(), nullable=False),
        sa.Column("team_size", sa.Integer(), nullable=False),
        sa.Column("join_code", sa.String(), nullable=True),
        sa.Column("totp_required", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("settings_version", sa.Integer(), nullable=False),
        sa.Column("entry_count", sa.Integer(), nullable=False),
        sa.Column("seal_count", sa.Integer(), nullable=False),
        sa.Column("audit_seq", sa.Integer(), nullable=False),
        sa.Column("audit_head", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_events")),
        sa.UniqueConstraint("join_code", name=op.f("uq_events_join_code")),
        sa.UniqueConstraint("slug", name=op.f("uq_events_slug")),
    )
    op.create_table(
        "instance",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_instance")),
    )
    op.create_table(
        "links",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=36), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_links")),
        sa.UniqueConstraint("hash", name=op.f("uq_links_hash")),
    )
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_links_subject"), ["subject"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("hook", sa.String(length=36), nullable=True),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("gave_up_at", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_event"), ["event"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_next_at"), ["next_at"], unique=False)

    op.create_table(
        "people",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("last", sa.String(), nullable=False),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("pronouns", sa.String(), nullable=False),
        sa.Column("external", sa.String(), nullable=False),
        sa.Column("stream_ok", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("forgotten_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_people")),
    )
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_people_folded"), ["folded"], unique=False)

    op.create_table(
        "sign_ins",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=36), nullable=False),
        sa.Column("link", sa.String(length=36), nullable=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("strong", sa.Boolean(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_sign_ins")),
        sa.UniqueConstraint("hash", name=op.f("uq_sign_ins_hash")),
    )
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_ins_subject"), ["subject"], unique=False)

    op.create_table(
        "throttles",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("window", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_throttles")),
    )
    op.create_table(
        "account_codes",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_account_codes_account_accounts")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_account_codes")),
    )
    with op.batch_alter_table("account_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_codes_account"), ["account"], unique=False)
        batch_op.create_index(batch_op.f("ix_account_codes_hash"), ["hash"], unique=False)

    op.create_table(
        "entries",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=True),
        sa.Column("account", sa.String(length=36), nullable=True),
        sa.Column("team", sa.String(length=36), nullable=True),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("external", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("merged_into", sa.String(length=36), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_rev", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_entries_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_entries")),
        sa.UniqueConstraint("event", "number", name=op.f("uq_entries_event_number")),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_changed_rev"), ["changed_rev"], unique=False)
        batch_op.create_index(batch_op.f("ix_entries_event"), ["event"], unique=False)
        batch_op.create_index(batch_op.f("ix_entries_person"), ["person"], unique=False)
        batch_op.create_index(batch_op.f("ix_entries_team"), ["team"], unique=False)

    op.create_table(
        "event_templates",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_event_templates_account_accounts")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_event_templates")),
    )
    with op.batch_alter_table("event_templates", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_templates_account"), ["account"], unique=False)

    op.create_table(
        "grants",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("from_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_grants_account_accounts")),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_grants_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_grants")),
    )
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_grants_account"), ["account"], unique=False)
        batch_op.create_index(batch_op.f("ix_grants_event"), ["event"], unique=False)

    op.create_table(
        "pairings",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("round_name", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_pairings_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_pairings")),
    )
    with op.batch_alter_table("pairings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pairings_event"), ["event"], unique=False)

    op.create_table(
        "seals",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("root", sa.String(length=64), nullable=False),
        sa.Column("leaves", sa.JSON(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_seals_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_seals")),
        sa.UniqueConstraint("event", "number", name=op.f("uq_seals_event_number")),
    )
    with op.batch_alter_table("seals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seals_event"), ["event"], unique=False)

    op.create_table(
        "stages",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("match", sa.String(length=40), nullable=False),
        sa.Column("lists_from", sa.String(length=36), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("during", sa.String(length=40), nullable=False),
        sa.Column("after", sa.String(length=40), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_stages_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_stages")),
        sa.UniqueConstraint("event", "position", name=op.f("uq_stages_event_position")),
        sa.UniqueConstraint("event", "slug", name=op.f("uq_stages_event_slug")),
    )
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_stages_event"), ["event"], unique=False)

    op.create_table(
        "teams",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_teams_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_teams")),
        sa.UniqueConstraint("event", "name", name=op.f("uq_teams_event_name")),
    )
    with op.batch_alter_table("teams", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teams_event"), ["event"], unique=False)

    op.create_table(
        "tokens",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("prefix", sa.String(), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_tokens_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_event"), ["event"], unique=False)

    op.create_table(
        "webhooks",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("acts", sa.JSON(), nullable=False),
        sa.Column("nonce", sa.String(), nullable=False),
        sa.Column("nonce_before", sa.String(), nullable=False),
        sa.Column("before_until", sa.BigInteger(), nullable=True),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_webhooks_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_webhooks")),
    )
    with op.batch_alter_table("webhooks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_webhooks_event"), ["event"], unique=False)

    op.create_table(
        "lists",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.String(length=36), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("current", sa.String(length=36), nullable=True),
        sa.Column("accepted", sa.String(length=36), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("sent_back_at", sa.BigInteger(), nullable=True),
        sa.Column("sent_back_why", sa.String(), nullable=False),
        sa.Column("sent_count", sa.Integer(), nullable=False),
        sa.Column("before_undo", sa.String(length=40), nullable=False),
        sa.Column("none_salt", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_lists_entry_entries")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_lists_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_lists")),
        sa.UniqueConstraint("stage", "entry", name=op.f("uq_lists_stage_entry")),
    )
    with op.batch_alter_table("lists", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_lists_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_lists_stage"), ["stage"], unique=False)

    op.create_table(
        "publications",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("during", sa.String(length=40), nullable=False),
        sa.Column("after", sa.String(length=40), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_publications_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_publications")),
    )
    with op.batch_alter_table("publications", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_publications_stage"), ["stage"], unique=False)

    op.create_table(
        "stage_members",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("stage", sa.String(length=36), nullable=False),
        sa.Column("entry", sa.String(length=36), nullable=False),
        sa.Column("from_at", sa.BigInteger(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_stage_members_entry_entries")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_stage_members_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_stage_members")),
    )
    with op.batch_alter_table("stage_members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_stage_members_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_stage_members_stage"), ["stage"], unique=False)

    op.create_table(
        "standings",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entry", sa.String(length=36), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_standings_entry_entries")),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_standings_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_standings")),
    )
    with op.batch_alter_table("standings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_standings_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_standings_event"), ["event"], unique=False)

    op.create_table(
        "drafts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["list"], ["lists.uid"], name=op.f("fk_drafts_list_lists")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_drafts")),
    )
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_drafts_list"), ["list"], unique=True)

    op.create_table(
        "submissions",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("arrived", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("leaf", sa.String(length=64), nullable=False),
        sa.Column("anchor", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("minutes_late", sa.Integer(), nullable=True),
        sa.Column("replaces", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["list"], ["lists.uid"], name=op.f("fk_submissions_list_lists")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_submissions")),
        sa.UniqueConstraint("list", "key", name=op.f("uq_submissions_list_key")),
        sa.UniqueConstraint("list", "number", name=op.f("uq_submissions_list_number")),
    )
    with op.batch_alter_table("submissions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_submissions_list"), ["list"], unique=False)

    op.create_table(
        "acceptances",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("submission", sa.String(length=36), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("state_before", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["list"], ["lists.uid"], name=op.f("fk_acceptances_list_lists")),
        sa.ForeignKeyConstraint(
            ["submission"], ["submissions.uid"], name=op.f("fk_acceptances_submission_submissions")
        ),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_acceptances")),
    )
    with op.batch_alter_table("acceptances", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_acceptances_list"), ["list"], unique=False)
        batch_op.create_index(batch_op.f("ix_acceptances_submission"), ["submission"], unique=False)

    op.create_table(
        "reports",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("submission", sa.String(length=36), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.Column("law_digest", sa.String(), nullable=False),
        sa.Column("cards_import", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(length=40), nullable=False),
        sa.Column("main", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["submission"], ["submissions.uid"], name=op.f("fk_reports_submission_submissions")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_reports")),
    )
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reports_submission"), ["submission"], unique=False)

    facts = sa.table("instance", sa.column("name", sa.String), sa.column("value", sa.Text))
    op.bulk_insert(facts, [{"name": "audit_seq", "value": "0"}, {"name": "audit_head", "value": "0" * 64}])


def downgrade() -> None:
    """Bring the schema back."""
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reports_submission"))

    op.drop_table("reports")
    with op.batch_alter_table("acceptances", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_acceptances_submission"))
        batch_op.drop_index(batch_op.f("ix_acceptances_list"))

    op.drop_table("acceptances")
    with op.batch_alter_table("submissions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_submissions_list"))

    op.drop_table("submissions")
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_drafts_list"))

    op.drop_table("drafts")
    with op.batch_alter_table("standings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_standings_event"))
        batch_op.drop_index(batch_op.f("ix_standings_entry"))

    op.drop_table("standings")
    with op.batch_alter_table("stage_members", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_stage_members_stage"))
        batch_op.drop_index(batch_op.f("ix_stage_members_entry"))

    op.drop_table("stage_members")
    with op.batch_alter_table("publications", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_publications_stage"))

    op.drop_table("publications")
    with op.batch_alter_table("lists", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_lists_stage"))
        batch_op.drop_index(batch_op.f("ix_lists_entry"))

    op.drop_table("lists")
    with op.batch_alter_table("webhooks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_webhooks_event"))

    op.drop_table("webhooks")
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tokens_event"))

    op.drop_table("tokens")
    with op.batch_alter_table("teams", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_teams_event"))

    op.drop_table("teams")
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_stages_event"))

    op.drop_table("stages")
    with op.batch_alter_table("seals", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seals_event"))

    op.drop_table("seals")
    with op.batch_alter_table("pairings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pairings_event"))

    op.drop_table("pairings")
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_grants_event"))
        batch_op.drop_index(batch_op.f("ix_grants_account"))

    op.drop_table("grants")
    with op.batch_alter_table("event_templates", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_event_templates_account"))

    op.drop_table("event_templates")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_team"))
        batch_op.drop_index(batch_op.f("ix_entries_person"))
        batch_op.drop_index(batch_op.f("ix_entries_event"))
        batch_op.drop_index(batch_op.f("ix_entries_changed_rev"))

    op.drop_table("entries")
    with op.batch_alter_table("account_codes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_codes_hash"))
        batch_op.drop_index(batch_op.f("ix_account_codes_account"))

    op.drop_table("account_codes")
    op.drop_table("throttles")
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_ins_subject"))

    op.drop_table("sign_ins")
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_people_folded"))

    op.drop_table("people")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_next_at"))
        batch_op.drop_index(batch_op.f("ix_outbox_event"))

    op.drop_table("outbox")
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_links_subject"))

    op.drop_table("links")
    op.drop_table("instance")
    op.drop_table("events")
    op.drop_table("audit_texts")
    op.drop_table("audit")
    op.drop_table("accounts")
