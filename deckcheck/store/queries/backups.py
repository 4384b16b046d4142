"""What is told of a whole database: where its chains end, and what was sent."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from deckcheck.store.models import DeckList, Entry, Event, Stage, Submission


class Head(NamedTuple):
    """Where an event's chain ends."""

    uid: str
    slug: str
    seq: int
    head: str


class SentRow(NamedTuple):
    """One list as sent, by what its player can know it by."""

    uid: str
    event: str
    slug: str
    zone: str
    number: int
    stage: str
    arrived: datetime
    leaf: str


def heads(session: Session) -> list[Head]:
    """The end of each event's chain."""
    rows = select(Event.uid, Event.slug, Event.audit_seq, Event.audit_head).order_by(Event.uid)
    return [Head(*row) for row in session.execute(rows)]


def sent(session: Session) -> dict[str, SentRow]:
    """Everything that was ever sent and is kept, by key, in the order of arrival."""
    columns = (Submission.uid, Event.name, Event.slug, Event.zone, Entry.number, Stage.slug)
    rows = (
        select(*columns, Submission.arrived, Submission.leaf)
        .join(DeckList, DeckList.uid == Submission.list)
        .join(Entry, Entry.uid == DeckList.entry)
        .join(Stage, Stage.uid == DeckList.stage)
        .join(Event, Event.uid == Stage.event)
    )
    return {row[0]: SentRow(*row) for row in session.execute(rows.order_by(Submission.arrived, Submission.uid))}
