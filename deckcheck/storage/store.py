"""The store: one transaction to write in, one snapshot to read from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from deckcheck.storage.engine import CONNECTIONS, make_engine

__all__ = ["Busy", "Session", "Stale", "Store"]


class Busy(Exception):
    """The database could not be written in time, or not at all; nothing was changed."""


class Stale(Exception):
    """Somebody else changed the row that was about to be changed; nothing was."""


class Store:
    """A database. Engines are opened when first used, so that a store can be made before processes fork.

    `connections`: how many of them a process may hold to PostgreSQL.
    """

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self.url = url
        self.connections = connections
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        """The engine of this process."""
        if self._engine is None:
            self._engine = make_engine(self.url, self.connections)
        return self._engine

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.url.startswith("sqlite")

    def close(self) -> None:
        """Give back every connection; the next use opens anew."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that is committed at the end, or not at all. Slow work stays outside: SQLite has one writer."""
        try:
            with sessionmaker(self.engine, expire_on_commit=False).begin() as session:
                yield session
        except OperationalError as error:
            raise Busy("The database could not be written; nothing was changed.") from error
        except StaleDataError as error:
            raise Stale("This was changed a moment ago by somebody else.") from error

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One snapshot: what is read belongs together. Nothing written here is kept."""
        options = {"read_only": True}
        if not self.is_sqlite:
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}  # type: ignore[dict-item]
        with sessionmaker(self.engine.execution_options(**options), expire_on_commit=False)() as session:
            yield session
