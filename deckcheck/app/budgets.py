"""How much computing somebody may have done for them: counted in milliseconds, shared by all workers and hosts.

A budget is like a bucket that leaks: work fills it, and while it is full nothing more is taken. Each worker counts at
once what it does itself. Beside all requests it settles with the database every second, or as soon as NOTICEABLE
milliseconds came together: no request waits for the database, and a database in trouble refuses nobody. So a worker
may do NOTICEABLE milliseconds, and what it is just doing, more than it would if it knew at once of all others.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from deckcheck.app.context import App
from deckcheck.store.queries import credentials

NOTICEABLE: Final = 250.0
"""So many milliseconds of one account are settled at once."""
SMALL: Final = 50.0
"""Less than this is not worth a write."""
PAUSE: Final = 1.0
"""Seconds between two settlings otherwise."""
LEAST_PAUSE: Final = 0.2
AHEAD: Final = timedelta(minutes=1)
"""What was written further ahead was written before a clock was set back, and counts for nothing."""
MEMORY: Final = timedelta(minutes=10)
"""What was done longer ago has run out of every budget, and is deleted: strangers from many networks fill no table."""
SWEEPS: Final = 60.0
"""Seconds between two such deletions."""


@dataclass(frozen=True, slots=True)
class Budget:
    """So many milliseconds at once, and so many more in each second."""

    name: str
    burst: float
    per_second: float


@dataclass(slots=True)
class _Account:
    """What somebody had done: the level as of a moment, what of it no one else knows of, and what is being done."""

    budget: Budget
    level: float
    at: float
    unsettled: float = 0.0
    held: float = 0.0

    def sink(self, now: float) -> None:
        self.level = max(0.0, self.level - (now - self.at) * self.budget.per_second)
        self.at = now


def account_of(app: App, budget: Budget, who: str) -> str:
    """The name of somebody's account, hashed under the key: no address is kept."""
    key = app.settings.secret_key.encode()
    return f"{budget.name}:{hmac.new(key, who.encode(), hashlib.sha256).hexdigest()[:32]}"


class Ledger:
    """The accounts that one process knows of."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._accounts: dict[str, _Account] = {}
        self._swept = clock()
        self._lock = threading.Lock()
        self._noticeable = threading.Event()

    def wait(self, name: str, budget: Budget) -> float:
        """For how many seconds nothing more is taken; 0 if it is."""
        with self._lock:
            account = self._account(name, budget)
            above = account.level + account.held - budget.burst
        return above / budget.per_second if above > 0 else 0.0

    @contextmanager
    def at_work(self, name: str, budget: Budget, known: float) -> Iterator[None]:
        """While something is done, so much counts as spent already."""
        with self._lock:
            self._account(name, budget).held += known
        try:
            yield
        finally:
            with self._lock:
                account = self._account(name, budget)
                account.held = max(0.0, account.held - known)

    def spend(self, name: str, budget: Budget, spent: float) -> None:
        """Count what something took."""
        with self._lock:
            account = self._account(name, budget)
            account.level += spent
            account.unsettled += spent
            if account.unsettled >= NOTICEABLE:
                self._noticeable.set()

    def forget(self) -> None:
        """Nobody had anything done."""
        with self._lock:
            self._accounts.clear()

    def __len__(self) -> int:
        with self._lock:
            return len(self._accounts)

    def _account(self, name: str, budget: Budget) -> _Account:
        now = self.clock()
        account = self._accounts.get(name)
        if account is None:
            account = self._accounts[name] = _Account(budget, 0.0, now)
        account.budget = budget
        account.sink(now)
        return account

    def keep_settled(self, app: App) -> bool:
        """Wait until something is to be settled, and settle it: one of the jobs that are done beside all requests."""
        if self._noticeable.wait(PAUSE):
            self._noticeable.clear()
            time.sleep(LEAST_PAUSE)
        self.settle(app)
        return True

    def settle(self, app: App) -> None:
        """Tell the database what was done here, and hear from it what was done elsewhere."""
        due = self._due()
        if due:
            try:
                self._take(self._written(app, due))
            except BaseException:
                self._give_back(due)
                raise
        if self.clock() - self._swept >= SWEEPS:
            self._swept = self.clock()
            with app.store.write() as session:
                credentials.drop_work(session, app.now() - MEMORY)
        with self._lock:
            names = self._accounts.keys() - due.keys()
        if names:
            self._take(self._read(app, sorted(names)[:1000]))

    def _due(self) -> dict[str, tuple[Budget, float]]:
        """What nobody else knows of yet; accounts that have run dry are forgotten."""
        with self._lock:
            for name in [name for name, one in self._accounts.items() if self._is_dry(one)]:
                del self._accounts[name]
            found = {n: (one.budget, one.unsettled) for n, one in self._accounts.items() if one.unsettled >= SMALL}
            for name in found:
                self._accounts[name].unsettled = 0.0
        return found

    def _is_dry(self, account: _Account) -> bool:
        account.sink(self.clock())
        return not account.level and not account.held

    def _give_back(self, due: dict[str, tuple[Budget, float]]) -> None:
        with self._lock:
            for name, (budget, spent) in due.items():
                self._account(name, budget).unsettled += spent

    def _written(self, app: App, due: dict[str, tuple[Budget, float]]) -> dict[str, float]:
        """The levels in the database once what was done here is added; rows are locked in one order by all."""
        now, levels = app.now(), {}
        with app.store.write() as session:
            for name, (budget, spent) in sorted(due.items()):
                row = credentials.locked_work(session, name, now)
                gone = (now - row.at).total_seconds()
                before = 0.0 if -gone > AHEAD.total_seconds() else row.level - max(0.0, gone) * budget.per_second
                row.level, row.at = round(max(0.0, before) + spent), now
                levels[name] = float(row.level)
        return levels

    def _read(self, app: App, names: list[str]) -> dict[str, float]:
        now, levels = app.now(), {}
        with app.store.read() as session:
            rows = credentials.work_done(session, names, now - MEMORY)
            found = {row.name: (row.level, (now - row.at).total_seconds()) for row in rows if row.at - now <= AHEAD}
        with self._lock:
            for name, (level, gone) in found.items():
                if account := self._accounts.get(name):
                    levels[name] = max(0.0, level - max(0.0, gone) * account.budget.per_second)
        return levels

    def _take(self, levels: dict[str, float]) -> None:
        """Take over what all have done together, and keep what was done here meanwhile on top of it."""
        with self._lock:
            for name, level in levels.items():
                if account := self._accounts.get(name):
                    account.sink(self.clock())
                    account.level = level + account.unsettled
