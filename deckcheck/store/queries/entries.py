"""Entries of an event, alone and in teams."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from deckcheck.store.columns import new_uid
from deckcheck.store.models import Entry, Event, Grant, Link, Person, SignIn, Team
from deckcheck.store.states import EntryState, EventState, Role


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


def keep_language(session: Session, uid: str, language: str) -> None:
    """Note which language an entry's player reads; that is no change of the entry, and nobody's version goes up."""
    session.execute(update(Entry).where(Entry.uid == uid).values(language=language))


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


def who_said(session: Session, event: str, among: Collection[str] | None = None) -> list[Entry]:
    """Those who wait for the desk and said that they are on the roster already: of all, or among some few."""
    rows = select(Entry).where(Entry.event == event, ~Entry.confirmed, Entry.says_is.is_not(None))
    return list(session.scalars(rows if among is None else rows.where(Entry.uid.in_(among))))


def meant_by(session: Session, event: str) -> list[Entry]:
    """The entries that those say they are who wait for the desk."""
    said = select(Entry.says_is).where(Entry.event == event, ~Entry.confirmed, Entry.says_is.is_not(None))
    return list(session.scalars(select(Entry).where(Entry.uid.in_(said))))


def came_in_by(session: Session, subjects: Collection[str]) -> frozenset[str]:
    """Those of these entries and people as whom a browser was ever signed in."""
    return frozenset(session.scalars(select(SignIn.subject).where(SignIn.subject.in_(subjects)).distinct()))


def joined_by(session: Session, event: str, join_key: str, since: datetime) -> Entry | None:
    """Who joined an event by a form with this key since a moment, and waits for the desk."""
    rows = select(Entry).where(Entry.event == event, Entry.join_key == join_key, Entry.made_at > since)
    return session.scalar(rows.where(~Entry.confirmed, Entry.state == EntryState.ON).limit(1))
