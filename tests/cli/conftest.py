"""The command line within a test: the program's own entry, with streams of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.app.context import App
from deckcheck.cli import main
from tests.cli.commands import Call, Said, Stream
from tests.desks import Clock, desk_on
from tests.events import Made
from tests.published_events import a_locked_event


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the program's entry with arguments and standard input."""

    def called(*args: str, stdin: bytes = b"") -> Said:
        out, err = Stream(), Stream()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", Stream(stdin))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as left:
                main(list(args))
        status = left.value.code
        return Said(status if isinstance(status, int) else 0, out.text(), err.text())

    return called


@pytest.fixture
def desk(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A desk on the database that the command line opens as well."""
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("DECKCHECK_ADDRESS", "https://lists.example.org")
    made = desk_on(sqlite_url, Clock(), tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def made(desk: App) -> Made:
    """An event whose lists are locked."""
    clock = desk.clock
    assert isinstance(clock, Clock)
    return a_locked_event(desk, clock)
