"""Deck checks with their judges, taps and additions, and what was drawn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.orm import Session, selectinload

from deckcheck.store.models import CheckAmendment, CheckTick, DeckCheck, Draw, Event
from deckcheck.store.states import CheckState

_AT_ONCE = 500
_WHOLE = (selectinload(DeckCheck.judges), selectinload(DeckCheck.amendments))
"""With the judges of a check, and what was added to its record."""


def check_in(session: Session, event: str, uid: str, *, lock: bool = False) -> DeckCheck | None:
    """One check of an event; with its lock nobody else ticks or ends it meanwhile."""
    rows = select(DeckCheck).options(*_WHOLE).where(DeckCheck.uid == uid, DeckCheck.event == event)
    return session.scalar(rows.with_for_update() if lock else rows)


def checks_of(session: Session, event: str, entries: Iterable[str] | None = None) -> list[DeckCheck]:
    """Every check of an event, or of some of its entries, oldest first."""
    rows = select(DeckCheck).where(DeckCheck.event == event)
    if entries is None:
        return list(session.scalars(rows.order_by(DeckCheck.uid)))
    parts = (session.scalars(rows.where(DeckCheck.entry.in_(some))) for some in _batches(entries))
    return sorted((check for part in parts for check in part), key=lambda check: check.uid)


def has_any(session: Session, event: str) -> bool:
    """Whether a deck of the event was ever checked."""
    return session.scalar(select(DeckCheck.uid).where(DeckCheck.event == event).limit(1)) is not None


def whole_checks(session: Session, event: str) -> list[DeckCheck]:
    """The same with their judges and what was added to their records."""
    rows = select(DeckCheck).options(*_WHOLE).where(DeckCheck.event == event)
    return list(session.scalars(rows.order_by(DeckCheck.uid)))


def begun_in(session: Session, event: str) -> list[DeckCheck]:
    """The checks that go on, oldest first."""
    rows = select(DeckCheck).where(DeckCheck.event == event, DeckCheck.state == CheckState.BEGUN)
    return list(session.scalars(rows.order_by(DeckCheck.uid)))


def begun_on(session: Session, list_uid: str) -> DeckCheck | None:
    """The check of a list that goes on, if one does."""
    rows = select(DeckCheck).options(*_WHOLE)
    return session.scalar(rows.where(DeckCheck.list == list_uid, DeckCheck.state == CheckState.BEGUN))


def of_entry(session: Session, entry: str) -> list[DeckCheck]:
    """Every check of an entry's decks, oldest first."""
    rows = select(DeckCheck).options(*_WHOLE).where(DeckCheck.entry == entry)
    return list(session.scalars(rows.order_by(DeckCheck.uid)))


def ticks_of(session: Session, check: str, *, late: bool = False) -> list[CheckTick]:
    """The taps of a check as they arrived: those that count, or those that came after its end."""
    rows = select(CheckTick).where(CheckTick.check == check, CheckTick.late == late)
    return list(session.scalars(rows.order_by(CheckTick.uid)))


def count_ticks(session: Session, check: str) -> int:
    """How many taps of a check count."""
    rows = select(func.count()).select_from(CheckTick).where(CheckTick.check == check, ~CheckTick.late)
    return session.scalar(rows) or 0


def known_ops(session: Session, check: str, ops: Iterable[str]) -> set[str]:
    """Those of some taps that are kept already."""
    found: set[str] = set()
    for some in _batches(ops):
        found |= set(session.scalars(select(CheckTick.op).where(CheckTick.check == check, CheckTick.op.in_(some))))
    return found


def late_counts(session: Session, checks: Iterable[str]) -> dict[str, int]:
    """How many taps came after the end of some checks."""
    found: dict[str, int] = {}
    for some in _batches(checks):
        rows = select(CheckTick.check, func.count()).where(CheckTick.check.in_(some), CheckTick.late)
        found.update((uid, count) for uid, count in session.execute(rows.group_by(CheckTick.check)))
    return found


def draws_of(session: Session, event: str) -> list[Draw]:
    """Every draw of an event, oldest first."""
    return list(session.scalars(select(Draw).where(Draw.event == event).order_by(Draw.uid)))


def draw_in(session: Session, event: str, uid: str) -> Draw | None:
    """One draw of an event."""
    return session.scalar(select(Draw).where(Draw.uid == uid, Draw.event == event))


def _batches(keys: Iterable[str]) -> Iterable[list[str]]:
    wanted = list(keys)
    return (wanted[start : start + _AT_ONCE] for start in range(0, len(wanted), _AT_ONCE))


def events_with_statements(session: Session, before: datetime) -> list[str]:
    """The slugs of events with checks that ended before a moment and of which free texts are still kept."""
    added = select(CheckAmendment.check).where(CheckAmendment.text != "")
    told = or_(DeckCheck.note != "", DeckCheck.why != "", DeckCheck.uid.in_(added))
    rows = select(Event.slug).join(DeckCheck, DeckCheck.event == Event.uid).where(told, _over(before))
    return list(session.scalars(rows.distinct().order_by(Event.slug)))


def over_in(session: Session, event: str, before: datetime) -> list[DeckCheck]:
    """The checks of an event that ended before a moment, or were begun before it and never ended."""
    return list(session.scalars(select(DeckCheck).options(*_WHOLE).where(DeckCheck.event == event, _over(before))))


def drop_ticks(session: Session, before: datetime) -> int:
    """Delete the taps of checks that ended before a moment; what they came to stands in the record."""
    old = select(DeckCheck.uid).where(_over(before))
    return len(session.scalars(delete(CheckTick).where(CheckTick.check.in_(old)).returning(CheckTick.uid)).all())


def drop_ticks_of(session: Session, checks: Iterable[str]) -> None:
    """Delete the taps of some checks."""
    for some in _batches(checks):
        session.execute(delete(CheckTick).where(CheckTick.check.in_(some)))


def _over(before: datetime) -> ColumnElement[bool]:
    return func.coalesce(DeckCheck.ended_at, DeckCheck.begun_at) < before
