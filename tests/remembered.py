"""A scene that many tests begin with, built once in a run and copied into the fresh database of each."""

from __future__ import annotations

import fcntl
import io
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import func, select

from deckcheck.app.context import App
from deckcheck.store.models import Account, Base, Event, Person
from deckcheck.store.store import Session
from tests.desks import Clock
from tests.kinds import SCENES

P = ParamSpec("P")
T = TypeVar("T")
Build = Callable[Concatenate[App, Clock, P], T]


@dataclass(frozen=True)
class _Scene:
    """All rows of the database by table, the moment it was then, and what the builder returned, pickled."""

    rows: tuple[tuple[str, list[dict[str, Any]]], ...]
    at: datetime
    result: bytes


def remembered(build: Build[P, T]) -> Build[P, T]:
    """A builder that works once a run for each kind of database, clock, settings and arguments.

    Later calls on an empty database put the same rows there and return a copy of what it returned, about the desk
    and the clock at hand. Where a database holds anybody already, it is built again.
    """
    known: dict[str, _Scene] = {}

    @wraps(build)
    def built(desk: App, clock: Clock, *args: P.args, **more: P.kwargs) -> T:
        with desk.store.read() as session:
            if _is_used(session):
                return build(desk, clock, *args, **more)
            kind = session.get_bind().dialect.name
        settings = replace(desk.settings, home=Path(), database_url="")
        name = f"{build.__module__}.{build.__qualname__}"
        key = sha256(repr((name, kind, clock(), settings, args, sorted(more.items()))).encode()).hexdigest()
        if key not in known:
            with _file_of(key) as file:
                if not (kept := file.read()):
                    result = build(desk, clock, *args, **more)
                    known[key] = _Scene(_rows(desk), clock(), _pickled(result, desk, clock))
                    file.write(pickle.dumps(known[key]))
                    return result
                known[key] = pickle.loads(kept)  # A process of this run wrote it.
        scene = known[key]
        _put(desk, scene)
        clock.set(scene.at)
        return cast("T", _Reader(scene.result, desk, clock).load())

    return cast("Build[P, T]", built)


@contextmanager
def _file_of(key: str) -> Iterator[IO[bytes]]:
    """Where a scene is kept, empty at first. Processes of a run share it, and each waits until another has built it."""
    folder = os.environ.get(SCENES)
    if folder is None:
        yield io.BytesIO()
        return
    with Path(folder, key).open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        yield file


def _pickled(result: object, desk: App, clock: Clock) -> bytes:
    """What a builder returned, in which the desk and the clock are named only."""
    file = io.BytesIO()
    named = {id(desk): "desk", id(clock): "clock"}

    class Writer(pickle.Pickler):
        def persistent_id(self, obj: object) -> str | None:
            return named.get(id(obj))

    Writer(file).dump(result)
    return file.getvalue()


class _Reader(pickle.Unpickler):
    """Reads it about the desk and the clock at hand."""

    def __init__(self, kept: bytes, desk: App, clock: Clock) -> None:
        super().__init__(io.BytesIO(kept))
        self._named = {"desk": desk, "clock": clock}

    def persistent_load(self, pid: str) -> object:
        """The one that is named."""
        return self._named[pid]


def _is_used(session: Session) -> bool:
    models: tuple[type[Base], ...] = (Account, Event, Person)
    return any(session.scalar(select(func.count()).select_from(model)) for model in models)


def _rows(desk: App) -> tuple[tuple[str, list[dict[str, Any]]], ...]:
    with desk.store.read() as session:
        tables = Base.metadata.sorted_tables
        return tuple((table.name, [dict(row) for row in session.execute(select(table)).mappings()]) for table in tables)


def _put(desk: App, scene: _Scene) -> None:
    with desk.store.write() as session:
        connection = session.connection()
        for name, _ in reversed(scene.rows):
            connection.execute(Base.metadata.tables[name].delete())
        for name, rows in scene.rows:
            if rows:
                connection.execute(Base.metadata.tables[name].insert(), rows)
