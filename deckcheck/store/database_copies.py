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

from deckcheck.store.models import Base
from deckcheck.store.store import Store

LOGS: Final = ("-wal", "-shm")
PRIVATE: Final = 0o600
"""A copy holds everything that the database holds: only its owner reads it."""


class CopyFailed(Exception):
    """A copy could not be made, or is none; what was there before is as it was."""


class NoScratch(CopyFailed):
    """No database can be made beside this one to try a copy in; the copy itself is there."""


def copy_to(store: Store, file: Path) -> None:
    """Write a whole copy to a new file; others go on working."""
    if store.is_sqlite:
        _copy_sqlite(_file_of(store.url), file)
    else:
        _run(store.url, "pg_dump", "--format=custom", f"--file={file}")
    file.chmod(PRIVATE)


def _copy_sqlite(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise CopyFailed(f"The database could not be copied: {error}") from error
    one_file(target)


def one_file(file: Path) -> None:
    """Let a SQLite copy be one file, with no log beside it."""
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")


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
            raise CopyFailed(f"{file.name} is no whole copy of a database of deckcheck")
        copy = Store(f"sqlite:///{file}")
        try:
            yield copy
        finally:
            copy.close()
            one_file(file)
        return
    name = f"{make_url(store.url).database}_scratch_{os.getpid()}"
    try:
        _on_server(store.url, f'CREATE DATABASE "{name}"')
    except CopyFailed as error:
        raise NoScratch(str(error)) from error
    scratch = Store(_named(store.url, name))
    try:
        _run(scratch.url, "pg_restore", "--exit-on-error", "--no-owner", str(file))
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
    copy_private(file, fresh)
    try:
        _leave_log(path)
    except CopyFailed:
        fresh.unlink()
        raise
    for end in ("", *LOGS):  # A log that is still there belongs to a database that could not be read.
        old = path.with_name(path.name + end)
        if old.exists():
            old.rename(kept.with_name(kept.name + end))
    fresh.rename(path)
    return kept.name if kept.exists() else ""


def copy_private(source: Path, target: Path) -> None:
    """Copy a file so that nobody else ever reads it; it is on the disk when this returns."""
    target.unlink(missing_ok=True)
    target.touch(PRIVATE)
    shutil.copyfile(source, target)
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _leave_log(path: Path) -> None:
    """Put everything into the one file, which nobody else may have open; one that cannot be read stays as it is."""
    if not _has_content(path):
        path.unlink(missing_ok=True)
        return
    try:
        with closing(sqlite3.connect(path, timeout=1)) as old:
            alone = old.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete"
    except sqlite3.OperationalError:
        alone = False
    except sqlite3.DatabaseError:
        alone = True
    if not alone:
        raise CopyFailed("The database is in use. Stop the server first")


def _replace_database(store: Store, file: Path, mark: str) -> str:
    name = str(make_url(store.url).database)
    fresh, kept = f"{name}_restoring", f"{name}_before_{mark.lower()}"
    _on_server(store.url, f'DROP DATABASE IF EXISTS "{fresh}" WITH (FORCE)', f'CREATE DATABASE "{fresh}"')
    _run(_named(store.url, fresh), "pg_restore", "--exit-on-error", "--no-owner", str(file))
    try:
        _on_server(
            store.url,
            f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false',
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name",
            f'ALTER DATABASE "{name}" RENAME TO "{kept}"',
            f'ALTER DATABASE "{fresh}" RENAME TO "{name}"',
            f'ALTER DATABASE "{kept}" ALLOW_CONNECTIONS true',
            elsewhere=True,
        )
    except CopyFailed:
        _on_server(store.url, f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true', elsewhere=True)
        raise
    return kept


def compact(store: Store) -> None:
    """Write the embedded database anew, so that what was deleted is nowhere in its file."""
    if store.is_sqlite:
        store.close()
        try:
            with closing(sqlite3.connect(_file_of(store.url))) as raw:
                raw.execute("VACUUM")
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise CopyFailed(f"The database could not be rewritten: {error}") from error


def is_there(store: Store) -> bool:
    """Whether there is a database at all; an embedded one that was never used is an empty file, or none."""
    return not store.is_sqlite or _has_content(_file_of(store.url))


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def folder_of(store: Store) -> Path:
    """The folder of the embedded database."""
    return _file_of(store.url).parent


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
        raise CopyFailed("A database beside this one could not be made; its user needs CREATEDB") from error
    finally:
        engine.dispose()


def _run(url: str, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on a database; the password is not among the arguments, which others can see."""
    found = shutil.which(program)
    if found is None:
        raise CopyFailed(f"{program} was not found. Install PostgreSQL's client programs of the server's version")
    parts = make_url(url)
    env = {**os.environ, **({"PGPASSWORD": str(parts.password)} if parts.password else {})}
    place = f"--dbname={_plain(parts._replace(password=None).render_as_string())}"
    done = subprocess.run([found, place, *arguments], capture_output=True, text=True, check=False, env=env)  # noqa: S603
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CopyFailed(f"{program} stopped: {reason.rstrip('.')}")
