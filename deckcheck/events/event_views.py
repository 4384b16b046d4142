"""An event as programs read it, each field for whom it is: the settings, the stages, and events one after another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.events.plans import settings_of
from deckcheck.events.settings import KeptSettings
from deckcheck.events.stages import StageFacts, facts_of
from deckcheck.store.queries import events, published
from deckcheck.store.queries.published import IndexFilter

MOST: Final = 100
LONGEST_SEARCH: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts(KeptSettings):
    """An event. `version` and `totp_required` are shown to its staff, the join code to its organizer."""

    stages: tuple[StageFacts, ...]
    version: int | None
    join_code: str | None


def see_event(app: App, who: Actor, slug: str) -> EventFacts:
    """An event as whoever asks may know it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        return facts_within(work)


def facts_within(work: EventSession) -> EventFacts:
    """The same within a look at the event."""
    event, staff = work.event, work.actor.is_staff
    told = settings_of(event) if staff else settings_of(event) | {"totp_required": None}
    return EventFacts(
        **told,
        slug=event.slug,
        game=event.game,
        state=event.state,
        stages=tuple(facts_of(work, stage) for stage in work.rows.stages),
        version=event.settings_version if staff else None,
        join_code=event.join_code if work.may(Right.JOIN_CODE).allowed else None,
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events: by words of name and place, by game, from a day on, behind the one told last."""

    words: str = ""
    game: str = ""
    since: date | None = None
    after: str = ""
    limit: int = MOST


def list_events(app: App, who: Actor, wanted: Wanted) -> tuple[EventFacts, ...]:
    """The events that whoever asks may know of, the latest day first."""
    find = IndexFilter(tuple(wanted.words[:LONGEST_SEARCH].split()), wanted.game, from_=wanted.since)
    limit = min(max(1, wanted.limit), MOST)
    with app.store.read() as session:
        also = tuple(published.events_staffed(session, who.uid)) if who.kind == "account" else (who.event,)
        last = events.by_slug(session, wanted.after) if wanted.after else None
        rows = published.index_after(session, find._replace(also=also), last, limit)
        seen = [EventSession.begin(app, session, event, who) for event in rows]
        return tuple(facts_within(work) for work in seen if work.may(Right.SEE_EVENT).allowed)
