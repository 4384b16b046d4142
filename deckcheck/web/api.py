"""The API: one verdict for one record, and the law by format. Described at /api/v1/openapi.json."""

from __future__ import annotations

from typing import Any, Final, cast

from apiflask import APIBlueprint, APIFlask
from apiflask.exceptions import HTTPError
from flask import abort, current_app, make_response, render_template
from flask.typing import ResponseReturnValue

from deckcheck.core.formats import Format, FormatError
from deckcheck.services.checking import Terms, judge_record, read_day
from deckcheck.services.standings import format_json
from deckcheck.web.current import desk
from deckcheck.web.schemas import AsOf, CheckRecord, Failure, FormatFacts, FormatList, Verdict

SPEC_PATH: Final = "/api/v1/openapi.json"
NO_TERMS: Final = Terms("")
FAILURES: Final = {
    400: "The body is no JSON.",
    403: "The request comes from a page of another site.",
    404: "There is no such format.",
    413: "The body is larger than 256 kB.",
    422: "The record or a parameter cannot be used; the sentence says why.",
}

bp = APIBlueprint("api", __name__, url_prefix="/api/v1", tag="Deckcheck")


def _failures(*codes: int) -> dict[int, Any]:
    """The documented refusals of an operation."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {code: {"description": FAILURES[code], "content": content} for code in codes}


@bp.post("/check")
@bp.input(CheckRecord, location="json", arg_name="record")
@bp.output(Verdict, description="The verdict, whatever it is.")
@bp.doc(summary="Judge one list", responses=_failures(400, 403, 404, 413, 422))
def check(record: Any) -> ResponseReturnValue:
    """Judge one list as of a date."""
    answer = judge_record(_known(record.model_dump(exclude_none=True)), desk(), NO_TERMS)
    return make_response(answer, 422 if "error" in answer else 200)


@bp.get("/formats")
@bp.output(FormatList)
@bp.doc(summary="All formats")
def list_formats() -> ResponseReturnValue:
    """All formats, by game and title."""
    rows = desk().reference.formats.values()
    return make_response({"formats": [_entry(f) for f in rows]})


@bp.get("/formats/<id>")
@bp.input(AsOf, location="query", arg_name="as_of")
@bp.output(FormatFacts)
@bp.doc(summary="One format on a day", responses=_failures(404, 422))
def show_format(id: str, as_of: AsOf) -> ResponseReturnValue:
    """The rules, sets and statuses of one format on a day."""
    fmt = desk().reference.format(_known({"format": id})["format"])
    day = read_day(as_of.on) if as_of.on else None
    return make_response(format_json(fmt, desk(), Terms(fmt.id, day, as_of.match, as_of.platform)))


@bp.get("/docs")
@bp.doc(hide=True)
def docs() -> str:
    """The description as a page, drawn here and with nothing from elsewhere."""
    return render_template("docs.html", spec=cast("APIFlask", current_app).spec, spec_path=SPEC_PATH)


def _known(record: dict[str, Any]) -> dict[str, Any]:
    """The record, if its format exists."""
    try:
        desk().reference.format(record["format"])
    except FormatError as error:
        abort(404, str(error))
    return record


def _entry(fmt: Format) -> dict[str, Any]:
    return {"id": fmt.id, "title": fmt.title, "game": fmt.game, "platforms": [str(p) for p in fmt.platforms()]}


def describe(app: APIFlask) -> None:
    """Say in the description what every operation has in common."""
    app.description = (
        'Deck lists judged as of a date. Answers are JSON; a refusal is one sentence, as {"error": "..."}.'
    )
    app.config.update(
        AUTO_SERVERS=False,
        AUTO_404_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        LOCAL_SPEC_JSON_INDENT=0,
    )

    @app.spec_processor
    def complete(spec: dict[Any, Any] | str) -> dict[Any, Any] | str:
        if isinstance(spec, dict):
            spec["components"].setdefault("schemas", {})["Failure"] = Failure.model_json_schema()
            spec["paths"]["/api/v1/check"]["post"]["requestBody"]["required"] = True
        return spec

    # Not `error_processor`: it would take the pages' errors as well.
    app.register_error_handler(HTTPError, tell)


def tell(error: HTTPError) -> ResponseReturnValue:
    """A body or parameters that could not be used."""
    return make_response({"error": first_words(error)}, error.status_code)


def first_words(error: HTTPError) -> str:
    """The first fault of a body or of parameters as a sentence; it never repeats what was sent."""
    detail = getattr(error, "detail", None) or {}
    for place in detail.values():
        for field, messages in place.items():
            return "The record is no JSON object." if field == "_schema" else f"{field}: {messages[0]}."
    return str(error.message)
