"""The index of events: what is on and what has ended, and to its staff what is still planned."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventName
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.time_words import day_here, span, until_when
from deckcheck.checks.check_values import DrawSeen
from deckcheck.checks.draws import draws_seen
from deckcheck.publication.listings import is_anybody
from deckcheck.publication.public_events import PublicHead, format_known, head_of
from deckcheck.store.models import Event
from deckcheck.store.queries import published
from deckcheck.store.queries.published import IndexFilter
from deckcheck.store.states import StageState
from deckcheck.store.store import Session
from deckcheck.translations import gettext

PAGE: Final = 50
"""So many events that are over stand on one page."""
MOST_COMING: Final = 200
LONGEST_SEARCH: Final = 100
MOST_ON_NOW: Final = 5
FIRST_ZONE: Final = "Pacific/Kiritimati"
LAST_ZONE: Final = "Pacific/Pago_Pago"
"""A day is an event's own: it begins in the first of these zones, and ends in the last."""
_SOON: Final = timedelta(hours=1)


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
        earliest = day_here(app.now(), LAST_ZONE)
        ahead = published.index_of(session, find._replace(from_=earliest), soonest=True, offset=0, limit=MOST_COMING)
        coming = [event for event in ahead if event.day >= day_here(app.now(), event.zone)]
        behind = find._replace(until=day_here(app.now(), FIRST_ZONE), but=tuple(e.uid for e in coming))
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
    game = app.format(format).game
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OnNow(EventRow):
    """An event that is on: `today` or a later day, and one fact about its lists."""

    today: bool
    fact: str


def events_on_now(app: App, who: Actor) -> tuple[OnNow, ...]:
    """The public events of today and those that take lists, at most five, the soonest deadline first."""
    now = app.now()
    with app.store.read() as session:
        around = day_here(now, LAST_ZONE), day_here(now, FIRST_ZONE)
        found = published.on_now(session, *around, limit=4 * MOST_ON_NOW)
        here = [(event, day_here(now, event.zone)) for event in found]
        works = [(EventSession.begin(app, session, e, who), e.day == day) for e, day in here if e.day >= day]
        seen = [(work, today) for work, today in works[:MOST_ON_NOW] if work.may(Right.SEE_EVENT).allowed]
        return tuple(
            told_of(
                OnNow,
                work.event,
                format_title=format_known(work.event, app)[1],
                staff=work.actor.is_staff,
                today=today,
                fact=_fact_of(work),
            )
            for work, today in seen
        )


def _fact_of(work: EventSession) -> str:
    """Until when lists are taken; once none are, whether everybody may read them."""
    taking = next((s for s in work.rows.stages if s.state == StageState.TAKING), None)
    if taking is None:
        closed = [s for s in work.rows.stages if s.state != StageState.AHEAD]
        if not closed:
            return ""
        is_public = work.may(Right.SEE_LIST, closed[-1]).allowed
        return gettext("Lists public") if is_public else gettext("Lists hidden")
    if taking.deadline is None:
        return gettext("Lists open")
    rest = taking.deadline - work.now
    if rest <= timedelta(0):
        return gettext("Lists closed")
    if rest <= _SOON:
        return gettext("Lists close in {span}").format(span=span(-(-rest // timedelta(minutes=1))))
    return gettext("Lists close {when}").format(when=until_when(taking.deadline, work.now, work.event.zone))


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
