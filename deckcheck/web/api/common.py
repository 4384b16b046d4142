"""What operations have in common: their failures, the version a caller has seen, and the reason for an act."""

from __future__ import annotations

from typing import Any, Final

from apiflask import APIBlueprint
from apiflask.exceptions import HTTPError
from flask import request
from pydantic import BaseModel, ConfigDict

from deckcheck.app.refusals import Refused


class Closed(BaseModel):
    """A body whose unknown fields are refused: a slip in a name would set nothing and say so to nobody."""

    model_config = ConfigDict(extra="forbid")


SPEC_PATH: Final = "/api/v1/openapi.json"
FAILURES: Final = {
    400: "The body is no JSON.",
    401: "The token or link is unknown, ended or replaced.",
    403: "Not allowed for you, or the request comes from a page of another site.",
    404: "There is nothing here, or you may not see it.",
    409: "Not now: the state, the clock or somebody else's change stands against it; `code` says which.",
    410: "It was replaced or has ended.",
    413: "The body is larger than 256 kB.",
    415: "The body is no JSON by its content type.",
    422: "The body or a parameter cannot be used; the sentence says why.",
    428: "Name the version you have seen in If-Match.",
    429: "Too many tries, or too much work; Retry-After says how long to wait.",
    503: "The database is in trouble, or too much is judged or printed; come again after Retry-After. With the code "
    "`unsure` a write may have been kept: send it again under the same Idempotency-Key.",
}


def api_blueprint(name: str, tag: str) -> APIBlueprint:
    """A blueprint of the API; it is found and registered by itself."""
    return APIBlueprint(f"api_{name}", __name__, url_prefix="/api/v1", tag=tag)


def failures(*codes: int) -> dict[int, Any]:
    """The documented refusals of an operation."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {code: {"description": FAILURES[code], "content": content} for code in (*codes, 503)}


def known(schema: str) -> dict[int, Any]:
    """The documented answer of an operation to what it has done already: 200, with the same schema."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {200: {"description": "It was known already; nothing was done.", "content": content}}


def files(**kinds: dict[str, Any]) -> dict[str, Any]:
    """What an answer may hold, by its kind: a file beside JSON, or alone."""
    return {kind.replace("_", "/"): says for kind, says in kinds.items()}


BYTES: Final = {"schema": {"type": "string", "format": "binary"}}
TEXT: Final = {"schema": {"type": "string"}}


def seen_version() -> int:
    """The version in If-Match, as `"7"` or `7`; refused if there is none."""
    value = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    if not value:
        raise Refused("Name the version you have seen in If-Match.", code="version-needed", status=428)
    if not value.isascii() or not value.isdecimal() or len(value) > 9:
        raise Refused("If-Match holds no version. Write it as it was given, a number.", code="bad-input", status=422)
    return int(value)


def first_words(error: HTTPError) -> str:
    """The first fault of a body or of parameters as a sentence; it never repeats what was sent."""
    detail = getattr(error, "detail", None) or {}
    for place in detail.values():
        for field, messages in place.items():
            return (
                "The record is no JSON object."
                if field == "_schema"
                else f"{field}: {str(messages[0]).removeprefix('Value error, ').rstrip('.')}."
            )
    return str(error.message)
