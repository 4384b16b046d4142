"""The events of whoever asks: each with what is to be done or known there, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from deckcheck.accounts.links import FOR_EVENT, issued_words
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, settle
from deckcheck.app.time_words import day_here
from deckcheck.app.visibility import Reader, who_sees
from deckcheck.lists.judged import WORDS
from deckcheck.lists.list_handles import ListHandle, own_stages
from deckcheck.lists.own_list import showing_of
from deckcheck.lists.receipts import open_until
from deckcheck.store.models import Entry, Stage
from deckcheck.store.queries import accounts, credentials, events, lists
from deckcheck.store.states import EventState, StageState
from deckcheck.store.store import Session
from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class MyEntry:
    """One list of somebody's: `sentence` says how it stands, `verdict` is empty while nothing is in.

    `open_until`: until when it can be changed. `several`: the event is in the list more than once. `pools`: the stage
    registers pools.
    """

    head: EventHead
    entry: int
    player: str
    stage: str
    stage_title: str
    state: str
    sentence: str
    verdict: str
    open_until: datetime | None
    several: bool
    confirmed: bool
    pools: bool


@dataclass(frozen=True, slots=True)
class MyRole:
    """A role in an event."""

    slug: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Mine:
    """Who asks, what they play in and where they are staff; the next event first, then what is over.

    `gone` says of the events that this way in opened once who issued another link to them.
    """

    kind: str
    name: str
    entries: tuple[MyEntry, ...]
    roles: tuple[MyRole, ...]
    gone: tuple[str, ...] = ()


def my_events(who: Actor, app: App) -> Mine:
    """The entries and roles of whoever asks, over all events they may see."""
    with app.store.read() as session:
        slugs = [event.slug for event in events.events_of(session, who.kind, who.uid)]
    for slug in slugs:
        settle(app, slug)
    with app.store.read() as session:
        found_events = events.events_of(session, who.kind, who.uid)
        works = [EventSession.begin(app, session, event, who) for event in found_events]
        seen = [work for work in works if work.may(Right.SEE_EVENT).allowed]
        found = [entry for work in seen for entry in _entries(work)]
        roles = tuple(MyRole(w.event.slug, w.event.name, role) for w in seen for role in sorted(w.actor.grants))
        gone = tuple(_gone(session, who, app.now()))
    today = app.now().date()
    found.sort(key=lambda e: (e.head.day < today, abs((e.head.day - today).days)))
    return Mine(who.kind, who.name, tuple(found), roles, gone)


def home_of(app: App, account: str) -> str:
    """Where an account begins: the overview of its one event today, or of the only one ahead; else all its events."""
    with app.store.read() as session:
        found = {event.uid: event for event, _ in accounts.events_of_account(session, account)}
    open_ones = [event for event in found.values() if event.state in {EventState.PLANNED, EventState.ON}]
    today = [event for event in open_ones if event.day == day_here(app.now(), event.zone)]
    only = today or open_ones
    return f"/e/{only[0].slug}/overview" if len(only) == 1 else "/organize"


def _gone(session: Session, who: Actor, now: datetime) -> Iterator[str]:
    for link in credentials.cut_out_of(session, who.uid) if who.kind == "person" else ():
        entry = session.get(Entry, link.subject)
        event = credentials.event(session, entry.event) if entry else None
        if event is not None:
            remedy = gettext("It opens your list there; this way in does not any more.")
            yield f"{issued_words(session, link, now, FOR_EVENT)} {remedy}"


def _entries(work: EventSession) -> Iterator[MyEntry]:
    places = [
        ListHandle(work, entry, stage, lists.list_of(work.session, stage.uid, entry.uid))
        for entry in work.mine
        for stage in own_stages(work, entry)
    ]
    for place in places:
        yield _told(place, several=len(places) > 1)


def _told(place: ListHandle, *, several: bool) -> MyEntry:
    work, current = place.work, place.current
    report = lists.latest_reports(work.session, [current.uid])[current.uid] if current else None
    return MyEntry(
        head=head_of(work.event, work.app, place.entry.seat),
        entry=place.entry.number,
        player=place.name,
        stage=place.stage.slug,
        stage_title=place.stage.title,
        state=place.state,
        sentence=who_sees(showing_of(place, _played_last(place)), Reader.PLAYER),
        verdict=WORDS[report.verdict] if report else "",
        open_until=open_until(place),
        several=several,
        confirmed=place.entry.confirmed,
        pools=bool(place.stage.pools),
    )


def _played_last(place: ListHandle) -> Stage:
    """The stage that the list is played in now: the last one that has begun, of those the entry is in."""
    work = place.work
    if work.event.state != EventState.ON:
        return place.stage
    playing = [s for s in work.rows.playing(place.stage) if work.rows.is_member(s, place.entry.uid)]
    begun = [s for s in playing if s.begun_at is not None and s.state != StageState.OVER]
    return begun[-1] if begun else place.stage
