"""Strangers who try to have more judged than they may, or to have others refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from deckcheck.app.budgets import Budget
from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.events import Made, make_event
from tests.web.visitors import player, visitor

ONE_EACH = Budget("judging", burst=0, per_second=0.001)
"""A budget that one request uses up for good."""
LIST = {"text": "60 Island"}
HALL = "198.51.100.7"


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, players=3)


def an_app(desk: App, proxies: int) -> Flask:
    told = replace(desk, settings=replace(desk.settings, proxies=proxies))
    app = create_app(told.settings, told)
    app.config["CHECK_WORK"] = ONE_EACH
    return app


def check(client: FlaskClient, address: str = HALL, told: str = "", path: str = "/check") -> int:
    headers = {"X-Forwarded-For": told} if told else {}
    sent = {"data": LIST} if path == "/check" else {"json": {"format": "modern", **LIST}}
    answer = client.post(path, headers=headers, environ_overrides={"REMOTE_ADDR": address}, **sent)
    return answer.status_code


def test_without_a_proxy_nobody_names_their_own_network(one_desk: App, made: Made) -> None:
    client = visitor(an_app(one_desk, 0))
    answers = [check(client, told=f"203.0.113.{number}") for number in range(5)]
    assert answers == [200, 429, 429, 429, 429]


def test_behind_one_proxy_its_word_alone_counts(one_desk: App, made: Made) -> None:
    """A visitor's own words come before it, however many they are, and of whatever form."""
    client = visitor(an_app(one_desk, 1))
    words = ("", "203.0.113.1, ", "::1, 10.0.0.1, ", "unknown, ", "x" * 500 + ", ")
    assert [check(client, "127.0.0.1", f"{word}{HALL}") for word in words] == [200, 429, 429, 429, 429]
    assert check(client, "127.0.0.1", f"{HALL}, 198.51.100.8") == 200


def test_a_household_has_one_budget_however_it_writes_its_address(one_desk: App, made: Made) -> None:
    client = visitor(an_app(one_desk, 1))
    same = ("2001:db8:0:1::1", "2001:DB8:0:1:ffff::", "2001:0db8:0000:0001::2", "2001:db8:0:1::1%eth0")
    assert [check(client, "127.0.0.1", one) for one in same] == [200, 429, 429, 429]
    assert [check(client, "127.0.0.1", one) for one in (HALL, f"::ffff:{HALL}")] == [200, 429]


def test_who_eats_the_budget_of_a_hall_locks_out_no_one_signed_in_and_no_other_network(
    one_desk: App, made: Made
) -> None:
    app = an_app(one_desk, 0)
    stranger, phone = visitor(app), player(app, one_desk, made.entries[0])
    assert [check(stranger) for _ in range(3)] == [200, 429, 429]
    assert {check(phone) for _ in range(5)} == {200}
    bearer = {"Authorization": f"Bearer {made.links[1]}", "Idempotency-Key": "key-of-the-list"}
    to = f"/api/v1/e/{made.slug}/entries/2/submissions"
    assert visitor(app).post(to, json={"stage": "swiss", **LIST}, headers=bearer).status_code == 201
    assert check(stranger, "198.51.100.8") == 200


def test_a_cookie_or_bearer_that_nobody_gave_out_opens_no_budget(one_desk: App, made: Made) -> None:
    app = an_app(one_desk, 0)
    answers = []
    for number in range(4):
        client = visitor(app)
        client.set_cookie("deckcheck", f"forged.{number}")
        answers.append(check(client))
    assert answers == [200, 429, 429, 429]
    forged = {"Authorization": f"Bearer forged-{number}"}
    told = visitor(app).post(
        "/api/v1/check", json={"format": "modern", **LIST}, headers=forged, environ_overrides={"REMOTE_ADDR": HALL}
    )
    assert told.status_code == 429
