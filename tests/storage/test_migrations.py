"""The schema comes up from nothing and from each revision before, and is what the models say."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from deckcheck.store.models import Base
from deckcheck.store.store import Store
from deckcheck.store.upgrade import config_for, newest_revision, revision_of, upgrade

REVISIONS: Final = [
    revision.revision
    for revision in reversed(list(ScriptDirectory.from_config(config_for(Store("sqlite://"))).walk_revisions()))
]


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    return f"sqlite:///{tmp_path / 'empty.db'}"


def test_a_database_is_at_the_newest_revision(database_url: str) -> None:
    store = Store(database_url)
    assert revision_of(store) == newest_revision()
    store.close()


def test_the_models_say_nothing_that_the_migrations_do_not_make(database_url: str) -> None:
    store = Store(database_url)
    command.check(config_for(store))
    store.close()


def test_an_upgrade_of_what_is_up_changes_nothing(database_url: str) -> None:
    store = Store(database_url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE instance SET value = '7' WHERE name = 'audit_seq'"))
    upgrade(store)
    with store.engine.connect() as connection:
        assert connection.scalar(text("SELECT value FROM instance WHERE name = 'audit_seq'")) == "7"
    store.close()


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_revision_comes_up_from_the_one_before_and_goes_back(revision: str, empty: str) -> None:
    store = Store(empty)
    config = config_for(store)
    command.upgrade(config, revision)
    assert revision_of(store) == revision
    command.downgrade(config, "-1")
    command.upgrade(config, revision)
    upgrade(store)
    assert revision_of(store) == newest_revision()
    store.close()


def test_accounts_of_the_command_line_count_as_confirmed_and_no_others(empty: str) -> None:
    store = Store(empty)
    config = config_for(store)
    command.upgrade(config, before("confirm_addresses"))
    account = (
        "INSERT INTO accounts (uid, mail, name, password, may_organize, totp_nonce, totp_on, totp_step, serial, state,"
        " made_at) VALUES (:uid, :uid, 'x', '', false, '', false, 0, 0, 'open', 7)"
    )
    act = (
        'INSERT INTO audit (uid, event, seq, at, "by", act, "on", "from", "to", note, previous, hash)'
        " VALUES (:uid, 'instance', :seq, 7, :by, :act, :on, '', 'open', '', '', :uid)"
    )
    with store.engine.begin() as connection:
        for seq, (uid, by, done) in enumerate([("made", "sys", "account.made"), ("asked", "sys", "account.invited")]):
            connection.execute(text(account), {"uid": uid})
            connection.execute(
                text(act), {"uid": f"e{seq}", "seq": seq + 1, "by": by, "act": done, "on": f"account:{uid}"}
            )
    upgrade(store)
    with store.engine.connect() as connection:
        rows = connection.execute(text("SELECT uid, confirmed_at, confirmed_by FROM accounts ORDER BY uid")).all()
    assert [tuple(row) for row in rows] == [("asked", None, ""), ("made", 7, "operator")]
    store.close()


def before(name: str) -> str:
    """The revision before the one whose file has this name."""
    revisions = ScriptDirectory.from_config(config_for(Store("sqlite://"))).walk_revisions()
    found = next(revision for revision in revisions if name in str(revision.path))
    return str(found.down_revision)


def test_every_constraint_has_a_name(database_url: str) -> None:
    store = Store(database_url)
    found = inspect(store.engine)
    for table in Base.metadata.tables:
        for foreign in found.get_foreign_keys(table):
            assert foreign["name"]
        for unique in found.get_unique_constraints(table):
            assert unique["name"]
    store.close()


def test_two_that_upgrade_an_empty_database_in_turn_both_succeed(empty: str) -> None:
    first, second = Store(empty), Store(empty)
    upgrade(first)
    upgrade(second)
    assert revision_of(second) == newest_revision()
    first.close()
    second.close()


def test_the_embedded_database_survives_a_power_cut_after_a_commit(sqlite_url: str) -> None:
    """`synchronous=FULL` (2) and a write-ahead log; foreign keys are held."""
    store = Store(sqlite_url)
    with store.engine.connect() as connection:
        said = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")]
        assert said == [2, "wal"]
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_postgres_waits_for_the_disk(postgres_url: str) -> None:
    store = Store(postgres_url)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "10s"
    store.close()


def test_a_plain_engine_finds_the_same_file(sqlite_url: str) -> None:
    engine = create_engine(sqlite_url)
    assert "events" in inspect(engine).get_table_names()
    engine.dispose()
