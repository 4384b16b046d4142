"""A lock that another process holds for long stops neither `/livez` nor `/readyz`, whatever else waits for it."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from deckcheck.app.context import App
from tests.events import make_event
from tests.web.real_server import RealServer, serving

HOLD: Final = """
import sys, time
if sys.argv[1].startswith("sqlite"):
    import sqlite3
    one = sqlite3.connect(sys.argv[1].removeprefix("sqlite:///"), isolation_level=None)
    one.execute("BEGIN EXCLUSIVE")
    one.execute("UPDATE instance SET value = value")
else:
    import psycopg
    one = psycopg.connect(sys.argv[1])
    one.execute("LOCK TABLE events, links, sign_ins, tokens IN ACCESS EXCLUSIVE MODE")
print("held", flush=True)
sys.stdin.readline()
"""
"""A process that holds the database until it is told to let go."""
THREADS: Final = 4


@contextmanager
def held(url: str) -> Iterator[None]:
    """A second process holds the lock."""
    command = [sys.executable, "-c", HOLD, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "held\n"
        try:
            yield
        finally:
            other.stdin.write("\n")
            other.stdin.close()
            other.wait(timeout=20)


def ask(server: RealServer, path: str, method: str = "GET", body: str = "") -> tuple[int, str | None, float]:
    """Status, when to come again, and how long it took."""
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers["Retry-After"], time.monotonic() - began
    finally:
        connection.close()


@pytest.fixture
def server(both_desk: App, tmp_path: Path) -> Iterator[RealServer]:
    make_event(both_desk)
    both_desk.store.close()
    with serving(both_desk.settings.database_url, tmp_path) as running:
        yield running


def test_health_is_told_while_every_thread_waits_for_a_lock(both_desk: App, server: RealServer) -> None:
    """SQLite's lock stops those who write; that of a table of PostgreSQL everybody, so that it is not ready."""
    url, waiting = both_desk.settings.database_url, 2 * THREADS
    ready = 200 if both_desk.store.is_sqlite else 503
    health = (("/livez", 200), ("/readyz", ready), ("/healthz", ready)) * 3
    with ThreadPoolExecutor(waiting) as pool:
        with held(url):
            asked = [pool.submit(ask, server, "/join", "POST", f"code=WRONG-{n:04}") for n in range(waiting)]
            time.sleep(1)
            assert not any(one.done() for one in asked)
            told = [(wanted, *ask(server, path)) for path, wanted in health]
            answers = [one.result() for one in asked]
        assert [status for _, status, _, _ in told] == [wanted for wanted, _, _, _ in told]
        assert {(status, again) for status, again, _ in answers} == {(503, "5")}
        # What had waited behind one of those that wait for the lock would have taken as long.
        assert max(took for *_, took in told) < min(took for *_, took in answers)
    for path in ("/e/northern-open", "/readyz"):
        assert ask(server, path)[0] == 200


def test_a_connection_that_says_nothing_takes_no_thread(both_desk: App, server: RealServer) -> None:
    silent = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=60) for _ in range(4 * THREADS)]
    for one in silent:
        one.connect()
    try:
        assert ask(server, "/e/northern-open")[0] == 200
        assert ask(server, "/livez", "HEAD")[0] == 200
    finally:
        for one in silent:
            one.close()
