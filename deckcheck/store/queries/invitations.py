"""Invitations to help with an event."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from deckcheck.store.models import Invitation


def by_hash(session: Session, hash: str, *, lock: bool = False) -> Invitation | None:
    """The invitation with this hash, open or not."""
    rows = select(Invitation).where(Invitation.hash == hash)
    return session.scalar(rows.with_for_update() if lock else rows)


def open_in(session: Session, event: str, now: datetime) -> list[Invitation]:
    """The invitations of an event that nobody has taken up yet, in their order."""
    rows = select(Invitation).where(Invitation.event == event, Invitation.until > now)
    rows = rows.where(Invitation.taken_at.is_(None), Invitation.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Invitation.uid)))


def forget_over(session: Session, before: datetime) -> None:
    """Empty address and name of those that nobody took up in time."""
    rows = update(Invitation).where(Invitation.until < before, Invitation.mail != "")
    session.execute(rows.values(mail="", name=""))
