"""Deck checks and pools as their acts left them, and what rows are called in a fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deckcheck.audit.replay import Said
from deckcheck.store.queries import checks, pools
from deckcheck.store.states import PoolState
from deckcheck.store.store import Session

UNTOUCHED: Final = (str(PoolState.WAITING), 0)
"""A pool of which something was counted, and nothing handed over."""
_THINGS: Final[Mapping[str, str]] = {
    "events": "The event itself",
    "stages": "A stage",
    "stage_members": "A place in a stage",
    "publications": "A choice of who sees lists",
    "grants": "A role",
    "teams": "A team",
    "entries": "An entry",
    "lists": "A list",
    "submissions": "A list as sent",
    "reports": "A verdict",
    "acceptances": "An acceptance",
    "seals": "A seal",
    "tokens": "A token",
    "webhooks": "A webhook",
    "draws": "A draw",
    "deck_checks": "A deck check",
    "check_judges": "A judge of a deck check",
    "check_amendments": "An addition to a deck check",
    "pools": "A pool",
    "pool_versions": "A version of a pool",
}


def words_of(name: str) -> str:
    """A row by its table and key, as a fault names it."""
    table, _, uid = name.partition(":")
    return f"{_THINGS.get(table, 'A row')} ({uid})"


def check_deck_checks(session: Session, event: str, said: Said) -> Iterator[str]:
    """Each deck check is where its acts led it."""
    there = {check.uid: check.state for check in checks.checks_of(session, event)}
    if there != said.checks:
        yield "The deck checks of this event are not as their acts left them."


def check_pools(session: Session, event: str, said: Said) -> Iterator[str]:
    """Each pool is where its acts led it, and every version that was handed over is there."""
    there = pools.pools_of_event(session, event)
    acted = {pool.uid: (pool.state, pool.version_count) for pool in there if pool.uid in said.pools}
    untouched = [pool for pool in there if pool.uid not in said.pools and (pool.state, pool.version_count) != UNTOUCHED]
    if acted != said.pools or untouched:
        yield "The pools of this event are not as their acts left them."
    numbers = pools.version_numbers(session, event)
    if any(numbers.get(pool.uid, []) != list(range(1, pool.version_count + 1)) for pool in there):
        yield "A version of a pool is missing."
