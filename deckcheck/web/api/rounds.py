"""Rounds over the API: who sits where, and how players stand."""

from __future__ import annotations

from flask import make_response
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.roster.round_changes import RoundDifference, SetRound, round_kept, set_round
from deckcheck.roster.rounds import Stand, Table
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.derived import given
from deckcheck.web.api.rosters import RoundDifferenceOut, RoundIn, RoundOut, brought
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

bp = api_blueprint("rounds", "Rounds")


@bp.get("/e/<slug>/rounds/<int:number>")
@bp.output(RoundOut)
@bp.doc(summary="A round as it is kept", responses=failures(401, 403, 404))
def show(slug: str, number: int) -> ResponseReturnValue:
    """The tables and standings of a round, for staff; empty for one that was never brought."""
    return make_response(row_of(round_kept(current_who(), slug, min(number, 99), app())))


@bp.put("/e/<slug>/rounds/<int:number>")
@bp.input(RoundIn, location="json", arg_name="record")
@bp.output(RoundDifferenceOut)
@bp.doc(summary="Set a round", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def put(slug: str, number: int, record: RoundIn) -> ResponseReturnValue:
    """Tell what a round would become; with the digest of what was told, let it become that."""
    order = SetRound(
        who=current_who(),
        slug=slug,
        number=number,
        tables=_tables(record),
        standings=_standings(record),
        data=_data(record),
        digest=record.apply or "",
    )
    return make_response(_told(set_round(order, app())))


def _data(record: RoundIn) -> bytes | str | None:
    given = record.tables is not None or record.standings is not None
    if record.text is None and record.file is None:
        if not given:
            raise UnusableInput("Send tables, standings, a text or a file.")
        return None
    if given:
        raise UnusableInput("Send tables and standings, or a text or file that has them.")
    return brought(record.text, record.file)


def _tables(record: RoundIn) -> tuple[Table, ...] | None:
    if record.tables is None:
        return None
    return tuple(Table(table.place, tuple(table.entries), tuple(table.result)) for table in record.tables)


def _standings(record: RoundIn) -> tuple[Stand, ...] | None:
    if record.standings is None:
        return None
    return tuple(given(Stand, line) for line in record.standings)


def _told(found: RoundDifference) -> dict[str, object]:
    plan = found.plan
    return {
        "number": plan.number,
        "digest": found.digest,
        "applied": found.applied,
        "tables": None if plan.tables is None else len(plan.tables),
        "tables_before": found.tables_before,
        "standings": None if plan.standings is None else len(plan.standings),
        "standings_before": found.standings_before,
        "unknown": list(found.unknown),
    }
