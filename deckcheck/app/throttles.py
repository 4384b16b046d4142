"""Counters of wrong tries, kept in the database so that every worker and host sees them; right ones are not counted."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.refusals import TooManyTries
from deckcheck.app.time_words import clock_time
from deckcheck.store.models import Throttle
from deckcheck.store.queries import credentials
from deckcheck.store.store import Session
from deckcheck.translations import gettext

_UP_TO_THE_MINUTE: Final = timedelta(minutes=1) - timedelta.resolution
"""A clock that shows minutes is never ahead of the moment that is told."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong tries within a span; then nothing more is tried until a span has passed."""

    name: str
    tries: int
    span: timedelta


@dataclass(frozen=True, slots=True)
class Counter:
    """A limit for one account, address or event."""

    limit: Limit
    name: str


def counter(app: App, limit: Limit, of: str = "", within: str | None = None) -> Counter:
    """The counter of a limit for somebody, or for somebody from one network (`within`).

    Names are hashed under the key, so that no address is kept.
    """
    name = f"{limit.name}:{_hashed(app, of)}"
    return Counter(limit, name if within is None else f"{name}:{_hashed(app, within)}")


def _hashed(app: App, text: str) -> str:
    key = app.settings.secret_key.encode()
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:32]


def network_of(address: str) -> str:
    """Whom an address stands for: one of IPv6 for its network of 64 bits, of which one household has all."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Network((found, 64), strict=False))
    return str(found)


def blocked_until(
    session: Session, counters: Iterable[Counter], now: datetime, *, lock: bool = False
) -> datetime | None:
    """Until when nothing more is tried, if so. Who is about to tell that a try was right asks with `lock`."""
    rows = [(c.limit, credentials.throttle(session, c.name, lock=lock)) for c in _in_order(counters)]
    return max((end for limit, row in rows if (end := _end(row, limit, now))), default=None)


def count_miss(session: Session, counters: Iterable[Counter], now: datetime) -> datetime | None:
    """Count one wrong try, unless some counter is full already: then the moment until which it is.

    Whoever asks many times at once gets no more answers than one who asks in turn: what a try found is told only if
    this returns none.
    """
    rows = [(c.limit, credentials.locked_throttle(session, c.name, now)) for c in _in_order(counters)]
    full = [end for limit, row in rows if (end := _end(row, limit, now))]
    if full:
        return max(full)
    for limit, row in rows:
        if _is_over(row, limit, now):
            row.window, row.tries = now, 0
        row.tries += 1
        if row.tries >= limit.tries:
            row.window = now
    return None


def is_full(session: Session, found: Counter, now: datetime) -> bool:
    """Whether so many wrong tries were counted that nothing more is tried now."""
    return _end(credentials.throttle(session, found.name), found.limit, now) is not None


def mark(session: Session, found: Counter, now: datetime) -> None:
    """Remember that something happened at this moment; it is no limit."""
    row = credentials.locked_throttle(session, found.name, now)
    row.window, row.tries = now, 1


def marked_at(session: Session, found: Counter, now: datetime) -> datetime | None:
    """When that was last, unless it is longer ago than the limit's span."""
    row = credentials.throttle(session, found.name)
    return None if row is None or _is_over(row, found.limit, now) else row.window


def clear(session: Session, found: Counter) -> None:
    """A right try: the wrong ones before it are forgotten, those of a name with all its networks."""
    credentials.drop_throttles(session, found.name)


def _in_order(counters: Iterable[Counter]) -> list[Counter]:
    """Everyone takes locks in the same order, so that nobody waits in a ring."""
    return sorted(counters, key=lambda c: c.name)


def _is_over(row: Throttle, limit: Limit, now: datetime) -> bool:
    """A window that lies further ahead than it is long was counted before the clock was set back."""
    return abs(now - row.window) >= limit.span


def _end(row: Throttle | None, limit: Limit, now: datetime) -> datetime | None:
    if row is None or row.tries < limit.tries or _is_over(row, limit, now):
        return None
    return row.window + limit.span


def too_many(until: datetime, now: datetime, zone: str = "") -> TooManyTries:
    """The refusal that says when the next try is possible: on the clock where a zone is known, else in how long."""
    seconds = -((now - until) // timedelta(seconds=1))
    minutes = -(-seconds // 60)
    if zone:
        told = gettext("Too many tries. Try again at {time}.")
        return TooManyTries(told.format(time=clock_time(until + _UP_TO_THE_MINUTE, zone)), seconds)
    wait = gettext("{count} s").format(count=seconds) if seconds < 60 else gettext("{count} min").format(count=minutes)
    return TooManyTries(gettext("Too many tries. Try again in {wait}.").format(wait=wait), seconds)
