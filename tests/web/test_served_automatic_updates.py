"""The automatic update of a server that runs: two workers, a source that answers, and a clock that is days ahead."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.settings import Settings
from deckcheck.store.queries import updates
from deckcheck.store.states import UpdateState
from deckcheck.updates.apply import roll_back
from deckcheck.updates.automatic import Round, last_round
from deckcheck.wiring import build_running_desk
from tests.cli.test_update import TOMORROW, Mirror, served
from tests.events import make_event
from tests.listeners import listening
from tests.own_data import GAME
from tests.source_server import by_path
from tests.web.real_server import environment, serving

AHEAD: Final = """
import os
from datetime import timedelta

import deckcheck.app.clocks
import deckcheck.wiring

read, days = deckcheck.wiring.now, timedelta(days=int(os.environ["CLOCK_AHEAD_DAYS"]))
deckcheck.wiring.now = lambda: read() + days
deckcheck.app.clocks.boot_of_machine = lambda: f"started {days}"  # A clock that jumps while it runs is not believed.
"""
"""Puts the clock of every process ahead by so many days, as if the machine were started then."""
FIRST_PAGE: Final = next(iter(served(TOMORROW)))
WITHIN: Final = 120.0
"""Seconds until it is done; a busy machine takes its time."""
QUIET: Final = 6.0
"""Seconds in which each worker asks several times whether something is due."""


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    answers = served(TOMORROW)
    with listening(by_path(answers)) as server:
        yield Mirror(server, answers)


def looks(mirror: Mirror) -> int:
    """How often somebody began to look."""
    return sum(FIRST_PAGE in one.line for one in mirror.server.asked)


def states(desk: App) -> list[UpdateState]:
    with desk.store.read() as session:
        return [row.state for row in updates.updates(session, GAME)]


def round_of(desk: App) -> Round:
    with desk.store.read() as session:
        return last_round(session)


def until_looked(desk: App, mirror: Mirror, times: int) -> None:
    """Wait until the round is over in which the source was looked at for so many times; then nobody looks again."""
    end = time.monotonic() + WITHIN
    while looks(mirror) < times or GAME in "".join(round_of(desk).left):
        assert time.monotonic() < end, (looks(mirror), round_of(desk))
        time.sleep(0.3)
    time.sleep(QUIET)
    assert looks(mirror) == times


def test_it_runs_once_not_on_an_events_day_and_brings_nothing_back(tmp_path: Path, mirror: Mirror) -> None:
    (tmp_path / "sitecustomize.py").write_text(AHEAD, "utf-8")
    url = f"sqlite:///{tmp_path / 'deckcheck.db'}"
    desk = build_running_desk(Settings.from_env(environment(url, tmp_path)))
    event_day = (datetime.now(UTC) + timedelta(days=3)).astimezone(ZoneInfo("Europe/London")).date()
    make_event(desk, day=event_day, state="planned", deadline=None)

    def ahead(days: int) -> Mapping[str, str]:
        mirrors = f"gatcg={mirror.address} scryfall={mirror.address}nothing/"
        more = {"DECKCHECK_UPDATE": "daily", "DECKCHECK_UPDATE_FROM": mirrors, "PYTHONPATH": str(tmp_path)}
        return {**more, "CLOCK_AHEAD_DAYS": str(days)}

    with serving(url, tmp_path, "--workers", "2", more=ahead(3)):
        time.sleep(QUIET)
        assert (looks(mirror), states(desk), round_of(desk)) == (0, [], Round())
    with serving(url, tmp_path, "--workers", "2", more=ahead(4)):
        until_looked(desk, mirror, 1)
    assert states(desk) == [UpdateState.APPLIED]
    assert round_of(desk).failed.keys() == {"Scryfall"}  # One that fails keeps no other from coming.
    roll_back(desk, GAME, SYSTEM)
    with serving(url, tmp_path, "--workers", "2", more=ahead(5)):
        until_looked(desk, mirror, 2)
    assert states(desk) == [UpdateState.ROLLED_BACK]
    desk.store.close()
