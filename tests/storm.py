"""Many players who send just before a deadline while the server is killed, and what is there afterwards."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.events.stage_states import Order, move_deadline
from deckcheck.store.models import DeckList, StoredReport, Submission
from deckcheck.store.queries import entries, lists
from tests.desks import Clock, desk_on
from tests.events import Made, make_event
from tests.full_rosters import fill
from tests.killed_server import KilledServer
from tests.watchers import Looks, begin, programs, rosters

PATIENCE: Final = 120.0
"""So long after the deadline does a player go on asking whether the list arrived, in seconds."""
PAUSES: Final = (1.0, 2.0, 3.0)
"""Seconds between the tries of a player; the last of them from then on."""
NOBODY_THERE: Final = 0
WAITS: Final = 600.0
"""So long does a deadline wait at most for players who were cut off, in seconds."""
IDLE: Final = 60.0
"""So long does a kill wait at most for a server that is at work, in seconds: starting takes long on a busy machine."""
CUT: Final = -1
"""A try that was taken and had no answer."""


@dataclass(frozen=True, slots=True)
class Sending:
    """One list that one player means to send: when, in seconds from the start or from the deadline, and what."""

    number: int
    after: float
    text: str
    key: str


@dataclass(slots=True)
class Outcome:
    """What players were told. `receipts` in the order in which their answers came; `took` in seconds.

    `under_way` counts what the server has now, `cut` the tries that broke off while it had them, and `found` the
    receipts of lists that had been kept by such a try: the player was not told then, and asked again.
    """

    early: list[Sending]
    last: list[Sending]
    receipts: list[tuple[Sending, dict[str, Any]]] = field(default_factory=list)
    refused: list[tuple[Sending, str]] = field(default_factory=list)
    unanswered: list[Sending] = field(default_factory=list)
    too_late: set[str] = field(default_factory=set)
    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    tries: int = 0
    under_way: int = 0
    cut: int = 0
    found: int = 0
    rosters: Looks = field(default_factory=Looks)
    programs: Looks = field(default_factory=Looks)
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def percentile(self, share: float) -> float:
        """The time that this share of the answers took at most, in seconds."""
        ranked = sorted(self.took)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0

    @property
    def told(self) -> int:
        """How many lists had an answer."""
        return len(self.receipts) + len(self.refused) + len(self.unanswered)

    def in_words(self) -> str:
        """The figures that somebody reads a run for."""
        p50, p99 = (self.percentile(share) * 1000 for share in (0.5, 0.99))
        return (
            f"{len(self.early) + len(self.last)} lists: {len(self.receipts)} receipts, {len(self.refused)} refusals; "
            f"{self.tries} tries, {self.kills} kills; {self.cut} tries cut, {self.found} of their lists found kept; "
            f"p50 {p50:.0f} ms, p99 {p99:.0f} ms"
        )


@dataclass(frozen=True, slots=True)
class Weather:
    """How many players send within how many seconds, and how often the server is killed meanwhile.

    `rosters` of the staff and `programs` look on meanwhile; the event has `size` players, of whom the others have sent.
    The deadline is at their end; if it `waits`, the organizer moves it up only when everybody has an answer. One player
    in ten sends in the second before or after it.
    """

    players: int = 500
    seconds: float = 60.0
    kills: int = 5
    waits: bool = False
    seed: int = 20260613
    rosters: int = 0
    programs: int = 0
    size: int = 0


def plan(weather: Weather, rng: random.Random) -> tuple[list[Sending], list[Sending]]:
    """When who sends what, from the start on, and around the deadline; one in five replaces their list."""
    early: list[Sending] = []
    last: list[Sending] = []
    for number in range(1, weather.players + 1):
        at_the_end = number % 10 == 0
        begins, ends = (-1.0, 1.0) if at_the_end else (0.0, weather.seconds)
        first = rng.uniform(begins, ends)
        sendings = [_sending(number, first, 0, rng)]
        if rng.random() < 0.2:
            sendings.append(_sending(number, rng.uniform(first, ends), 1, rng))
        (last if at_the_end else early).extend(sendings)
    return early, last


def _sending(number: int, after: float, version: int, rng: random.Random) -> Sending:
    islands = 10 + (number + version) % 40
    text = f"{islands} Island\n{60 - islands} Mountain\n\nSideboard\n{1 + version} Pyroblast\n"
    return Sending(number, after, text, str(uuid.UUID(int=rng.getrandbits(128), version=4)))


def storm(url: str, home: Path, weather: Weather) -> tuple[Made, Outcome]:
    """Let it happen, until everybody has an answer; then the lists close, as whoever comes first closes them."""
    rng = random.Random(weather.seed)
    early, last = plan(weather, rng)
    server = KilledServer(url, home)
    server.wait()
    start = time.time() + 1.0
    deadline = start + weather.seconds + (WAITS if weather.waits else 0.0)
    clock = Clock(datetime.now(UTC))
    desk = desk_on(url, clock, home)
    made = make_event(desk, players=weather.players, deadline=_moment(deadline), during="closed", after="all")
    if weather.size > weather.players:
        fill(desk, made, weather.size, after=weather.players)
    outcome = Outcome(early, last)
    over = _look_on(desk, made, server.port, weather, outcome)
    crowd = _crowd(_Phone(server.port, made, start, deadline, outcome), early)
    if not weather.waits:
        crowd += _crowd(_Phone(server.port, made, deadline, deadline, outcome), last)
    _kill(server, start, weather, rng, outcome)
    for thread in crowd:
        while thread.is_alive():
            server.keep_up()
            thread.join(0.2)
    if weather.waits:
        deadline = time.time() + 2.0
        order = Order(deadline=_moment(deadline))
        clock.set(datetime.now(UTC))
        move_deadline(desk, made.as_account("organizer"), made.slug, "swiss", order)
        for thread in _crowd(_Phone(server.port, made, deadline, deadline, outcome), last):
            thread.join()
    over()
    server.stop()
    clock.set(_moment(deadline + 16))
    settle(desk, made.slug)
    desk.store.close()
    return made, outcome


def _look_on(desk: App, made: Made, port: int, weather: Weather, outcome: Outcome) -> Callable[[], None]:
    """Let rosters and programs look on; what is returned ends that."""
    over, rng, threads = threading.Event(), random.Random(weather.seed), []
    if weather.rosters:
        outcome.rosters, begun = begin(rosters(desk, made, port, weather.rosters), over, rng)
        threads += begun
    if weather.programs:
        outcome.programs, begun = begin(programs(desk, made, port, weather.programs), over, rng)
        threads += begun

    def end() -> None:
        over.set()
        for thread in threads:
            thread.join()

    return end


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _kill(server: KilledServer, start: float, weather: Weather, rng: random.Random, outcome: Outcome) -> None:
    """Kill the server at random moments at which it has lists, once it has answered some since the last time."""
    answered = 0
    for turn in range(weather.kills):
        moment = (turn + rng.uniform(0.1, 0.9)) / weather.kills * weather.seconds
        time.sleep(max(0.0, start + moment - time.time()))
        until = time.time() + IDLE
        while time.time() < until and (len(outcome.receipts) == answered or not outcome.under_way):
            if outcome.told >= len(outcome.early):
                return
            server.keep_up()
            time.sleep(0.002)
        time.sleep(rng.uniform(0.0, 0.05) if turn else 0.0)
        server.kill()
        answered = len(outcome.receipts)
        outcome.kills += 1


def _crowd(phone: _Phone, sendings: list[Sending]) -> list[threading.Thread]:
    """A thread for each player, who sends one list after the other."""
    queues: dict[int, list[Sending]] = {}
    for sending in sendings:
        queues.setdefault(sending.number, []).append(sending)
    threads = [threading.Thread(target=phone.send_all, args=(queue,)) for queue in queues.values()]
    for thread in threads:
        thread.start()
    return threads


@dataclass(frozen=True, slots=True)
class _Phone:
    """What a player sends with, until there is an answer, always with the same key. `base` is when it counts from."""

    port: int
    made: Made
    base: float
    deadline: float
    outcome: Outcome

    def send_all(self, sendings: list[Sending]) -> None:
        for sending in sendings:
            time.sleep(max(0.0, self.base + sending.after - time.time()))
            if time.time() > self.deadline:
                self.outcome.too_late.add(sending.key)
            pauses = chain(PAUSES, repeat(PAUSES[-1]))
            while not self._answered(sending):
                time.sleep(next(pauses))

    def _answered(self, sending: Sending) -> bool:
        began, outcome = time.time(), self.outcome
        status, body = self._send(sending)
        with outcome.lock:
            outcome.tries += 1
            outcome.cut += status == CUT
            outcome.found += status == 200
            outcome.statuses[status] += 1
            if status in {200, 201}:
                outcome.receipts.append((sending, body))
                outcome.took.append(time.time() - began)
            elif status in {409, 422}:
                outcome.refused.append((sending, str(body.get("code"))))
            elif began > self.deadline + PATIENCE:
                outcome.unanswered.append(sending)
            else:
                return False
        return True

    def _send(self, sending: Sending) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Authorization": f"Bearer {self.made.links[sending.number - 1]}",
            "Content-Type": "application/json",
            "Idempotency-Key": sending.key,
        }
        body = json.dumps({"text": sending.text, "stage": "swiss"})
        path = f"/api/v1/e/{self.made.slug}/entries/{sending.number}/submissions"
        try:
            connection.connect()
        except OSError:
            return NOBODY_THERE, {}
        self._count(1)
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            return CUT, {}
        finally:
            self._count(-1)
            connection.close()

    def _count(self, more: int) -> None:
        with self.outcome.lock:
            self.outcome.under_way += more


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


def lost(outcome: Outcome, kept: dict[int, Kept]) -> list[str]:
    """The receipts whose list is not there to the letter."""
    missing = []
    for sending, receipt in outcome.receipts:
        sent = {one.uid: one for one in kept[sending.number].sent} if sending.number in kept else {}
        one = sent.get(receipt["uid"])
        told = (sending.text, sending.key, receipt["leaf"], receipt["sha256"])
        if one is None or (one.text, one.key, one.leaf, one.sha256) != told:
            missing.append(sending.key)
    return missing


def doubled(kept: dict[int, Kept]) -> list[int]:
    """The players of whom a list, its number or its verdict is there twice."""
    return [
        number
        for number, one in kept.items()
        if len({sent.key for sent in one.sent}) != len(one.sent)
        or [sent.number for sent in one.sent] != list(range(1, len(one.sent) + 1))
        or one.reports != len(one.sent)
    ]
