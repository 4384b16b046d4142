"""What cannot be used is answered in our own words, whatever it is: none of the framework's is ever seen."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, default_exceptions

JSON = "application/json"
DEEP = b"[" * 100_000
WRONG: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "an unknown address": ("GET", "nothing", {}, 404, "nothing-here"),
    "an address with a slash too many": ("POST", "check/", {}, 404, "nothing-here"),
    "a number that is none": ("GET", "e/northern-open/entries/x", {}, 404, "nothing-here"),
    "an address with NUL": ("GET", "e/%00", {}, 404, "nothing-here"),
    "a wrong method": ("DELETE", "check", {}, 405, "wrong-method"),
    "an unknown method": ("BREW", "check", {}, 405, "wrong-method"),
    "no JSON": ("POST", "check", {"data": b"{", "content_type": JSON}, 400, "bad-input"),
    "no text at all": ("POST", "check", {"data": b"\xff\xfe", "content_type": JSON}, 400, "bad-input"),
    "half a sign": ("POST", "check", {"data": b'{"text": "\\ud800"}', "content_type": JSON}, 400, "bad-input"),
    "a number without end": ("POST", "check", {"data": b"9" * 9000, "content_type": JSON}, 400, "bad-input"),
    "JSON without a bottom": ("POST", "check", {"data": DEEP, "content_type": JSON}, 400, "bad-input"),
    "another kind of JSON": ("POST", "check", {"data": b"[]", "content_type": JSON}, 422, "bad-input"),
    "another content type": ("POST", "check", {"data": b"{}", "content_type": "text/plain"}, 415, "wrong-kind"),
    "a form": ("POST", "check", {"data": {"text": "60 Island"}}, 415, "wrong-kind"),
    "no content type": ("POST", "check", {"data": b"{}"}, 415, "wrong-kind"),
    "too much": ("POST", "check", {"data": b"x" * 300_000, "content_type": JSON}, 413, "too-large"),
    "a day that is none": ("GET", "formats/modern?on=2026-02-31", {}, 422, "bad-input"),
}


def framework_words() -> list[str]:
    given = {text for one in default_exceptions.values() if (text := str(one.description or "").split(".")[0])}
    return sorted(given | {escape(one) for one in given} | {"Value error"})


@pytest.mark.parametrize("what", WRONG)
def test_the_api_answers_problem_json_in_our_words(client: FlaskClient, what: str) -> None:
    method, path, sent, status, code = WRONG[what]
    answer = client.open(f"/api/v1/{path}", method=method, **sent)
    told = answer.get_json()
    assert (answer.status_code, told["status"], told["code"]) == (status, status, code)
    assert answer.mimetype == "application/problem+json"
    assert told["error"] == told["detail"]
    assert not [one for one in framework_words() if one in answer.text]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("DELETE", "/check", 405)])
def test_pages_answer_in_our_words(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert not [one for one in framework_words() if one in answer.text]


@pytest.mark.parametrize("path", ["/check", "/api/v1/check"])
@pytest.mark.parametrize("code", sorted(default_exceptions))
def test_no_refusal_shows_the_framework_s_sentence(app: APIFlask, path: str, code: int) -> None:
    refusal: type[HTTPException] = default_exceptions[code]
    with app.test_request_context(path, method="POST"):
        answer = app.make_response(app.handle_user_exception(refusal()))
    assert answer.status_code == code
    assert not [one for one in framework_words() if one in answer.get_data(as_text=True)]


@pytest.mark.parametrize("path", ["/pool", "/pool/read"])
@pytest.mark.parametrize("name", ["modern:FDN", "limited-sealed:FDN", ":FDN", "mtg:", "mtg", "FDN", " ", "ga:FDN", ""])
def test_what_names_no_set_of_a_game_is_told_so(client: FlaskClient, path: str, name: str) -> None:
    answers = [client.post(path, data={"set": name, "text": "12"})]
    if path == "/pool" and name:
        answers.append(client.get(path, query_string={"set": name}))
    for answer in answers:
        assert answer.status_code == 422
        assert "Something of ours broke" not in answer.text
