"""People over several events, and teams: found only within the events of whoever looks."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from deckcheck.storage.models import Entry, Grant, Link, Person, Team


def people_in_events_of(session: Session, account: str, folded: Iterable[str], besides: str) -> list[Person]:
    """The people of these folded names in the events that an account has, or had, a role in, but for one event."""
    events = select(Grant.event).where(Grant.account == account, Grant.event != besides)
    there = select(Entry.person).where(Entry.event.in_(events), Entry.person.is_not(None))
    here = select(Entry.person).where(Entry.event == besides, Entry.person.is_not(None))
    wanted = list(folded)
    found: list[Person] = []
    for start in range(0, len(wanted), 500):
        some = wanted[start : start + 500]
        rows = select(Person).where(Person.folded.in_(some), Person.uid.in_(there), Person.uid.not_in(here))
        found += session.scalars(rows.order_by(Person.uid))
    return found


def names_on(session: Session, event: str) -> list[tuple[Entry, str]]:
    """Those who are in an event, by number, with their names, first name first."""
    rows = select(Entry, Person.first, Person.last).join(Person, Person.uid == Entry.person)
    rows = rows.where(Entry.event == event, Entry.state == "on").order_by(Entry.number)
    return [(entry, f"{first} {last}".strip()) for entry, first, last in session.execute(rows)]


def without_link(session: Session, event: str) -> list[tuple[Entry, Person]]:
    """Those who are in an event, gave an address, and have no link that opens; by number."""
    linked = select(Link.subject).where(Link.scope == "person", Link.revoked_at.is_(None))
    rows = select(Entry, Person).join(Person, Person.uid == Entry.person)
    rows = rows.where(Entry.event == event, Entry.state == "on", Person.mail != "", Person.uid.not_in(linked))
    return [(entry, person) for entry, person in session.execute(rows.order_by(Entry.number))]


def team_named(session: Session, event: str, name: str) -> Team | None:
    """The team of an event with this name."""
    return session.scalar(select(Team).where(Team.event == event, Team.name == name))


def seats_taken(session: Session, team: str) -> dict[str, Entry]:
    """Who sits where in a team, of those who are in the event."""
    rows = select(Entry).where(Entry.team == team, Entry.state == "on", Entry.seat != "")
    return {row.seat: row for row in session.scalars(rows.order_by(Entry.number))}
