"""Databases for tests: each test has a fresh one at this release's schema, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import settings

from deckcheck.accounts import passwords
from deckcheck.app.context import App
from deckcheck.store.store import Store
from deckcheck.store.upgrade import upgrade
from tests.databases import beside, fresh_database, on_server, running_postgres
from tests.desks import Clock, desk_on

BOTH = ("sqlite", "postgres")

# A process of the tests holds the cards of both games and the whole application; to go through all that again and again
# for what nobody refers to any more took a seventh of its time.
gc.set_threshold(100_000, 20, 50)

# How long an example takes says how busy the machine is; what grows with its input has tests that count.
settings.register_profile("deckcheck", deadline=None)
settings.load_profile("deckcheck")

# What a test starts as a program of its own has a home of its own, and never the one of whoever runs the tests.
HOME = os.environ["DECKCHECK_HOME"] = tempfile.mkdtemp(prefix="deckcheck-home-")
CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


def pytest_unconfigure() -> None:
    """That home goes with the run, in each of its processes."""
    shutil.rmtree(HOME, ignore_errors=True)


@pytest.fixture(autouse=True, scope="session")
def no_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a test starts without naming a home finds an empty one, never that of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKCHECK_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True, scope="session")
def cheap_hashing() -> Iterator[None]:
    """Hashing a password costs next to nothing in tests; what it costs in truth has a test of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", CHEAP)
        yield


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database at the newest schema, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "empty.db"
    store = Store(f"sqlite:///{path}")
    upgrade(store)
    store.close()
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server: the one named, or one that is started for the tests."""
    if named := os.environ.get("DECKCHECK_TEST_POSTGRES"):
        yield named
        return
    with running_postgres() as address:
        yield address


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The name of an empty PostgreSQL database at the newest schema, to be copied."""
    name = f"migrated_{uuid.uuid4().hex[:8]}"
    fresh_database(postgres, name)
    return name


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    """A fresh SQLite database."""
    path = tmp_path / "deckcheck.db"
    shutil.copyfile(migrated_file, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgres_url(postgres: str, postgres_template: str) -> Iterator[str]:
    """A fresh PostgreSQL database."""
    yield from _copied(postgres, postgres_template)


@pytest.fixture(scope="module")
def sqlite_of_a_module(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A SQLite database that the tests of a module share."""
    path = tmp_path_factory.mktemp("shared") / "deckcheck.db"
    shutil.copyfile(migrated_file, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def postgres_of_a_module(postgres: str, postgres_template: str) -> Iterator[str]:
    """A PostgreSQL database that the tests of a module share."""
    yield from _copied(postgres, postgres_template)


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database of each kind in turn."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def clock() -> Clock:
    """A clock that a test sets."""
    return Clock()


@pytest.fixture
def both_desk(database_url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    """A desk on a fresh database of each kind in turn, with the clock of the test."""
    desk = desk_on(database_url, clock, tmp_path)
    yield desk
    desk.store.close()


@pytest.fixture
def one_desk(sqlite_url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    """A desk on a fresh SQLite database, for what does not depend on the database."""
    desk = desk_on(sqlite_url, clock, tmp_path)
    yield desk
    desk.store.close()


def _copied(postgres: str, template: str) -> Iterator[str]:
    name = f"t_{uuid.uuid4().hex[:12]}"
    on_server(postgres, f"CREATE DATABASE {name} TEMPLATE {template}")
    yield beside(postgres, name)
    on_server(postgres, f"DROP DATABASE {name} WITH (FORCE)")
