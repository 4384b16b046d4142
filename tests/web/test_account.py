"""The account page: an app, the password, other browsers, the end of it."""

from __future__ import annotations

import re

import pyotp
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.own_account import see_account
from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.desks import Clock
from tests.doors import PASSWORD, an_account
from tests.events import make_event
from tests.web.pages import Page
from tests.web.visitors import give, held, player, staff, visitor

NEW = "a longer sentence"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


def test_the_account_page_sets_up_an_app_and_shows_the_spare_codes_once(
    one_desk: App, app: APIFlask, clock: Clock
) -> None:
    an_account(one_desk)
    client = staff(app, one_desk)
    before = held(client)
    client.post("/account/code/begin")
    page = client.get("/account")
    found = re.search(r"<code>([A-Z2-7]{32})</code>", page.text)
    assert found
    assert 'class="qr"' in page.text
    assert " style=" not in page.text
    wrong = client.post("/account/code/confirm", data={"code": "000000", "password": PASSWORD})
    assert "This code does not fit." in wrong.text
    code = {"code": pyotp.TOTP(found[1]).at(clock.at)}
    assert "This is not the password" in client.post("/account/code/confirm", data=code).text
    assert wrong.status_code == 422
    done = client.post("/account/code/confirm", data={**code, "password": PASSWORD})
    assert len(re.findall(r"<li>(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}</li>", done.text)) == 10
    assert held(client) != before
    assert found[1] not in client.get("/account").text


def test_a_new_password_on_the_account_page_needs_the_old_one(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client, other = staff(app, one_desk), staff(app, one_desk)
    wrong = client.post("/account/password", data={"old": "not this one", "new": NEW})
    assert wrong.status_code == 422
    assert "This is not the password of the account." in wrong.text
    assert client.post("/account/password", data={"old": PASSWORD, "new": NEW}).status_code == 303
    assert "Password changed." in client.get("/account?done=password").text
    assert other.get("/account").status_code == 303


def test_one_browser_or_all_others_are_signed_out_from_the_account_page(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    here, phone, laptop = (staff(app, one_desk) for _ in range(3))
    row = next(r for r in see_account(one_desk, who_is(one_desk, cookie=held(phone))).sign_ins if r.is_here)
    assert here.post(f"/account/sign-ins/{row.uid}/end").status_code == 303
    assert [c.get("/account").status_code for c in (here, phone, laptop)] == [200, 303, 200]
    here.post("/account/sign-ins/end-others")
    assert [c.get("/account").status_code for c in (here, laptop)] == [200, 303]


def test_closing_the_account_asks_on_a_page_of_its_own_and_for_the_password(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client = staff(app, one_desk)
    assert "Cancel" in client.get("/account/close").text
    assert client.post("/account/close", data={"password": "not this one"}).status_code == 422
    assert "Signed out" in client.post("/account/close", data={"password": PASSWORD}).text
    assert give(client).status_code == 422


def test_a_player_has_no_account_page_and_strangers_are_sent_to_sign_in(
    one_desk: App, app: APIFlask, guest: FlaskClient
) -> None:
    made = make_event(one_desk)
    for client in (guest, player(app, one_desk, made.entries[0])):
        for path in ("/account", "/account/close"):
            assert client.get(path).headers["Location"].startswith("/sign-in")
        for path in ("name", "password", "code/begin", "code/confirm", "code/spares", "code/end", "close"):
            assert client.post(f"/account/{path}").headers["Location"] == "/sign-in"


def test_the_head_of_every_page_says_who_is_signed_in(one_desk: App, app: APIFlask, guest: FlaskClient) -> None:
    an_account(one_desk)
    made = make_event(one_desk)
    clients = (guest, staff(app, one_desk), player(app, one_desk, made.entries[0]))
    words = [Page(client.get("/formats")).all for client in clients]
    assert [
        next(e.text for e in page if e.attrs.get("href") in {"/sign-in", "/organize", "/me"}) for page in words
    ] == [
        "Sign in",
        "My events",
        "My lists",
    ]
