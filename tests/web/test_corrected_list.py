"""A checked list in the form that another program takes: copied from the page, saved as a file, or over the API."""

from __future__ import annotations

import json

from flask.testing import FlaskClient

from tests.web.pages import Page, press, send
from tests.web.test_check_page import FAULTY, LEGAL

LED = "Commander\n1 Lurrus of the Dream-Den\n\nDeck\n99 Plains\n"


def test_the_list_is_copied_with_its_names_corrected_and_nothing_lost(client: FlaskClient) -> None:
    page = press(client, send(client, text=LEGAL.replace("Swiftspear", "Swiftspeer")), "Copy list", **{"as": "arena"})
    written = "".join(page.by_id("written").texts)
    assert "4 Monastery Swiftspear" in written
    assert written.startswith("\nDeck\n")
    assert not page.having("strong")
    again = send(client, text=written, on="2026-06-13")
    assert again.verdict().startswith("Legal in Modern")
    assert [e.text for e in again.having("figure")] == ["60", "15"]


def test_what_waits_for_an_answer_is_kept_as_written_and_said(client: FlaskClient) -> None:
    page = press(client, send(client, text=FAULTY), "Copy list", **{"as": "moxfield"})
    assert "4 Jace" in page.by_id("written").text
    assert "Line 17 still needs an answer." in page.text


def test_a_commander_without_a_place_in_the_form_is_said(client: FlaskClient) -> None:
    page = press(client, send(client, text=LED, format="commander"), "Copy list", **{"as": "mtgo"})
    assert "Magic Online has no place for the commander. 1 Lurrus of the Dream-Den stands in the sideboard" in page.text
    assert "no place" not in press(client, page, "Arena").text


def test_the_way_back_keeps_text_terms_and_answers(client: FlaskClient) -> None:
    left = press(client, send(client, text=FAULTY, format="legacy", on="2026-06-13"), "Not a card, leave it out")
    page = press(client, left, "Copy list", **{"as": "text"})
    assert "Jace" not in page.by_id("written").text
    back = press(client, page, "Back to the check")
    assert back.list_text == FAULTY
    assert back.fields()["out"] == left.fields()["out"]
    assert (back.fields()["format"], back.fields()["on"]) == ("legacy", "2026-06-13")


def test_the_list_is_saved_as_a_file_of_its_program(client: FlaskClient) -> None:
    saved = client.post("/check/copy", data={"text": LEGAL, "format": "modern", "save": "cod"})
    assert saved.headers["Content-Disposition"] == 'attachment; filename="modern.cod"'
    assert saved.data.startswith(b'<?xml version="1.0"')


def test_a_script_gets_the_text_unless_there_is_something_to_say(client: FlaskClient) -> None:
    plain = {"Accept": "text/plain"}
    copied = client.post("/check/copy", data={"text": LEGAL, "format": "modern", "as": "mtgo"}, headers=plain)
    assert copied.content_type.startswith("text/plain")
    told = client.post("/check/copy", data={"text": FAULTY, "format": "modern", "as": "mtgo"}, headers=plain)
    assert told.content_type.startswith("text/html")


def test_a_form_that_is_none_is_refused(client: FlaskClient) -> None:
    answer = client.post("/check/copy", data={"text": LEGAL, "format": "ga-standard", "as": "arena"})
    assert answer.status_code == 422
    assert "No form of a Grand Archive list is called" in Page(answer).text


def test_the_api_writes_a_list_in_a_form(client: FlaskClient) -> None:
    record = {"format": "commander", "commander": [[1, "Lurrus of the Dream-Den"]], "main": [[99, "Plains"]]}
    answer = client.post("/api/v1/convert?as=record", json=record).get_json()
    assert json.loads(answer["text"]) == {key: record[key] for key in ("commander", "main")}
    moved = client.post("/api/v1/convert?as=dek", json=record).get_json()
    assert moved["moved"] == [{"section": "commander", "count": 1, "name": "Lurrus of the Dream-Den"}]
    assert client.post("/api/v1/convert?as=scroll", json=record).status_code == 422
