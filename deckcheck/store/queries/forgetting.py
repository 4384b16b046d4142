"""What is to be forgotten: notes of an event, and the entries of somebody that still have a name."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from deckcheck.store.models import AuditEntry, AuditText, Entry, Event
from deckcheck.store.queries.proof import NAMED


def has_entries(session: Session, person: str) -> bool:
    """Whether any entry is a person's."""
    return session.scalar(select(Entry.uid).where(Entry.person == person).limit(1)) is not None


def notes_of(session: Session, event: str) -> list[tuple[AuditEntry, str]]:
    """The free texts of an event that are still there, with their acts, the oldest first; names are none."""
    rows = select(AuditEntry, AuditText.text).join(
        AuditText, (AuditText.event == AuditEntry.event) & (AuditText.seq == AuditEntry.seq)
    )
    rows = rows.where(AuditEntry.event == event, AuditEntry.act != NAMED).order_by(AuditEntry.seq)
    return [(row, text) for row, text in session.execute(rows)]


def drop_note(session: Session, event: str, seq: int) -> bool:
    """Delete a free text; false if there is none."""
    rows = delete(AuditText).where(AuditText.event == event, AuditText.seq == seq)
    return session.scalar(rows.returning(AuditText.uid)) is not None


def to_forget(
    session: Session, entries: Iterable[str], notes: Iterable[tuple[str, int]]
) -> list[tuple[str, set[str], list[int]]]:
    """By event: its slug, those of some entries that still have a name, and notes that are there."""
    found: dict[str, tuple[set[str], list[int]]] = {}
    rows = select(Event.slug, Entry.uid).join(Event, Event.uid == Entry.event)
    for slug, uid in session.execute(rows.where(Entry.uid.in_(list(entries)), Entry.forgotten_at.is_(None))):
        found.setdefault(slug, (set(), []))[0].add(uid)
    for event, seq in notes:
        texts = select(Event.slug).join(AuditText, AuditText.event == Event.uid)
        there = session.scalar(texts.where(AuditText.event == event, AuditText.seq == seq))
        if there is not None:
            found.setdefault(there, (set(), []))[1].append(seq)
    return [(slug, uids, seqs) for slug, (uids, seqs) in sorted(found.items())]


def forgotten_entries(session: Session) -> list[str]:
    """The keys of entries that were forgotten."""
    return list(session.scalars(select(Entry.uid).where(Entry.forgotten_at.is_not(None))))
