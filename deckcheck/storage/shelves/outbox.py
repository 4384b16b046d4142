"""Webhooks, and what waits to be sent."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from deckcheck.storage.models import Webhook


def hooks_for(session: Session, event: str, act: str) -> list[Webhook]:
    """The webhooks of an event that want to hear of an act."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.ended_at.is_(None)).order_by(Webhook.uid)
    return [hook for hook in session.scalars(rows) if act in hook.acts]


def hooks_of(session: Session, event: str) -> list[Webhook]:
    """The webhooks of an event that are in use."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.ended_at.is_(None)).order_by(Webhook.uid)
    return list(session.scalars(rows))
