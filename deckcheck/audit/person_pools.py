"""What is kept of a player's pools, and of what they counted of others, for the archive of what is kept of a person."""

from __future__ import annotations

from typing import Any

from deckcheck.lists.pool_in_force import owners
from deckcheck.store.models import Entry, Pool
from deckcheck.store.queries import pools
from deckcheck.store.store import Session


def pools_told(session: Session, entry: Entry) -> list[dict[str, Any]]:
    """Every pool that an entry builds from, its team's too, with all versions; the oldest first."""
    found = {row.uid: row for one in owners(session, entry) for row in pools.pools_of_entry(session, one.uid)}
    return [_pool(found[uid]) for uid in sorted(found)]


def _pool(row: Pool) -> dict[str, Any]:
    return {
        "state": row.state,
        "confirmed_at": row.confirmed_at,
        "question": row.question,
        "versions": [
            {
                "number": one.number,
                "at": one.at,
                "origin": one.origin,
                "current": one.uid == row.current,
                "confirmed": one.uid == row.confirmed,
                "total": one.total,
                "cards": [dict(zip(("count", "name", "set", "number"), card, strict=False)) for card in one.rows],
                "why": one.note,
            }
            for one in row.versions
        ],
    }


def counted_told(session: Session, entry: Entry, *, own: bool) -> list[dict[str, Any]]:
    """What an entry has counted of pools, as typed; of those of others only while they may see them themselves."""
    return [
        {"pool": row.uid, "at": count.at, "text": count.text}
        for row, count in pools.counted_of(session, entry.uid)
        if own and row.confirmed_at is None
    ]
