"""What is no list gets a clear answer, with the text kept in the page; how fast it comes stands in scripts/bench."""

from __future__ import annotations

import io
import random

import pytest
from flask.testing import FlaskClient

from tests.web.pages import Page, send

LINES = "\n".join(f"{n % 4 + 1} Card of the number {n}" for n in range(10_000))
TEXTS = {
    "nothing": ("", 200, "Nothing to check yet"),
    "blank": (" \n\t\n", 200, "Nothing to check yet"),
    "nul bytes": ("4 Light\0ning Bolt\n\0\0\n60 Mountain\0", 200, ""),
    "marks that turn the reading round": ("\u202e4 Lightning Bolt\u202c\n\u200f60 Mountain", 200, ""),
    "10,000 lines": (LINES, 413, "Not a list"),
    "a megabyte": ("4 Lightning Bolt\n" * 62_000, 413, "Not a list"),
    "a megabyte in one line": ("x" * 1_000_000, 413, "Not a list"),
    "1,000 unknown names": ("\n".join(LINES.split("\n")[:1000]), 200, "Needs an answer"),
    "a link": ("https://example.org/decks/123", 422, ""),
    "a page": ("<!doctype html><html><body><p>4 Lightning Bolt</p></body></html>", 200, "Illegal"),
    "a page of a site": (
        "<!doctype html><html><script>let a;</script><nav>A</nav><p>4 Lightning Bolt</p></html>",
        422,
        "",
    ),
    "markup in names": ('4 <script>alert("x")</script>\n1 "><img src=x onerror=alert(1)>', 200, "Needs an answer"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_hostile_text_is_answered_and_kept(client: FlaskClient, what: str) -> None:
    text, code, verdict = TEXTS[what]
    page = send(client, text=text)
    assert page.response.status_code == code
    assert page.verdict().startswith(verdict)
    assert page.list_text.replace("\0", "") == text.replace("\0", "")


def test_nothing_typed_is_ever_markup_in_the_page(client: FlaskClient) -> None:
    page = send(client, text=TEXTS["markup in names"][0])
    assert not [e for e in page.all if e.tag == "img" or "onerror" in e.attrs]
    assert all("src" in e.attrs for e in page.all if e.tag == "script")


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n" + bytes(900), random.Random(3).randbytes(50_000), b"PK\x03\x04" * 99]
)
def test_a_file_that_is_no_text_is_refused_and_the_text_stays(client: FlaskClient, data: bytes) -> None:
    sent = {"text": "60 Island", "file": (io.BytesIO(data), "deck.png")}
    page = Page(client.post("/check", data=sent, content_type="multipart/form-data"))
    assert page.response.status_code == 422
    assert page.list_text == "60 Island"
    assert "This" in page.having("hint")[0].text


def test_more_than_the_page_reads_is_refused_with_a_sentence(client: FlaskClient) -> None:
    response = client.post("/check", data={"text": "x" * 5_000_000})
    assert response.status_code == 413
    assert "the limit is 256 kB" in response.get_data(as_text=True)


@pytest.mark.parametrize(
    "fields",
    [
        {"on": "yesterday"},
        {"on": "0000-00-00"},
        {"format": "no-such-format"},
        {"platform": "moon"},
        {"match": "bo9"},
        {"do": "edit:[[1,2"},
        {"do": "edit:" + "[" * 50_000},
        {"do": 'edit:[["1","4 Island",null]]'},
        {"do": "other:9"},
        {"do": "other:²"},
        {"do": "format:none"},
        {"do": "launch"},
        {"typing": "99999"},
        {"typing": "-1"},
        {"not": "x" * 100_000},
    ],
)
def test_fields_that_no_page_sends_are_answered_calmly(client: FlaskClient, fields: dict[str, str]) -> None:
    response = client.post("/check", data={"text": "4 Island", **fields})
    assert response.status_code in {200, 422}
    assert "4 Island" in response.get_data(as_text=True)


@pytest.mark.parametrize("on", ["9999-12-31", "0001-01-01", "3000-01-01", "9999-12-31T23:59:59.999999-14:00"])
def test_a_day_that_nobody_means_is_refused_wherever_one_is_asked(client: FlaskClient, on: str) -> None:
    told = {
        path: client.get(path, query_string={"on": on})
        for path in ("/formats/modern", "/rules/max-copies", "/cards/lightning-bolt")
    }
    told["/check"] = client.post("/check", data={"text": "60 Island", "on": on})
    record = {"format": "modern", "text": "60 Island", "date": on}
    told["/api/v1/check"] = client.post("/api/v1/check", json=record)
    wrong = {
        path: answer.status_code
        for path, answer in told.items()
        if answer.status_code != 422 or ("from 1993 to 2099" not in answer.text and "is not a date" not in answer.text)
    }
    assert wrong == {}
