"""What the pages about programs, rechecks and persons show, each fetched in one look at the event with its frame."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from deckcheck.accounts.tokens import TokenRow, last_day, latest_day, list_tokens
from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import Actor
from deckcheck.app.ages import age_on
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.webhooks import Deliveries, WebhookRow, deliveries_within, list_webhooks
from deckcheck.audit.erasure import PersonFacts, person_within
from deckcheck.lists.rechecks import lists_in_force
from deckcheck.store.queries import entries


@dataclass(frozen=True, slots=True)
class ProgramsPage:
    """The programs of an event: their tokens, what they are told, and what became of the last messages."""

    frame: StaffFrame
    zone: str
    tokens: tuple[TokenRow, ...]
    webhooks: tuple[WebhookRow, ...]
    deliveries: Deliveries
    until: datetime
    latest: date


@dataclass(frozen=True, slots=True)
class RecheckPage:
    """What a recheck would look at. `needs_reason`: whoever asks plays here, and says why they read.

    `age`: how old the format's data are, where they do not cover the event's day.
    """

    frame: StaffFrame
    day: date
    age: str
    lists: int
    needs_reason: bool


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A player of whom something is kept, or who was forgotten."""

    number: int
    name: str
    state: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """The players of an event."""

    frame: StaffFrame
    rows: tuple[PersonRow, ...]


@dataclass(frozen=True, slots=True)
class PersonPage:
    """One player, and what forgetting them would mean."""

    frame: StaffFrame
    person: PersonFacts


def programs_page(app: App, who: Actor, slug: str, path: str, before: str | None = None) -> ProgramsPage:
    """The programs of an event, for its organizer."""
    with reading(app, who, slug) as work:
        return ProgramsPage(
            frame=staff_frame(work, path),
            zone=work.event.zone,
            tokens=list_tokens(work),
            webhooks=list_webhooks(work),
            deliveries=deliveries_within(work, before),
            until=last_day(work),
            latest=latest_day(work),
        )


def recheck_page(app: App, who: Actor, slug: str, path: str) -> RecheckPage:
    """How many lists would be judged again."""
    with reading(app, who, slug) as work:
        work.ask(Right.RECHECK)
        asks = (work.may(Right.SEARCH_CARDS, stage) for stage in work.rows.stages)
        return RecheckPage(
            frame=staff_frame(work, path),
            day=work.event.day,
            age=age_on(work.event.format, work.event.day, work.event.platform, app),
            lists=lists_in_force(work),
            needs_reason=any(permission.reason_needed for permission in asks),
        )


def people_page(app: App, who: Actor, slug: str, path: str) -> PeoplePage:
    """The players of an event by name, those who were forgotten behind."""
    with reading(app, who, slug) as work:
        work.ask(Right.DELETE_PERSON)
        rows = []
        for entry in entries.entries_of(work.session, work.event.uid):
            name = seated_name(entry)
            rows.append(PersonRow(entry.number, name, entry.state, entry.forgotten_at is not None))
        order = sorted(rows, key=lambda row: (row.forgotten, row.name.casefold(), row.number))
        return PeoplePage(staff_frame(work, path), tuple(order))


def person_page(app: App, who: Actor, slug: str, number: int, path: str) -> PersonPage:
    """One player, for the organizer who exports or forgets."""
    with reading(app, who, slug) as work:
        return PersonPage(frame=staff_frame(work, path), person=person_within(work, number))
