"""How much judging somebody gets: pages and API out of one budget, and who is signed in out of their own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask import Flask
from flask.testing import FlaskClient

from deckcheck.app.budgets import Budget
from deckcheck.app.context import App
from deckcheck.settings import JUDGING as USUAL
from deckcheck.web import create_app
from deckcheck.web.limits import JUDGING, OWN, PRINTING, TAKEN, WRITING, is_judging, ledger, strangers
from deckcheck.web.serving.judging_threads import NOBODY, Gate, Places
from tests.access.rows import rows
from tests.events import Made, make_event
from tests.web.visitors import player, visitor

STRANGERS = strangers(USUAL)
NONE_LEFT = Budget("judging", burst=0, per_second=0.5)
"""A budget that one request uses up."""
LIST = "60 Island"
API = {"format": "modern", "text": LIST}


@pytest.fixture
def short(app: APIFlask, client: FlaskClient) -> Iterator[FlaskClient]:
    """A browser of a stranger at an application where one more check is free, and then none for long."""
    app.config["CHECK_WORK"] = NONE_LEFT
    yield client
    app.config["CHECK_WORK"] = STRANGERS


def test_too_many_checks_are_asked_to_wait_with_the_text_in_the_page(short: FlaskClient) -> None:
    pages = [short.post("/check", data={"text": LIST}) for _ in range(2)]
    live = short.post("/check", data={"text": LIST}, headers={"HX-Request": "true"})
    assert [page.status_code for page in pages] == [200, 429]
    assert LIST in pages[1].text
    assert "What you typed is below." in pages[1].text
    assert 1 <= int(pages[1].headers["Retry-After"]) <= 600
    assert live.status_code == 429
    assert live.text.endswith("s. What you typed is kept in this tab.")


def test_nothing_of_a_comparison_is_lost(short: FlaskClient) -> None:
    sent = {"format": "modern", "registered": "60 Island", "presented": "59 Island\n1 Swamp", "game": "2"}
    short.post("/check", data={"text": LIST})
    page = short.post("/compare", data=sent)
    assert page.status_code == 429
    assert all(f'name="{name}"' in page.text for name in sent)
    assert "59 Island\n1 Swamp" in page.text
    assert 'action="/compare"' in page.text


def test_the_api_has_the_budget_of_the_pages(short: FlaskClient) -> None:
    assert short.post("/api/v1/check", json=API).status_code == 200
    for path, sent in (("check", API), ("compare", {**API, "registered": LIST, "presented": LIST}), ("verify", {})):
        answer = short.post(f"/api/v1/{path}", json=sent)
        assert answer.status_code == 429
        assert answer.mimetype == "application/problem+json"
        assert answer.get_json()["code"] == "too-many"
        assert int(answer.headers["Retry-After"]) >= 1
    assert short.post("/check", data={"text": LIST}).status_code == 429


def test_a_list_in_an_address_costs_as_much(short: FlaskClient) -> None:
    assert short.get("/check", query_string={"text": LIST}).status_code == 200
    assert short.get("/check", query_string={"text": LIST}).status_code == 429


def test_what_is_no_judging_costs_nothing(short: FlaskClient) -> None:
    short.post("/check", data={"text": LIST})
    for path in ("/livez", "/sign-in", "/join", "/formats/modern", "/static/app.css"):
        assert short.get(path).status_code == 200


@pytest.fixture
def frozen(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock of the ledger, which the test sets."""
    at = [0.0]
    with client.application.app_context():
        monkeypatch.setattr(ledger(), "clock", lambda: at[0])
    return at


def test_1150_checks_by_the_api_in_a_row_are_too_many(client: FlaskClient, frozen: list[float]) -> None:
    """In one moment, however fast the machine is: even one that takes next to nothing costs for being received."""
    answers = [client.post("/api/v1/check", json=API).status_code for _ in range(1150)]
    assert frozen == [0.0]
    assert set(answers) == {200, 429}
    assert answers.index(429) > 200


def test_a_hall_of_phones_that_type_is_not_refused(client: FlaskClient, frozen: list[float]) -> None:
    """500 phones behind one address, each of which checks every ten seconds, for a minute as a clock has it."""
    with client.application.app_context():
        found = ledger()
    price = 3.5 + TAKEN
    for _ in range(500 * 6):
        assert found.wait("hall", STRANGERS) == 0
        found.spend("hall", STRANGERS, price)
        frozen[0] += 10 / 500
    for _ in range(int(STRANGERS.burst / price)):
        found.spend("all at once", STRANGERS, price)
        assert found.wait("all at once", STRANGERS) == 0


@pytest.fixture
def event(one_desk: App) -> tuple[Flask, App, Made]:
    made = make_event(one_desk, players=2)
    return create_app(one_desk.settings, one_desk), one_desk, made


def test_who_is_signed_in_has_a_budget_of_their_own(event: tuple[Flask, App, Made]) -> None:
    app, desk, made = event
    app.config["CHECK_WORK"] = NONE_LEFT
    stranger, one, other = visitor(app), player(app, desk, made.entries[0]), player(app, desk, made.entries[1])
    assert [stranger.post("/check", data={"text": LIST}).status_code for _ in range(2)] == [200, 429]
    assert {one.post("/check", data={"text": LIST}).status_code for _ in range(5)} == {200}
    bearer = {"Authorization": f"Bearer {made.links[0]}"}
    assert visitor(app).post("/api/v1/check", json=API, headers=bearer).status_code == 200
    app.config["OWN_CHECK_WORK"] = replace(NONE_LEFT, name=OWN.name)
    assert one.post(f"/e/{made.slug}/my", data={"text": LIST}).status_code == 429
    assert visitor(app).post("/api/v1/check", json=API, headers=bearer).status_code == 429
    assert other.post(f"/e/{made.slug}/my", data={"text": LIST}).status_code == 200


def test_addresses_of_one_ipv6_network_share_a_budget(short: FlaskClient) -> None:
    def ask(address: str) -> int:
        sent = short.post("/check", data={"text": LIST}, environ_overrides={"REMOTE_ADDR": address})
        return sent.status_code

    assert [ask("2001:db8:0:1::1"), ask("2001:db8:0:1:f::2"), ask("2001:db8:0:2::1")] == [200, 429, 200]


def test_every_route_of_the_table_is_there(app: APIFlask) -> None:
    known = {rule.rule for rule in app.url_map.iter_rules()}
    assert known >= JUDGING | WRITING | PRINTING


def test_what_anyone_may_post_is_in_the_table_of_judging() -> None:
    """Whatever takes a list from anybody is limited; the others open no list, and have limits of their own."""
    doors = {
        "/",
        "/events",
        "/invited/<secret>",
        "/join",
        "/language",
        "/reset",
        "/reset/<secret>",
        "/r/<secret>",
        "/sign-in",
        "/sign-in/code",
        "/sign-out",
    }
    posts = {row.rule for row in rows() if row.method == "POST" and row.right == "everyone" and "/e/" not in row.rule}
    assert posts - doors == JUDGING & posts


@pytest.mark.parametrize(
    ("path", "judges"),
    [
        ("/check", True),
        ("/che%63k", True),
        ("/api/v1/check", True),
        ("/e/northern-open/my", True),
        ("/e/northern-open/roster/12/enter", True),
        ("/e/northern-open/my/send", False),
        ("/e/northern-open/join", False),
        ("/livez", False),
        ("/checks", False),
        ("/", False),
    ],
)
def test_a_path_tells_the_server_whether_it_judges(path: str, judges: bool) -> None:
    assert is_judging(path) is judges


def test_strangers_never_have_all_places() -> None:
    gate = Gate(Places(all=3, strangers=2, each=1))
    assert [gate.take(NOBODY) for _ in range(3)] == [True, True, False]
    assert [gate.take("one"), gate.take("one"), gate.take("other")] == [True, False, False]
    gate.give(NOBODY)
    assert [gate.take("one"), gate.take("other"), gate.take(NOBODY)] == [False, True, True]


def test_one_who_waits_for_a_place_gets_it_when_it_is_free() -> None:
    gate = Gate(Places(strangers=1))
    assert gate.take(NOBODY)
    timer = threading.Timer(0.05, gate.give, [NOBODY])
    timer.start()
    assert gate.take(NOBODY, 10)
    timer.join()


def test_forged_cookies_take_no_place_of_those_who_are_signed_in() -> None:
    gate, forged = Gate(Places(all=3, strangers=2, each=1)), ["one", "two", "three"]
    changed = []
    for name in forged:
        assert gate.take(name)
        gate.serve(name)
        changed.append(gate.change(NOBODY))
    assert changed == [True, True, False]
    assert gate.take("somebody")
    gate.serve(NOBODY)
    gate.give_held()
    gate.give_held()
    assert [gate.take(NOBODY), gate.take(NOBODY)] == [True, False]


def test_a_cookie_that_is_none_gives_no_place(event: tuple[Flask, App, Made], monkeypatch: pytest.MonkeyPatch) -> None:
    """The server held a place for whoever the cookie names; as a stranger they need another, and wait in no thread."""
    app, _, _ = event
    gate = Gate(Places(strangers=1))
    monkeypatch.setattr("deckcheck.web.limits.GATE", gate)
    client = visitor(app)
    client.set_cookie("deckcheck", "no cookie of ours")
    assert gate.take("no cookie of ours")
    gate.serve("no cookie of ours")
    assert client.post("/check", data={"text": LIST}).status_code == 200
    assert gate.held == NOBODY
    assert gate.take("no cookie of ours")
    gate.serve("no cookie of ours")
    page = client.post("/check", data={"text": LIST})
    assert page.status_code == 503
    assert not gate.held
    assert int(page.headers["Retry-After"]) >= 1
    assert LIST in page.text
    told = client.post("/api/v1/check", json=API, headers={"Authorization": "Bearer x"})
    assert (told.status_code, told.get_json()["code"]) == (503, "busy")


def test_who_is_signed_in_waits_for_no_place_of_strangers(
    event: tuple[Flask, App, Made], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, desk, made = event
    gate = Gate(Places(strangers=1))
    monkeypatch.setattr("deckcheck.web.limits.GATE", gate)
    gate.serve(None)
    stranger, one = visitor(app), player(app, desk, made.entries[0])
    assert gate.take(NOBODY)
    assert stranger.post("/check", data={"text": LIST}).status_code == 503
    assert one.post("/check", data={"text": LIST}).status_code == 200
