"""Entries of an event, alone and in teams."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from deckcheck.store.columns import new_uid
from deckcheck.store.models import Entry, Grant, Person, Team
from deckcheck.store.states import EntryState, Role


def entry(session: Session, event: str, number: int) -> Entry | None:
    """The entry with this number."""
    return session.scalar(select(Entry).where(Entry.event == event, Entry.number == number))


def entries_of(session: Session, event: str) -> list[Entry]:
    """Every entry ever added to an event, by number."""
    return list(session.scalars(select(Entry).where(Entry.event == event).order_by(Entry.number)))


def entries_of_person(session: Session, event: str, person: str) -> list[Entry]:
    """The entries of one person in an event; more than one only until they are merged."""
    rows = select(Entry).where(Entry.event == event, Entry.person == person)
    return list(session.scalars(rows.order_by(Entry.number)))


def entries_of_team(session: Session, team: str) -> list[Entry]:
    """The entries of a team, by seat."""
    return list(session.scalars(select(Entry).where(Entry.team == team).order_by(Entry.seat, Entry.number)))


def merged_into(session: Session, uid: str) -> list[Entry]:
    """The entries that are part of an entry now, by number."""
    return list(session.scalars(select(Entry).where(Entry.merged_into == uid).order_by(Entry.number)))


def entry_of_account(session: Session, event: str, account: str) -> Entry | None:
    """The entry under which an official plays."""
    return session.scalar(
        select(Entry).where(Entry.event == event, Entry.account == account, Entry.state == EntryState.ON)
    )


def new_person(session: Session, now: datetime) -> str:
    """The key of somebody of whom nothing is known yet."""
    person = Person(uid=new_uid(), made_at=now)
    session.add(person)
    return person.uid


def together(session: Session, entry: Entry) -> list[Entry]:
    """The entries that are one player now: the one that was kept first, then those that were merged into it."""
    found = [kept_of(session, entry)]
    for one in found:
        found += merged_into(session, one.uid)
    return found


def kept_of(session: Session, entry: Entry) -> Entry:
    """The entry itself, or the one that it is part of now."""
    while entry.merged_into is not None:
        entry = session.get_one(Entry, entry.merged_into)
    return entry


def entries_tied(session: Session, person: str) -> list[Entry]:
    """The entries of a person in all events, the oldest first."""
    return list(session.scalars(select(Entry).where(Entry.person == person).order_by(Entry.uid)))


def known_as(session: Session, person: str) -> Entry | None:
    """The first entry of a person of which the name is still known."""
    rows = select(Entry).where(Entry.person == person, Entry.forgotten_at.is_(None))
    return session.scalar(rows.order_by(Entry.uid).limit(1))


def teams_of(session: Session, event: str) -> dict[str, Team]:
    """The teams of an event, by key."""
    return {row.uid: row for row in session.scalars(select(Team).where(Team.event == event))}


def grants_in(session: Session, event: str) -> list[Grant]:
    """The roles of an event that are held now."""
    return list(session.scalars(select(Grant).where(Grant.event == event, Grant.ended_at.is_(None))))


def grants_of(session: Session, event: str, account: str) -> list[Role]:
    """The roles that an account has in an event now."""
    rows = select(Grant.role).where(Grant.event == event, Grant.account == account, Grant.ended_at.is_(None))
    return list(session.scalars(rows))
