"""The events that somebody plays in or is an official of."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Entry, Event, Grant, Team


def events_of(session: Session, kind: str, uid: str) -> list[Event]:
    """The events of an entry, a person, a team or an account; nobody else has any."""
    wanted = _WANTED.get(kind)
    if wanted is None:
        return []
    keys = [row for rows in wanted(uid) for row in session.scalars(rows)]
    return list(session.scalars(select(Event).where(Event.uid.in_(keys)).order_by(Event.day, Event.uid)))


def _of_entry(uid: str) -> tuple[Select[str], ...]:
    return (select(Entry.event).where(Entry.uid == uid),)


def _of_person(uid: str) -> tuple[Select[str], ...]:
    """Those of entries that were merged into others stay: the entry that was kept is in the same event."""
    return (select(Entry.event).where(Entry.person == uid),)


def _of_account(uid: str) -> tuple[Select[str], ...]:
    grants = select(Grant.event).where(Grant.account == uid, Grant.ended_at.is_(None))
    return (select(Entry.event).where(Entry.account == uid), grants)


def _of_team(uid: str) -> tuple[Select[str], ...]:
    return (select(Team.event).where(Team.uid == uid),)


_WANTED = {"entry": _of_entry, "person": _of_person, "account": _of_account, "team": _of_team}
