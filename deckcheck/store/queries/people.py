"""The names and links of those who are in an event, and its teams."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Entry, Event, Link, Team
from deckcheck.store.states import EntryState, EventState


def names_on(session: Session, event: str) -> list[tuple[Entry, str]]:
    """Those who are in an event, by number, with their names, first name first."""
    rows = select(Entry).where(Entry.event == event, Entry.state == EntryState.ON, Entry.forgotten_at.is_(None))
    return [(entry, f"{entry.first} {entry.last}".strip()) for entry in session.scalars(rows.order_by(Entry.number))]


def without_link(session: Session, event: str) -> list[Entry]:
    """Those who are in an event, gave an address, and have no link that opens; by number."""
    linked = select(Link.subject).where(Link.scope.in_(("entry", "person")), Link.revoked_at.is_(None))
    rows = select(Entry).where(Entry.event == event, Entry.state == EntryState.ON, Entry.mail != "")
    rows = rows.where(Entry.uid.not_in(linked), Entry.person.not_in(linked))
    return list(session.scalars(rows.order_by(Entry.number)))


def under_address(session: Session, mail: str, most: int) -> list[Entry]:
    """The latest entries of all events that were given an address and are in their event."""
    rows = select(Entry).join(Event, Event.uid == Entry.event)
    rows = rows.where(
        func.lower(Entry.mail) == mail.lower(), Entry.state == EntryState.ON, Event.state == EventState.ON
    )
    return list(session.scalars(rows.order_by(Entry.uid.desc()).limit(most)))


def team_named(session: Session, event: str, name: str) -> Team | None:
    """The team of an event with this name."""
    return session.scalar(select(Team).where(Team.event == event, Team.name == name))


def seats_taken(session: Session, team: str) -> dict[str, Entry]:
    """Who sits where in a team, of those who are in the event."""
    rows = select(Entry).where(Entry.team == team, Entry.state == EntryState.ON, Entry.seat != "")
    return {row.seat: row for row in session.scalars(rows.order_by(Entry.number))}
