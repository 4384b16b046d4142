"""The cookie, what other sites cannot do with it, bearers beside it, and that no secret reaches a log."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import make_reset
from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.asker import browser_words, current_who
from deckcheck.web.cookies import SIGN_IN
from tests.doors import MAIL, an_account
from tests.events import make_event
from tests.web.visitors import cookie_of, give, held, player, staff, visitor

SECURE: dict[str, Any] = {"base_url": "https://lists.example.org"}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


def test_the_cookie_is_for_this_host_over_https_and_for_no_script(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    cookie = cookie_of(give(guest, **SECURE))
    assert cookie.startswith("__Host-deckcheck=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_on_this_machine_itself_the_cookie_goes_without_https(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    cookie = cookie_of(give(guest))
    assert cookie.startswith("deckcheck=")
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


@pytest.mark.parametrize(
    "host", ["http://192.168.1.7:8000", "http://lists.example.org", "http://localhost.evil.example"]
)
def test_nobody_signs_in_over_plain_http_from_elsewhere(one_desk: App, guest: FlaskClient, host: str) -> None:
    made = make_event(one_desk)
    an_account(one_desk)
    for response in (give(guest, base_url=host), guest.get(f"/r/{made.links[0]}", base_url=host)):
        assert response.status_code == 403
        assert "Signing in needs https" in response.text
        assert not response.headers.getlist("Set-Cookie")


@pytest.mark.parametrize(
    "host", ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000", "https://a.example"]
)
def test_players_come_in_over_https_or_on_this_machine(one_desk: App, guest: FlaskClient, host: str) -> None:
    made = make_event(one_desk)
    assert guest.get(f"/r/{made.links[0]}", base_url=host).headers["Location"] == "/me"


def test_the_cookie_holds_no_secret_that_the_database_holds_and_no_name(one_desk: App, guest: FlaskClient) -> None:
    uid = an_account(one_desk)
    cookie = cookie_of(give(guest))
    assert uid not in cookie
    assert "rosa" not in cookie.lower()


def test_a_cookie_that_was_changed_is_a_strangers(one_desk: App, guest: FlaskClient) -> None:
    an_account(one_desk)
    value = cookie_of(give(guest)).partition("=")[2].partition(";")[0]
    forged = value[:-2] + ("A" if value[-2] != "A" else "B") + value[-1]
    for told, code in ((value, 200), (forged, 303)):
        guest.delete_cookie("deckcheck")
        guest.set_cookie("deckcheck", told)
        assert guest.get("/account").status_code == code


def test_an_older_key_still_opens_cookies_and_new_ones_are_signed_with_the_new(
    one_desk: App, guest: FlaskClient
) -> None:
    an_account(one_desk)
    value = cookie_of(give(guest)).partition("=")[2].partition(";")[0]
    old = one_desk.settings.secret_key
    renewed = replace(one_desk.settings, secret_key="n" * 64, older_keys=(old,))
    after = visitor(create_app(renewed, replace(one_desk, settings=renewed)))
    after.set_cookie("deckcheck", value)
    assert after.get("/account").status_code == 200
    fresh = cookie_of(give(after)).partition("=")[2].partition(";")[0]
    guest.set_cookie("deckcheck", fresh)
    assert guest.get("/account").status_code == 303


def test_signing_in_gives_a_new_id_whatever_the_browser_held_before(
    one_desk: App, app: APIFlask, guest: FlaskClient
) -> None:
    an_account(one_desk)
    planted = held(staff(app, one_desk))
    with guest.session_transaction() as session:
        session[SIGN_IN] = planted
    give(guest)
    assert held(guest) not in {"", planted}
    assert who_is(one_desk, cookie=planted).kind == "stranger"


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "http://localhost"}, True),
        ({}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"}, False),
        ({"Origin": "https://localhost"}, False),
        ({"Origin": "http://localhost:8000"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
    ],
)
class TestOtherSites:
    """What another site's page can bring about in a browser: nothing, signed in or not."""

    def test_cannot_sign_anybody_in(self, one_desk: App, app: APIFlask, headers: dict[str, str], passes: bool) -> None:
        an_account(one_desk)
        response = give(app.test_client(), headers=headers)
        assert response.status_code == (303 if passes else 403)
        assert bool(response.headers.getlist("Set-Cookie")) is passes

    def test_cannot_act_for_who_is_signed_in(
        self, one_desk: App, app: APIFlask, headers: dict[str, str], passes: bool
    ) -> None:
        an_account(one_desk)
        client = staff(app, one_desk)
        del client.environ_base["HTTP_SEC_FETCH_SITE"]
        response = client.post("/account/name", data={"name": "Changed"}, headers=headers)
        assert response.status_code == (303 if passes else 403)
        assert who_is(one_desk, cookie=held(client)).name == ("Changed" if passes else "Rosa Kim")

    def test_cannot_send_a_list_for_who_is_signed_in(
        self, one_desk: App, app: APIFlask, headers: dict[str, str], passes: bool
    ) -> None:
        made = make_event(one_desk)
        client = player(app, one_desk, made.entries[0])
        del client.environ_base["HTTP_SEC_FETCH_SITE"]
        response = client.post("/check", data={"text": "60 Island"}, headers=headers)
        assert response.status_code == (200 if passes else 403)
        assert "60 Island" in response.text

    def test_cannot_use_the_api_by_cookie(
        self, one_desk: App, app: APIFlask, headers: dict[str, str], passes: bool
    ) -> None:
        an_account(one_desk)
        client = staff(app, one_desk)
        del client.environ_base["HTTP_SEC_FETCH_SITE"]
        record = {"format": "modern", "text": "60 Island"}
        response = client.post("/api/v1/check", json=record, headers=headers)
        assert response.status_code == (200 if passes else 403)


def test_the_public_address_of_a_site_behind_a_proxy_is_its_own(one_desk: App) -> None:
    settings = replace(one_desk.settings, address="https://lists.example.org")
    client = create_app(settings, replace(one_desk, settings=settings)).test_client()
    for origin, code in (("https://lists.example.org", 422), ("https://lists.example.org.evil.example", 403)):
        assert give(client, headers={"Origin": origin}).status_code == code


def test_a_bearer_has_no_use_for_the_cookie_beside_it(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client = staff(app, one_desk)
    del client.environ_base["HTTP_SEC_FETCH_SITE"]
    made = make_event(one_desk)
    record, bearer = {"format": "modern", "text": "60 Island"}, {"Authorization": f"Bearer {made.links[0]}"}
    assert client.post("/api/v1/check", json=record, headers=bearer).status_code == 200
    assert client.get("/account", headers=bearer).status_code == 200


def test_proxies_are_believed_only_where_their_number_is_set(one_desk: App) -> None:
    an_account(one_desk)
    behind = replace(one_desk.settings, proxies=1)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9, 198.51.100.1"}
    for settings, name in ((one_desk.settings, "deckcheck="), (behind, "__Host-deckcheck=")):
        client = visitor(create_app(settings, replace(one_desk, settings=settings)))
        assert cookie_of(give(client, headers=told)).startswith(name)


def test_the_counters_take_the_address_that_the_nearest_proxy_saw(one_desk: App) -> None:
    settings = replace(one_desk.settings, proxies=1)
    client = visitor(create_app(settings, replace(one_desk, settings=settings)))
    for n in range(60):
        told = {"X-Forwarded-For": f"203.0.113.{n}, 198.51.100.1"}
        assert client.get("/r/" + "x" * 22, headers=told).status_code == 404
    assert client.get("/r/" + "x" * 22, headers=told).status_code == 429
    other = {"X-Forwarded-For": "198.51.100.1, 203.0.113.5"}
    assert client.get("/r/" + "x" * 22, headers=other).status_code == 404


def test_leaving_ends_the_sign_in_and_has_the_browser_wiped(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    client = staff(app, one_desk)
    secret = held(client)
    response = client.post("/sign-out")
    assert response.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Expires=Thu, 01 Jan 1970" in cookie_of(response)
    assert held(client) == ""
    assert who_is(one_desk, cookie=secret).kind == "stranger"


def test_whoever_is_signed_in_has_pages_that_nobody_keeps(one_desk: App, app: APIFlask) -> None:
    an_account(one_desk)
    response = staff(app, one_desk).get("/account")
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "Cookie" in response.headers["Vary"]
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_an_unknown_bearer_is_refused_and_never_taken_for_a_stranger(one_desk: App) -> None:
    made = make_event(one_desk)
    app = create_app(one_desk.settings, one_desk)
    app.add_url_rule("/api/v1/who", "who", lambda: str(current_who()))
    client = visitor(app)
    assert client.get("/api/v1/who").text == "stranger"
    known = client.get("/api/v1/who", headers={"Authorization": f"Bearer {made.links[0]}"})
    assert known.text == f"entry:{made.entries[0]}"
    for bearer in ("Bearer nobody", "Bearer", "Basic cm9zYTp4", "Bearer dkc_" + "x" * 43):
        response = client.get("/api/v1/who", headers={"Authorization": bearer})
        assert response.status_code == 401
        assert response.get_json()["code"] == "not-signed-in"
        assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_no_secret_stands_in_the_logs_of_a_fault(
    one_desk: App, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("the database is gone")

    made = make_event(one_desk)
    monkeypatch.setattr("deckcheck.web.pages.accounts.sign_in.follow_link", fail)
    monkeypatch.setattr("deckcheck.web.pages.accounts.sign_in.open_reset", fail)
    client = visitor(create_app(one_desk.settings, one_desk))
    secret = make_reset(one_desk, MAIL).secret if an_account(one_desk) else ""
    with caplog.at_level(logging.DEBUG):
        assert client.get(f"/r/{made.links[0]}").status_code == 500
        assert client.get(f"/reset/{secret}").status_code == 500
    assert "/r/<secret>" in caplog.text
    assert made.links[0] not in caplog.text
    assert secret not in caplog.text


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                "Version/17.5 Mobile/15E148 Safari/604.1"
            ),
            "Safari on iPhone",
        ),
        (
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
                "Mobile Safari/537.36"
            ),
            "Chrome on Android",
        ),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
                "Safari/537.36 Edg/126.0.0.0"
            ),
            "Edge on Windows",
        ),
        ("curl/8.5.0", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_told_in_words_that_its_owner_knows_it_by(told: str, words: str) -> None:
    assert browser_words(told) == words
