"""Events made again: copied to another day, taken from a template, or like the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from deckcheck.app.access_rows import EventRows, actor_outside
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right, may_make_events
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import reading
from deckcheck.events.events import EventMade, make_event
from deckcheck.events.plans import (
    LONGEST_NAME,
    EventPlan,
    next_day_of,
    next_of_weekday,
    on_the_wall,
    plan_of,
    plan_of_template,
    shifted,
    short,
    template_json,
)
from deckcheck.store.models import EventTemplate
from deckcheck.store.queries import accounts, events


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """A template of an account."""

    uid: str
    title: str
    format: str
    at: datetime


def copy_plan(app: App, who: Actor, slug: str, day: date | None = None) -> EventPlan:
    """The plan of an event on another day, to be looked at and changed before it is made.

    Without a day: on the next one of the same weekday.
    """
    with reading(app, who, slug) as work:
        work.ask(Right.COPY_EVENT)
        return _on(plan_of(work.rows), day, app)


def _on(plan: EventPlan, day: date | None, app: App) -> EventPlan:
    """The plan on a day; without one on the next of its weekday, which is not its own and whose deadline lies ahead."""
    assert plan.day is not None
    wall = on_the_wall(app.now(), plan.zone)
    closes = on_the_wall(plan.deadline, plan.zone).time() if plan.deadline else None
    is_late = closes is not None and wall.time() >= closes
    return shifted(plan, day or next_of_weekday(plan.day, wall.date(), is_late=is_late))


def copy_event(
    app: App,
    who: Actor,
    slug: str,
    *,
    name: str,
    day: date,
    opens: bool = False,
    staff: bool = False,
    confirmed: bool = False,
    reading_of: int | None = None,
) -> EventMade:
    """Make an event like another: its settings, stages, house rules and choices, shifted to a day; nobody is in it.

    `staff`: the roles of the other event hold in this one, too.
    """
    with reading(app, who, slug) as work:
        work.ask(Right.COPY_EVENT)
        plan = shifted(plan_of(work.rows), day)
        roles = [(a.uid, g.role) for g, a in accounts.grants_in(work.session, work.event.uid)] if staff else []
    plan = replace(plan, name=name or plan.name, opens=opens, confirmed=confirmed, reading=reading_of)
    return make_event(app, who, plan, staff=roles)


def template_row(row: EventTemplate) -> TemplateRow:
    """A template as its owner is shown it."""
    return TemplateRow(row.uid, row.title, str(row.settings["format"]), row.at)


def save_template(app: App, who: Actor, slug: str, title: str = "") -> TemplateRow:
    """Keep an event's settings as a template of one's own; one with the same title gives way."""
    may_make_events(actor_outside(who)).or_refuse()
    with reading(app, who, slug) as work:
        work.ask(Right.COPY_EVENT)
        kept = template_json(plan_of(work.rows))
    told = short("title", title or str(kept["name"]), LONGEST_NAME)
    with app.store.write() as session:
        for old in events.templates_of(session, who.uid):
            if old.title == told:
                events.drop_template(session, old)
        row = EventTemplate(account=who.uid, title=told, settings=kept, at=app.now())
        session.add(row)
        session.flush()
        return template_row(row)


def use_template(app: App, who: Actor, uid: str, day: date | None = None) -> EventPlan:
    """The plan of a template on a day; without one on the next of the weekday it was kept from."""
    with app.store.read() as session:
        row = events.template(session, who.uid, uid)
        if row is None:
            raise Hidden(NOTHING_HERE)
        return plan_of_template(row.settings, day or next_day_of(row.settings, app.now()))


def delete_template(app: App, who: Actor, uid: str) -> None:
    """Forget a template of one's own."""
    with app.store.write() as session:
        row = events.template(session, who.uid, uid)
        if row is None:
            raise Hidden(NOTHING_HERE)
        events.drop_template(session, row)


def like_last(app: App, who: Actor, day: date | None = None) -> EventPlan:
    """The plan of the event that whoever asks made last, on another day; without one on the next of its weekday."""
    with app.store.read() as session:
        event = accounts.last_made_by(session, who.uid)
        if event is None:
            raise UnusableInput("You have made no event yet.")
        return _on(plan_of(EventRows.of(session, event)), day, app)
