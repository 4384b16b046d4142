"""What somebody of the staff made in an event that still works: tokens, webhooks, players' links, invitations."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Entry, Event, Invitation, Link, Token, Webhook


def tokens_by(session: Session, event: str, by: str) -> list[Token]:
    """The tokens of an event that somebody made and nobody ended."""
    rows = select(Token).where(Token.event == event, Token.by == by, Token.revoked_at.is_(None))
    return list(session.scalars(rows.order_by(Token.uid)))


def hooks_by(session: Session, event: str, by: str) -> list[Webhook]:
    """The webhooks of an event that somebody added and nobody ended."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.by == by, Webhook.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Webhook.uid)))


def links_by(session: Session, event: str, by: str, now: datetime) -> list[tuple[Link, int]]:
    """The links that somebody issued for players of an event, each with the number of an entry that it opens."""
    rows = select(Link, Entry.number).join(Entry, or_(*_subjects()))
    rows = rows.where(Entry.event == event, Link.by == by, Link.revoked_at.is_(None), Link.until > now)
    found: dict[str, tuple[Link, int]] = {}
    for link, number in session.execute(rows.order_by(Entry.number, Link.uid)):
        found.setdefault(link.uid, (link, number))
    return list(found.values())


def events_with(session: Session, by: str, now: datetime) -> list[Event]:
    """The events in which somebody made something that nobody ended."""
    tokens = select(Token.event).where(Token.by == by, Token.revoked_at.is_(None))
    hooks = select(Webhook.event).where(Webhook.by == by, Webhook.ended_at.is_(None))
    asked = select(Invitation.event).where(Invitation.by == by, Invitation.until > now)
    asked = asked.where(Invitation.taken_at.is_(None), Invitation.ended_at.is_(None))
    links = select(Entry.event).join(Link, or_(*_subjects()))
    links = links.where(Link.by == by, Link.revoked_at.is_(None), Link.until > now)
    there = or_(Event.uid.in_(tokens), Event.uid.in_(hooks), Event.uid.in_(asked), Event.uid.in_(links))
    return list(session.scalars(select(Event).where(there).order_by(Event.uid)))


def _subjects() -> tuple[ColumnElement[bool], ...]:
    """What a link may be for: an entry, its person, its team."""
    return Link.subject == Entry.uid, Link.subject == Entry.person, Link.subject == Entry.team
