"""A database that cannot be used gives one sentence with what to do, whichever command meets it; nothing is changed."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from deckcheck.store.store import Store
from deckcheck.store.usable import newest_revision, revision_of
from tests.cli.commands import PROGRAM, Call, Said
from tests.databases import beside, on_server
from tests.desks import KEY
from tests.next_release import install_next_release

COMMANDS = (
    ("db", "upgrade"),
    ("db", "backup", "out.backup"),
    ("official", "list"),
    ("audit", "northern-open"),
    ("export", "northern-open", "-o", "out.zip"),
    ("serve", "--port", "0"),
)
WORDS = ("SQL", "sqlalche.me", "Traceback", "went wrong", "SELECT", "sqlite3", "psycopg", "OperationalError")
CAPABILITIES = (1, 2)
"""With these whoever is root writes everywhere (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH)."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "home"
    made.mkdir()
    monkeypatch.setenv("DECKCHECK_HOME", str(made))
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", f"sqlite:///{made / 'deckcheck.db'}")
    monkeypatch.setenv("DECKCHECK_SECRET_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    return made


@pytest.fixture
def file(home: Path, migrated_file: Path) -> Path:
    """The whole database of an installation, to be spoilt."""
    path = home / "deckcheck.db"
    shutil.copyfile(migrated_file, path)
    path.chmod(0o600)
    return path


def is_calm(said: Said, *parts: str) -> bool:
    """One sentence with what to do, and nothing of what lies below."""
    own = said.err.replace("PostgreSQL", "").replace("DECKCHECK_DATABASE_URL", "")
    return said.is_refusal() and not [word for word in WORDS if word in own] and all(part in said.err for part in parts)


def spoil(file: Path, how: str) -> str:
    """Spoil a database; says a part of the sentence that follows."""
    data = file.read_bytes()
    if how == "a folder":
        file.unlink()
        file.mkdir()
        return "is a folder. Name the file"
    if how in {"foreign", "foreign alembic"}:
        file.unlink()
        with closing(sqlite3.connect(file)) as raw:
            raw.execute("CREATE TABLE moz_places (id INTEGER)")
            if "alembic" in how:
                raw.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
                raw.execute("INSERT INTO alembic_version VALUES ('0001')")
                raw.commit()
        return "belongs to another program. Name another"
    if how == "newer":
        with closing(sqlite3.connect(file)) as raw:
            raw.execute("UPDATE alembic_version SET version_num = '9999'")
            raw.commit()
            raw.execute("PRAGMA journal_mode=DELETE")
        return "made by a later release of Deckcheck. Install that release, or bring a backup back"
    spoilt = {
        "text": (b"4 Lightning Bolt\n" * 400, "is no database. Move it away"),
        "dump": (b"PGDMP" + data[5:], "is a backup of a PostgreSQL database. Move it away"),
        "cut": (data[: len(data) // 2], "is damaged. Stop the server and bring a backup back"),
        "short": (data[:60], "is damaged. Stop the server and bring a backup back"),
        "noise": (data[:100] + b"\x5a" * (len(data) - 100), "is damaged. Stop the server and bring a backup back"),
    }
    content, told = spoilt[how]
    file.write_bytes(content)
    return told


HOWS = ("a folder", "foreign", "foreign alembic", "newer", "text", "dump", "cut", "short", "noise")


@pytest.mark.parametrize("how", HOWS)
def test_a_file_that_cannot_be_used_is_told_by_every_command(call: Call, file: Path, how: str) -> None:
    told = spoil(file, how)
    before = file.read_bytes() if file.is_file() else b""
    for words in COMMANDS:
        assert is_calm(call(*words), str(file), told), (words, call(*words))
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_an_earlier_schema_is_brought_up_by_serving_and_named_by_all_others(
    call: Call, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_next_release(monkeypatch, tmp_path)
    store = Store(f"sqlite:///{file}")
    for words in (("audit", "northern-open"), ("db", "backup", "out.backup")):
        assert is_calm(call(*words), "not at this release's schema. Run: deckcheck db upgrade.")
    assert call("official", "list").status == 0
    assert revision_of(store) == newest_revision()
    store.close()


@pytest.mark.parametrize("left", ["secret.key", "forgotten.jsonl", "deckcheck.db.before-20260613T080000", "a.backup"])
@pytest.mark.parametrize("gone", [True, False])
def test_an_empty_file_beside_what_an_installation_left_is_no_new_one(
    call: Call, file: Path, home: Path, left: str, gone: bool
) -> None:
    file.unlink()
    if not gone:
        file.touch(0o600)
    (home / left).write_text("x" * 64)
    for words in COMMANDS:
        assert is_calm(call(*words), "is empty or gone", left, "deckcheck db upgrade --new"), words
    assert not file.exists() or file.stat().st_size == 0
    assert call("db", "upgrade", "--new").status == 0
    assert call("official", "list").status == 0


def test_a_new_installation_makes_its_key_after_its_database(
    call: Call, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DECKCHECK_SECRET_KEY")
    assert call("db", "upgrade").status == 0
    assert call("official", "list").status == 0
    assert (home / "secret.key").exists()
    (home / "deckcheck.db").unlink()
    assert is_calm(call("official", "list"), "secret.key beside it is of an earlier installation")


def without_override() -> None:
    """Let modes count for root, too."""
    libc = ctypes.CDLL(None)
    for one in CAPABILITIES:
        libc.prctl(24, one, 0, 0, 0)


@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("words", [("db", "upgrade"), ("serve", "--port", "0"), ("db", "backup", "out.backup")])
def test_what_may_not_be_written_is_named(file: Path, home: Path, what: str, words: tuple[str, ...]) -> None:
    place, mode = (file, 0o400) if what == "file" else (home, 0o500)
    place.chmod(mode)
    try:
        done = subprocess.run(
            [PROGRAM, *words],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            preexec_fn=without_override if os.geteuid() == 0 else None,
        )
    finally:
        place.chmod(0o700)
    assert is_calm(Said(done.returncode, done.stdout, done.stderr), f"{place} cannot be written by this user."), done


def test_a_backup_of_the_other_kind_is_not_restored(
    call: Call, file: Path, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "server.backup").write_bytes(b"PGDMP\x01\x0e\x00" + bytes(4000))
    assert call("db", "backup", "embedded.backup").status == 0
    assert is_calm(call("db", "restore", "server.backup"), "is a backup of PostgreSQL; this database is a file.")
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", postgres_url)
    told = call("db", "restore", "embedded.backup")
    assert is_calm(told, "is a backup of the embedded database; this database is PostgreSQL.")
    (tmp_path / "notes.txt").write_text("hello")
    assert is_calm(call("db", "restore", "notes.txt"), "notes.txt is no backup.")


def test_a_backup_comes_back_over_what_is_spoilt_and_not_where_none_can_lie(
    call: Call, file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert call("db", "backup", "one.backup").status == 0
    for how in ("cut", "text"):
        spoil(file, how)
        assert call("db", "restore", "one.backup").status == 0, how
        assert call("official", "list").status == 0
    spoil(file, "a folder")
    assert is_calm(call("db", "restore", "one.backup"), "is a folder. Name the file")
    (tmp_path / "server.backup").write_bytes(b"PGDMP\x01\x0e\x00" + bytes(4000))
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", "postgresql://a:b@127.0.0.1:1/deckcheck")
    assert is_calm(call("db", "restore", "server.backup"), "No PostgreSQL server answers at 127.0.0.1.")


@pytest.fixture
def elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch, postgres: str) -> Iterator[pytest.MonkeyPatch]:
    """A PostgreSQL server with a foreign database and a user without rights."""
    for statement in (
        "CREATE DATABASE shop",
        "CREATE ROLE guest LOGIN",
        "CREATE DATABASE barred",
    ):
        on_server(postgres, statement)
    on_server(beside(postgres, "shop"), "CREATE TABLE orders (id INTEGER)")
    on_server(beside(postgres, "barred"), "REVOKE ALL ON SCHEMA public FROM PUBLIC")
    yield monkeypatch
    for statement in ("DROP DATABASE shop", "DROP DATABASE barred", "DROP ROLE guest"):
        on_server(postgres, statement)


def test_a_server_that_cannot_be_used_is_told_by_every_command(
    call: Call, elsewhere: pytest.MonkeyPatch, postgres: str
) -> None:
    guest = beside(postgres, "barred").replace("postgres:@", "guest:@", 1)
    for address, told in (
        ("postgresql://a:b@127.0.0.1:1/deckcheck", "No PostgreSQL server answers at 127.0.0.1. Start it"),
        (beside(postgres, "missing"), "PostgreSQL has no database missing. Make it with createdb"),
        (beside(postgres, "shop"), "shop belongs to another program. Name another"),
        (guest.replace("guest", "nobody_here"), "PostgreSQL has no user nobody_here. Make it"),
        (guest, "The user guest may not use the database barred. Let its owner grant that."),
    ):
        elsewhere.setenv("DECKCHECK_DATABASE_URL", address)
        for words in COMMANDS[:1] if address == guest else COMMANDS:
            assert is_calm(call(*words), told), (words, call(*words))
