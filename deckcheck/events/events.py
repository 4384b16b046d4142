"""Events come about: made from a plan, or as the copy of another; opened in the same act where that is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from deckcheck.app import audit_log
from deckcheck.app.access_rows import actor_outside
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.join_codes import fresh_code
from deckcheck.app.permissions import may_make_events
from deckcheck.app.session import EventSession
from deckcheck.app.states import NOTHING, Act, Facts, Machine, step
from deckcheck.app.visibility import defaults
from deckcheck.events.account_formats import with_newest
from deckcheck.events.opening import take_effect, visibilities
from deckcheck.events.plans import SETTINGS, BadSettings, EventPlan, StagePlan, settle, slug_text
from deckcheck.lists.event_terms import has_team_pools
from deckcheck.lists.official_acts import open_lists
from deckcheck.store.models import Event, Grant, Publication, Stage
from deckcheck.store.queries import events
from deckcheck.store.row_hashes import RowTracker
from deckcheck.store.states import Role, StageState
from deckcheck.store.store import Session


@dataclass(frozen=True, slots=True)
class EventMade:
    """An event that was made: where it is, the code for its hall, and whether it is open."""

    slug: str
    join_code: str
    state: str


def make_event(app: App, who: Actor, plan: EventPlan, *, staff: Iterable[tuple[str, str]] = ()) -> EventMade:
    """Make an event, and open it where the plan says so. Who makes it organizes it, and is its head judge until named.

    `staff`: accounts and roles that are to hold from the beginning, for a copy.
    """
    may_make_events(actor_outside(who)).or_refuse()
    check_code_required(bool(plan.totp_required), who)
    settled = settle(with_newest(app, who, plan), app)
    made = step(Machine.EVENT, NOTHING, Act.EVENT_MADE, Facts(missing=settled.missing))
    with app.store.write() as session:
        events.lock_names(session)
        tracker = RowTracker(session)
        event = _event(session, app, settled, made.state)
        session.add(event)
        session.flush()
        _add_stages(session, app, event, settled.stages, who)
        roles = _add_staff(session, event, who, staff)
        session.flush()
        work = EventSession.begin(app, session, event, who)
        work.note(made.audit, on="event", to=made.state)
        audit_log.append_instance(session, work.now, str(who), made.audit, f"event:{event.uid}", to=made.state)
        for account, role in roles:
            work.note("role.granted", on=f"account:{account}", to=role)
        if settled.opens:
            open_within(work, confirmed=settled.confirmed)
        audit_log.bind_rows(session, event, work.now, str(who), tracker)
        return EventMade(event.slug, event.join_code or "", event.state)


def check_code_required(required: bool, who: Actor) -> None:
    """Refuse to ask all staff for a code where whoever asks it has none: they would be out themselves."""
    if required and not who.strong:
        told = "Set up an authenticator app in your account first, and sign in with its code."
        raise BadSettings(told, field="totp_required")


def _event(session: Session, app: App, plan: EventPlan, state: str) -> Event:
    assert plan.day is not None  # It is not missing.
    now = app.now()
    settings = {name: getattr(plan, name) for name in SETTINGS}
    return Event(
        **settings | {"house": dict(plan.house), "digital": bool(plan.digital), "seat_formats": [*plan.seat_formats]},
        slug=free_slug(session, plan),
        game=app.format(plan.format).game,
        team_pools=has_team_pools(plan, app),
        join_code=fresh_code(session),
        state=state,
        made_at=now,
        last_at=now,
    )


def free_slug(session: Session, plan: EventPlan) -> str:
    """An address that no event has or ever had: the name's, else with the day, else with a number."""
    base = slug_text(plan.name) or "event"
    taken = events.taken_slugs(session, base)
    wanted = [base, f"{base}-{plan.day}", *(f"{base}-{number}" for number in range(2, len(taken) + 3))]
    return next(slug for slug in wanted if slug not in taken)


def _add_stages(session: Session, app: App, event: Event, plans: Iterable[StagePlan], who: Actor) -> None:
    before: dict[str, Stage] = {}
    for position, plan in enumerate(plans, 1):
        source = before[plan.lists_from].uid if plan.lists_from else None
        before[plan.slug] = add_stage(session, app, event, plan, (position, source), who)


def add_stage(
    session: Session, app: App, event: Event, plan: StagePlan, at: tuple[int, str | None], who: Actor
) -> Stage:
    """A stage at a position, with its own lists or another's; who sees them is as said, else as the documents say."""
    position, source = at
    usual = defaults(app.reference.list_law, event.level, plan.kind, event.day)
    settings = asdict(plan) | {
        "lists_from": source,
        "during": plan.during or str(usual.during),
        "after": plan.after or str(usual.after),
        "pool_sets": list(plan.pool_sets),
    }
    stage = Stage(event=event.uid, slug=plan.slug, position=position, state=str(StageState.AHEAD), **settings)
    session.add(stage)
    session.flush()
    by = str(who if plan.during or plan.after else SYSTEM)
    session.add(Publication(stage=stage.uid, during=stage.during, after=stage.after, by=by, at=app.now()))
    return stage


def _add_staff(session: Session, event: Event, who: Actor, staff: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The organizer's own grants; that of the head judge is the application's, and ends when another is named."""
    others = sorted(set(staff) - {(who.uid, Role.ORGANIZER), (who.uid, Role.HEAD_JUDGE)})
    grants = [(who.uid, Role.ORGANIZER, str(who)), *((account, role, str(who)) for account, role in others)]
    if not any(role == Role.HEAD_JUDGE for _, role in others):
        grants.append((who.uid, Role.HEAD_JUDGE, str(SYSTEM)))
    session.add_all(
        Grant(event=event.uid, account=account, role=str(role), by=by, from_at=event.made_at)
        for account, role, by in grants
    )
    return [(account, str(role)) for account, role, _ in grants]


def open_within(work: EventSession, *, confirmed: bool) -> None:
    """Open the event, and let its first stage take lists, within an act."""
    event, first = work.event, work.first_stage()
    before = visibilities(work)
    opened = work.step(Machine.EVENT, event.state, Act.EVENT_OPENED, work.facts(first, confirmed=confirmed))
    was, event.state = event.state, opened.state
    work.note(opened.audit, on="event", from_=was, to=opened.state)
    take_lists_of(work, first)
    take_effect(work, before)
    work.tell("opened")


def take_lists_of(work: EventSession, stage: Stage) -> None:
    """A stage begins to take lists; whether its deadline may be over was asked with the opening."""
    taking = work.step(Machine.STAGE, stage.state, Act.STAGE_TAKING, work.facts(stage, confirmed=True))
    was, stage.state = stage.state, taking.state
    work.note(taking.audit, on=f"stage:{stage.slug}", from_=was, to=taking.state)
    open_lists(work, stage)
