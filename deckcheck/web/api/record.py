"""The record of an event over the API: its audit, lists judged again, what is kept of a person, and forgetting one."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response
from flask.typing import ResponseReturnValue

from deckcheck.app.safe_text import content_disposition
from deckcheck.audit.audit_views import AuditRow, audit_after, audit_check
from deckcheck.audit.erasure import ForgetPerson, forget_person, note_keys
from deckcheck.audit.person_files import export_person
from deckcheck.decklist.hash_chain import entry_json
from deckcheck.lists.rechecks import ChangedVerdict, recheck_event
from deckcheck.web.api.common import BYTES, api_blueprint, failures, files
from deckcheck.web.api.programs import (
    AuditOut,
    AuditQuery,
    ForgetIn,
    HeadOut,
    HeadQuery,
    PersonQuery,
    RecheckIn,
    RecheckOut,
)
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import as_told

bp = api_blueprint("record", "Record")


@bp.get("/e/<slug>/audit")
@bp.input(AuditQuery, location="query", arg_name="query")
@bp.output(AuditOut)
@bp.doc(summary="The audit log", responses=failures(401, 403, 404, 422))
def audit(slug: str, query: AuditQuery) -> ResponseReturnValue:
    """Every entry of the chain after a number, as it is hashed, so that the chain can be verified elsewhere."""
    rows = audit_after(app(), current_who(), slug, query.after, query.limit)
    return make_response({"entries": [_entry(row) for row in rows]})


def _entry(row: AuditRow) -> dict[str, Any]:
    told = {name: getattr(row, name) for name in ("hash", "who", "words", "about", "reason")}
    return entry_json(row.entry) | told


@bp.get("/e/<slug>/audit/head")
@bp.input(HeadQuery, location="query", arg_name="query")
@bp.output(HeadOut)
@bp.doc(summary="Whether all holds", responses=failures(401, 403, 404, 422))
def head(slug: str, query: HeadQuery) -> ResponseReturnValue:
    """The head of the chain, and whether the chain, the rows, the lists and the seals hold."""
    found = audit_check(app(), current_who(), slug, query.head)
    return make_response(
        {
            "holds": found.holds,
            "head": found.head,
            "entries": found.length,
            "seals": found.seals,
            "head_found_at": found.found_at,
            "broken_at": found.broken_at,
            "faults": list(found.faults),
        }
    )


@bp.post("/e/<slug>/recheck")
@bp.input(RecheckIn, location="json", arg_name="record")
@bp.output(RecheckOut)
@bp.doc(summary="Recheck all lists", responses=failures(400, 401, 403, 404, 413, 415, 422))
def recheck(slug: str, record: RecheckIn) -> ResponseReturnValue:
    """Judge every list in force again; closed ones that are read for it are in the audit first."""
    found = recheck_event(app(), current_who(), slug, record.on, record.reason)
    return make_response(
        {
            "event": found.slug,
            "on": found.day.isoformat(),
            "kept": found.kept,
            "lists": found.looked_at,
            "changed": [_changed(row) for row in found.changed],
            "text": found.sentence,
        }
    )


def _changed(row: ChangedVerdict) -> dict[str, Any]:
    return {
        "number": row.number,
        "player": row.player,
        "stage": row.stage,
        "submission": row.submission,
        "before": row.change.verdict_before,
        "after": row.change.verdict_after,
        "sentence": row.change.sentence,
        "new": as_told(row.change.problems_new),
        "gone": as_told(row.change.problems_gone),
    }


@bp.get("/e/<slug>/entries/<int:number>/person")
@bp.input(PersonQuery, location="query", arg_name="query")
@bp.doc(
    summary="All that is kept of a player",
    responses={
        200: {"description": "An archive of JSON and texts.", "content": files(application_zip=BYTES)},
        **failures(401, 403, 404, 422),
    },
)
def person(slug: str, number: int, query: PersonQuery) -> ResponseReturnValue:
    """For the player over all their events; for the organizer of theirs, with a reason."""
    found = export_person(app(), current_who(), slug, number, query.reason)
    answer = Response(found.data, mimetype="application/zip")
    answer.headers["Content-Disposition"] = content_disposition(found.name)
    return answer


@bp.delete("/e/<slug>/entries/<int:number>/person")
@bp.input(ForgetIn, location="json", arg_name="record")
@bp.output({}, status_code=204, description="The player is forgotten.")
@bp.doc(summary="Forget a player", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def forget(slug: str, number: int, record: ForgetIn) -> ResponseReturnValue:
    """Delete what is kept of a player, and the notes that are named; `event-running` until the event has ended."""
    notes = note_keys(list(record.notes))
    forget_person(ForgetPerson(current_who(), slug, number, record.reason, notes), app())
    return make_response("", 204)
