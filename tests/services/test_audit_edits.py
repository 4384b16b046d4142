"""Every single edit of a copy of the database is found: each column of each row, each row taken away or added.

What is knowingly outside is listed here with its reason, and the list is held to be neither longer nor shorter than
what is in fact not found.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.services.audit_checks import check_event, check_instance
from deckcheck.services.desk import Desk
from deckcheck.storage.models import Base
from deckcheck.storage.shelves import events
from deckcheck.storage.store import Store
from tests.desks import Clock, desk_on
from tests.histories import a_full_history
from tests.pools import register_pools

NAMES: Final = "names are no part of the proof, so that a person can be forgotten"
COUNTER: Final = "counts changes for programs and for two who edit at once; nothing is decided by it"
USED: Final = "when something was used last"
NOTE: Final = "a free text about a player, which goes in time; what was found and decided is bound"
KEY: Final = "the key of a row that nothing refers to; the row is known by event and number"
OUTSIDE: Final = {
    ("events", "revision"): COUNTER,
    ("events", "settings_version"): COUNTER,
    ("events", "last_at"): "only keeps time from running backwards",
    ("events", "join_code"): "shown in the hall, changed at will, adds an unconfirmed entry and opens nothing",
    ("stages", "version"): COUNTER,
    ("entries", "version"): COUNTER,
    ("entries", "changed_rev"): COUNTER,
    **{("entries", name): NAMES for name in ("external", "last", "first", "folded", "mail", "pronouns", "stream_ok")},
    ("entries", "forgotten_at"): "whoever was forgotten has no person, and that is bound",
    ("entries", "place"): "where somebody sits, as the pairing program said last",
    ("lists", "version"): COUNTER,
    ("tokens", "used_at"): USED,
    ("deck_checks", "version"): COUNTER,
    ("deck_checks", "why"): NOTE,
    ("deck_checks", "note"): NOTE,
    ("check_amendments", "text"): NOTE,
    ("pools", "version"): COUNTER,
    ("pools", "question"): NOTE,
    ("pool_versions", "note"): NOTE,
    ("audit", "uid"): KEY,
    ("audit_texts", "uid"): KEY,
    ("accounts", "name"): NAMES,
    ("accounts", "mail"): NAMES,
    ("accounts", "password"): "a secret of its owner; setting one by hand shows when the owner cannot sign in",
    ("accounts", "totp_nonce"): "a secret of its owner",
    ("accounts", "totp_on"): "the owner's own choice",
    ("accounts", "totp_step"): COUNTER,
    ("accounts", "serial"): COUNTER,
    ("accounts", "made_at"): "no act depends on it",
    ("accounts", "used_at"): USED,
    ("accounts", "asked_at"): "for deleting what nobody uses",
    ("accounts", "claimed_mail"): NAMES,
    ("accounts", "confirmed_at"): "when; by what it was confirmed is bound",
}
TABLES: Final = (
    "events stages stage_members publications grants teams entries lists submissions reports acceptances seals tokens "
    "webhooks draws deck_checks check_judges check_amendments pools pool_versions audit audit_texts accounts instance"
).split()
"""The tables that the audit answers for."""
ASIDE: Final = {
    "people": "keys that tie entries together; which entry has which key is bound",
    "check_ticks": "taps, deleted after some time; what they came to is part of the check",
    "pool_counts": "what is still being counted; what was handed over is a version of the pool",
    "drafts": "what was typed and not sent",
    "links": "hashes of secrets that are told once; issuing one is in the audit",
    "sign_ins": "browsers that are signed in",
    "account_codes": "secrets that work once",
    "devices": "browsers that signed in before; they open nothing",
    "invitations": "not yet roles; making one and each role that comes of it is in the audit",
    "outbox": "messages on their way, deleted after some days",
    "throttles": "counters of wrong tries",
    "work_done": "how much was computed for whom in the last minutes, under hashes of their networks",
    "pairings": "rounds as imported; the pairing program keeps its own",
    "standings": "rounds as imported; the pairing program keeps its own",
    "event_templates": "an account's own settings for later events",
}
"""The tables that it does not answer for, each with the reason."""
STEP: Final = {"audit": 3}
"""Of the many entries of the chain, which all are bound in the same way, every third is edited."""


@pytest.fixture(scope="module")
def kept(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database with a full history, to be copied and edited."""
    home = tmp_path_factory.mktemp("edits")
    path = home / "whole.db"
    shutil.copyfile(migrated_file, path)
    clock = Clock()
    desk: Desk = desk_on(f"sqlite:///{path}", clock, home)
    staff = a_full_history(desk, clock, checked=True).staff
    register_pools(desk, {role: staff[role].uid for role in ("organizer", "judge")})
    desk.store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path


@dataclass
class Copy:
    """A copy of the database that is edited as its owner could, beside every rule that can be switched off."""

    raw: sqlite3.Connection
    store: Store

    def run(self, statement: str, *values: Any) -> list[sqlite3.Row]:
        """Do it and keep it."""
        return self.raw.execute(statement, values).fetchall()

    def is_found(self) -> bool:
        """Whether a check of everything finds anything."""
        with self.store.read() as session:
            instance = check_instance(session)
            return not instance.holds or any(not check_event(session, e).holds for e in events.all_events(session))


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Iterator[Copy]:
    """A copy of its own."""
    path = tmp_path / "copy.db"
    shutil.copyfile(kept, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.row_factory = sqlite3.Row
        raw.execute("PRAGMA synchronous=OFF")
        store = Store(f"sqlite:///{path}")
        yield Copy(raw, store)
        store.close()


def edited(value: Any, column: str, kind: str) -> Any:
    """Another value of the same kind."""
    if kind == "JSON":
        return json.dumps(_other(json.loads(value)))
    if kind == "Boolean":
        return 1 - value
    if value is None:
        return 7 if column.endswith(("_at", "_until", "late", "deadline")) or column == "until" else "x"
    if isinstance(value, int):
        return value + 900
    if column == "day":
        return "2026-06-14"
    if value.isdecimal():
        return str(int(value) + 1)
    return value[:-1] + ("0" if value[-1:] != "0" else "1") if value else "x"


def _other(value: Any) -> Any:
    """A JSON value with one thing changed, deep inside where there is a depth."""
    if isinstance(value, dict):
        key = next(iter(value), None)
        return {"x": 1} if key is None else {**value, key: _other(value[key])}
    if isinstance(value, list):
        return [*value[:-1], _other(value[-1])] if value else ["x"]
    return edited(value, "", "") if not isinstance(value, float | bool) else 7


def columns_of(table: str) -> list[tuple[str, str]]:
    """The columns of a table with what kind of values each holds."""
    return [(c.name, type(c.type).__name__) for c in Base.metadata.tables[table].columns]


def test_what_was_not_edited_is_not_found(copy: Copy) -> None:
    assert not copy.is_found()


def test_every_table_is_answered_for_or_aside_for_a_reason() -> None:
    assert {*TABLES, *ASIDE} == set(Base.metadata.tables)
    assert not set(TABLES) & set(ASIDE)


@pytest.mark.parametrize("table", TABLES)
def test_every_edit_of_a_row_is_found(copy: Copy, table: str) -> None:
    missed = set()
    for row in copy.run(f"SELECT rowid, * FROM {table}")[:: STEP.get(table, 1)]:
        for column, kind in columns_of(table):
            if (table, column) not in OUTSIDE:
                change = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'
                copy.run(change, edited(row[column], column, kind), row["rowid"])
                if not copy.is_found():
                    missed.add((row["rowid"], column))
                copy.run(change, row[column], row["rowid"])
    assert missed == set()
    assert not copy.is_found()


@pytest.mark.parametrize("table", TABLES)
def test_every_row_that_is_taken_away_is_found(copy: Copy, table: str) -> None:
    missed = []
    for row in copy.run(f"SELECT rowid, * FROM {table}")[:: STEP.get(table, 1)]:
        copy.run(f"DELETE FROM {table} WHERE rowid = ?", row["rowid"])
        if not copy.is_found():
            missed.append(row["rowid"])
        marks = ", ".join("?" for _ in row.keys())  # noqa: SIM118  # A row of sqlite3 is no mapping.
        names = ", ".join(f'"{name}"' for name in row.keys())  # noqa: SIM118
        copy.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", *row)
    assert missed == []
    assert not copy.is_found()


FORGED: Final = {
    "uid": "'forged'",
    "judge": "'account:forged'",
    **dict.fromkeys(("slug", "hash", "mail", "key"), "\"{}\" || 'x'"),
    **dict.fromkeys(("number", "position", "seq"), '"{}" + 900'),
}
"""What must be another in a second row of a table."""


@pytest.mark.parametrize("table", sorted(set(TABLES) - {"events", "instance", "teams"}))
def test_a_row_that_came_by_no_act_is_found(copy: Copy, table: str) -> None:
    names = [name for name, _ in columns_of(table)]
    values = [FORGED.get(name, '"{}"').format(name) for name in names]
    if table == "pools":  # Of one entry in one stage there is one pool.
        values = ["'forged'" if name == "entry" else value for name, value in zip(names, values, strict=True)]
    if table == "lists":  # Of one entry for one stage there is one list.
        final = "(SELECT uid FROM stages WHERE slug = 'final')"
        values = [final if name == "stage" else value for name, value in zip(names, values, strict=True)]
    quoted = ", ".join(f'"{name}"' for name in names)
    copy.run(f"INSERT INTO {table} ({quoted}) SELECT {', '.join(values)} FROM {table} LIMIT 1")
    assert copy.is_found()


@pytest.mark.parametrize(("table", "column"), sorted(OUTSIDE))
def test_what_is_outside_is_in_fact_not_found(copy: Copy, table: str, column: str) -> None:
    row = copy.run(f"SELECT rowid, * FROM {table} LIMIT 1")[0]
    kind = dict(columns_of(table))[column]
    value = edited(row[column], column, kind)
    copy.run(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', value, row["rowid"])
    assert not copy.is_found()
