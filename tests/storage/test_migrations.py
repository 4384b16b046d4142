"""The schema comes up from nothing and from each revision before, and is what the models say."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, select, text

from deckcheck.app.context import App
from deckcheck.audit.audit_views import check_all
from deckcheck.store.engine import make_engine
from deckcheck.store.models import Base
from deckcheck.store.store import Store
from deckcheck.store.usable import config_for, newest_revision, revision_of, upgrade
from tests.desks import Clock
from tests.histories import a_full_history
from tests.next_release import NEXT, install_next_release


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


def test_each_revision_comes_up_from_the_one_before_and_goes_back(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_next_release(monkeypatch, tmp_path)
    store = Store(empty)
    config = config_for(store)
    revisions = [one.revision for one in reversed(list(ScriptDirectory.from_config(config).walk_revisions()))]
    assert revisions == ["0001", NEXT]
    for revision in revisions:
        command.upgrade(config, revision)
        assert revision_of(store) == revision
        command.downgrade(config, "-1")
        command.upgrade(config, revision)
    assert revision_of(store) == newest_revision()
    store.close()


def test_a_whole_event_of_the_release_before_comes_up_with_every_row(
    both_desk: App, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_full_history(both_desk, clock, checked=True)
    before = whole(both_desk)
    # Nothing in this history fills these.
    aside = {"pairings", "standings", "teams", "sign_ins", "event_templates", "throttles", "work_done"}
    aside |= {"devices", "invitations", "pools", "pool_versions", "pool_counts", "data_updates", "law_entries"}
    aside |= {"update_runs", "account_formats", "format_versions"}
    assert {name for name, held in before.items() if not held} <= aside
    install_next_release(monkeypatch, tmp_path)
    upgrade(both_desk.store)
    assert whole(both_desk) == before
    with both_desk.store.read() as session:
        assert session.execute(text("SELECT sleeves FROM entries ORDER BY number")).scalars().first() == "black"
        assert session.execute(text("SELECT uid FROM sleeves")).all()
    assert {slug: check.faults for slug, check in check_all(both_desk).items() if check.faults} == {}
    command.downgrade(config_for(both_desk.store), "-1")
    assert whole(both_desk) == before


def whole(desk: App) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with desk.store.read() as session:
        return {
            table.name: sorted((tuple(row) for row in session.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
        }


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
    """`synchronous=FULL` (2) and a write-ahead log; foreign keys are held. A store of the tests waits for no disk."""
    engine = make_engine(sqlite_url)
    with engine.connect() as connection:
        said = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")]
        assert said == [2, "wal"]
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


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
