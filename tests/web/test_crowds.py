"""A crowd that checks lists at the real server with two workers: others are answered, and the count is shared."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

import pytest

from deckcheck.app.budgets import NOTICEABLE
from deckcheck.app.context import App
from deckcheck.store.models import WorkDone
from deckcheck.web.limits import TAKEN, strangers
from deckcheck.wiring import now
from tests.events import make_event
from tests.registrations import LEGAL
from tests.web.real_server import RealServer, serving

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
CROWD: Final = 40
WORKERS: Final = ("--workers", "2")
PROXY: Final = {"DECKCHECK_PROXIES": "1"}
STRICT: Final = 30
LEAST: Final = 15
"""Milliseconds that forty lines like no card take at the very least."""


def misspelt(rng: Random, lines: int = 999) -> str:
    """Lines that are like no card, which take longest to look up."""
    return "\n".join("1 " + "".join(rng.choices(LETTERS, k=18)) for _ in range(lines))


@pytest.fixture
def server(both_desk: App, tmp_path: Path) -> Iterator[RealServer]:
    both_desk.clock.set(now())  # type: ignore[attr-defined]
    with serving(both_desk.settings.database_url, tmp_path, *WORKERS, more=PROXY) as running:
        yield running


@pytest.fixture
def strict_server(both_desk: App, tmp_path: Path) -> Iterator[RealServer]:
    """One that allows a network little, so that even a slow machine does more."""
    both_desk.clock.set(now())  # type: ignore[attr-defined]
    more = {**PROXY, "DECKCHECK_JUDGING": str(STRICT)}
    with serving(both_desk.settings.database_url, tmp_path, *WORKERS, more=more) as running:
        yield running


@dataclass
class Crowd:
    """Connections that each check a list, from one network or each from its own."""

    server: RealServer
    text: str
    path: str = "/api/v1/check"
    networks: int = CROWD
    until: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    kept: list[bool] = field(default_factory=list)
    under_way: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def come(self) -> list[threading.Thread]:
        threads = [threading.Thread(target=self._check, args=(number,)) for number in range(CROWD)]
        for thread in threads:
            thread.start()
        return threads

    def _check(self, number: int) -> None:
        while True:
            with self.lock:
                self.under_way += 1
            answer = ask(
                self.server,
                "POST",
                self.path,
                json.dumps({"format": "modern", "text": self.text}),
                {"X-Forwarded-For": f"198.51.100.{number % self.networks}"},
            )
            with self.lock:
                self.under_way -= 1
                self.statuses[answer.status] += 1
                self.kept.append(answer.status == 200 or "Retry-After" in answer.headers)
            if time.monotonic() >= self.until:
                return


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask(
    server: RealServer, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())
    finally:
        connection.close()


def test_others_are_answered_while_forty_check_999_misspelt_lines(both_desk: App, server: RealServer) -> None:
    """Each from a network of its own, so that no budget holds them back, but the places that they share alone."""
    made = make_event(both_desk, players=2, deadline=now() + timedelta(hours=1))
    crowd = Crowd(server, misspelt(Random(1)))
    threads = crowd.come()
    while crowd.under_way < CROWD and any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
    bearer = {"Authorization": f"Bearer {made.links[0]}", "Idempotency-Key": "key-of-the-list"}
    to = f"/api/v1/e/{made.slug}/entries/1/submissions"
    sent = ask(server, "POST", to, json.dumps({"text": LEGAL, "stage": "swiss"}), bearer)
    health, page, own = (
        ask(server, "GET", "/livez"),
        ask(server, "GET", "/join"),
        ask(server, "POST", "/api/v1/check", json.dumps({"format": "modern", "text": LEGAL}), bearer),
    )
    waiting = sum(thread.is_alive() for thread in threads)
    for thread in threads:
        thread.join()
    assert [one.status for one in (sent, health, page, own)] == [201, 200, 200, 200], sent.body
    assert waiting > 0, "everybody of the crowd was answered first"
    assert set(crowd.statuses) <= {200, 503}
    assert crowd.statuses[200] >= 2
    assert all(crowd.kept)


def test_the_count_is_shared_by_the_workers(both_desk: App, strict_server: RealServer) -> None:
    """Forty from one network get what the budget allows, and for each worker no more than what it need not tell."""
    began = time.monotonic()
    crowd = Crowd(strict_server, misspelt(Random(2), 40), networks=1, until=began + 8)
    for thread in crowd.come():
        thread.join()
    took = time.monotonic() - began
    assert set(crowd.statuses) <= {200, 429, 503}
    assert all(crowd.kept)
    assert crowd.statuses[429] > 0
    budget, unseen = strangers(STRICT), 2 * (NOTICEABLE + 2 * 100)
    assert crowd.statuses[200] * (TAKEN + LEAST) <= budget.burst + took * budget.per_second + unseen
    with both_desk.store.read() as session:
        assert sum(row.level for row in session.query(WorkDone)) > 0
