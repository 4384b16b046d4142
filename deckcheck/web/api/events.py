"""Events over the API: made, copied, changed, and brought from one state to the next."""

from __future__ import annotations

from typing import Any

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.events.event_states import become
from deckcheck.events.event_views import Wanted, list_events, see_event
from deckcheck.events.events import make_event
from deckcheck.events.plans import EventPlan, StagePlan
from deckcheck.events.settings import SettingsPatch, change_settings, new_join_code
from deckcheck.events.templates import copy_event
from deckcheck.printing.sheet_values import set_list_order
from deckcheck.printing.sheets.sheet_contents import Order
from deckcheck.roster.join import set_joins
from deckcheck.web.api.common import api_blueprint, failures, seen_version
from deckcheck.web.api.event_answers import EventChange, EventOut, EventsOut, JoinCode, Joins, players_told
from deckcheck.web.api.event_schemas import (
    CopyIn,
    EventIn,
    EventPatch,
    EventsQuery,
    EventStateIn,
    JoinsIn,
    OrderIn,
    StageIn,
)
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("events", "Events")


@bp.get("/events")
@bp.input(EventsQuery, location="query", arg_name="query")
@bp.output(EventsOut)
@bp.doc(summary="Events that are shown", responses=failures(401, 422))
def index(query: EventsQuery) -> ResponseReturnValue:
    """The events that you may know of, the latest day first."""
    wanted = Wanted(query.q, query.game, query.since, query.after, query.limit)
    found = list_events(app(), current_who(), wanted)
    after = found[-1].slug if len(found) == query.limit else ""
    return make_response({"events": [row_of(event) for event in found], "next": after})


@bp.post("/events")
@bp.input(EventIn, location="json", arg_name="record")
@bp.output(EventOut, status_code=201, description="The event that was made.")
@bp.doc(summary="Make an event", responses=failures(400, 401, 403, 409, 413, 415, 422))
def make(record: EventIn) -> ResponseReturnValue:
    """Make an event. `bad-settings` where it cannot be; `ask-time` with both readings of a time; `confirm` if past."""
    made = make_event(app(), current_who(), _plan(record))
    return make_response(row_of(see_event(app(), current_who(), made.slug)), 201)


def _plan(record: EventIn) -> EventPlan:
    given: dict[str, Any] = record.model_dump(exclude={"stages", "open"}, exclude_none=True)
    return EventPlan(**given, opens=record.open, stages=tuple(stage_plan(stage) for stage in record.stages))


def stage_plan(stage: StageIn) -> StagePlan:
    """A stage as the services take it."""
    return StagePlan(**stage.model_dump(exclude_none=True))


@bp.get("/e/<slug>")
@bp.output(EventOut)
@bp.doc(summary="An event with its stages", responses=failures(401, 404))
def show(slug: str) -> ResponseReturnValue:
    """An event, its stages, and who sees their lists now."""
    return make_response(row_of(see_event(app(), current_who(), slug)))


@bp.put("/e/<slug>/order")
@bp.input(OrderIn, location="json", arg_name="record")
@bp.output(EventOut)
@bp.doc(summary="Choose the order of lists", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def put_order(slug: str, record: OrderIn) -> ResponseReturnValue:
    """How sheets and the screens of judges lay out lists: for the head judge and the organizer; no list is changed."""
    wanted = record.model_dump()
    order = Order(wanted["list_order"], wanted["lands_order"])
    set_list_order(app(), current_who(), slug, order, seen=seen_version())
    return make_response(row_of(see_event(app(), current_who(), slug)))


@bp.patch("/e/<slug>")
@bp.input(EventPatch, location="json", arg_name="record")
@bp.output(EventChange)
@bp.doc(summary="Change settings", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def change(slug: str, record: EventPatch) -> ResponseReturnValue:
    """Change settings, with the version in If-Match. Once a list is in with a reason; lists are then rechecked."""
    patch = SettingsPatch(**record.model_dump(exclude_unset=True, exclude={"reason", "reading"}))
    done = change_settings(
        app(),
        current_who(),
        slug,
        patch,
        reason=record.reason,
        seen=seen_version(),
        reading_of=record.reading,
    )
    return _changed(slug, judged_again=done.rejudged.lists, verdicts_changed=done.rejudged.changed)


def _changed(slug: str, **more: Any) -> ResponseReturnValue:
    return make_response({"event": row_of(see_event(app(), current_who(), slug)), **more})


@bp.post("/e/<slug>/copy")
@bp.input(CopyIn, location="json", arg_name="record")
@bp.output(EventOut, status_code=201, description="The copy.")
@bp.doc(summary="Copy an event", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def copy(slug: str, record: CopyIn) -> ResponseReturnValue:
    """Make an event like another on another day; nobody is in it."""
    made = copy_event(
        app(),
        current_who(),
        slug,
        name=record.name,
        day=record.day,
        opens=record.open,
        staff=record.staff,
        confirmed=record.confirmed,
        reading_of=record.reading,
    )
    return make_response(row_of(see_event(app(), current_who(), made.slug)), 201)


@bp.post("/e/<slug>/state")
@bp.input(EventStateIn, location="json", arg_name="record")
@bp.output(EventChange)
@bp.doc(
    summary="Open, call off, complete, re-open or delete",
    responses={204: "It was deleted.", **failures(400, 401, 403, 404, 409, 413, 415, 422, 428)},
)
def set_state(slug: str, record: EventStateIn) -> ResponseReturnValue:
    """Bring the event into a state, with the version in If-Match."""
    done = become(
        app(),
        current_who(),
        slug,
        record.to,
        reason=record.reason,
        confirmed=record.confirmed,
        seen=seen_version(),
    )
    if done.state == "gone":
        return make_response("", 204)
    return _changed(slug, warnings=list(done.warnings), told=players_told(done.told))


@bp.put("/e/<slug>/join-code")
@bp.output(JoinCode)
@bp.doc(summary="Take another join code", responses=failures(401, 403, 404))
def new_code(slug: str) -> ResponseReturnValue:
    """Another join code; the one before is taken no more."""
    return make_response({"code": new_join_code(app(), current_who(), slug)})


@bp.put("/e/<slug>/joins")
@bp.input(JoinsIn, location="json", arg_name="record")
@bp.output(Joins)
@bp.doc(summary="Set how many may join by code", responses=failures(400, 401, 403, 404, 413, 415, 422))
def put_joins(slug: str, record: JoinsIn) -> ResponseReturnValue:
    """So many may join in an hour before they are confirmed; 0: as many as are on the roster, at least 100."""
    return make_response({"an_hour": set_joins(current_who(), slug, record.an_hour, app())})
