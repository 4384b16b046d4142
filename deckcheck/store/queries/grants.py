"""Roles of accounts in events."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Account, Entry, Event, Grant
from deckcheck.store.states import EntryState, Role


def grants_in(session: Session, event: str) -> list[tuple[Grant, Account]]:
    """The roles that are held in an event now, with who holds them, in the order in which they were given."""
    rows = select(Grant, Account).join(Account, Account.uid == Grant.account)
    rows = rows.where(Grant.event == event, Grant.ended_at.is_(None)).order_by(Grant.uid)
    return [(grant, account) for grant, account in session.execute(rows)]


def held(session: Session, event: str, role: str) -> list[Grant]:
    """Who holds one role in an event now."""
    rows = select(Grant).where(Grant.event == event, Grant.role == role, Grant.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Grant.uid)))


def roles_at(session: Session, event: str, account: str, at: datetime) -> set[str]:
    """The roles that an account held in an event at a moment."""
    rows = select(Grant.role).where(Grant.event == event, Grant.account == account, Grant.from_at <= at)
    return set(session.scalars(rows.where(or_(Grant.ended_at.is_(None), Grant.ended_at > at))))


def officials_who_play(session: Session, event: str) -> list[Account]:
    """The officials of an event who have an entry in it themselves."""
    officials = select(Grant.account).where(Grant.event == event, Grant.ended_at.is_(None))
    players = select(Entry.account).where(
        Entry.event == event, Entry.state == EntryState.ON, Entry.account.in_(officials)
    )
    return list(session.scalars(select(Account).where(Account.uid.in_(players)).order_by(Account.uid)))


def events_of_account(session: Session, account: str) -> list[tuple[Event, str]]:
    """The events an account has roles in now, the newest day first, each with the role; one row a role."""
    rows = select(Event, Grant.role).join(Grant, Grant.event == Event.uid)
    rows = rows.where(Grant.account == account, Grant.ended_at.is_(None)).order_by(Event.day.desc(), Event.uid.desc())
    return [(event, role) for event, role in session.execute(rows)]


def last_made_by(session: Session, account: str) -> Event | None:
    """The event that was made last of those an account organizes."""
    rows = select(Event).join(Grant, Grant.event == Event.uid)
    rows = rows.where(Grant.account == account, Grant.role == Role.ORGANIZER, Grant.ended_at.is_(None))
    return session.scalar(rows.order_by(Event.uid.desc()).limit(1))
