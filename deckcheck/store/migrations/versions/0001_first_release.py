"""The schema of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    "law_entries",
    "data_updates",
    "update_runs",
    "data_revision",
    "reports",
    "check_ticks",
    "check_judges",
    "check_amendments",
    "acceptances",
    "submissions",
    "pool_versions",
    "pool_counts",
    "drafts",
    "deck_checks",
    "standings",
    "stage_members",
    "publications",
    "pools",
    "lists",
    "draws",
    "webhooks",
    "tokens",
    "teams",
    "stages",
    "seals",
    "pairings",
    "invitations",
    "grants",
    "format_versions",
    "account_formats",
    "event_templates",
    "entries",
    "devices",
    "account_codes",
    "work_done",
    "throttles",
    "sign_ins",
    "people",
    "outbox",
    "links",
    "instance",
    "events",
    "audit_texts",
    "audit",
    "accounts",
)
"""In the order in which none that is dropped is still referred to."""


def upgrade() -> None:
    """Bring the schema up."""
    op.create_table(
        "accounts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=False),
        sa.Column("may_organize", sa.Boolean(), nullable=False),
        sa.Column("operates", sa.Boolean(), nullable=False),
        sa.Column("totp_nonce", sa.String(), nullable=False),
        sa.Column("totp_on", sa.Boolean(), nullable=False),
        sa.Column("totp_step", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("confirmed_by", sa.String(length=40), nullable=False),
        sa.Column("claimed_mail", sa.String(), nullable=False),
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
        sa.Column("premier", sa.Boolean(), nullable=False),
        sa.Column("continuous", sa.String(length=40), nullable=False),
        sa.Column("accepts", sa.String(length=40), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("names_shown", sa.String(length=40), nullable=False),
        sa.Column("search_engines", sa.String(length=40), nullable=False),
        sa.Column("list_order", sa.String(length=40), nullable=False),
        sa.Column("lands_order", sa.String(length=40), nullable=False),
        sa.Column("paper", sa.String(length=40), nullable=False),
        sa.Column("digital", sa.Boolean(), nullable=False),
        sa.Column("team_size", sa.Integer(), nullable=False),
        sa.Column("seat_formats", sa.JSON(), nullable=False),
        sa.Column("unified", sa.Boolean(), nullable=False),
        sa.Column("team_pools", sa.Boolean(), nullable=False),
        sa.Column("joins_an_hour", sa.Integer(), nullable=False),
        sa.Column("join_code", sa.String(), nullable=True),
        sa.Column("totp_required", sa.Boolean(), nullable=False),
        sa.Column("birth_dates", sa.Boolean(), nullable=False),
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
        sa.Column("way", sa.String(length=40), nullable=False),
        sa.Column("cut", sa.String(length=36), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_links")),
        sa.UniqueConstraint("hash", name=op.f("uq_links_hash")),
    )
    op.create_index(op.f("ix_links_cut"), "links", ["cut"])
    op.create_index(op.f("ix_links_subject"), "links", ["subject"])
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
    op.create_index(op.f("ix_outbox_event"), "outbox", ["event"])
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["kind", "next_at"],
        sqlite_where=sa.text("done_at IS NULL AND gave_up_at IS NULL"),
        postgresql_where=sa.text("done_at IS NULL AND gave_up_at IS NULL"),
    )
    op.create_table(
        "people",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_people")),
    )
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
    op.create_index(op.f("ix_sign_ins_subject"), "sign_ins", ["subject"])
    op.create_table(
        "throttles",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("window", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_throttles")),
    )
    op.create_table(
        "work_done",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_work_done")),
    )
    op.create_index(op.f("ix_work_done_at"), "work_done", ["at"])
    op.create_table(
        "account_codes",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("mailed", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_account_codes_account_accounts")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_account_codes")),
    )
    op.create_index(op.f("ix_account_codes_account"), "account_codes", ["account"])
    op.create_index(op.f("ix_account_codes_hash"), "account_codes", ["hash"])
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
    op.create_table(
        "entries",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=36), nullable=True),
        sa.Column("last", sa.String(), nullable=False),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("mail", sa.String(), nullable=False),
        sa.Column("pronouns", sa.String(), nullable=False),
        sa.Column("stream_ok", sa.String(length=40), nullable=False),
        sa.Column("division", sa.String(length=40), nullable=False),
        sa.Column("born", sa.String(length=40), nullable=False),
        sa.Column("forgotten_at", sa.BigInteger(), nullable=True),
        sa.Column("named", sa.String(), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=True),
        sa.Column("team", sa.String(length=36), nullable=True),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("external", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("merged_into", sa.String(length=36), nullable=True),
        sa.Column("says_is", sa.String(length=36), nullable=True),
        sa.Column("apart", sa.JSON(), nullable=False),
        sa.Column("join_key", sa.String(), nullable=False),
        sa.Column("language", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_rev", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_entries_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_entries")),
        sa.UniqueConstraint("event", "number", name=op.f("uq_entries_event_number")),
    )
    op.create_index(op.f("ix_entries_changed_rev"), "entries", ["changed_rev"])
    op.create_index(op.f("ix_entries_event"), "entries", ["event"])
    op.create_index(op.f("ix_entries_folded"), "entries", ["folded"])
    op.create_index(op.f("ix_entries_person"), "entries", ["person"])
    op.create_index(op.f("ix_entries_team"), "entries", ["team"])
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
    op.create_index(op.f("ix_event_templates_account"), "event_templates", ["account"])
    op.create_table(
        "account_formats",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("account", sa.String(length=36), nullable=False),
        sa.Column("handle", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("retired_at", sa.BigInteger(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.uid"], name=op.f("fk_account_formats_account_accounts")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_account_formats")),
        sa.UniqueConstraint("handle", name=op.f("uq_account_formats_handle")),
    )
    op.create_index(op.f("ix_account_formats_account"), "account_formats", ["account"])
    op.create_table(
        "format_versions",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("format", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["format"], ["account_formats.uid"], name=op.f("fk_format_versions_format_account_formats")
        ),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_format_versions")),
        sa.UniqueConstraint("format", "number", name=op.f("uq_format_versions_format_number")),
        sa.UniqueConstraint("id", name=op.f("uq_format_versions_id")),
    )
    op.create_index(op.f("ix_format_versions_format"), "format_versions", ["format"])
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
    op.create_index(op.f("ix_grants_account"), "grants", ["account"])
    op.create_index(op.f("ix_grants_event"), "grants", ["event"])
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
    op.create_index(op.f("ix_pairings_event"), "pairings", ["event"])
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
    op.create_index(op.f("ix_seals_event"), "seals", ["event"])
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
        sa.Column("pools", sa.String(length=40), nullable=False),
        sa.Column("pool_sets", sa.JSON(), nullable=False),
        sa.Column("pool_size", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_stages_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_stages")),
        sa.UniqueConstraint("event", "position", name=op.f("uq_stages_event_position")),
        sa.UniqueConstraint("event", "slug", name=op.f("uq_stages_event_slug")),
    )
    op.create_index(op.f("ix_stages_event"), "stages", ["event"])
    op.create_table(
        "teams",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("event", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_teams_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_teams")),
        sa.UniqueConstraint("event", "name", name=op.f("uq_teams_event_name")),
    )
    op.create_index(op.f("ix_teams_event"), "teams", ["event"])
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
    op.create_index(op.f("ix_tokens_event"), "tokens", ["event"])
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
        sa.Column("held_until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event"], ["events.uid"], name=op.f("fk_webhooks_event_events")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("ix_webhooks_event"), "webhooks", ["event"])
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
    op.create_index(op.f("ix_draws_event"), "draws", ["event"])
    op.create_index(op.f("ix_draws_stage"), "draws", ["stage"])
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
        sa.Column("name_hidden", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["entries.uid"], name=op.f("fk_lists_entry_entries")),
        sa.ForeignKeyConstraint(["stage"], ["stages.uid"], name=op.f("fk_lists_stage_stages")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_lists")),
        sa.UniqueConstraint("stage", "entry", name=op.f("uq_lists_stage_entry")),
    )
    op.create_index(op.f("ix_lists_entry"), "lists", ["entry"])
    op.create_index(op.f("ix_lists_stage"), "lists", ["stage"])
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
    op.create_index(op.f("ix_pools_counter"), "pools", ["counter"])
    op.create_index(op.f("ix_pools_entry"), "pools", ["entry"])
    op.create_index(op.f("ix_pools_event"), "pools", ["event"])
    op.create_index(op.f("ix_pools_stage"), "pools", ["stage"])
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
    op.create_index(op.f("ix_publications_stage"), "publications", ["stage"])
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
    op.create_index(op.f("ix_stage_members_entry"), "stage_members", ["entry"])
    op.create_index(op.f("ix_stage_members_stage"), "stage_members", ["stage"])
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
    op.create_index(op.f("ix_standings_entry"), "standings", ["entry"])
    op.create_index(op.f("ix_standings_event"), "standings", ["event"])
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
    op.create_index(op.f("ix_deck_checks_entry"), "deck_checks", ["entry"])
    op.create_index(op.f("ix_deck_checks_event"), "deck_checks", ["event"])
    op.create_index(op.f("ix_deck_checks_list"), "deck_checks", ["list"])
    op.create_index(
        "ix_deck_checks_open",
        "deck_checks",
        ["list"],
        unique=True,
        sqlite_where=sa.text("state = 'begun'"),
        postgresql_where=sa.text("state = 'begun'"),
    )
    op.create_index(op.f("ix_deck_checks_stage"), "deck_checks", ["stage"])
    op.create_table(
        "drafts",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("deck", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("tab", sa.String(length=40), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["list"], ["lists.uid"], name=op.f("fk_drafts_list_lists")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_drafts")),
    )
    op.create_index(op.f("ix_drafts_list"), "drafts", ["list"], unique=True)
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
    op.create_index(op.f("ix_pool_counts_counter"), "pool_counts", ["counter"])
    op.create_index(op.f("ix_pool_counts_pool"), "pool_counts", ["pool"])
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
    op.create_index(op.f("ix_pool_versions_pool"), "pool_versions", ["pool"])
    op.create_table(
        "submissions",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("list", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("arrived", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
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
    op.create_index(op.f("ix_submissions_list"), "submissions", ["list"])
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
    op.create_index(op.f("ix_acceptances_list"), "acceptances", ["list"])
    op.create_index(op.f("ix_acceptances_submission"), "acceptances", ["submission"])
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
    op.create_index(op.f("ix_check_amendments_check"), "check_amendments", ["check"])
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
    op.create_index(op.f("ix_check_judges_check"), "check_judges", ["check"])
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
    op.create_index(op.f("ix_check_ticks_check"), "check_ticks", ["check"])
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
    op.create_index(op.f("ix_reports_submission"), "reports", ["submission"])
    op.create_table(
        "update_runs",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
        sa.Column("doing", sa.String(), nullable=False),
        sa.Column("share", sa.Double(), nullable=False),
        sa.Column("stop", sa.Boolean(), nullable=False),
        sa.Column("brought", sa.Boolean(), nullable=False),
        sa.Column("told", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_update_runs")),
    )
    op.create_table(
        "data_revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rechecked", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_data_revision")),
    )
    op.create_table(
        "data_updates",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("applied_at", sa.BigInteger(), nullable=True),
        sa.Column("applied_by", sa.String(length=60), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("rolled_back_at", sa.BigInteger(), nullable=True),
        sa.Column("rolled_back_by", sa.String(length=60), nullable=True),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("catalogue", sa.LargeBinary(), nullable=True),
        sa.Column("statuses", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_data_updates")),
    )
    op.create_index(op.f("ix_data_updates_game"), "data_updates", ["game"])
    op.create_table(
        "law_entries",
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("update", sa.String(length=36), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.Column("withdrawn_by", sa.String(length=60), nullable=True),
        sa.Column("withdrawn_why", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["update"], ["data_updates.uid"], name=op.f("fk_law_entries_update_data_updates")),
        sa.PrimaryKeyConstraint("uid", name=op.f("pk_law_entries")),
    )
    op.create_index(op.f("ix_law_entries_update"), "law_entries", ["update"])
    facts = sa.table("instance", sa.column("name", sa.String), sa.column("value", sa.Text))
    op.bulk_insert(facts, [{"name": "audit_seq", "value": "0"}, {"name": "audit_head", "value": "0" * 64}])
    numbers = (sa.column(name, sa.Integer) for name in ("id", "number", "rechecked"))
    op.bulk_insert(sa.table("data_revision", *numbers), [{"id": 1, "number": 0, "rechecked": 0}])


def downgrade() -> None:
    """Bring the schema back."""
    for table in TABLES:
        op.drop_table(table)
