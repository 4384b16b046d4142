"""Messages that wait to be sent, written in the transaction of what they tell: for webhooks and as mail."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from deckcheck.app.timestamps import moment_text
from deckcheck.store.models import Event, Outgoing
from deckcheck.store.queries import outbox
from deckcheck.store.store import Session

TOLD: Final = (
    "opened",
    "cancelled",
    "restored",
    "completed",
    "reopened-event",
    "begun",
    "closed",
    "sealed",
    "published",
    "added",
    "withdrawn",
    "dropped",
    "disqualified",
    "returned",
    "merged",
    "parted",
    "submitted",
    "taken-back",
    "sent-back",
    "accepted",
    "reopened",
    "lifted",
    "corrected",
)
"""The acts that a webhook can be told of: the event's, a stage's, a player's, a list's."""


def tell_hooks(
    session: Session, event: Event, now: datetime, act: str, number: int | None, words: Mapping[str, str | int]
) -> None:
    """A row for each webhook that wants to hear of the act: event, entry number, act, time; never a card or a name."""
    for hook in outbox.hooks_for(session, event.uid, act):
        data = {"event": event.slug, **({"entry": number} if number is not None else {}), **words}
        body = {"type": act, "timestamp": moment_text(now), "data": data}
        session.add(
            Outgoing(
                event=event.uid, kind="webhook", hook=hook.uid, recipient=hook.url, body=body, made_at=now, next_at=now
            )
        )


def tell_by_mail(session: Session, event: Event | None, now: datetime, recipient: str, subject: str, text: str) -> None:
    """A mail that waits to be sent; it names no card."""
    if not recipient:
        return
    session.add(
        Outgoing(
            event=event.uid if event else None,
            kind="mail",
            hook=None,
            recipient=recipient,
            body={"subject": subject, "text": text},
            made_at=now,
            next_at=now,
        )
    )
