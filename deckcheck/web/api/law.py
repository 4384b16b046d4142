"""One verdict for one record, a list in another form, and the law by format."""

from __future__ import annotations

from typing import Any, Final

from flask import abort, make_response
from flask.typing import ResponseReturnValue

from deckcheck.law.formats import FormatError
from deckcheck.lists.list_checks import Terms, judge_record, read_day, report_on_record
from deckcheck.publication.card_facts import format_entry, format_json
from deckcheck.publication.converted_lists import convert, converted_json
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.schemas import AsForm, AsOf, ConvertedAnswer, FormatFacts, FormatList, ListToCheck, Verdict
from deckcheck.web.current import app
from deckcheck.web.problems import problem

NO_TERMS: Final = Terms("")
bp = api_blueprint("law", "Law")


@bp.post("/check")
@bp.input(ListToCheck, location="json", arg_name="record")
@bp.output(Verdict, description="The verdict, whatever it is.")
@bp.doc(summary="Judge one list", responses=failures(400, 403, 404, 413, 415, 422, 429))
def check(record: Any) -> ResponseReturnValue:
    """Judge one list as of a date."""
    answer = judge_record(_known(record.model_dump(exclude_none=True)), app(), NO_TERMS)
    sentence = answer.pop("error", "")
    return problem(422, sentence, **answer) if sentence else make_response(answer)


@bp.post("/convert")
@bp.input(AsForm, location="query", arg_name="wanted")
@bp.input(ListToCheck, location="json", arg_name="record")
@bp.output(ConvertedAnswer)
@bp.doc(summary="Write one list in another form", responses=failures(400, 403, 404, 413, 415, 422, 429))
def convert_list(record: Any, wanted: AsForm) -> ResponseReturnValue:
    """The list with its cards' full names, in the form that a program takes."""
    known = _known(record.model_dump(exclude_none=True))
    report = report_on_record(known, app(), NO_TERMS)
    return make_response(converted_json(convert(report, wanted.form, app())))


@bp.get("/formats")
@bp.output(FormatList)
@bp.doc(summary="All formats")
def list_formats() -> ResponseReturnValue:
    """All formats, by game and title."""
    rows = app().reference.formats.values()
    return make_response({"formats": [format_entry(f, app()) for f in rows]})


@bp.get("/formats/<id>")
@bp.input(AsOf, location="query", arg_name="as_of")
@bp.output(FormatFacts)
@bp.doc(summary="One format on a day", responses=failures(404, 422))
def show_format(id: str, as_of: AsOf) -> ResponseReturnValue:
    """The rules, sets and statuses of one format on a day."""
    fmt = app().format(_known({"format": id})["format"])
    day = read_day(as_of.on) if as_of.on else None
    return make_response(format_json(fmt, app(), Terms(fmt.id, day, as_of.match, as_of.platform)))


def _known(record: dict[str, Any]) -> dict[str, Any]:
    """The record, if its format exists."""
    try:
        app().format(record["format"])
    except FormatError as error:
        abort(404, str(error))
    return record
