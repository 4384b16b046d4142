"""What somebody made in an event, asked about on the pages and over the API when their role or account ends."""

from __future__ import annotations

import re

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.doors import PASSWORD
from tests.events import Made, make_event
from tests.services.test_leaving import leaver, working
from tests.web.visitors import sign_in_as

E = "/e/northern-open/staff"
API = "/api/v1/e/northern-open"


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def gone(one_desk: App, made: Made) -> Actor:
    """Who is to leave, with a token, a webhook and a link that they made."""
    return leaver(one_desk, made)[0]


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["organizer"])


def keys(text: str) -> list[str]:
    """What is listed, each with a box that is ticked."""
    return re.findall(r'name="end" value="([a-z]+:[0-9a-f-]{36})" checked', text)


def test_the_page_asks_before_a_role_ends_and_ends_what_is_ticked(
    one_desk: App, organizer: FlaskClient, gone: Actor
) -> None:
    assert organizer.post(f"{E}/{gone.uid}/end", data={"role": "judge"}).status_code == 200
    asked = organizer.post(f"{E}/{gone.uid}/end", data={"role": "organizer"})
    assert "End the role of Rosa Kim" in asked.text
    assert [key.partition(":")[0] for key in keys(asked.text)] == ["token", "webhook", "link"]
    for words in ("Pairings bot", "https://bot.example.org/hook", "Per Dahl"):
        assert words in asked.text
    assert len(working(one_desk, gone)) == 3
    token, _webhook, link = held = keys(asked.text)
    done = organizer.post(
        f"{E}/{gone.uid}/end", data={"role": "organizer", "asked": "yes", "held": held, "end": [token, link]}
    )
    assert "Rosa Kim: the role has ended." in done.text
    assert working(one_desk, gone) == ["Webhook"]


def test_a_program_asks_the_same_over_the_api(one_desk: App, organizer: FlaskClient, gone: Actor) -> None:
    here = f"{API}/staff/{gone.uid}"
    held = organizer.get(here).get_json()["held"]
    assert [(one["kind"], one["label"], one["number"]) for one in held] == [
        ("token", "Pairings bot", 0),
        ("webhook", "https://bot.example.org/hook", 0),
        ("link", "Per Dahl", 2),
    ]
    assert organizer.delete(f"{here}?keep=token:x").status_code == 422
    keep = ",".join(one["key"] for one in held if one["kind"] == "webhook")
    assert organizer.delete(f"{here}?keep={keep}").get_json()["roles"] == []
    assert working(one_desk, gone) == ["Webhook"]


def test_closing_the_account_asks_the_same_for_every_event(one_desk: App, app: APIFlask, gone: Actor) -> None:
    client = sign_in_as(app, one_desk, gone.uid)
    held = keys(client.get("/account/close").text)
    assert len(held) == 3
    sent = {"held": held, "end": held[1:], "password": "another password"}
    again = client.post("/account/close", data=sent)
    assert again.status_code == 422
    assert keys(again.text) == held[1:]
    assert "Signed out" in client.post("/account/close", data={**sent, "password": PASSWORD}).text
    assert working(one_desk, gone) == ["Token"]


def test_more_than_a_year_is_refused_on_the_page_and_over_the_api(organizer: FlaskClient) -> None:
    sentence = "A token lasts at most a year. Choose a day up to 12 June 2027."
    sent = {"do": "token", "label": "Bot", "role": "judge", "until": "2027-06-13"}
    page = organizer.post("/e/northern-open/programs", data=sent)
    assert (page.status_code, sentence in page.text) == (422, True)
    assert organizer.post("/e/northern-open/programs", data={**sent, "until": "2027-06-12"}).status_code == 200
    told = organizer.post(
        f"{API}/tokens", json={"role": "judge", "label": "Bot", "until": "2027-06-14T00:00:00Z"}
    ).get_json()
    assert told["detail"] == sentence
