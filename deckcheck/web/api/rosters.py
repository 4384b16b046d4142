"""The roster over the API: players, what changed, and player lists that are brought."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any

from flask import Response, make_response
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.roster.entry_views import EntryList, Wanted, list_entries
from deckcheck.roster.filters import UNDECIDED, View
from deckcheck.roster.imports import ImportRoster, Preview, import_preview, import_roster
from deckcheck.roster.roster import changes
from deckcheck.roster.rows import RosterRow
from deckcheck.web.actors import current_who
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.roster_schemas import (
    ChangesOut,
    ChangesWanted,
    EntriesListOut,
    EntriesWanted,
    ImportIn,
    ImportOut,
)
from deckcheck.web.current import app
from deckcheck.web.values import as_told, row_of

bp = api_blueprint("rosters", "Entries")
LIST_FIELDS = (
    *("sent_at", "deadline", "sent_back", "late", "minutes_late", "late_by", "late_why", "reason", "main", "side"),
    *("submission", "accepted", "by_hand"),
)


@bp.get("/e/<slug>/entries")
@bp.input(EntriesWanted, location="query", arg_name="wanted")
@bp.output(EntriesListOut)
@bp.doc(summary="The players", responses=failures(401, 404, 422))
def show_entries(slug: str, wanted: EntriesWanted) -> ResponseReturnValue:
    """Roster rows for staff; for others the names that are open to them."""
    show = {"legal": "ready", "undecided": UNDECIDED}.get(wanted.verdict, wanted.verdict) or wanted.state
    order = Wanted(wanted.stage, wanted.q, show, wanted.after, wanted.limit)
    return make_response(_entries(list_entries(current_who(), slug, order, app())))


def _entries(found: EntryList) -> dict[str, Any]:
    rows = [row_told(row) for row in found.rows] or [row_of(one) for one in found.shown]
    return {
        "stage": found.stage,
        "entries": rows,
        "found": found.found,
        "next": found.next,
        "revision": found.revision,
    }


def row_told(row: RosterRow) -> dict[str, Any]:
    """A row of the roster as programs have it."""
    told: dict[str, Any] = {name: as_told(getattr(row, name)) for name in LIST_FIELDS}
    told |= {"state": row.list_state, "version": row.list_version, "word": row.list_word}
    told["verdict"] = "" if row.mark == "not-sent" else row.mark
    return {
        "number": row.number,
        "name": row.name,
        "last": row.last,
        "first": row.first,
        "team": row.team,
        "seat": row.seat,
        "table": row.table,
        "external": row.external,
        "state": row.state,
        "confirmed": row.confirmed,
        "says_is": row.says_is,
        "version": row.version,
        "checks": row.checks,
        "checked": list(row.checked) if row.checks is not None else None,
        "list": told,
    }


@bp.get("/e/<slug>/changes")
@bp.input(ChangesWanted, location="query", arg_name="wanted")
@bp.output(ChangesOut)
@bp.doc(
    summary="What changed since a revision",
    responses={**failures(401, 403, 404, 422), 304: {"description": "Nothing changed since."}},
)
def show_changes(slug: str, wanted: ChangesWanted) -> ResponseReturnValue:
    """The rows that changed; 304 while nothing did. Ask every few seconds, with the revision of the last answer."""
    found = changes(current_who(), slug, wanted.since, app(), View(wanted.stage))
    if found is None:
        return Response(status=304)
    return make_response(
        {
            "revision": found.revision,
            "entries": [row_told(row) for row in found.rows],
            "stage": found.stage,
            "stage_state": found.stage_state,
            "sent": found.band.sent,
            "size": found.band.size,
            "ready": found.ready,
        }
    )


@bp.post("/e/<slug>/entries/import")
@bp.input(ImportIn, location="json", arg_name="record")
@bp.output(ImportOut)
@bp.doc(summary="Bring a player list", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def bring(slug: str, record: ImportIn) -> ResponseReturnValue:
    """Tell what a player list, pairings or standings would change; with the digest of what was told, change it."""
    order = ImportRoster(
        who=current_who(),
        slug=slug,
        data=brought(record.text, record.file),
        digest=record.apply or "",
        take=frozenset(record.take) if record.take is not None else None,
        answers=record.answers,
        round=record.round,
    )
    if record.apply is False:
        return make_response(_difference(import_preview(order, app())))
    return make_response({"applied": row_of(import_roster(order, app()))})


def brought(text: str | None, file: str | None) -> bytes | str:
    """What was sent, as text or as a file in base64; exactly one of both."""
    if (text is None) == (file is None):
        raise UnusableInput("Send a text, or a file in base64.")
    if file is None:
        return text or ""
    try:
        return base64.b64decode("".join(file.split()), validate=True)
    except ValueError:  # Letters outside ASCII are no `binascii.Error`.
        raise UnusableInput("The file is no base64.") from None


def _difference(preview: Preview) -> dict[str, Any]:
    found = preview.difference
    lines = [{**asdict(line), "key": line.key, "change": str(line.change)} for line in found.lines]
    for line in lines:
        line.pop("place")
    told = {name: as_told(getattr(found, name)) for name in ("kind", "digest", "questions", "left_out", "needs")}
    return {
        **told,
        "lines": lines,
        "same": len(found.pairs),
        "tables": found.tables,
        "standings": found.standings,
        "round": preview.round,
    }
