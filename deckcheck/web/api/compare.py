"""A presented deck against a registered list, for one record."""

from __future__ import annotations

from typing import Annotated, Any, Final

from flask import abort, make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr, WithJsonSchema, create_model

from deckcheck.law.formats import FormatError
from deckcheck.lists.list_checks import SECTIONS
from deckcheck.lists.list_comparisons import MOST_GAMES, compare_record
from deckcheck.web.api.common import api_blueprint, failures
from deckcheck.web.api.schemas import (
    ComparisonAnswer,
    Day,
    LeaveOut,
    Match,
    Platform,
    RecordId,
    Rows,
    some_of,
    whole_number,
)
from deckcheck.web.current import app

bp = api_blueprint("compare", "Law")


class _Listed(BaseModel):
    """One list: rows by section, or `text` as typed, and beside the registered one its registered `pool`."""

    # A game may have sections of its own.
    model_config = ConfigDict(
        extra="allow",
        json_schema_extra=some_of({"text": "string", **dict.fromkeys(SECTIONS, "array")}),
    )

    text: Annotated[StrictStr | None, Field(description="The list as typed, in any dialect.")] = None
    leave_out: LeaveOut | None = None


_ROWS: Final[dict[str, Any]] = dict.fromkeys(SECTIONS, (Rows | None, None))
ListedCards = create_model("ListedCards", __base__=_Listed, __doc__=_Listed.__doc__, **_ROWS)
# What lies on the table is held to the pool of the list; one given beside it is refused in a sentence of its own.
_NO_POOL: Final[Any] = (Annotated[Any, WithJsonSchema({"type": "null"})], None)
PresentedCards = create_model(
    "PresentedCards", __base__=_Listed, __doc__="What lies on the table.", **_ROWS | {"pool": _NO_POOL}
)
Registered = Annotated[StrictStr | ListedCards, Field(description="As typed, or rows.")]  # type: ignore[valid-type]
Presented = Annotated[StrictStr | PresentedCards, Field(description="As typed, or rows.")]  # type: ignore[valid-type]


GameNumber = Annotated[StrictInt, Field(ge=1, le=MOST_GAMES), BeforeValidator(whole_number)]


class CompareRecord(BaseModel):
    """Two lists and the terms they are compared by. Unknown fields are ignored."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "format": "modern",
                    "date": "2026-03-01",
                    "game": 2,
                    "registered": "60 Mountain\n\nSideboard\n4 Lava Spike",
                    "presented": {"main": [[56, "Mountain"], [4, "Lava Spike"]], "side": [[4, "Mountain"]]},
                }
            ]
        }
    )

    id: RecordId = None
    format: Annotated[StrictStr, Field(description="Id or title of a format.", examples=["modern"], max_length=100)]
    date: Annotated[Day | None, Field(description="The day of the event; today in UTC if left out.")] = None
    platform: Platform | None = None
    match: Match | None = None
    game: Annotated[GameNumber, Field(description="Which game, counting those played.")] = 1
    registered: Registered
    presented: Presented


@bp.post("/compare")
@bp.input(CompareRecord, location="json", arg_name="record")
@bp.output(ComparisonAnswer, description="The comparison, whatever its verdict.")
@bp.doc(summary="Compare a presented deck with its list", responses=failures(400, 403, 404, 413, 415, 422, 429))
def compare(record: CompareRecord) -> ResponseReturnValue:
    """Say what the presented deck has moved, lacks, has too many, and breaks."""
    try:
        app().format(record.format)
    except FormatError as error:
        abort(404, str(error))
    return make_response(compare_record(record.model_dump(exclude_none=True), app()))
