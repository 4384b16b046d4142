"""The pool by which a list is judged: what was handed over last, whether or not its owner has said yes to it yet."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from deckcheck.store.models import Entry, Pool, PoolVersion, Stage
from deckcheck.store.queries import entries, pools
from deckcheck.store.store import Session

Cards = tuple[tuple[int, str], ...]
"""Count and catalogue name, in the order in which they were counted first."""


def pool_in_force(session: Session, stage: Stage, entry: Entry, at: datetime | None = None) -> Cards | None:
    """The cards of the pool that an entry builds from in a stage; of a team every member's; none: None.

    With a moment it is the pool that was in force then.
    """
    return _cards(version_in_force(session, stage, entry, at)) or None


def version_in_force(session: Session, stage: Stage, entry: Entry, at: datetime | None = None) -> PoolVersion | None:
    """The version of that pool which counts, or did so at a moment."""
    for owner in owners(session, entry):
        row = pools.pool_of(session, stage.lists_from or stage.uid, owner.uid)
        version = _version(session, row, at) if row else None
        if version is not None and version.rows:
            return version
    return None


def _version(session: Session, row: Pool, at: datetime | None) -> PoolVersion | None:
    """The last version, or the last one before a moment; once the cards of that are forgotten, the last one again."""
    current = pools.version(session, row.current)
    if at is None or (current is not None and current.at <= at):
        return current
    before = [one for one in pools.versions_of(session, row.uid) if one.at <= at]
    return (before[-1] if before[-1].rows else current) if before else None


def handed_over(session: Session, stage: Stage) -> frozenset[str]:
    """The entries whose pool, or whose team's, was handed over in a stage that registers pools."""
    kept = {row.entry for row in pools.pools_in(session, stage.uid) if row.current is not None}
    people = entries.entries_of(session, stage.event) if kept else []
    sides = {one.team or one.merged_into or one.uid for one in people if one.uid in kept}
    return frozenset(one.uid for one in people if (one.team or one.uid) in sides or one.uid in kept)


def owners(session: Session, entry: Entry) -> list[Entry]:
    """Those under whom the pool of an entry may be kept: itself, its team by seat, what is merged into it."""
    mates = entries.entries_of_team(session, entry.team) if entry.team else []
    parts = entries.merged_into(session, entry.uid)
    return [entry, *(mate for mate in mates if mate.uid != entry.uid), *parts]


def _cards(version: PoolVersion | None) -> Cards:
    """The cards by name: a card with two numbers is one card. Once they were forgotten there are none."""
    counted: Counter[str] = Counter()
    for count, name, *_ in version.rows if version else ():
        counted[name] += count
    return tuple((count, name) for name, count in counted.items())
