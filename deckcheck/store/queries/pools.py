"""Registered pools with their versions, and what was counted of them so far."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, selectinload

from deckcheck.store.columns import new_uid
from deckcheck.store.models import Event, Pool, PoolCount, PoolVersion
from deckcheck.store.queries.expired_data import ended

_WITH_VERSIONS = selectinload(Pool.versions)


def pool_of(session: Session, stage: str, entry: str) -> Pool | None:
    """The pool of an entry in a stage, if anything was done to it."""
    return session.scalar(select(Pool).where(Pool.stage == stage, Pool.entry == entry))


def pools_in(session: Session, stage: str) -> list[Pool]:
    """Every pool of a stage, oldest first."""
    return list(session.scalars(select(Pool).where(Pool.stage == stage).order_by(Pool.uid)))


def pools_of_event(session: Session, event: str) -> list[Pool]:
    """Every pool of an event, oldest first."""
    return list(session.scalars(select(Pool).where(Pool.event == event).order_by(Pool.uid)))


def whole_pools(session: Session, event: str) -> list[Pool]:
    """The same with all their versions."""
    rows = select(Pool).options(_WITH_VERSIONS).where(Pool.event == event)
    return list(session.scalars(rows.order_by(Pool.uid)))


def pools_of_entry(session: Session, entry: str) -> list[Pool]:
    """Every pool of an entry with all its versions, oldest first."""
    rows = select(Pool).options(_WITH_VERSIONS).where(Pool.entry == entry)
    return list(session.scalars(rows.order_by(Pool.uid)))


def counted_by(session: Session, stage: str, entries: Iterable[str]) -> list[Pool]:
    """The pools of a stage that some entries count, or counted last."""
    rows = select(Pool).where(Pool.stage == stage, Pool.counter.in_(list(entries)))
    return list(session.scalars(rows.order_by(Pool.uid)))


def version(session: Session, uid: str | None) -> PoolVersion | None:
    """One version of a pool."""
    return session.get(PoolVersion, uid) if uid else None


def versions_of(session: Session, pool: str) -> list[PoolVersion]:
    """Every version of a pool, the first one first."""
    return list(session.scalars(select(PoolVersion).where(PoolVersion.pool == pool).order_by(PoolVersion.number)))


def version_by_key(session: Session, pool: str, key: str) -> PoolVersion | None:
    """What was handed over under a key."""
    return session.scalar(select(PoolVersion).where(PoolVersion.pool == pool, PoolVersion.key == key))


def version_numbers(session: Session, event: str) -> dict[str, list[int]]:
    """The numbers of the versions there are, by pool, in order."""
    rows = select(PoolVersion.pool, PoolVersion.number).join(Pool, Pool.uid == PoolVersion.pool)
    found: dict[str, list[int]] = {}
    for pool, number in session.execute(rows.where(Pool.event == event).order_by(PoolVersion.number)):
        found.setdefault(pool, []).append(number)
    return found


def count_of(session: Session, pool: str, counter: str) -> PoolCount | None:
    """What somebody has counted of a pool."""
    return session.scalar(select(PoolCount).where(PoolCount.pool == pool, PoolCount.counter == counter))


def counts_of(session: Session, pool: str) -> list[PoolCount]:
    """All that was counted of a pool, by whom it was, the latest first."""
    rows = select(PoolCount).where(PoolCount.pool == pool)
    return list(session.scalars(rows.order_by(PoolCount.at.desc(), PoolCount.uid.desc())))


def counted_of(session: Session, counter: str) -> list[tuple[Pool, PoolCount]]:
    """All that an entry has counted, with the pools it was of, oldest first."""
    rows = select(Pool, PoolCount).join(PoolCount, PoolCount.pool == Pool.uid).where(PoolCount.counter == counter)
    return [(pool, count) for pool, count in session.execute(rows.order_by(PoolCount.uid))]


def counted_at(session: Session, stage: str) -> dict[tuple[str, str], datetime]:
    """When something was counted last in a stage, by pool and by the entry that counts."""
    rows = select(PoolCount.pool, PoolCount.counter, PoolCount.at).join(Pool, Pool.uid == PoolCount.pool)
    found = session.execute(rows.where(Pool.stage == stage, PoolCount.text != ""))
    return {(pool, counter): at for pool, counter, at in found}


def locked_count(session: Session, pool: str, counter: str, now: datetime) -> PoolCount:
    """What somebody has counted, with its lock, made empty in version 0 if need be: of two that save, one waits."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    empty = {"uid": new_uid(), "pool": pool, "counter": counter, "text": "", "at": now, "tab": "", "turn": 0}
    session.execute(dialect.insert(PoolCount).values(**empty, version=0).on_conflict_do_nothing())
    rows = select(PoolCount).where(PoolCount.pool == pool, PoolCount.counter == counter).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()


def totals_in(session: Session, stage: str) -> dict[str, tuple[int, datetime]]:
    """How many cards the pools of a stage have by what was handed over last, and when that was, by pool."""
    rows = select(PoolVersion.pool, PoolVersion.total, PoolVersion.at).join(Pool, Pool.current == PoolVersion.uid)
    return {pool: (total, at) for pool, total, at in session.execute(rows.where(Pool.stage == stage))}


def drop_counts(session: Session, before: datetime) -> int:
    """Delete what was counted in events that ended before a moment; what was handed over stands in its version."""
    over = select(Pool.uid).join(Event, Event.uid == Pool.event).where(ended(before))
    return len(session.scalars(delete(PoolCount).where(PoolCount.pool.in_(over)).returning(PoolCount.uid)).all())


def drop_counts_of(session: Session, pools: Iterable[str], counter: str) -> None:
    """Delete all that was counted of some pools, and all that an entry has counted of others."""
    session.execute(delete(PoolCount).where(or_(PoolCount.pool.in_(list(pools)), PoolCount.counter == counter)))


def _gave_way() -> ColumnElement[bool]:
    return PoolVersion.uid != func.coalesce(Pool.current, "")


def events_with_superseded(session: Session, before: datetime) -> list[str]:
    """The slugs of events that ended before a moment and keep cards of versions that gave way to others."""
    rows = select(Event.slug).join(Pool, Pool.event == Event.uid).join(PoolVersion, PoolVersion.pool == Pool.uid)
    rows = rows.where(_gave_way(), PoolVersion.text != "", ended(before))
    return list(session.scalars(rows.distinct().order_by(Event.slug)))


def superseded_in(session: Session, event: str) -> list[PoolVersion]:
    """The versions of an event that gave way to others and still hold cards."""
    rows = select(PoolVersion).join(Pool, Pool.uid == PoolVersion.pool).where(Pool.event == event)
    return list(session.scalars(rows.where(_gave_way(), PoolVersion.text != "").order_by(PoolVersion.uid)))


def events_with_texts(session: Session, before: datetime) -> list[str]:
    """The slugs of events that ended before a moment and keep what was asked or said about pools."""
    rows = select(Event.slug).join(Pool, Pool.event == Event.uid)
    rows = rows.outerjoin(PoolVersion, PoolVersion.pool == Pool.uid)
    rows = rows.where(or_(Pool.question != "", PoolVersion.note != ""), ended(before))
    return list(session.scalars(rows.distinct().order_by(Event.slug)))


def registered_in(session: Session, stage: str) -> int:
    """How many pools of a stage were registered."""
    rows = select(func.count()).select_from(Pool).where(Pool.stage == stage, Pool.version_count > 0)
    return session.scalar(rows) or 0
