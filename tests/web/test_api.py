"""The API: one verdict for one record, and a description that a fuzzer agrees with."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.lists.list_checks import Terms, judge_record
from tests.samples import examples
from tests.web.serving import served

FUZZING = Path(__file__).with_name("schemathesis.toml")
RECORD: dict[str, Any] = {
    "id": "a-7",
    "format": "Modern",
    "date": "2026-03-01",
    "main": [[60, "Island"], [5, "Lightning Bolt"]],
    "side": [[1, "Jace"]],
    "pick": "unknown fields are ignored",
}


def test_the_answer_is_the_verdict_of_the_batch(client: FlaskClient, desk: App) -> None:
    answer = client.post("/api/v1/check", json=RECORD)
    assert answer.status_code == 200
    assert answer.get_json() == judge_record(RECORD, desk, Terms(""))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("60 Island", "legal"),
        ("59 Island", "illegal"),
        ("60 Island\n\n1 Jace", "unclear"),
        ("", "unclear"),
        ("\0", "unclear"),
    ],
)
def test_whatever_the_verdict_the_status_is_200(client: FlaskClient, text: str, verdict: str) -> None:
    answer = client.post("/api/v1/check", json={"format": "modern", "text": text})
    assert (answer.status_code, answer.get_json()["verdict"]) == (200, verdict)


def test_the_platform_counts(client: FlaskClient) -> None:
    record = {"format": "modern", "date": "2026-03-01", "text": "60 Island", "platform": "mtgo"}
    assert client.post("/api/v1/check", json=record).get_json()["platform"] == "mtgo"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "no format"}, 404),
        ({"format": 7}, 422),
        ({"main": [["4", "Island"]]}, 422),
        ({"main": [[True, "Island"]]}, 422),
        ({"main": [[4, " "]]}, 422),
        ({"main": "4 Island"}, 422),
        ({"date": "soon"}, 422),
        ({"date": 20260301}, 422),
        ({"platform": "moon"}, 422),
        ({"match": "bo5"}, 422),
        ({"text": "x" * 200_000}, 422),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_sentence(client: FlaskClient, change: dict[str, Any], code: int) -> None:
    answer = client.post(
        "/api/v1/check", json={**RECORD, **change} if "text" not in change else {"format": "modern", **change}
    )
    if answer.status_code == 200:
        assert "text" in change
        return
    assert answer.status_code == code
    assert answer.get_json()["error"].endswith((".", "?"))


def test_a_record_without_a_list_is_refused(client: FlaskClient) -> None:
    assert client.post("/api/v1/check", json={"format": "modern"}).status_code == 422


def test_a_refusal_never_repeats_what_was_sent(client: FlaskClient) -> None:
    answer = client.post("/api/v1/check", data=b'{"secret-word": ', content_type="application/json")
    assert answer.status_code == 400
    assert "secret" not in answer.get_data(as_text=True)


def test_formats_are_listed_and_told_as_of_a_day(client: FlaskClient, desk: App) -> None:
    listed = client.get("/api/v1/formats").get_json()["formats"]
    assert [f["id"] for f in listed] == list(desk.reference.formats)
    facts = client.get("/api/v1/formats/modern?on=2024-11-01").get_json()
    assert facts["on"] == "2024-11-01"
    assert "Splinter Twin" in [s["card"] for s in facts["statuses"]]


def test_the_description_is_a_page_as_well(client: FlaskClient) -> None:
    page = client.get("/api/v1/docs?of=Law").get_data(as_text=True)
    for part in ("POST /api/v1/check", "ListToCheck", "signature_spell", "bo1 or bo3", "data-copy="):
        assert part in page


def test_its_pages_are_light_and_lead_to_every_operation(client: FlaskClient) -> None:
    spec = client.get("/api/v1/openapi.json").get_json()
    first = client.get("/api/v1/docs").get_data(as_text=True)
    pages = [client.get("/api/v1/docs", query_string={"of": tag["name"]}) for tag in spec["tags"]]
    assert max(len(first), *(len(page.data) for page in pages)) < 100_000
    names = {told["operationId"] for methods in spec["paths"].values() for told in methods.values()}
    assert set(re.findall(r'href="\?of=[^"#]+#(\w+)"', first)) == names
    drawn = [name for page in pages for name in re.findall(r'<h2 class="block pad" id="([a-z_]+)"', page.text)]
    assert sorted(drawn) == sorted(names)


def test_words_find_an_operation_by_its_fields(client: FlaskClient) -> None:
    found = client.get("/api/v1/docs?q=leave_out+draft").text
    assert "#registration_keep_draft" in found
    assert "#events_make" not in found
    assert "Nothing has" in client.get("/api/v1/docs?q=no+such+word").text


def test_an_example_to_copy_does_what_it_says(client: FlaskClient) -> None:
    page = unescape(client.get("/api/v1/docs?of=Law").text)
    body = re.search(r"curl -X POST \S+/api/v1/check .*?-d '(.*?)'</pre>", page, re.DOTALL)
    assert body is not None
    assert client.post("/api/v1/check", data=body[1], content_type="application/json").status_code == 200


def test_every_limit_stands_in_the_description_under_its_name(client: FlaskClient) -> None:
    """Pydantic writes `ge` for a limit that comes after a validator, which no reader of JSON Schema knows."""
    told = client.get("/api/v1/openapi.json").get_data(as_text=True)
    assert not re.findall(r'"(?:ge|le|gt|lt|min_length|max_length)":', told)


def test_a_fuzzer_finds_nothing_that_the_description_does_not_say(app: APIFlask, tmp_path: Path) -> None:
    with served(app) as origin:
        done = subprocess.run(
            [
                *(str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(FUZZING)),
                *("run", f"{origin}/api/v1/openapi.json"),
                *("--phases", "examples,fuzzing", "--generation-deterministic", "--no-color"),
                *("--max-examples", str(examples(6, nightly=15))),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, "\n".join(line[:300] for line in done.stdout.splitlines()[-60:])


THANKS = "1 Krenko, Mob Boss\n\n99 Mountain\n\nThanks for organizing!"


def test_lines_that_are_no_cards_are_left_out(client: FlaskClient) -> None:
    record = {"format": "commander", "date": "2026-06-13", "text": THANKS}
    assert client.post("/api/v1/check", json=record).get_json()["verdict"] != "legal"
    found = client.post("/api/v1/check", json={**record, "leave_out": [5.0]}).get_json()
    assert (found["verdict"], found["ignored"]) == ("legal", [{"line": 5, "text": "Thanks for organizing!"}])


@pytest.mark.parametrize("leave_out", [[2], [50], [0], [-1], ["5"], [5.5], 5, {"5": True}])
def test_what_is_no_line_is_refused(client: FlaskClient, leave_out: Any) -> None:
    answer = client.post("/api/v1/check", json={"format": "commander", "text": THANKS, "leave_out": leave_out})
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json()["error"].endswith(".")


def test_a_registered_list_is_compared_without_its_lines_that_are_no_cards(client: FlaskClient) -> None:
    registered = {"text": "60 Island\nThanks for organizing!", "leave_out": [2]}
    record = {"format": "modern", "date": "2026-06-13", "registered": registered, "presented": "60 Island"}
    found = client.post("/api/v1/compare", json=record).get_json()
    assert found["verdict"] == "matches"
    assert found["ignored"] == [{"line": 2, "text": "Thanks for organizing!", "list": "registered"}]
    record["registered"] = {**registered, "leave_out": [3]}
    assert client.post("/api/v1/compare", json=record).status_code == 422
