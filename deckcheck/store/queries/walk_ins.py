"""Entries by name for those who join by the code, and how many came."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, select

from deckcheck.store.models import Entry
from deckcheck.store.store import Session

CODE = "code"
MERGED = "merged"


def called(session: Session, event: str, folded: Collection[str]) -> list[Entry]:
    """Everybody of these names in an event, those who are confirmed first, then by number."""
    rows = select(Entry).where(
        Entry.event == event, Entry.folded.in_([name for name in folded if name]), Entry.state != MERGED
    )
    return list(session.scalars(rows.order_by(Entry.confirmed.desc(), Entry.number)))


def count_confirmed(session: Session, event: str) -> int:
    """How many entries of an event staff has seen or made."""
    return int(
        session.scalar(select(func.count()).select_from(Entry).where(Entry.event == event, Entry.confirmed)) or 0
    )


def count_unconfirmed(session: Session, event: str, since: datetime) -> int:
    """How many came by the code since a moment and wait for the desk."""
    waits = (Entry.event == event, Entry.origin == CODE, ~Entry.confirmed, Entry.made_at > since)
    return int(session.scalar(select(func.count()).select_from(Entry).where(*waits)) or 0)


def who_said(session: Session, event: str) -> list[Entry]:
    """Those who wait for the desk and said that they are on the roster already."""
    return list(
        session.scalars(select(Entry).where(Entry.event == event, ~Entry.confirmed, Entry.says_is.is_not(None)))
    )
