"""Where a person is: the events that an account organizes, notes about their entries, and whether others keep them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from deckcheck.storage.models import AuditEntry, AuditText, Entry, Event, Grant, Person

Numbers = list[tuple[Event, list[int]]]
"""Events with the numbers of some entries in each."""


def events_of_both(session: Session, account: str, person: str) -> list[str]:
    """The slugs of the events that an account organizes now and a person is in."""
    own = select(Grant.event).where(Grant.account == account, Grant.role == "organizer", Grant.ended_at.is_(None))
    there = select(Entry.event).where(Entry.person == person)
    rows = select(Event.slug).where(Event.uid.in_(own), Event.uid.in_(there))
    return list(session.scalars(rows.order_by(Event.uid)))


def events_named(session: Session, slugs: Iterable[str]) -> list[Event]:
    """Some events, the first day first."""
    return list(session.scalars(select(Event).where(Event.slug.in_(list(slugs))).order_by(Event.day, Event.uid)))


def is_elsewhere(session: Session, person: str, slugs: Iterable[str]) -> bool:
    """Whether a person is in another event than these."""
    rows = select(Entry.uid).join(Event, Event.uid == Entry.event)
    return session.scalar(rows.where(Entry.person == person, Event.slug.not_in(list(slugs))).limit(1)) is not None


def has_entries(session: Session, person: str) -> bool:
    """Whether any entry is a person's."""
    return session.scalar(select(Entry.uid).where(Entry.person == person).limit(1)) is not None


def numbers_in(session: Session, slugs: Iterable[str], entry: Entry, person: Person | None) -> Numbers:
    """The numbers of a person in some events; of an entry without a person its own."""
    mine = Entry.person == person.uid if person else Entry.uid == entry.uid
    rows = select(Event, Entry.number).join(Entry, Entry.event == Event.uid).where(mine, Event.slug.in_(list(slugs)))
    found: dict[str, tuple[Event, list[int]]] = {}
    for event, number in session.execute(rows.order_by(Event.day, Entry.number)):
        found.setdefault(event.uid, (event, []))[1].append(number)
    return list(found.values())


def notes_of(session: Session, event: str) -> list[tuple[AuditEntry, str]]:
    """The free texts of an event that are still there, with the acts they were given for, the oldest first."""
    rows = select(AuditEntry, AuditText.text).join(
        AuditText, (AuditText.event == AuditEntry.event) & (AuditText.seq == AuditEntry.seq)
    )
    rows = rows.where(AuditEntry.event == event).order_by(AuditEntry.seq)
    return [(row, text) for row, text in session.execute(rows)]


def drop_note(session: Session, event: str, seq: int) -> bool:
    """Delete a free text; false if there is none."""
    rows = delete(AuditText).where(AuditText.event == event, AuditText.seq == seq)
    return session.scalar(rows.returning(AuditText.uid)) is not None


def to_forget(
    session: Session, person: str, entries: Iterable[str], notes: Iterable[tuple[str, int]]
) -> list[tuple[str, set[str], list[int]]]:
    """By event: its slug, the entries of a person and some others that still have one, and notes that are there."""
    wanted = or_(Entry.uid.in_(list(entries)), Entry.person == person) if person else Entry.uid.in_(list(entries))
    found: dict[str, tuple[set[str], list[int]]] = {}
    rows = select(Event.slug, Entry.uid).join(Event, Event.uid == Entry.event)
    for slug, uid in session.execute(rows.where(wanted, Entry.person.is_not(None))):
        found.setdefault(slug, (set(), []))[0].add(uid)
    for event, seq in notes:
        texts = select(Event.slug).join(AuditText, AuditText.event == Event.uid)
        there = session.scalar(texts.where(AuditText.event == event, AuditText.seq == seq))
        if there is not None:
            found.setdefault(there, (set(), []))[1].append(seq)
    return [(slug, uids, seqs) for slug, (uids, seqs) in sorted(found.items())]


def forgotten_people(session: Session) -> list[str]:
    """The keys of everybody who was forgotten."""
    return list(session.scalars(select(Person.uid).where(Person.forgotten_at.is_not(None))))


def forgotten_entries(session: Session) -> list[str]:
    """The keys of entries that were cut off from their person."""
    return list(session.scalars(select(Entry.uid).where(Entry.person.is_(None))))
