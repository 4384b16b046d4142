"""What goes of pools: what was said and what gave way when their time is over, and the cards of who is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.session import EventSession, changing
from deckcheck.lists.event_terms import owners
from deckcheck.store.models import Entry, PoolVersion
from deckcheck.store.queries import pools


def drop_old_counts(app: App, before: datetime) -> int:
    """Delete countings of events that ended before a moment; says how many there were."""
    with app.store.write() as session:
        return pools.drop_counts(session, before)


def drop_old_versions(app: App, before: datetime) -> int:
    """Empty the versions that gave way to others in events that ended before a moment; says of how many."""
    with app.store.read() as session:
        slugs = pools.events_with_superseded(session, before)
    return sum(_tidy(app, slug, _empty_superseded, "older versions") for slug in slugs)


def drop_texts(app: App, before: datetime) -> int:
    """Delete what was said about pools in events that ended before a moment; says of how many."""
    with app.store.read() as session:
        slugs = pools.events_with_texts(session, before)
    return sum(_tidy(app, slug, _empty_texts, "pools") for slug in slugs)


def _tidy(app: App, slug: str, act: Callable[[EventSession], int], what: str) -> int:
    with changing(app, SYSTEM, slug) as work:
        count = act(work)
        if count:
            work.note("pool.tidied", on="event", to=f"{count} {what}")
        return count


def _empty_superseded(work: EventSession) -> int:
    return _empty(pools.superseded_in(work.session, work.event.uid))


def _empty(versions: Iterable[PoolVersion]) -> int:
    """Let no card stand in some versions; their numbers of cards stay."""
    found = list(versions)
    for version in found:
        version.rows, version.text = [], ""
    return len(found)


def _empty_texts(work: EventSession) -> int:
    count = 0
    for row in pools.whole_pools(work.session, work.event.uid):
        noted = [version for version in row.versions if version.note]
        count += bool(noted or row.question)
        row.question = ""
        for version in noted:
            version.note = ""
    return count


def forget_pools(work: EventSession, entry: Entry) -> None:
    """Of a forgotten player's pools numbers stay, and what they have counted of others goes; the event is locked.

    The pool of a team stays as long as somebody of it is known.
    """
    there = owners(work.session, entry)
    alone = all(mate.forgotten_at is not None for mate in there if mate.uid != entry.uid)
    rows = [row for one in there for row in pools.pools_of_entry(work.session, one.uid)]
    keys = [row.uid for row in rows]
    pools.drop_counts_of(work.session, keys if alone else [], entry.uid)
    for row in rows:
        row.question = ""
        for version in row.versions:
            version.note = ""
        if alone:
            _empty(row.versions)
