"""Many players who send just before a deadline while the server is killed, and what is there afterwards."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from deckcheck.storage.models import DeckList, StoredReport, Submission
from deckcheck.storage.shelves import entries, lists
from tests.cli.commands import PROGRAM
from tests.desks import Clock, desk_on
from tests.events import Made, make_event

KEY: Final = "s" * 64
PATIENCE: Final = 25.0
"""So long after the deadline does a player go on asking whether the list arrived, in seconds."""


@dataclass(frozen=True, slots=True)
class Sending:
    """One list that one player means to send: when, counted in seconds from the start, and what."""

    number: int
    after: float
    text: str
    key: str


@dataclass(slots=True)
class Outcome:
    """What players were told. `receipts` in the order in which their answers came; `took` in seconds."""

    receipts: list[tuple[Sending, dict[str, Any]]] = field(default_factory=list)
    refused: list[tuple[Sending, str]] = field(default_factory=list)
    unanswered: list[Sending] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    tries: int = 0
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def percentile(self, share: float) -> float:
        """The time that this share of the answers took at most, in seconds."""
        ranked = sorted(self.took)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


class KilledServer:
    """The served application, in a group of processes that is killed and started again."""

    def __init__(self, url: str, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.env = {
            **os.environ,
            "DECKCHECK_HOME": str(home),
            "DECKCHECK_DATABASE_URL": url,
            "DECKCHECK_SECRET_KEY": KEY,
        }
        self.log = (home / "server.log").open("ab")
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [str(PROGRAM), "serve", "--port", str(self.port), "--workers", "2"]
        return subprocess.Popen(
            command, env=self.env, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, start_new_session=True
        )

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(300):
            try:
                self.get("/healthz")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError((Path(self.log.name)).read_text("utf-8")[-2000:])

    def get(self, path: str) -> int:
        """The status of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def kill(self) -> None:
        """SIGKILL to the master and every worker at once, then a new start."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = self._start()

    def stop(self) -> None:
        """End it."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.log.close()


def plan(players: int, seconds: float, rng: random.Random) -> list[Sending]:
    """When who sends what: all within the last seconds before the deadline; one in five replaces their list."""
    sendings = []
    for number in range(1, players + 1):
        first = rng.uniform(0, seconds)
        sendings.append(_sending(number, first, 0, rng))
        if rng.random() < 0.2:
            sendings.append(_sending(number, rng.uniform(first, seconds), 1, rng))
    return sendings


def _sending(number: int, after: float, version: int, rng: random.Random) -> Sending:
    islands = 10 + (number + version) % 40
    text = f"{islands} Island\n{60 - islands} Mountain\n\nSideboard\n{1 + version} Pyroblast\n"
    return Sending(number, after, text, str(uuid.UUID(int=rng.getrandbits(128), version=4)))


def storm(url: str, home: Path, *, players: int, seconds: float, kills: int, seed: int) -> tuple[Made, Outcome]:
    """Let it happen: `players` send within `seconds` before the deadline, the server is killed `kills` times."""
    rng = random.Random(seed)
    server = KilledServer(url, home)
    server.wait()
    deadline = datetime.now(UTC) + timedelta(seconds=seconds + 1.0)
    desk = desk_on(url, Clock(datetime.now(UTC)), home)
    made = make_event(desk, players=players, deadline=deadline, during="closed", after="all")
    desk.store.close()
    start = deadline.timestamp() - seconds
    outcome = Outcome()
    queues: dict[int, list[Sending]] = {}
    for sending in plan(players, seconds, rng):
        queues.setdefault(sending.number, []).append(sending)
    until = deadline.timestamp() + PATIENCE
    threads = [
        threading.Thread(target=_send_all, args=(server.port, made, sendings, start, until, outcome))
        for sendings in queues.values()
    ]
    for thread in threads:
        thread.start()
    for moment in sorted(rng.uniform(0.05, 0.95) * seconds for _ in range(kills)):
        time.sleep(max(0.0, start + moment - time.time()))
        server.kill()
        outcome.kills += 1
    for thread in threads:
        thread.join()
    time.sleep(max(0.0, deadline.timestamp() + 16 - time.time()))
    server.wait()
    server.get(f"/api/v1/e/{made.slug}")  # Whoever comes first closes the stage.
    server.stop()
    return made, outcome


def _send_all(port: int, made: Made, sendings: list[Sending], start: float, until: float, outcome: Outcome) -> None:
    """One player, who sends one list after the other and asks again until there is an answer."""
    for sending in sendings:
        time.sleep(max(0.0, start + sending.after - time.time()))
        while True:
            began = time.time()
            status, body = _send(port, made, sending)
            with outcome.lock:
                outcome.tries += 1
                if status in {200, 201}:
                    outcome.receipts.append((sending, body))
                    outcome.took.append(time.time() - began)
                elif status in {409, 422}:
                    outcome.refused.append((sending, str(body.get("code"))))
                elif began > until:
                    outcome.unanswered.append(sending)
                else:
                    status = 0
            if status:
                break
            time.sleep(1.0)


def _send(port: int, made: Made, sending: Sending) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    headers = {
        "Authorization": f"Bearer {made.links[sending.number - 1]}",
        "Content-Type": "application/json",
        "Idempotency-Key": sending.key,
    }
    body = json.dumps({"text": sending.text, "stage": "swiss"})
    try:
        connection.request("POST", f"/api/v1/e/{made.slug}/entries/{sending.number}/submissions", body, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, http.client.HTTPException, json.JSONDecodeError):
        return 0, {}
    finally:
        connection.close()


@dataclass(frozen=True, slots=True)
class Kept:
    """What is in the database of one player: everything sent, and what is in force."""

    row: DeckList
    sent: list[Submission]
    reports: int


def kept_lists(url: str, home: Path, made: Made) -> dict[int, Kept]:
    """Every list of the event, by the number of its entry."""
    desk = desk_on(url, Clock(datetime.now(UTC)), home)
    with desk.store.read() as session:
        numbers = {entry.uid: entry.number for entry in entries.entries_of(session, made.uid)}
        sent = lists.all_submissions(session, made.uid)
        found = {}
        for row in lists.lists_in(session, made.stages["swiss"]).values():
            versions = sent.get(row.uid, [])
            reports: list[StoredReport] = [r for s in versions for r in lists.reports_of(session, s.uid)]
            found[numbers[row.entry]] = Kept(row, versions, len(reports))
    desk.store.close()
    return found
