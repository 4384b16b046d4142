"""People over several events, and teams: found only within the events of whoever looks."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from deckcheck.storage.models import Entry, Grant, Person, Team


def people_in_events_of(session: Session, account: str, folded: str, besides: str) -> list[Person]:
    """The people of this folded name in the events that an account has, or had, a role in, but for one event."""
    events = select(Grant.event).where(Grant.account == account, Grant.event != besides)
    there = select(Entry.person).where(Entry.event.in_(events), Entry.person.is_not(None))
    here = select(Entry.person).where(Entry.event == besides, Entry.person.is_not(None))
    rows = select(Person).where(Person.folded == folded, Person.uid.in_(there), Person.uid.not_in(here))
    return list(session.scalars(rows.order_by(Person.uid)))


def names_on(session: Session, event: str) -> list[tuple[Entry, str]]:
    """Those who are in an event, by number, with their names, first name first."""
    rows = select(Entry, Person.first, Person.last).join(Person, Person.uid == Entry.person)
    rows = rows.where(Entry.event == event, Entry.state == "on").order_by(Entry.number)
    return [(entry, f"{first} {last}".strip()) for entry, first, last in session.execute(rows)]


def team_named(session: Session, event: str, name: str) -> Team | None:
    """The team of an event with this name."""
    return session.scalar(select(Team).where(Team.event == event, Team.name == name))


def seats_taken(session: Session, team: str) -> dict[str, Entry]:
    """Who sits where in a team, of those who are in the event."""
    rows = select(Entry).where(Entry.team == team, Entry.state == "on", Entry.seat != "")
    return {row.seat: row for row in session.scalars(rows.order_by(Entry.number))}
