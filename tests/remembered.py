"""A scene that many tests begin with, built once in a process and copied into the fresh database of each."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Table, func, select

from deckcheck.app.context import App
from deckcheck.store.models import Account, Base, Event, Person
from deckcheck.store.store import Session
from tests.desks import Clock

P = ParamSpec("P")
T = TypeVar("T")
Build = Callable[Concatenate[App, Clock, P], T]


@dataclass(frozen=True)
class _Scene:
    """All rows of the database, the moment it was then, and what the builder returned, with its desk and clock."""

    rows: tuple[tuple[Table, list[dict[str, Any]]], ...]
    at: datetime
    desk: App
    clock: Clock
    result: Any


def remembered(build: Build[P, T]) -> Build[P, T]:
    """A builder that works once a process for each kind of database, clock, settings and arguments.

    Later calls on an empty database put the same rows there and return a copy of what it returned, about the desk
    and the clock at hand. Where a database holds anybody already, it is built anew.
    """
    accesses: dict[str, _Scene] = {}

    @wraps(build)
    def built(desk: App, clock: Clock, *args: P.args, **more: P.kwargs) -> T:
        with desk.store.read() as session:
            if _is_used(session):
                return build(desk, clock, *args, **more)
            kind = session.get_bind().dialect.name
        settings = replace(desk.settings, home=Path(), database_url="")
        key = repr((kind, clock(), settings, args, sorted(more.items())))
        if key not in accesses:
            result = build(desk, clock, *args, **more)
            accesses[key] = _Scene(_rows(desk), clock(), desk, clock, deepcopy(result, _same(desk, clock)))
            return result
        access = accesses[key]
        _put(desk, access)
        clock.set(access.at)
        memo = {id(access.desk): desk, id(access.clock): clock}
        result_here: T = deepcopy(access.result, memo)
        return result_here

    return cast("Build[P, T]", built)


def _is_used(session: Session) -> bool:
    models: tuple[type[Base], ...] = (Account, Event, Person)
    return any(session.scalar(select(func.count()).select_from(model)) for model in models)


def _same(*kept: object) -> dict[int, Any]:
    return {id(one): one for one in kept}


def _rows(desk: App) -> tuple[tuple[Table, list[dict[str, Any]]], ...]:
    with desk.store.read() as session:
        tables = Base.metadata.sorted_tables
        return tuple((table, [dict(row) for row in session.execute(select(table)).mappings()]) for table in tables)


def _put(desk: App, access: _Scene) -> None:
    with desk.store.write() as session:
        connection = session.connection()
        for table, _ in reversed(access.rows):
            connection.execute(table.delete())
        for table, rows in access.rows:
            if rows:
                connection.execute(table.insert(), rows)
