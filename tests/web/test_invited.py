"""Invitations, confirmed addresses and known browsers on the pages and over the API."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.app.context import App
from deckcheck.settings import Mail
from deckcheck.web import create_app
from tests.doors import MAIL, PASSWORD, an_account
from tests.events import Made, make_event
from tests.services.test_invited import link_of
from tests.web.visitors import give, sign_in_as, staff, visitor

NEW = "a longer sentence"
UNKNOWN = "nobo@example.org"
assert len(UNKNOWN) == len(MAIL)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def mailing(one_desk: App) -> App:
    settings = replace(one_desk.settings, mail=Mail(host="mail.example.org"), address="https://lists.example.org")
    return replace(one_desk, settings=settings)


def told(answer: TestResponse, mail: str) -> tuple[int, dict[str, str], str]:
    """An answer without what must differ: the address itself, and what is random."""
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}|(?<=/invited/)\w{43}", "...", answer.text)
    return answer.status_code, dict(answer.headers), text.replace(mail, "MAIL")


@pytest.mark.parametrize("mails", [False, True])
def test_pages_and_api_answer_alike_for_an_address_that_has_an_account(
    one_desk: App, mailing: App, made: Made, mails: bool
) -> None:
    desk = mailing if mails else one_desk
    app = create_app(desk.settings, desk)
    an_account(desk)
    client = sign_in_as(app, desk, made.accounts["organizer"])
    answers: list[list[tuple[int, dict[str, str], str]]] = []
    for mail in (MAIL, UNKNOWN):
        here = f"/api/v1/e/northern-open/staff/{mail}"
        acts = [
            client.get(here),
            client.post("/e/northern-open/staff", data={"mail": mail, "role": "judge", "who": "Zofia"}),
            client.get("/e/northern-open/staff"),
            client.get("/api/v1/e/northern-open/staff"),
            client.get(here),
            client.put(here, json={"role": "scorekeeper"}),
            client.delete(here),
            client.put(here, json={"role": "judge", "name": "Zofia"}),
            client.delete(here),
        ]
        answers.append([told(answer, mail) for answer in acts])
    assert [answer[0] for answer in answers[0]] == [422, *[200] * 8]
    for one, other in zip(*answers, strict=True):
        assert one[2] == other[2]
        assert one == other
    assert "Address not confirmed" in answers[0][2][2]


def test_whoever_has_the_link_accepts_with_a_new_account_that_is_marked(
    one_desk: App, app: APIFlask, made: Made
) -> None:
    client = sign_in_as(app, one_desk, made.accounts["organizer"])
    page = client.post("/e/northern-open/staff", data={"mail": UNKNOWN, "role": "judge", "who": "Zofia Dab"})
    assert "Zofia Dab is invited as judge." in page.text
    path = re.search(r"/invited/\w{43}", page.text)
    assert path
    guest = visitor(app)
    assert "asks you to be judge" in guest.get(path[0]).text
    short = guest.post(path[0], data={"do": "new", "name": "Zofia Dab", "password": "short"})
    assert short.status_code == 422
    done = guest.post(path[0], data={"do": "new", "name": "Zofia Dab", "password": NEW})
    name = re.search(r"zofia-dab-\d{4}", done.text)
    assert name
    assert guest.get(path[0]).status_code == 404
    assert give(guest, name[0], NEW).status_code == 303
    assert guest.get("/e/northern-open/roster").status_code == 200
    account = guest.get("/account").text
    assert f"{UNKNOWN}: not confirmed" in account
    assert "deckcheck official confirm" in account
    assert "Address not confirmed" in client.get("/e/northern-open/staff").text


def test_whoever_is_signed_in_accepts_with_a_tap(mailing: App, made: Made) -> None:
    app = create_app(mailing.settings, mailing)
    an_account(mailing)
    organizer = sign_in_as(app, mailing, made.accounts["organizer"])
    organizer.post("/e/northern-open/staff", data={"mail": MAIL, "role": "judge", "who": "Zofia"})
    path = f"/invited/{link_of(mailing)}"
    guest = visitor(app)
    assert "You are new here" not in guest.get(path).text
    assert give(guest, fields={"next": path}).headers["Location"] == path
    assert "Accept as Rosa Kim" in guest.get(path).text
    assert guest.post(path, data={"do": "accept"}).headers["Location"] == "/e/northern-open/roster"
    assert guest.get("/e/northern-open/roster").status_code == 200
    (row,) = [r for r in listed(organizer) if r["mail"] == MAIL]
    assert (row["name"], row["roles"], row["confirmed"], row["is_invited"]) == ("Rosa Kim", ["judge"], True, False)


def test_an_address_is_changed_on_the_account_page(mailing: App) -> None:
    app = create_app(mailing.settings, mailing)
    an_account(mailing)
    client = staff(app, mailing)
    wrong = client.post("/account/mail", data={"mail": UNKNOWN, "password": "another password"})
    assert wrong.status_code == 422
    assert UNKNOWN in wrong.text
    client.post("/account/mail", data={"mail": UNKNOWN, "password": PASSWORD})
    assert f"A letter went to {UNKNOWN}." in client.get("/account?done=asked").text


@pytest.mark.parametrize("other", ["ben@example.org", "none@example.org"])
def test_changing_the_address_tells_nothing_of_other_accounts(mailing: App, other: str) -> None:
    app = create_app(mailing.settings, mailing)
    an_account(mailing)
    an_account(mailing, "ben@example.org", "Ben Ott")
    client = staff(app, mailing)
    answer = client.post("/account/mail", data={"mail": other, "password": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account?done=asked#mail-part")


def test_a_browser_that_signed_in_is_known_by_a_cookie_that_opens_nothing(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client = visitor(app)
    answer = give(client, base_url="https://lists.example.org")
    cookie = next(h for h in answer.headers.getlist("Set-Cookie") if "-device=" in h)
    assert cookie.startswith("__Host-deckcheck-device=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax", "Max-Age=31536000"} <= set(cookie.split("; "))
    client = visitor(app)
    give(client)
    client.post("/sign-out")
    assert client.get("/account").status_code == 303
    stranger = visitor(app)
    assert [give(stranger, password="another password").status_code for _ in range(6)] == [422] * 5 + [429]
    assert give(client).status_code == 303


def listed(client: FlaskClient) -> list[dict[str, Any]]:
    """The staff as the API tells it."""
    rows: list[dict[str, Any]] = client.get("/api/v1/e/northern-open/staff").get_json()["staff"]
    return rows
