"""Signing in on the pages: where it leads, its words, the second step, links, resets."""

from __future__ import annotations

import re
from dataclasses import replace

import pyotp
import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.own_account import begin_code, confirm_code, see_account
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import answer_asked, make_reset
from deckcheck.app.context import App
from deckcheck.app.secret_mail import read_letter
from deckcheck.settings import Mail
from deckcheck.store.models import Outgoing
from deckcheck.web import create_app
from deckcheck.web.asker import safe_path
from tests.desks import Clock
from tests.doors import ANYWHERE, MAIL, PASSWORD, an_account, who_signed_in
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


def test_signing_in_leads_to_the_account_or_to_where_it_was_asked_for(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    assert guest.get("/account").headers["Location"] == "/sign-in?next=/account"
    page = Page(guest.get("/sign-in?next=/e/northern-open/roster%3Fq%3Da"))
    goal = next(e.attrs["value"] for e in page.all if e.attrs.get("name") == "next")
    assert give(guest, fields={"next": goal}).headers["Location"] == "/e/northern-open/roster?q=a"
    assert guest.get("/account").status_code == 200
    assert guest.get("/sign-in").headers["Location"] == "/organize"


@pytest.mark.parametrize(
    "path", ["//evil.example", "/\\evil.example", "https://evil.example", "\t//evil.example", "/a\r\nX: y", "x", ""]
)
def test_no_sign_in_leads_to_another_site(one_desk: App, guest: FlaskClient, path: str) -> None:
    an_account(one_desk)
    assert safe_path(path) == ""
    assert give(guest, fields={"next": path}).headers["Location"] == "/sign-in"


def answer_to(client: FlaskClient, mail: str, password: str) -> tuple[int, dict[str, str], bytes]:
    response = give(client, mail, password)
    body = response.data.replace(mail.encode(), b"MAIL")
    return response.status_code, {k: v for k, v in response.headers.items() if k != "Content-Length"}, body


def test_an_unknown_mail_gets_the_same_bytes_as_a_wrong_password(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    unknown = answer_to(visitor(app), "none@example.org", PASSWORD)
    wrong = answer_to(visitor(app), MAIL, "another password")
    assert unknown == wrong
    assert b"That e-mail and password don&#39;t match." in wrong[2]


def test_a_reset_that_is_asked_for_is_answered_alike_for_everyone(one_desk: App) -> None:
    settings = replace(one_desk.settings, mail=Mail(host="mail.example.org"), address="https://lists.example.org")
    app = create_app(settings, replace(one_desk, settings=settings))
    an_account(one_desk)
    answers = []
    for mail in ("none@example.org", MAIL):
        response = visitor(app).post("/reset", data={"mail": mail})
        answers.append((response.status_code, response.data.replace(mail.encode(), b"MAIL")))
    assert answers[0] == answers[1]
    asked = replace(one_desk, settings=settings)
    with one_desk.store.read() as session:
        assert session.query(Outgoing).count() == 2
    assert [answer_asked(asked) for _ in range(3)] == [True, True, False]
    with one_desk.store.read() as session:
        [row] = session.query(Outgoing).all()
    assert row.recipient == MAIL
    _, text = read_letter(row.body, settings)
    found = re.search(r"https://lists\.example\.org(/reset/\w{43})\n", text)
    assert found
    assert visitor(app).get(found[1]).status_code == 200


def test_after_five_misses_the_page_says_when_the_next_try_is(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    codes = [give(guest, password="another password").status_code for _ in range(5)]
    response = give(guest)
    assert codes == [422] * 5
    assert response.status_code == 429
    assert "Too many tries. Try again in 15 min." in response.text
    assert 0 < int(response.headers["Retry-After"]) <= 900


def test_a_page_seen_by_link_signs_nobody_out(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client = staff(app, one_desk)
    assert "You are Rosa Kim here." in client.get("/sign-out").text
    assert client.get("/account").status_code == 200


def test_a_players_link_leads_on_at_once_and_leaves_no_trace_in_the_next_address(
    one_desk: App, guest: FlaskClient
) -> None:
    made = make_event(one_desk)
    response = guest.get(f"/r/{made.links[0]}")
    assert (response.status_code, response.headers["Location"]) == (303, "/me")
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert made.links[0] not in response.text
    assert who_is(one_desk, cookie=held(guest)).uid == made.entries[0]


def test_a_mail_scanner_that_asks_for_the_head_alone_signs_nobody_in(one_desk: App, guest: FlaskClient) -> None:
    made = make_event(one_desk)
    response = guest.head(f"/r/{made.links[0]}")
    assert response.status_code == 204
    assert not response.headers.getlist("Set-Cookie")


def test_a_link_asks_before_it_signs_another_in(one_desk: App, app: APIFlask) -> None:
    made = make_event(one_desk)
    client = player(app, one_desk, made.entries[0])
    page = client.get(f"/r/{made.links[1]}")
    assert "Go on as Per Dahl?" in page.text
    assert "You are Ada Okonkwo here." in page.text
    assert who_is(one_desk, cookie=held(client)).name == "Ada Okonkwo"
    assert client.get(f"/r/{made.links[0]}").headers["Location"] == "/me"
    client.post(f"/r/{made.links[1]}")
    assert who_is(one_desk, cookie=held(client)).name == "Per Dahl"


def test_another_site_cannot_answer_that_question(one_desk: App, app: APIFlask) -> None:
    made = make_event(one_desk)
    client = player(app, one_desk, made.entries[0])
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "cross-site"
    assert client.post(f"/r/{made.links[1]}").status_code == 403
    assert who_is(one_desk, cookie=held(client)).name == "Ada Okonkwo"


def test_bad_and_expired_links_get_the_same_bytes(one_desk: App, app: APIFlask, clock: Clock) -> None:
    made = make_event(one_desk)
    clock.pass_(days=400)
    answers = []
    for secret in (made.links[0], "x" * 22, "x", "x" * 99, "%2e%2e"):
        response = visitor(app).get(f"/r/{secret}")
        answers.append((response.status_code, sorted(response.headers.items()), response.data))
    assert [a == answers[0] for a in answers] == [True] * 5
    assert answers[0][0] == 404
    assert b"There is nothing here, or you have no access to it." in answers[0][2]


def test_a_password_is_set_by_a_link_and_then_signed_in_with(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    path = f"/reset/{make_reset(one_desk, MAIL).secret}"
    assert "rosa@example.org" in guest.get(path).text
    short = guest.post(path, data={"password": "short"})
    assert short.status_code == 422
    assert "That is 5 characters; use at least 10." in short.text
    assert "The password is set" in guest.post(path, data={"password": NEW}).text
    assert held(guest) == ""
    assert give(guest, password=NEW).status_code == 303
    assert guest.get(path).status_code == 404


def test_where_no_mail_is_sent_the_page_says_who_can_make_a_link(guest: FlaskClient) -> None:
    for response in (guest.get("/reset"), guest.post("/reset", data={"mail": MAIL})):
        assert response.status_code == 200
        assert "deckcheck official reset" in response.text


def with_app(desk: App) -> tuple[pyotp.TOTP, tuple[str, ...]]:
    """An account whose sign-in asks for a code."""
    an_account(desk)
    who = who_signed_in(desk)
    begin_code(desk, who)
    app = pyotp.TOTP(see_account(desk, who).app_secret)
    return app, confirm_code(desk, who, PASSWORD, app.at(desk.now()), ANYWHERE).spares


def test_a_code_is_asked_for_after_the_password_and_is_good_once(
    one_desk: App, app: APIFlask, guest: FlaskClient, clock: Clock
) -> None:
    shows, _ = with_app(one_desk)
    clock.pass_(seconds=30)
    page = give(guest, fields={"next": "/formats"})
    assert "Code from your app" in page.text
    assert guest.get("/account").status_code == 303
    code = shows.at(clock.at)
    done = guest.post("/sign-in/code", data={"code": code, "next": "/formats"})
    assert done.headers["Location"] == "/formats"
    assert who_is(one_desk, cookie=held(guest)).strong
    again = visitor(app)
    give(again)
    replayed = again.post("/sign-in/code", data={"code": code})
    assert replayed.status_code == 422
    assert "This code does not fit." in replayed.text


def test_a_code_without_a_password_before_it_opens_nothing(one_desk: App, guest: FlaskClient) -> None:
    _, spares = with_app(one_desk)
    assert guest.post("/sign-in/code", data={"code": spares[0]}).status_code == 422
    assert held(guest) == ""
