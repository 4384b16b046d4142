"""An update while the server runs: every worker and the command line have it within seconds, without a restart."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from typing import Final

import requests

from deckcheck.app.actors import SYSTEM
from deckcheck.settings import Settings
from deckcheck.updates.apply import apply, roll_back
from deckcheck.wiring import build_running_desk
from tests.own_data import BAN, BAN_PATH, FORMAT, GAME, NEW, incoming
from tests.web.real_server import PROGRAM, environment, serving

Pair = tuple[str, str]

LIST: Final = f"4 Abnegation\n1 {NEW}\n"
SEEN_WITHIN: Final = 60.0
"""Seconds until every worker has it: two, and as long as a busy machine takes to answer."""


def digests(address: str) -> Pair:
    """By which law and which cards a worker judges now; each call is a connection of its own."""
    asked = {"text": LIST, "format": FORMAT, "date": "2026-12-01"}
    told = requests.post(f"{address}/api/v1/check", json=asked, timeout=60).json()
    assert "rulebook" in told, told
    return told["rulebook"], told["catalogue"]


def digests_of_command(env: dict[str, str]) -> Pair:
    """By which the command judges."""
    command = [str(PROGRAM), "check", "-", "--format", FORMAT, "--on", "2026-12-01", "--json"]
    done = subprocess.run(command, input=LIST, env=env, capture_output=True, text=True, check=False, timeout=120)
    told = json.loads(done.stdout)
    return told["rulebook"], told["catalogue"]


def all_of(address: str) -> set[Pair]:
    """The same of so many calls that both workers are among those who answer."""
    return {digests(address) for _ in range(12)}


def until_all(address: str, wanted: Pair, seen: set[Pair]) -> None:
    """Ask until nobody answers by other data."""
    end = time.monotonic() + SEEN_WITHIN
    while (found := all_of(address)) != {wanted}:
        seen |= found
        assert time.monotonic() < end, found
        time.sleep(0.3)


def test_every_worker_and_the_command_line_have_an_update_within_seconds(database_url: str, tmp_path: Path) -> None:
    more = {"DECKCHECK_JUDGING": "100000"}  # So often as this test nobody asks.
    env = environment(database_url, tmp_path) | more
    desk = build_running_desk(Settings.from_env(env))
    with serving(database_url, tmp_path, "--workers", "2", more=more) as server:
        (old,) = all_of(server.address)
        apply(desk, incoming(NEW, law={BAN_PATH: BAN}), SYSTEM)
        new = digests_of_command(env)
        seen: set[Pair] = set()
        until_all(server.address, new, seen)
        roll_back(desk, GAME, SYSTEM)
        until_all(server.address, old, seen)
        assert seen <= {old, new}
        assert old[0] != new[0]
        assert old[1] != new[1]
    desk.store.close()
