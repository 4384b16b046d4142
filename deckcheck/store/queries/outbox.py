"""Webhooks, and what waits to be sent."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from deckcheck.store.models import Outgoing, Webhook


def hooks_for(session: Session, event: str, act: str) -> list[Webhook]:
    """The webhooks of an event that want to hear of an act."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.ended_at.is_(None)).order_by(Webhook.uid)
    return [hook for hook in session.scalars(rows) if act in hook.acts]


def hooks_of(session: Session, event: str) -> list[Webhook]:
    """The webhooks of an event that are in use."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.ended_at.is_(None)).order_by(Webhook.uid)
    return list(session.scalars(rows))


def hook(session: Session, uid: str | None) -> Webhook | None:
    """One webhook, in use or not."""
    return session.get(Webhook, uid) if uid else None


def is_waiting(session: Session, kind: str, now: datetime) -> bool:
    """Whether something of a kind is to be sent now and nobody is at it."""
    return session.scalar(select(Outgoing.uid).where(*_free(kind, now)).limit(1)) is not None


def claim(session: Session, kind: str, now: datetime, until: datetime) -> Outgoing | None:
    """Take the message of a kind that has waited longest, for so long; of two who ask at once each gets another.

    The try is counted here, so that it counts whatever becomes of who claimed it.
    """
    longest = select(Outgoing.uid).where(*_free(kind, now)).order_by(Outgoing.next_at, Outgoing.uid).limit(1)
    locked = longest.with_for_update(skip_locked=True, of=Outgoing)
    taken = update(Outgoing).where(Outgoing.uid == locked.scalar_subquery())
    uid = session.scalar(taken.values(claimed_until=until, tries=Outgoing.tries + 1).returning(Outgoing.uid))
    return session.get(Outgoing, uid, populate_existing=True) if uid else None


def _free(kind: str, now: datetime) -> list[ColumnElement[bool]]:
    held = exists().where(Webhook.uid == Outgoing.hook, Webhook.held_until > now).correlate(Outgoing)
    return [
        Outgoing.kind == kind,
        Outgoing.done_at.is_(None),
        Outgoing.gave_up_at.is_(None),
        Outgoing.next_at <= now,
        or_(Outgoing.claimed_until.is_(None), Outgoing.claimed_until <= now),
        ~held,
    ]


def message(session: Session, uid: str) -> Outgoing | None:
    """One message with its lock."""
    return session.get(Outgoing, uid, with_for_update=True)


def locked_hook(session: Session, uid: str) -> Webhook | None:
    """A webhook with its lock. Whoever needs a message's lock as well takes this one first."""
    return session.get(Webhook, uid, with_for_update=True)


def deliveries(session: Session, event: str, before: str | None, limit: int) -> list[Outgoing]:
    """The messages of an event's webhooks, the newest first, before the one with this key."""
    rows = select(Outgoing).where(Outgoing.event == event, Outgoing.kind == "webhook")
    if before is not None:
        rows = rows.where(Outgoing.uid < before)
    return list(session.scalars(rows.order_by(Outgoing.uid.desc()).limit(limit)))


def drop_messages_to(session: Session, hook: str) -> None:
    """Send nothing more to a webhook that has ended."""
    rows = delete(Outgoing).where(Outgoing.hook == hook, Outgoing.done_at.is_(None), Outgoing.gave_up_at.is_(None))
    session.execute(rows)


def mails_in(session: Session, events: list[str]) -> list[Outgoing]:
    """The mails of some events."""
    return list(session.scalars(select(Outgoing).where(Outgoing.kind == "mail", Outgoing.event.in_(events))))


def drop_sent(session: Session, before: datetime) -> int:
    """Delete what was sent, or given up, before a moment; says how much."""
    rows = delete(Outgoing).where(or_(Outgoing.done_at < before, Outgoing.gave_up_at < before))
    return len(session.scalars(rows.returning(Outgoing.uid)).all())
