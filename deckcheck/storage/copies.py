"""Copies of a whole database while it is in use, and a copy taking its place: SQLite's own backup, or pg_dump."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, func, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from deckcheck.storage.models import Base
from deckcheck.storage.store import Store

PRIVATE: Final = 0o600
"""A copy holds everything that the database holds: only its owner reads it."""


class CopyFailed(Exception):
    """A copy could not be made, or is none; what was there before is as it was."""


def copy_to(store: Store, file: Path) -> None:
    """Write a whole copy to a new file; others go on working."""
    if store.is_sqlite:
        _copy_sqlite(_file_of(store.url), file)
    else:
        _run("pg_dump", "--format=custom", f"--file={file}", f"--dbname={_plain(store.url)}")
    file.chmod(PRIVATE)


def _copy_sqlite(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # The copy is one file, with no log beside it.
    except sqlite3.Error as error:
        raise CopyFailed(f"The database could not be copied: {error}.") from error


def is_sound(file: Path) -> bool:
    """Whether a SQLite file is whole by its own check, and one of ours."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            whole = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            broken = copy.execute("PRAGMA foreign_key_check").fetchone() is not None
            ours = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is not None
    except sqlite3.Error:
        return False
    return whole and ours and not broken


def counts(store: Store) -> dict[str, int]:
    """How many rows each table has."""
    with store.read() as session:
        return {
            name: int(session.scalar(select(func.count()).select_from(table)) or 0)
            for name, table in Base.metadata.tables.items()
        }


@contextmanager
def opened(store: Store, file: Path) -> Iterator[Store]:
    """A copy as a store of its own: the SQLite file, or a scratch database beside the PostgreSQL one."""
    if store.is_sqlite:
        if not is_sound(file):
            raise CopyFailed(f"{file.name} is no whole copy of a database of deckcheck.")
        copy = Store(f"sqlite:///{file}")
        try:
            yield copy
        finally:
            copy.close()
        return
    name = f"{make_url(store.url).database}_scratch_{os.getpid()}"
    _on_server(store.url, f'CREATE DATABASE "{name}"')
    scratch = Store(_named(store.url, name))
    try:
        _run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={_plain(scratch.url)}", str(file))
        yield scratch
    finally:
        scratch.close()
        _on_server(store.url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def put_in_place(store: Store, file: Path, mark: str) -> str:
    """Let a copy take the place of the database; what was there is kept under the name that is returned."""
    store.close()
    return _replace_file(store, file, mark) if store.is_sqlite else _replace_database(store, file, mark)


def _replace_file(store: Store, file: Path, mark: str) -> str:
    path = _file_of(store.url)
    kept = path.with_name(f"{path.name}.before-{mark}")
    fresh = path.with_name(f"{path.name}.restoring")
    shutil.copyfile(file, fresh)
    fresh.chmod(PRIVATE)
    if path.exists():
        # What the log still holds goes into the file first, so that the file alone is all there was.
        with closing(sqlite3.connect(path)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        path.rename(kept)
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
    fresh.rename(path)
    return kept.name


def _replace_database(store: Store, file: Path, mark: str) -> str:
    name = str(make_url(store.url).database)
    fresh, kept = f"{name}_restoring", f"{name}_before_{mark.lower()}"
    _on_server(store.url, f'DROP DATABASE IF EXISTS "{fresh}" WITH (FORCE)', f'CREATE DATABASE "{fresh}"')
    _run("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={_plain(_named(store.url, fresh))}", str(file))
    _on_server(
        store.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name",
        f'ALTER DATABASE "{name}" RENAME TO "{kept}"',
        f'ALTER DATABASE "{fresh}" RENAME TO "{name}"',
        elsewhere=True,
    )
    return kept


def _file_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def _named(url: str, name: str) -> str:
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _plain(url: str) -> str:
    """The address as PostgreSQL's own programs read it."""
    parts: URL = make_url(url)
    return parts.set(drivername="postgresql").render_as_string(hide_password=False)


def _on_server(url: str, *statements: str, elsewhere: bool = False) -> None:
    """Run statements outside a transaction; `elsewhere` in another database, so that this one can be renamed."""
    address = _named(url, "postgres") if elsewhere else url
    engine = create_engine(_plain(address).replace("postgresql://", "postgresql+psycopg://", 1))
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for statement in statements:
                connection.execute(text(statement), {"name": make_url(url).database} if ":name" in statement else {})
    except SQLAlchemyError as error:
        raise CopyFailed("A database beside this one could not be made; its user needs CREATEDB.") from error
    finally:
        engine.dispose()


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise CopyFailed(f"{program} was not found. Install PostgreSQL's client programs of the server's version.")
    done = subprocess.run([found, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CopyFailed(f"{program} stopped: {reason.rstrip('.')}.")
