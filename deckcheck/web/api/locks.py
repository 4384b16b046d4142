"""The official acts over the API: one list, or many at once."""

from __future__ import annotations

from dataclasses import asdict

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.lists.bulk_locks import AcceptMany, accept_many
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.web.api.common import api_blueprint, failures, seen_version
from deckcheck.web.api.entries import AcceptancesIn, AcceptancesOut, LockIn, LockOut
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("locks", "Official acts")


@bp.post("/e/<slug>/entries/<int:number>/lock")
@bp.input(LockIn, location="json", arg_name="record")
@bp.output(LockOut)
@bp.doc(
    summary="Accept, send back, reopen, lift, undo",
    responses=failures(400, 401, 403, 404, 409, 413, 415, 422, 428),
)
def lock(slug: str, number: int, record: LockIn) -> ResponseReturnValue:
    """Act on a list, with its version in If-Match; 409 `replaced` where another was sent since it was looked at."""
    order = LockList(
        who=current_who(),
        slug=slug,
        number=number,
        act=LockAct(record.act),
        stage=record.stage,
        version=seen_version(),
        seen=record.submission,
        until=record.until,
        reason=record.reason,
    )
    done = row_of(change_lock(order, app()))
    return make_response({key: done[key] for key in LockOut.model_fields})


@bp.post("/e/<slug>/acceptances")
@bp.input(AcceptancesIn, location="json", arg_name="record")
@bp.output(AcceptancesOut)
@bp.doc(summary="Accept many lists", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def accept_all(slug: str, record: AcceptancesIn) -> ResponseReturnValue:
    """Accept what can be accepted; the rest is left, each with why."""
    done = accept_many(AcceptMany(current_who(), slug, tuple(record.lists), record.stage), app())
    left = [asdict(one) for one in done.left]
    return make_response({"done": list(done.done), "left": left, "sentence": done.sentence})
