"""Stages over the API: added, changed, who is in them, and what becomes of them."""

from __future__ import annotations

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden
from deckcheck.events.bye_deadlines import due_by_byes
from deckcheck.events.stage_members import set_members
from deckcheck.events.stage_states import Order, become
from deckcheck.events.stages import StageFacts, StagePatch, add_stage, change_stage, see_stages
from deckcheck.web.api.common import api_blueprint, failures, seen_version
from deckcheck.web.api.event_answers import ByesOut, MembersOut, StageChange, StageOut, StagesOut, players_told
from deckcheck.web.api.event_schemas import ByesIn, MembersIn, StageIn, StagePatchIn, StageStateIn
from deckcheck.web.api.events import stage_plan
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("stages", "Stages")


@bp.get("/e/<slug>/stages")
@bp.output(StagesOut)
@bp.doc(summary="The stages of an event", responses=failures(401, 404))
def index(slug: str) -> ResponseReturnValue:
    """The stages in order, each with who sees its lists now."""
    return make_response({"stages": [row_of(stage) for stage in see_stages(app(), current_who(), slug)]})


@bp.post("/e/<slug>/stages")
@bp.input(StageIn, location="json", arg_name="record")
@bp.output(StageOut, status_code=201, description="The stage that was added.")
@bp.doc(summary="Add a stage", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def add(slug: str, record: StageIn) -> ResponseReturnValue:
    """Add a stage behind the others."""
    return make_response(row_of(add_stage(app(), current_who(), slug, stage_plan(record))), 201)


@bp.get("/e/<slug>/stages/<stage>")
@bp.output(StageOut)
@bp.doc(summary="A stage", responses=failures(401, 404))
def show(slug: str, stage: str) -> ResponseReturnValue:
    """One stage."""
    return make_response(row_of(stage_of(slug, stage)))


def stage_of(slug: str, stage: str) -> StageFacts:
    """The stage with this slug; hidden if there is none."""
    for found in see_stages(app(), current_who(), slug):
        if found.slug == stage:
            return found
    raise Hidden(NOTHING_HERE)


@bp.patch("/e/<slug>/stages/<stage>")
@bp.input(StagePatchIn, location="json", arg_name="record")
@bp.output(StageChange)
@bp.doc(summary="Change a stage", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def change(slug: str, stage: str, record: StagePatchIn) -> ResponseReturnValue:
    """Change a stage, with the version in If-Match; a new deadline while lists are open is announced to all players."""
    patch = StagePatch(**record.model_dump(exclude={"reason", "reading"}))
    order = Order(reason=record.reason, reading=record.reading)
    done = change_stage(app(), current_who(), slug, stage, patch, order, seen_version())
    return make_response(
        {
            "stage": row_of(done.stage),
            "warnings": [],
            "told": players_told(done.told),
            "judged_again": done.rejudged.lists,
            "verdicts_changed": done.rejudged.changed,
        }
    )


@bp.post("/e/<slug>/stages/<stage>/state")
@bp.input(StageStateIn, location="json", arg_name="record")
@bp.output(StageChange)
@bp.doc(summary="Take lists, begin, end, go on", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def set_state(slug: str, stage: str, record: StageStateIn) -> ResponseReturnValue:
    """Bring a stage into a state, with the version in If-Match."""
    order = Order(record.reason, record.deadline, record.reading, record.confirmed)
    done = become(app(), current_who(), slug, stage, record.to, order, seen_version())
    return make_response(
        {
            "stage": row_of(stage_of(slug, stage)),
            "warnings": list(done.warnings),
            "told": players_told(done.told),
            "judged_again": 0,
            "verdicts_changed": 0,
        }
    )


@bp.put("/e/<slug>/stages/<stage>/members")
@bp.input(MembersIn, location="json", arg_name="record")
@bp.output(MembersOut)
@bp.doc(summary="Set who is in a stage", responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428))
def put_members(slug: str, stage: str, record: MembersIn) -> ResponseReturnValue:
    """Set who is in a stage, with the version in If-Match: entry numbers, or the first of the standings."""
    done = set_members(
        app(),
        current_who(),
        slug,
        stage,
        record.numbers,
        top=record.top,
        reason=record.reason,
        seen=seen_version(),
    )
    return make_response(row_of(done))


@bp.put("/e/<slug>/stages/<stage>/byes")
@bp.input(ByesIn, location="json", arg_name="record")
@bp.output(ByesOut)
@bp.doc(summary="Give those with byes time, in Limited", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def put_byes(slug: str, stage: str, record: ByesIn) -> ResponseReturnValue:
    """Lists of Limited are due before the first round that their player plays."""
    starts = {int(number): start for number, start in record.starts.items()}
    byes = None if record.byes is None else {int(number): count for number, count in record.byes.items()}
    found = due_by_byes(app(), current_who(), slug, stage, starts, byes, reading=record.reading)
    return make_response({"deadlines": [row_of(one) for one in found]})
