"""Pools over the API: who counts whose, one pool with its countings and versions, and what its owner says to it."""

from __future__ import annotations

from typing import Annotated, Final

from flask import make_response, request
from flask.typing import ResponseReturnValue
from pydantic import Field, StrictStr

from deckcheck.app.fields import SeenVersion, StageSlug
from deckcheck.pools.assignment import AssignPools, assign_pools
from deckcheck.pools.countings import PoolText, SaveCount, count_of, save_count
from deckcheck.pools.registration import (
    LONGEST_NOTE,
    AnswerPool,
    RegisterPool,
    SeenPool,
    confirm_pool,
    question_pool,
    register_pool,
)
from deckcheck.pools.values import Assigned, CountSeen, PoolReceipt, PoolSeen, PoolsSeen
from deckcheck.pools.views import see_pool, see_pools
from deckcheck.web.api.common import Closed, api_blueprint, failures, known
from deckcheck.web.api.derived import given, takes, told
from deckcheck.web.api.registration import StageQuery
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of


class CountIn(Closed):
    """What was counted so far; `version` is the counting's as it was seen, left out to keep whatever comes."""

    text: PoolText
    version: SeenVersion = None


@takes(RegisterPool, without=("number", "key"))
class PoolIn(Closed):
    """A pool to be handed over, entered or corrected; without a text it is the counting that was saved.

    `confirmed`: another number of cards than expected is meant; `leave_unread`: lines that are not read are no cards;
    `as_opened`: cards that no booster of the sets holds were opened all the same.
    """

    text: PoolText | None = None
    stage: StageSlug = ""


class AnswerIn(Closed):
    """An answer to a pool, as it was seen."""

    stage: StageSlug = ""
    version: SeenPool = None


class QuestionIn(AnswerIn):
    """What is wrong with a pool."""

    text: Annotated[StrictStr, Field(max_length=LONGEST_NOTE, examples=["1 Shivan Dragon is missing"])]


@takes(AssignPools, without=("stage",))
class AssignIn(Closed):
    """How pools are assigned: by the tables of a round (without one the last), by the roster, or by hand in pairs.

    `pairs` are numbers of owner and counter; null for the counter: nobody counts it any more. `keep`: the new counter
    goes on with what the one before has counted.
    """


PoolOut = told(PoolSeen, "PoolOut")
PoolsOut = told(PoolsSeen, "PoolsOut", without=("frame",))
CountOut = told(CountSeen, "CountSeen")
PoolReceiptOut = told(PoolReceipt, "PoolReceiptOut")
AssignedOut = told(Assigned, "AssignedOut")


bp = api_blueprint("pools", "Pools")

_POOL: Final = "/e/<slug>/entries/<int:number>/pool"
_WRITING: Final = failures(400, 401, 403, 404, 409, 413, 415, 422)


@bp.get("/e/<slug>/stages/<stage>/pools")
@bp.output(PoolsOut)
@bp.doc(summary="Who counts whose pool", responses=failures(401, 403, 404, 409))
def show_pools(slug: str, stage: str) -> ResponseReturnValue:
    """The pools of a stage for staff: who counts whose, what is missing and what was questioned; no card."""
    told = row_of(see_pools(app(), current_who(), slug, stage))
    return make_response({name: value for name, value in told.items() if name != "frame"})


@bp.post("/e/<slug>/stages/<stage>/pools/assign")
@bp.input(AssignIn, location="json", arg_name="record")
@bp.output(AssignedOut)
@bp.doc(summary="Assign pools to those who count them", responses=_WRITING)
def assign(slug: str, stage: str, record: AssignIn) -> ResponseReturnValue:
    """Assign pools; by tables and by the roster nobody counts two, and what is assigned stays."""
    order = given(AssignPools, record, who=current_who(), slug=slug, stage=stage)
    return make_response(row_of(assign_pools(order, app())))


@bp.get(_POOL)
@bp.input(StageQuery, location="query", arg_name="query")
@bp.output(PoolOut)
@bp.doc(summary="A pool", responses=failures(401, 403, 404, 422))
def show(slug: str, number: int, query: StageQuery) -> ResponseReturnValue:
    """A pool: for the person who counts it, its owner once handed over, and staff, whose reading is on record."""
    return make_response(row_of(see_pool(app(), current_who(), slug, number, query.stage, query.reason)))


@bp.put(_POOL)
@bp.input(PoolIn, location="json", arg_name="record")
@bp.output(PoolReceiptOut, status_code=201, description="What was kept.")
@bp.doc(summary="Hand a pool over, enter or correct it", responses=known("PoolReceiptOut") | _WRITING)
def put(slug: str, number: int, record: PoolIn) -> ResponseReturnValue:
    """Hand over what was counted, once for each Idempotency-Key; staff enters a pool, and a judge corrects one.

    422 `unread` names lines that were not read, `not-opened` cards that no booster of the sets holds; 409 `confirm`
    another number of cards than expected.
    """
    key = request.headers.get("Idempotency-Key", "")
    order = given(RegisterPool, record, who=current_who(), slug=slug, number=number, key=key)
    done = register_pool(order, app())
    return make_response(row_of(done), 201 if done.is_new else 200)


@bp.get(f"{_POOL}/count")
@bp.input(StageQuery, location="query", arg_name="query")
@bp.output(CountOut)
@bp.doc(summary="What was counted of a pool", responses=failures(401, 403, 404, 422))
def show_count(slug: str, number: int, query: StageQuery) -> ResponseReturnValue:
    """The counting as typed so far; only the person who counts the pool reads it here."""
    return make_response(row_of(count_of(current_who(), slug, number, query.stage, app())))


@bp.put(f"{_POOL}/count")
@bp.input(StageQuery, location="query", arg_name="query")
@bp.input(CountIn, location="json", arg_name="record")
@bp.output(CountOut)
@bp.doc(summary="Keep what was counted of a pool", responses=_WRITING)
def keep_count(slug: str, number: int, query: StageQuery, record: CountIn) -> ResponseReturnValue:
    """Keep a counting as typed; 409 `changed` holds the other device's text."""
    order = SaveCount(current_who(), slug, number, query.stage, record.text, record.version)
    return make_response(row_of(save_count(order, app())))


@bp.post(f"{_POOL}/confirm")
@bp.input(AnswerIn, location="json", arg_name="record")
@bp.output(PoolOut)
@bp.doc(summary="Confirm a pool", responses=_WRITING)
def confirm(slug: str, number: int, record: AnswerIn) -> ResponseReturnValue:
    """Say that a pool is right; the person who counted it no longer sees it."""
    order = AnswerPool(current_who(), slug, number, record.stage, version=record.version)
    return make_response(row_of(confirm_pool(order, app())))


@bp.post(f"{_POOL}/question")
@bp.input(QuestionIn, location="json", arg_name="record")
@bp.output(PoolOut)
@bp.doc(summary="Say what is wrong with a pool", responses=_WRITING)
def question(slug: str, number: int, record: QuestionIn) -> ResponseReturnValue:
    """Say what is wrong with a pool; a judge looks at it with both players."""
    order = AnswerPool(current_who(), slug, number, record.stage, record.text, record.version)
    return make_response(row_of(question_pool(order, app())))
