"""Events and their stages."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import DeckList, Event, Stage, StageMember
from deckcheck.store.states import EventState, ListState, StageState


def by_slug(session: Session, slug: str) -> Event | None:
    """The event at this address."""
    return session.scalar(select(Event).where(Event.slug == slug))


def locked(session: Session, slug: str) -> Event | None:
    """The event, with its lock: whoever else would change it waits. On SQLite the whole transaction is the lock."""
    return session.scalar(select(Event).where(Event.slug == slug).with_for_update(key_share=True))


def stages_of(session: Session, event: str) -> list[Stage]:
    """The stages of an event in order."""
    return list(session.scalars(select(Stage).where(Stage.event == event).order_by(Stage.position)))


def members_of(session: Session, stage: str) -> set[str]:
    """The keys of the entries that are in a stage now; the first stage has no rows, and everyone."""
    rows = select(StageMember.entry).where(StageMember.stage == stage, StageMember.until_at.is_(None))
    return set(session.scalars(rows))


def next_reopened(session: Session, event: str) -> datetime | None:
    """The earliest deadline that a single player was given in a stage that takes no more lists."""
    rows = select(func.min(DeckList.deadline)).join(Stage, Stage.uid == DeckList.stage)
    rows = rows.where(Stage.event == event, Stage.state != StageState.TAKING)
    return session.scalar(rows.where(DeckList.state == ListState.REOPENED))


def memberships_ever(session: Session, stages: list[str]) -> dict[str, set[str]]:
    """The keys of the entries that are, or were, in each of several stages."""
    found: dict[str, set[str]] = {stage: set() for stage in stages}
    rows = select(StageMember.stage, StageMember.entry).where(StageMember.stage.in_(stages))
    for stage, entry in session.execute(rows) if stages else ():
        found[stage].add(entry)
    return found


def all_events(session: Session) -> list[Event]:
    """Every event, by the order in which they were made."""
    return list(session.scalars(select(Event).order_by(Event.uid)))


def slugs_due(session: Session, before: datetime) -> list[str]:
    """The running events in which a stage, or a single player's list, should have closed at a moment."""
    stages = select(Stage.event).where(Stage.state == StageState.TAKING, Stage.deadline <= before)
    own = (
        select(Stage.event)
        .join(DeckList, DeckList.stage == Stage.uid)
        .where(Stage.state != StageState.TAKING, DeckList.state == ListState.REOPENED, DeckList.deadline <= before)
    )
    rows = select(Event.slug).where(Event.state == EventState.ON, or_(Event.uid.in_(stages), Event.uid.in_(own)))
    return list(session.scalars(rows.order_by(Event.uid)))
