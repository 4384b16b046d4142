"""Who looks on while lists come in: rosters that staff have open, and programs that ask what changed."""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_token_secret
from deckcheck.store.models import Event, Token
from deckcheck.web import create_app
from tests.events import Made
from tests.web.visitors import cookie_of_account

ROSTER_EVERY: Final = 3.0
"""Seconds between two looks of a roster's page, as its script has them."""
PROGRAM_EVERY: Final = 5.0
"""Seconds between two questions of a program: every few seconds, as the API asks for."""
PATIENCE: Final = 60.0
CUT: Final = 0
_REVISION: Final = re.compile(r'id="since" name="since" value="(\d+)"')


@dataclass(slots=True)
class Looks:
    """What those of one kind asked and were answered; `took` in seconds, `went` the bytes that came."""

    statuses: Counter[int] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)
    went: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, status: int, took: float, size: int) -> None:
        """One more question and its answer."""
        with self.lock:
            self.statuses[status] += 1
            self.went += size
            if status != CUT:
                self.took.append(took)

    def in_words(self) -> str:
        """The figures that somebody reads a run for."""
        ranked = sorted(self.took) or [0.0]
        p50, p99 = (ranked[min(len(ranked) - 1, int(share * len(ranked)))] * 1000 for share in (0.5, 0.99))
        by = ", ".join(f"{status or 'cut'}: {count}" for status, count in sorted(self.statuses.items()))
        asked = sum(self.statuses.values())
        return f"{asked} asked ({by}); {self.went / 1e6:.1f} MB; p50 {p50:.0f} ms, p99 {p99:.0f} ms"


@dataclass(frozen=True, slots=True)
class Watcher:
    """One page or one program: how it asks, and how it finds in an answer from where it asks on."""

    port: int
    first: str
    then: Callable[[int], str]
    read: Callable[[bytes], int | None]
    headers: dict[str, str]
    every: float

    def watch(self, looks: Looks, over: threading.Event, wait: float) -> None:
        """Ask again and again until it is over; each question comes on a connection that stays while it can."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        revision, stop = None, over.wait(wait)
        while not stop:
            path, began = self.first if revision is None else self.then(revision), time.monotonic()
            try:
                connection.request("GET", path, headers=self.headers)
                answer = connection.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException):
                connection.close()
                looks.count(CUT, 0.0, 0)
            else:
                looks.count(answer.status, time.monotonic() - began, len(data))
                if answer.status == 200 and (found := self.read(data)) is not None:
                    revision = found
            stop = over.wait(self.every)
        connection.close()


def rosters(desk: App, made: Made, port: int, count: int) -> list[Watcher]:
    """So many pages of the roster, each in a browser of its own."""
    app, base = create_app(desk.settings, desk), f"/e/{made.slug}/roster"
    found = []
    for place in range(count):
        cookie = cookie_of_account(app, desk, made.accounts[("judge", "scorekeeper")[place % 2]])
        headers = {"Cookie": f"deckcheck={cookie}", "Sec-Fetch-Site": "same-origin"}
        found.append(Watcher(port, base, lambda n: f"{base}/rows?since={n}&base={n}", _of_page, headers, ROSTER_EVERY))
    return found


def programs(desk: App, made: Made, port: int, count: int) -> list[Watcher]:
    """So many programs, each with a token of its own; they have read the roster before and ask what changed since."""
    base, now = f"/api/v1/e/{made.slug}/changes", desk.now()
    secrets = [new_token_secret() for _ in range(count)]
    with desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        since = event.revision
        session.add_all(
            Token(
                hash=hash_of(secret),
                prefix=secret[:10],
                event=made.uid,
                role="desk",
                label=f"Program {place}",
                by="sys",
                made_at=now,
                until=now + timedelta(days=1),
            )
            for place, secret in enumerate(secrets)
        )
    return [
        Watcher(
            port,
            f"{base}?since={since}",
            lambda n: f"{base}?since={n}",
            _of_program,
            {"Authorization": f"Bearer {secret}"},
            PROGRAM_EVERY,
        )
        for secret in secrets
    ]


def _of_page(data: bytes) -> int | None:
    found = _REVISION.search(data.decode("utf-8", "replace"))
    return int(found[1]) if found else None


def _of_program(data: bytes) -> int | None:
    return int(json.loads(data)["revision"])


def begin(watchers: list[Watcher], over: threading.Event, rng: random.Random) -> tuple[Looks, list[threading.Thread]]:
    """Let them all watch, the first time at a moment of their own."""
    looks = Looks()
    threads = [
        threading.Thread(target=one.watch, args=(looks, over, rng.uniform(0, one.every)), daemon=True)
        for one in watchers
    ]
    for thread in threads:
        thread.start()
    return looks, threads
