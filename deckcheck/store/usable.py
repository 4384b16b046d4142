"""Whether a database can be used, before anything is done with it: what is wrong, and what to do, in one sentence."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm.exc import StaleDataError

from deckcheck.store.engine import passes
from deckcheck.store.private import file_of
from deckcheck.store.store import Busy, Store

SQLITE: Final = b"SQLite format 3\x00"
DUMP: Final = b"PGDMP"
RESTORE: Final = "bring a backup back: deckcheck db restore FILE"
OUTDATED: Final = "The database is not at this release's schema. Run: deckcheck db upgrade."
LEFT: Final = ("secret.key", "forgotten.jsonl", "*.before-*", "*.backup")
"""What stays in a home when only its database is lost."""
OURS: Final = frozenset({"alembic_version", "instance"})
REFUSALS: Final = (
    ("password authentication failed", "PostgreSQL refuses the user or the password in DECKCHECK_DATABASE_URL."),
    ("no password supplied", "PostgreSQL wants a password. Put it into DECKCHECK_DATABASE_URL."),
    ("pg_hba.conf", "PostgreSQL lets this user not in from here. Allow it in pg_hba.conf, or name another user."),
    ("role ", "PostgreSQL has no user {user}. Make it, or name another in DECKCHECK_DATABASE_URL."),
    (
        "database ",
        "PostgreSQL has no database {name}. Make it with createdb, or name another in DECKCHECK_DATABASE_URL.",
    ),
    ("no schema has been selected", "The user {user} may not use the database {name}. Let its owner grant that."),
    ("permission denied", "The user {user} may not use the database {name}. Let its owner grant that."),
    ("too many", "PostgreSQL has no connection free. Try again, or raise its max_connections."),
    ("starting up", "PostgreSQL is starting up. Try again in a moment."),
    ("shutting down", "PostgreSQL is shutting down. Start it, then try again."),
)
"""What a server says when it lets nobody in, each with what to do."""


class NotUsable(Exception):
    """The database cannot be used as it is; the sentence says why and what to do. Nothing was changed."""


def check_place(url: str, home: Path, *, new: bool = False) -> None:
    """Refuse a file that is none of ours or damaged, before it is opened to be written.

    `new` lets an empty file become a new installation though the home has data.
    """
    path = file_of(url)
    if path is not None:
        _check_file(path, home, new=new)


def check(store: Store, *, current: bool = False) -> None:
    """Refuse a database out of reach, another program's, or of a later release; `current`: or of an earlier one."""
    try:
        found = frozenset(inspect(store.engine).get_table_names())
        revision = revision_of(store) if "alembic_version" in found else None
    except SQLAlchemyError as error:
        raise NotUsable(in_words(error, store.url)) from error
    finally:
        store.close()
    _check_content(found, revision, str(file_of(store.url) or f"The database {make_url(store.url).database}"))
    if current and revision != newest_revision():
        raise NotUsable(OUTDATED)


def check_restorable(store: Store) -> None:
    """Refuse a place where no backup can be put: a folder, one that may not be written, a server out of reach.

    What lies there may be spoilt: that is what a restore is for.
    """
    path = file_of(store.url)
    if path is not None:
        _check_writable(path)
        return
    try:
        store.engine.connect().close()
    except SQLAlchemyError as error:
        raise NotUsable(in_words(error, store.url)) from error
    finally:
        store.close()


def _check_content(found: frozenset[str], revision: str | None, name: str) -> None:
    if found and not (found >= OURS or found == {"alembic_version"}):
        raise NotUsable(f"{name} belongs to another program. Name another in DECKCHECK_DATABASE_URL.")
    if revision is not None and not is_known(revision):
        raise NotUsable(f"{name} was made by a later release of Deckcheck. Install that release, or {RESTORE}.")


def _check_file(path: Path, home: Path, *, new: bool) -> None:
    _check_writable(path)
    if not path.exists() or not path.stat().st_size:
        _check_new(path, home, new=new)
        return
    kind = kind_of(path)
    if kind == "dump":
        raise NotUsable(f"{path} is a backup of a PostgreSQL database. Move it away and name the database itself.")
    if kind != "sqlite":
        raise NotUsable(f"{path} is no database. Move it away, then {RESTORE}; or name another file.")
    found = None if _is_cut(path) else _looked_into(path)
    if found is None:
        raise NotUsable(f"{path} is damaged. Stop the server and {RESTORE}.")
    _check_content(*found, str(path))


def _check_writable(path: Path) -> None:
    if path.is_dir():
        raise NotUsable(f"{path} is a folder. Name the file of the database in DECKCHECK_DATABASE_URL.")
    for place, can in ((path.parent, os.W_OK | os.X_OK), (path, os.R_OK | os.W_OK)):
        if place.exists() and not os.access(place, can):
            raise NotUsable(f"{place} cannot be written by this user. Give it back to the user that serves Deckcheck.")


def _check_new(path: Path, home: Path, *, new: bool) -> None:
    """An empty file is a new installation, unless something says that there was one."""
    left = {
        file.name
        for place in (home, path.parent)
        for form in (*LEFT, f"{path.name}-wal")
        for file in place.glob(form)
        if _is_full(file)
    }
    if left and not new:
        raise NotUsable(
            f"{path} is empty or gone, but {min(left)} beside it is of an earlier installation: {RESTORE}; "
            "or begin a new one: deckcheck db upgrade --new."
        )


def _is_full(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def kind_of(file: Path) -> str:
    """What a file is by its first bytes: `sqlite`, `dump` of PostgreSQL, `empty` or `other`."""
    with file.open("rb") as opened:
        head = opened.read(len(SQLITE))
    if head == SQLITE:
        return "sqlite"
    return "dump" if head.startswith(DUMP) else "other" if head else "empty"


def _is_cut(path: Path) -> bool:
    """Whether a file is shorter than its own head says. With a log beside it that may be: the log has the rest."""
    with path.open("rb") as opened:
        head = opened.read(100)
    log = path.with_name(path.name + "-wal")
    if len(head) < 100:
        return True
    size, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    is_told = head[24:28] == head[92:96]
    return is_told and not _is_full(log) and path.stat().st_size < (65536 if size == 1 else size) * pages


def _looked_into(path: Path) -> tuple[frozenset[str], str | None] | None:
    """The tables of a file and its revision, without changing it; none if it is damaged, and nothing if it is held."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
            rows = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            found = frozenset(str(name) for (name,) in rows)
            row = raw.execute("SELECT version_num FROM alembic_version").fetchone() if found >= OURS else None
    except sqlite3.OperationalError:
        return frozenset(), None
    except sqlite3.DatabaseError:
        return None
    return found, str(row[0]) if row else None


def in_words(error: BaseException, url: str = "") -> str:
    """A fault of a database as one sentence with what to do; empty for what is none. Never a statement or a value."""
    cause = error if isinstance(error, SQLAlchemyError) else error.__cause__
    if isinstance(cause, StaleDataError) or not isinstance(error, Busy | SQLAlchemyError):
        return ""
    code = getattr(getattr(cause, "orig", None), "sqlite_errorcode", None)
    if code is not None:
        return _sqlite_in_words(code & 0xFF)
    parts = make_url(url) if url else None
    if isinstance(cause, DBAPIError) and parts is not None:
        said = str(cause.orig)
        for mark, sentence in REFUSALS:
            if mark in said:
                return sentence.format(user=parts.username or "of this system", name=parts.database)
        if getattr(cause.orig, "sqlstate", None) is None:
            where = f"{parts.host or parts.query.get('host', 'this machine')}"
            return f"No PostgreSQL server answers at {where}. Start it, or correct DECKCHECK_DATABASE_URL."
    if isinstance(error, Busy) or (isinstance(cause, SQLAlchemyError) and passes(cause)):
        return "The database did not answer as it should; nothing was changed. Try again in a moment."
    return "The database refused this; nothing was changed. Run: deckcheck db upgrade."


def _sqlite_in_words(code: int) -> str:
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return "Another process holds the database. Try again in a moment."
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return f"The database is damaged. Stop the server and {RESTORE}."
    if code == sqlite3.SQLITE_FULL:
        return "The disk of the database is full. Make room, then try again."
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
        return "The database cannot be written by this user. Give it back to the user that serves Deckcheck."
    if code == sqlite3.SQLITE_IOERR:
        return "The disk of the database fails. Check it, then try again."
    return "The database refused this; nothing was changed. Run: deckcheck db upgrade."


MIGRATIONS: Final = Path(__file__).with_name("migrations")


def config_for(store: Store) -> Config:
    """Alembic's configuration for a store; `env.py` takes the engine from it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["engine"] = store.engine
    return config


def upgrade(store: Store, to: str = "head") -> None:
    """Bring the schema up; a database that is there already is left as it is."""
    if to == "head" and revision_of(store) == newest_revision():
        return  # Nothing is to be locked for that.
    command.upgrade(config_for(store), to)


def revision_of(store: Store) -> str | None:
    """The schema's revision, none for an empty database."""
    with store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str:
    """The revision that this release works with."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return str(ScriptDirectory.from_config(config).get_current_head())


def is_known(revision: str | None) -> bool:
    """Whether this release can bring a database of that revision up: it is one of its own, or an earlier one."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return revision in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
