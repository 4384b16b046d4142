"""Databases at this release's schema, for tests and for tools that need one of their own."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Dialect, Engine, create_engine, event, text

from deckcheck.store.engine import CONNECTIONS, make_engine
from deckcheck.store.store import Store
from deckcheck.store.usable import upgrade
from tests.postgres_server import guarded_folder, server_in

_DIALECTS: Final[dict[str, Dialect]] = {}
_COMPILED: Final[dict[Any, Any]] = {}


def make_sharing_engine(url: str, connections: int = CONNECTIONS) -> Engine:
    """The product's engine, which keeps the SQL it compiles for all engines of its kind in this process.

    Each test has a database of its own; to compile the same statements for each of them took a third of the time. Nor
    does it wait for the disk, which has tests of its own.
    """
    engine = make_engine(url, connections)
    kind = engine.dialect.name
    if kind in _DIALECTS:
        engine.dialect = _DIALECTS[kind]
    else:
        own = engine.dialect

        # A dialect learns of its server at the first connection; before that nobody else can use it.
        @event.listens_for(engine, "connect")
        def _share(_dbapi: Any, _record: Any) -> None:
            _DIALECTS.setdefault(kind, own)

    if kind == "sqlite":

        @event.listens_for(engine, "connect")
        def _wait_for_no_disk(dbapi: Any, _record: Any) -> None:
            dbapi.execute("PRAGMA synchronous=OFF")

    engine.update_execution_options(compiled_cache=_COMPILED)
    return engine


class PutBack:
    """A SQLite file that is put back as it was after each act that wrote, so that no act tells on another."""

    def __init__(self, file: Path, store: Store) -> None:
        self.file, self._store = file, store
        self._watch: sqlite3.Connection | None = None
        self._holds: Path | None = None
        self._seen = 0

    def to(self, kept: Path) -> None:
        """Put the file back as it was when it was kept."""
        if self._holds == kept and not self.is_written():
            return
        self._store.close()
        if self._watch is not None:
            self._watch.close()
        for end in ("-wal", "-shm"):
            self.file.with_name(self.file.name + end).unlink(missing_ok=True)
        shutil.copyfile(kept, self.file)
        self._watch = sqlite3.connect(self.file, isolation_level=None)
        self._watch.execute("PRAGMA journal_mode=WAL")
        self._holds, self._seen = kept, self._version()

    def is_written(self) -> bool:
        """Whether anything was written to the file since it was put back."""
        return self._seen != self._version()

    def _version(self) -> int:
        assert self._watch is not None
        return int(self._watch.execute("PRAGMA data_version").fetchone()[0])


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that runs as long as it is needed."""
    with guarded_folder() as folder:
        yield str(server_in(folder).get_uri())


def fresh_database(server: str, name: str) -> str:
    """The address of a new PostgreSQL database."""
    on_server(server, f"CREATE DATABASE {name}")
    return migrated(beside(server, name))


def migrated(url: str) -> str:
    """The same address, once the database there has the schema."""
    store = Store(url)
    upgrade(store)
    store.close()
    return url


def beside(address: str, name: str) -> str:
    """The address of another database of the same server."""
    base, _, query = address.partition("?")
    return base.rpartition("/")[0] + f"/{name}" + (f"?{query}" if query else "")


def on_server(address: str, statement: str) -> None:
    """Run a statement that no transaction holds."""
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://", 1), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@dataclass
class Cluster:
    """A PostgreSQL server of a test's own, which it stops and starts again."""

    server: Any
    address: str

    def stop(self) -> None:
        """Send everybody away and stop, as for a restart."""
        self.server.stop()

    def start(self) -> None:
        """Start again; it answers when this returns."""
        self.server.ensure_postgres_running()


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that nobody else uses."""
    with guarded_folder() as folder:
        server = server_in(folder)
        yield Cluster(server, str(server.get_uri()))
