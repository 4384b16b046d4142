"""Refusals as JSON: the problem details of RFC 9457, with a word for programs and the sentence for people."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Response, json

CODES: Final = {
    400: "bad-input",
    401: "not-signed-in",
    403: "not-allowed",
    404: "nothing-here",
    405: "wrong-method",
    409: "not-now",
    413: "too-large",
    415: "wrong-kind",
    422: "bad-input",
    428: "version-needed",
    429: "too-many",
    500: "fault",
    503: "busy",
}


def problem(status: int, sentence: str, code: str = "", **more: Any) -> Response:
    """The answer to a program that was refused; `error` is the sentence under the name the contract has for it."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": sentence,
        "code": code or CODES.get(status, "refused"),
        "error": sentence,
        **more,
    }
    return Response(json.dumps(body), status, mimetype="application/problem+json")
