"""Databases for tests: each test has a fresh one at this release's schema, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

from tests.kinds import SCENES, is_pure, kinds_for, longest_first
from tests.postgres_server import guarded_folder, server_in

if TYPE_CHECKING:
    from deckcheck.app.context import App
    from tests.desks import Clock

# What needs a database or the application is imported where it is asked for: tests of what is pure begin at once.

# A process of the tests holds the cards of both games and the whole application; to go through all that again and again
# for what nobody refers to any more took a seventh of its time.
gc.set_threshold(100_000, 20, 50)

# How long an example takes says how busy the machine is; what grows with its input has tests that count. `ci` tries the
# same examples each time; `pytest --hypothesis-profile nightly` tries others.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, print_blob=True)
settings.load_profile("ci")

# What a test starts as a program of its own has a home of its own, and never the one of whoever runs the tests.
HOME = os.environ["DECKCHECK_HOME"] = tempfile.mkdtemp(prefix="deckcheck-home-")
# PostgreSQL's package looks for it, and warns where there is none.
os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
SERVER: Final = "DECKCHECK_TEST_POSTGRES_FOLDER"
"""Where the PostgreSQL server of this run lies: its processes share it."""
AT_THE_END: Final = ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs on both databases whatever runs on a database at all; `--part` runs one of two parts."""
    parser.addoption("--full", action="store_true", help="run on PostgreSQL, too, what cannot differ there")
    parser.addoption("--part", choices=["pure", "rest"], help="only tests without, or with, a database or a browser")


def pytest_configure(config: pytest.Config) -> None:
    """Keep a place for PostgreSQL and for scenes, for all processes of a run; both are made when a test asks."""
    if not hasattr(config, "workerinput"):
        os.environ[SCENES] = AT_THE_END.enter_context(tempfile.TemporaryDirectory(prefix="deckcheck-scenes-"))
        os.environ[SERVER] = str(AT_THE_END.enter_context(guarded_folder()))


def pytest_unconfigure() -> None:
    """PostgreSQL ends with the run, and the home with each of its processes."""
    AT_THE_END.close()
    shutil.rmtree(HOME, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Under `--part`, the files of the other part are not even read."""
    part = config.getoption("--part")
    if part is None or not collection_path.name.startswith("test_"):
        return None
    return is_pure(collection_path) is not (part == "pure") or None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test on a database runs on each kind on which it can differ, and under `--full` on both."""
    if "database_url" in metafunc.fixturenames:
        kinds = kinds_for(metafunc.definition.path, full=bool(metafunc.config.getoption("--full")))
        metafunc.parametrize("database_url", kinds, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first in each process."""
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = [items[place] for place in longest_first([item.path for item in items], processes)]


@pytest.fixture(autouse=True, scope="session")
def no_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever a test starts without naming a home finds an empty one, never that of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKCHECK_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(autouse=True, scope="session")
def every_roster_is_as_read_anew(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever roster a test looks at, what was kept of it and brought up to date is what reading all of it gives."""
    if all(is_pure(item.path) for item in request.session.items):
        yield
        return
    from tests.kept_rosters import compared

    with compared():
        yield


@pytest.fixture(autouse=True, scope="session")
def cheap_databases(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hashing costs next to nothing, and SQL, addresses and templates are compiled once in a process.

    What hashing costs in truth has a test of its own.
    """
    if all(is_pure(item.path) for item in request.session.items):
        yield
        return
    from argon2 import PasswordHasher

    from deckcheck.accounts import passwords
    from deckcheck.store import store
    from tests.compiled import share_what_is_compiled
    from tests.databases import make_sharing_engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
        patch.setattr(store, "make_engine", make_sharing_engine)
        share_what_is_compiled(patch)
        yield


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database at the newest schema, to be copied."""
    from tests.databases import migrated

    path = tmp_path_factory.mktemp("migrated") / "empty.db"
    migrated(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres() -> str:
    """The address of a PostgreSQL server: the one named, or one that is started for the tests."""
    return os.environ.get("DECKCHECK_TEST_POSTGRES") or str(server_in(Path(os.environ[SERVER])).get_uri())


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The name of an empty PostgreSQL database at the newest schema, to be copied."""
    from tests.databases import fresh_database

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


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh database of each kind on which the file of the test can differ (tests/kinds.py) in turn."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def clock() -> Clock:
    """A clock that a test sets."""
    from tests.desks import Clock

    return Clock()


@pytest.fixture
def both_desk(database_url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    """A desk on a fresh database of each kind that `database_url` names, with the clock of the test."""
    from tests.desks import desk_on

    desk = desk_on(database_url, clock, tmp_path)
    yield desk
    desk.store.close()


@pytest.fixture
def one_desk(sqlite_url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    """A desk on a fresh SQLite database, for what does not depend on the database."""
    from tests.desks import desk_on

    desk = desk_on(sqlite_url, clock, tmp_path)
    yield desk
    desk.store.close()


def _copied(postgres: str, template: str) -> Iterator[str]:
    from tests.databases import beside, on_server

    name = f"t_{uuid.uuid4().hex[:12]}"
    on_server(postgres, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    yield beside(postgres, name)
    on_server(postgres, f"DROP DATABASE {name} WITH (FORCE)")
