"""Deck checks over the API: what is drawn, one check with its taps and its record, and all records."""

from __future__ import annotations

from typing import Final

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.draws import DrawTables, draw_tables, draws
from deckcheck.checks.recording import AmendCheck, FinishCheck, VoidCheck, amend_check, finish_check, void_check
from deckcheck.checks.records import RecordsWanted, records, records_csv
from deckcheck.checks.start import BeginCheck, begin_check, join_check
from deckcheck.checks.tap_reading import Op
from deckcheck.checks.taps import tick
from deckcheck.checks.views import look
from deckcheck.web.actors import current_who
from deckcheck.web.api.check_schemas import (
    AmendIn,
    CheckIn,
    CheckOut,
    CheckPatch,
    CheckRecordOut,
    ChecksOut,
    ChecksWanted,
    CheckWanted,
    DrawIn,
    DrawOut,
    DrawsOut,
    DrawsWanted,
    FinishIn,
    JoinIn,
    TapsIn,
    TickedOut,
    VoidIn,
)
from deckcheck.web.api.common import api_blueprint, failures, seen_version
from deckcheck.web.api.lists import CSV
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("checks", "Deck checks")

_CHECK: Final = "/e/<slug>/checks/<uid>"
_WRITING: Final = failures(400, 401, 403, 404, 409, 410, 413, 415, 422)
_VERSIONED: Final = _WRITING | failures(428)


@bp.post("/e/<slug>/draws")
@bp.input(DrawIn, location="json", arg_name="record")
@bp.output(DrawOut, status_code=201)
@bp.doc(summary="Draw tables to check", responses=_WRITING)
def draw(slug: str, record: DrawIn) -> ResponseReturnValue:
    """Draw tables of a round at random; the draw before stays on record, and anybody can draw again from the seed."""
    order = DrawTables(current_who(), slug, record.round, record.size, record.seed, record.stage)
    return make_response(row_of(draw_tables(order, app())), 201)


@bp.get("/e/<slug>/draws")
@bp.input(DrawsWanted, location="query", arg_name="wanted")
@bp.output(DrawsOut)
@bp.doc(summary="What was drawn", responses=failures(401, 404, 422))
def show_draws(slug: str, wanted: DrawsWanted) -> ResponseReturnValue:
    """The draws with their seeds: to judges and the organizer at once, to everybody once the round is over."""
    found = draws(app(), current_who(), slug, wanted.stage)
    return make_response({"draws": [row_of(one) for one in found]})


@bp.get("/e/<slug>/checks")
@bp.input(ChecksWanted, location="query", arg_name="wanted")
@bp.output(ChecksOut, description="The records; with `as=csv` all of them as a table.")
@bp.doc(summary="Records of deck checks", responses=failures(401, 403, 404, 422))
def show_checks(slug: str, wanted: ChecksWanted) -> ResponseReturnValue:
    """The records of an event, for its judges and its organizer, and how much of it was checked."""
    if wanted.as_ == "csv":
        answer = make_response(records_csv(app(), current_who(), slug).data)
        answer.content_type = CSV
        return answer
    order = RecordsWanted(wanted.round, wanted.number, wanted.result, wanted.q)
    page = records(app(), current_who(), slug, order)
    return make_response({"checks": [row_of(one) for one in page.records], "coverage": row_of(page.coverage)})


@bp.post("/e/<slug>/checks")
@bp.input(CheckIn, location="json", arg_name="record")
@bp.output(CheckOut, status_code=201)
@bp.doc(summary="Begin a deck check", responses=_WRITING)
def begin(slug: str, record: CheckIn) -> ResponseReturnValue:
    """Begin the check of a deck against its list in force; 409 `being-checked` where somebody else checks it."""
    view = begin_check(BeginCheck(current_who(), slug, **record.model_dump()), app())
    return make_response(row_of(view), 201)


@bp.get(_CHECK)
@bp.input(CheckWanted, location="query", arg_name="wanted")
@bp.output(CheckOut)
@bp.doc(summary="One deck check", responses=failures(401, 403, 404, 422))
def show(slug: str, uid: str, wanted: CheckWanted) -> ResponseReturnValue:
    """A check; the list is in it for the judges on it alone, while it goes on."""
    return make_response(row_of(look(app(), current_who(), slug, uid, wanted.order, wanted.lands)))


@bp.patch(_CHECK)
@bp.input(CheckPatch, location="json", arg_name="record")
@bp.output(CheckOut)
@bp.doc(summary="Change a deck check", responses=_VERSIONED)
def change(slug: str, uid: str, record: CheckPatch) -> ResponseReturnValue:
    """Take the decks, give them back, let the clock stand still, note what was seen; with the version in If-Match."""
    given = record.model_dump(exclude={"marks"})
    marks = record.marks.model_dump(exclude_none=True) if record.marks else None
    order = ChangeCheck(current_who(), slug, uid, seen_version(), marks=marks, **given)
    return make_response(row_of(change_check(order, app())))


@bp.post(f"{_CHECK}/join")
@bp.input(JoinIn, location="json", arg_name="record")
@bp.output(CheckOut)
@bp.doc(summary="Join a deck check", responses=_WRITING)
def join(slug: str, uid: str, record: JoinIn) -> ResponseReturnValue:
    """Become one of the judges of a check, who see each other's counts."""
    return make_response(row_of(join_check(app(), current_who(), slug, uid, record.part, record.why)))


@bp.post(f"{_CHECK}/ticks")
@bp.input(TapsIn, location="json", arg_name="record")
@bp.output(TickedOut)
@bp.doc(summary="Count cards", responses=_WRITING)
def ticks(slug: str, uid: str, record: TapsIn) -> ResponseReturnValue:
    """Send taps, each kept once. 410 after the end: those in `known` lie beside the record, and can be forgotten."""
    ops = [Op(**op.model_dump()) for op in record.ops]
    return make_response(row_of(tick(app(), current_who(), slug, uid, record.device, ops)))


@bp.post(f"{_CHECK}/finish")
@bp.input(FinishIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Finish a deck check", responses=_VERSIONED)
def finish(slug: str, uid: str, record: FinishIn) -> ResponseReturnValue:
    """End a check with its record; 409 `conflicts` while a row that two judges counted is not decided."""
    decided = record.decided.model_dump(exclude_defaults=True)
    order = FinishCheck(current_who(), slug, uid, seen_version(), record.result, decided, record.note)
    return make_response(row_of(finish_check(order, app())))


@bp.post(f"{_CHECK}/void")
@bp.input(VoidIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Give a deck check up", responses=_VERSIONED)
def void(slug: str, uid: str, record: VoidIn) -> ResponseReturnValue:
    """Give a check up with a reason; what was counted stays, and counts for nothing."""
    order = VoidCheck(current_who(), slug, uid, record.reason, seen_version())
    return make_response(row_of(void_check(order, app())))


@bp.post(f"{_CHECK}/amend")
@bp.input(AmendIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Add to the record of a deck check", responses=_VERSIONED)
def amend(slug: str, uid: str, record: AmendIn) -> ResponseReturnValue:
    """Add to a record with a reason; what it said before stays in it."""
    changes = {key: text for key, text in record.changes.model_dump().items() if text}
    order = AmendCheck(current_who(), slug, uid, record.reason, record.text, changes, seen_version())
    return make_response(row_of(amend_check(order, app())))
