"""What the organizer's pages show, each fetched in one look at the event: its frame and what stands within."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from deckcheck.accounts.roles import StaffRow, staff_of
from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import Actor
from deckcheck.app.ages import age_on
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventName
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right, may_make_events
from deckcheck.app.secret_mail import sends_mail
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import stage_words
from deckcheck.app.time_words import day_here
from deckcheck.decklist.cards import CardSet
from deckcheck.events.account_formats import KeptFormat, formats_kept
from deckcheck.events.bye_deadlines import byes_of, first_round
from deckcheck.events.plans import EventPlan, plan_of
from deckcheck.events.settings import SeenSettings, settings_within
from deckcheck.events.stage_pools import has_pools
from deckcheck.events.stages import StageFacts, facts_of
from deckcheck.events.templates import TemplateRow, template_row
from deckcheck.printing.sheet_values import event_order
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.publication.preview import Planned, Seen, Viewer, seen_by, viewers
from deckcheck.publication.visibility_changes import Effect, StageVisibility, effects, opened_by_end, stages_seen
from deckcheck.roster.join import expected_in_an_hour, is_full
from deckcheck.store.queries import accounts, entries, events, published
from deckcheck.store.states import EntryState, EventState, StageState
from deckcheck.web.pages.events.event_words import state_words


@dataclass(frozen=True, slots=True, kw_only=True)
class MyEvent(EventName):
    """An event in which an account has roles. `taking`: a stage takes lists, `today`: the day it is in its zone."""

    roles: tuple[str, ...]
    taking: bool
    today: date


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEvent(EventName):
    """The event of a game that an account made last."""

    game: str
    format: str
    zone: str


@dataclass(frozen=True, slots=True)
class OrganizePage:
    """The events of an account, its templates and formats, whether it may make events, and the last it made, of all
    and by game.
    """

    events: tuple[MyEvent, ...]
    templates: tuple[TemplateRow, ...]
    formats: tuple[KeptFormat, ...]
    may_make: bool
    last: Mapping[str, LastEvent]
    last_made: LastEvent | None


def organize_page(app: App, who: Actor) -> OrganizePage:
    """What an account has to do with."""
    with app.store.read() as session:
        found: dict[str, list[str]] = {}
        rows = accounts.events_of_account(session, who.uid)
        for event, role in rows:
            found.setdefault(event.uid, []).append(role)
        known = {event.uid: event for event, _ in rows}
        made = [told_of(LastEvent, event) for event in accounts.last_of_each_game(session, who.uid)]
        templates = events.templates_of(session, who.uid)
        taking = events.taking_in(session, known)
        return OrganizePage(
            events=tuple(
                told_of(
                    MyEvent,
                    event,
                    roles=tuple(sorted(found[uid])),
                    taking=uid in taking,
                    today=day_here(app.now(), event.zone),
                )
                for uid, event in known.items()
            ),
            templates=tuple(map(template_row, templates)),
            formats=formats_kept(session, who.uid),
            may_make=may_make_events(actor_outside(who)).allowed,
            last={event.game: event for event in made},
            last_made=made[0] if made else None,
        )


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings, what of the event's life can be done now, and whose stages still take lists. `stands`: how it is.

    `age`: how old the format's data are, where they do not cover the event's day.
    """

    frame: StaffFrame
    settings: SeenSettings
    stands: str
    plan: EventPlan
    order: Order
    may_copy: bool
    age: str


def how_it_stands(work: EventSession) -> str:
    """How an event stands: planned, taking lists, running, over."""
    event, taking = work.event, any(stage.state == StageState.TAKING for stage in work.rows.stages)
    return state_words(event.state, event.day, day_here(work.now, event.zone), taking=taking)


def settings_page(app: App, who: Actor, slug: str, path: str) -> SettingsPage:
    """The settings of an event."""
    with reading(app, who, slug) as work:
        work.ask(Right.SETTINGS)
        copy = work.may(Right.COPY_EVENT).allowed and may_make_events(work.actor).allowed
        event = work.event
        return SettingsPage(
            frame=staff_frame(work, path),
            settings=settings_within(work),
            stands=how_it_stands(work),
            plan=plan_of(work.rows),
            order=event_order(event),
            may_copy=copy,
            age=age_on(event.format, event.day, event.platform, app),
        )


@dataclass(frozen=True, slots=True)
class BecomePage:
    """What is asked before an event comes into another state: `opened` lists would be open to everyone by it."""

    frame: StaffFrame
    event: str
    state: str
    opened: int
    names_shown: str
    players: int
    mails: bool
    version: int


def become_page(app: App, who: Actor, slug: str, path: str, right: Right) -> BecomePage:
    """What the organizer is asked before an event is opened, called off, completed, opened again or deleted."""
    with reading(app, who, slug) as work:
        work.ask(right)
        event = work.event
        return BecomePage(
            frame=staff_frame(work, path),
            event=event.name,
            state=event.state,
            opened=opened_by_end(work),
            names_shown=event.names_shown,
            players=published.players_in(work.session, event.uid),
            mails=bool(app.settings.mail.host),
            version=event.settings_version,
        )


@dataclass(frozen=True, slots=True)
class CodePage:
    """The join code for the hall; empty where none is taken. `taking`: a stage takes lists, so that the code works.

    `expected` come by it in an hour at most, `set_to` is what is set of that (0: nothing); `is_full`: so many came.
    """

    frame: StaffFrame
    event: str
    code: str
    taking: bool
    may_change: bool
    expected: int
    set_to: int
    is_full: bool


def code_page(app: App, who: Actor, slug: str, path: str) -> CodePage:
    """The join code, for staff."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        on = work.event.state == EventState.ON
        taking = on and any(stage.state == StageState.TAKING for stage in work.rows.stages)
        return CodePage(
            staff_frame(work, path),
            work.event.name,
            work.event.join_code or "",
            taking,
            work.may(Right.JOIN_CODE).allowed,
            expected_in_an_hour(work.session, work.event),
            work.event.joins_an_hour,
            is_full(work),
        )


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage with what can be done with it now. `title_from`: of the stage whose lists it plays, if another's.

    `words` is its title within a sentence; `seen` that its lists are, or were, open to players.
    """

    facts: StageFacts
    words: str
    title_from: str
    first: bool
    seen: bool
    begun: bool
    can_begin: bool


@dataclass(frozen=True, slots=True)
class StagesPage:
    """The stages; `byes` by number where a bye gives time, None where it does not. `standings`: so many are ranked.

    `players`: the roster by number and name, the best of the standings first.

    `opens`: the sets that pools may be opened from, newest first; none where the format is not played from pools.
    """

    frame: StaffFrame
    state: str
    zone: str
    day: date
    now: datetime
    cards: tuple[StageCard, ...]
    byes: Mapping[int, int] | None
    standings: int
    players: tuple[tuple[int, str], ...]
    opens: tuple[CardSet, ...]
    may_change: bool
    may_begin: bool


def stages_page(app: App, who: Actor, slug: str, path: str) -> StagesPage:
    """The stages of an event, for those who run it."""
    with reading(app, who, slug) as work:
        work.ask(Right.BEGIN)
        event = work.event
        counts = first_round(work, 1) > 1
        return StagesPage(
            frame=staff_frame(work, path),
            state=event.state,
            zone=event.zone,
            day=event.day,
            now=work.now,
            cards=tuple(_cards(work)),
            byes=byes_of(work) if counts else None,
            standings=len(ranked := events.last_standings(work.session, event.uid)),
            players=_players(work, [entry.uid for _, entry in ranked]),
            opens=app.sets_opened(event.game) if has_pools(event.format, app) else (),
            may_change=work.may(Right.SET_STAGES).allowed,
            may_begin=work.may(Right.BEGIN).allowed,
        )


def _players(work: EventSession, ranked: list[str]) -> tuple[tuple[int, str], ...]:
    """Who is on the roster, by number and name: in the order of the standings, then by name."""
    here = [e for e in entries.entries_of(work.session, work.event.uid) if e.state == EntryState.ON]
    places = {uid: place for place, uid in enumerate(ranked)}
    here.sort(key=lambda e: (places.get(e.uid, len(places)), e.last, e.first, e.number))
    return tuple((entry.number, ", ".join(filter(None, (entry.last, entry.first)))) for entry in here)


def _cards(work: EventSession) -> list[StageCard]:
    access, ground = work.access(), work.rows
    found = []
    for stage in ground.stages:
        source = ground.source(stage)
        closed = source.state in {StageState.LOCKED, StageState.OVER}
        found.append(
            StageCard(
                facts=facts_of(work, stage),
                words=stage_words(stage.title),
                title_from=source.title if source.uid != stage.uid else "",
                first=stage.position == 1,
                seen=any(access.visible_ever(s.slug) for s in ground.playing(source)),
                begun=stage.begun_at is not None,
                can_begin=closed and stage.begun_at is None and stage.state != StageState.OVER,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class PublicationPage:
    """Who sees the lists; what a plan would change, and how the event looks to a viewer if it held."""

    frame: StaffFrame
    state: str
    stages: tuple[StageVisibility, ...]
    effects: tuple[Effect, ...]
    viewers: tuple[Viewer, ...]
    seen: Seen


def publication_page(
    app: App, who: Actor, slug: str, path: str, planned: Planned, viewer: str = "stranger"
) -> PublicationPage:
    """Who sees the lists of each stage, with a plan and a preview of it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SET_PUBLICATION)
        work.ask(Right.PREVIEW)
        return PublicationPage(
            frame=staff_frame(work, path),
            state=work.event.state,
            stages=stages_seen(work),
            effects=effects(work, planned),
            viewers=viewers(work),
            seen=seen_by(work, viewer, planned),
        )


@dataclass(frozen=True, slots=True)
class StaffPage:
    """The staff; `mails`: whether an invitation goes by mail."""

    frame: StaffFrame
    event: str
    rows: tuple[StaffRow, ...]
    mails: bool


def staff_page(app: App, who: Actor, slug: str, path: str) -> StaffPage:
    """The staff of an event, for its organizer."""
    with reading(app, who, slug) as work:
        work.ask(Right.ROLES)
        return StaffPage(staff_frame(work, path), work.event.name, staff_of(work), sends_mail(app.settings))
