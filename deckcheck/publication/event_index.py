"""The index of events: what is on and what has ended, and to its staff what is still planned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventName
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.time_words import day_here
from deckcheck.checks.check_values import DrawSeen
from deckcheck.checks.draws import draws_seen
from deckcheck.publication.listings import is_anybody
from deckcheck.publication.public_events import PublicHead, format_known, head_of
from deckcheck.store.models import Event
from deckcheck.store.queries import published
from deckcheck.store.queries.published import IndexFilter
from deckcheck.store.store import Session

PAGE: Final = 50
"""So many events that are over stand on one page."""
MOST_COMING: Final = 200
LONGEST_SEARCH: Final = 100


@dataclass(frozen=True, slots=True)
class EventsFilter:
    """Which events: by words of name and place, by game; `page` counts the pages of those that are over."""

    words: str = ""
    game: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow(EventName):
    """One event of the index. `staff`: who asks has a role in it."""

    format_title: str
    staff: bool


@dataclass(frozen=True, slots=True)
class EventsListed:
    """The events from today on, the soonest first, and those before, the latest first."""

    coming: tuple[EventRow, ...]
    past: tuple[EventRow, ...]
    page: int
    pages: int
    words: str
    game: str


def events_listed(app: App, who: Actor, wanted: EventsFilter = EventsFilter()) -> EventsListed:
    """The events that whoever asks may know of."""
    words = " ".join(wanted.words[:LONGEST_SEARCH].split())
    game = wanted.game if wanted.game in app.reference.games else ""
    with app.store.read() as session:
        also = tuple(published.events_staffed(session, who.uid)) if who.kind == "account" else (who.event,)
        find = IndexFilter(tuple(words.split()), game, also=also)
        # A day is an event's own: somewhere it is still yesterday.
        earliest = day_here(app.now(), "Pacific/Pago_Pago")
        ahead = published.index_of(session, find._replace(from_=earliest), soonest=True, offset=0, limit=MOST_COMING)
        coming = [event for event in ahead if event.day >= day_here(app.now(), event.zone)]
        behind = find._replace(until=day_here(app.now(), "Pacific/Kiritimati"), but=tuple(e.uid for e in coming))
        pages = max(1, -(-published.index_size(session, behind) // PAGE))
        page = min(max(1, wanted.page), pages)
        past = published.index_of(session, behind, soonest=False, offset=(page - 1) * PAGE, limit=PAGE)
        return EventsListed(
            coming=_rows(app, session, who, coming),
            past=_rows(app, session, who, past),
            page=page,
            pages=pages,
            words=words,
            game=game,
        )


def events_of_format(app: App, who: Actor, format: str, but: EventName) -> tuple[EventRow, ...]:
    """The other events of the same day in a format that whoever asks may know of."""
    game = app.reference.format(format).game
    find = IndexFilter(game=game, from_=but.day, until=but.day)
    with app.store.read() as session:
        found = published.index_of(session, find, soonest=True, offset=0, limit=MOST_COMING)
        fitting = [event for event in found if event.slug != but.slug and format_known(event, app)[0] == format]
        return _rows(app, session, who, fitting)


def _rows(app: App, session: Session, who: Actor, found: list[Event]) -> tuple[EventRow, ...]:
    rows = []
    for event in found:
        work = EventSession.begin(app, session, event, who)
        if work.may(Right.SEE_EVENT).allowed:
            rows.append(
                told_of(
                    EventRow,
                    event,
                    format_title=format_known(event, app)[1],
                    staff=work.actor.is_staff,
                )
            )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class DrawsPage:
    """The draws that whoever asks may see, the newest first; `titles` of stages by slug, where there are several.

    `shared`: everybody gets these very bytes.
    """

    head: PublicHead
    draws: tuple[DrawSeen, ...]
    titles: dict[str, str]
    shared: bool


def draws_page(app: App, who: Actor, slug: str) -> DrawsPage:
    """The page, for everybody who may know of the event; it names tables, and nothing of any list."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        stages = work.rows.stages
        titles = {stage.slug: stage.title for stage in stages} if len(stages) > 1 else {}
        return DrawsPage(head_of(work), draws_seen(work)[::-1], titles, is_anybody(work))
