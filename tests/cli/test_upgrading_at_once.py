"""Several that bring one empty database up at the same moment, as processes of their own: each succeeds."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from deckcheck.store.store import Store
from deckcheck.store.usable import newest_revision, revision_of
from tests.databases import beside, on_server
from tests.desks import KEY

PROGRAM: Final = Path(sys.executable).with_name("deckcheck")
ROUNDS: Final = 2


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'home' / 'deckcheck.db'}"
        return
    server, name = str(request.getfixturevalue("postgres")), f"empty_{uuid.uuid4().hex[:8]}"
    on_server(server, f"CREATE DATABASE {name}")
    yield beside(server, name)
    on_server(server, f"DROP DATABASE {name} WITH (FORCE)")


def start(url: str, home: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "DECKCHECK_HOME": str(home), "DECKCHECK_DATABASE_URL": url, "DECKCHECK_SECRET_KEY": KEY}
    return subprocess.Popen([str(PROGRAM), *words], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def emptied(url: str, home: Path) -> None:
    """Begin again with nothing there."""
    if url.startswith("sqlite"):
        home.mkdir(exist_ok=True)
        for file in home.iterdir():
            file.unlink()
        return
    on_server(url, "DROP SCHEMA public CASCADE")
    on_server(url, "CREATE SCHEMA public")


def test_three_upgrades_at_once_all_succeed(empty: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for _ in range(ROUNDS):
        emptied(empty, home)
        with ExitStack() as running:
            all_ = [running.enter_context(start(empty, home, "db", "upgrade")) for _ in range(3)]
            said = [(*one.communicate(timeout=120), one.returncode) for one in all_]
        assert said == [("The database is at this release's schema.\n", "", 0)] * 3
        store = Store(empty)
        assert revision_of(store) == newest_revision()
        store.close()


def test_two_servers_that_start_at_once_on_an_empty_database_both_serve(empty: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    emptied(empty, home)
    with ExitStack() as running:
        both = [running.enter_context(start(empty, home, "serve", "--port", "0")) for _ in range(2)]
        try:
            for one in both:
                assert one.stderr is not None
                assert one.stderr.readline().startswith("Deckcheck is served at http://127.0.0.1:")
        finally:
            for one in both:
                one.terminate()
        assert [one.wait(timeout=60) for one in both] == [0, 0]
