"""Names in other languages, short names and look-alikes, through the page, the API and a registration."""

from __future__ import annotations

from typing import Any, Final

from flask.testing import FlaskClient

from deckcheck.app.context import App
from tests.desks import Clock
from tests.events import make_event
from tests.registrations import send as register
from tests.web.pages import press, send

GERMAN: Final = "4 Blitzschlag\n4 Monastery Swiftspear\n52 Gebirge\n"


def checked(client: FlaskClient, text: str, fmt: str = "modern") -> dict[str, Any]:
    answer = client.post("/api/v1/check", json={"format": fmt, "text": text}).get_json()
    assert isinstance(answer, dict)
    return answer


def test_the_api_says_from_which_language_a_name_is(client: FlaskClient) -> None:
    answer = checked(client, GERMAN)
    assert answer["verdict"] == "legal"
    assert answer["notes"] == [
        {"line": 1, "kind": "foreign", "text": "Blitzschlag", "name": "Lightning Bolt", "languages": ["de"]}
        | {"contestable": True},
        {"line": 3, "kind": "foreign", "text": "Gebirge", "name": "Mountain", "languages": ["de"], "contestable": True},
    ]


def test_the_page_says_it_too_and_takes_a_no(client: FlaskClient) -> None:
    page = send(client, text=GERMAN)
    assert page.verdict().startswith("Legal")
    assert "From German: Lightning Bolt. You wrote “Blitzschlag”." in page.text
    refused = press(client, page, "Not this card")
    assert refused.fields()["not"] == ["Blitzschlag"]
    assert "No card is called “Blitzschlag”." in refused.by_id("result").text


def test_a_short_name_is_answered_with_the_first_button(client: FlaskClient) -> None:
    page = send(client, text="4 Bolt\n56 Mountain\n")
    assert not page.verdict().startswith("Legal")
    named = press(client, page, "Lightning BoltPick")
    assert named.list_text == "4 Lightning Bolt\n56 Mountain\n"
    assert named.verdict().startswith("Legal")


def test_a_name_of_an_unknown_language_is_asked_for_in_english(client: FlaskClient) -> None:
    (problem,) = checked(client, "4 สายฟ้าแลบ\n56 Mountain")["problems"]
    assert problem["message"] == "We don't know the name \"สายฟ้าแลบ\". Write the card's name in English."


def test_a_look_alike_is_asked_about_and_the_list_stays_legal(client: FlaskClient) -> None:
    answer = checked(client, "4 Brainstone\n56 Island", "legacy")
    assert (answer["verdict"], answer["problems"]) == ("legal", [])
    (note,) = answer["notes"]
    assert (note["kind"], note["text"], note["name"]) == ("look-alike", "Brainstone", "Brainstorm")
    assert "Did you mean Brainstorm?" in send(client, text="4 Brainstone\n56 Island", format="legacy").text


def test_a_registered_list_may_be_in_another_language(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk)
    receipt = register(made, one_desk, GERMAN)
    assert receipt.verdict == "legal"
