"""The start page: what it offers to whom, what is on now, and a verdict that is the product's own."""

from __future__ import annotations

from datetime import timedelta

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.published_events import a_locked_event
from tests.registrations import LEGAL
from tests.web.pages import Page
from tests.web.test_player_pages import get, text_of
from tests.web.visitors import sign_in_as, visitor


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


def links_of(page: Page) -> list[tuple[str, str]]:
    return [(e.text, e.attrs["href"]) for e in page.by_id("content").inside if e.tag == "a"]


def rows_on_now(page: Page) -> list[str]:
    (on_now,) = page.having("on-now")
    return [" ".join(e.text.split()) for e in on_now.inside if e.tag == "li"]


def test_three_ways_in_stand_first(guest: FlaskClient) -> None:
    page = get(guest, "/")
    assert links_of(page)[:2] == [("Check a list", "/check"), ("Run an event", "/organize")]
    assert page.by_id("code").attrs["placeholder"] == "KITE-4719"
    assert "No public event today." in text_of(page)


@pytest.mark.parametrize(("path", "heading"), [("/", "Is your deck legal on the day you play?"), ("/events", "Events")])
def test_a_wrong_code_is_said_beside_its_field_and_kept(
    guest: FlaskClient, made: Made, path: str, heading: str
) -> None:
    answer = guest.post(path, data={"code": "kite4718"})
    page = Page(answer)
    assert next(e.text for e in page.all if e.tag == "h1") == heading
    field = page.by_id("code")
    assert answer.status_code == 403
    assert (field.attrs["value"], field.attrs["aria-invalid"]) == ("kite4718", "true")
    assert field.attrs["aria-describedby"].split()[-1] == "code-fault"
    sentence = "No event takes the code KITE-4718 now. Ask at the desk for the current one."
    assert page.by_id("code-fault").text == sentence


@pytest.mark.parametrize("path", ["/", "/events"])
def test_too_many_wrong_codes_are_said_beside_the_field(guest: FlaskClient, made: Made, path: str) -> None:
    for n in range(30):
        guest.post(path, data={"code": f"WOLF-{n:04}"})
    answer = guest.post(path, data={"code": "KITE-4719"})
    page = Page(answer)
    assert answer.status_code == 429
    sentence = "Too many tries. Try again in 1 min. The event's own page takes its code at once."
    assert page.by_id("code-fault").text == sentence
    assert page.by_id("code").attrs["value"] == "KITE-4719"


@pytest.mark.parametrize("path", ["/", "/events"])
def test_the_code_leads_to_its_event(guest: FlaskClient, made: Made, path: str) -> None:
    page = get(guest, path)
    form = next(e for e in page.all if e.tag == "form" and e.attrs["method"] == "post")
    assert form.attrs["action"] == path
    answer = guest.post(path, data={"code": "kite 4719"})
    assert answer.headers["Location"] == "/e/northern-open/join?code=kite+4719"


def test_what_takes_lists_comes_with_its_deadline(guest: FlaskClient, one_desk: App, made: Made) -> None:
    for name, code, ahead in (("Harbour Cup", "SEAL-6071", 24 * 60), ("Mill Trophy", "WOLF-0001", -42)):
        deadline = DEADLINE + timedelta(minutes=ahead)
        make_event(one_desk, slug=code.lower(), name=name, join_code=code, deadline=deadline)
    rows = rows_on_now(get(guest, "/"))
    assert [row.split("Modern")[0] for row in rows] == ["TodayMill Trophy", "TodayNorthern Open", "TodayHarbour Cup"]
    assert [row.rpartition("Lists ")[2] for row in rows] == ["close in 18 min", "close in 1 h", "close 14 June 10:00"]


def test_an_event_that_plays_says_whether_its_lists_are_public(guest: FlaskClient, one_desk: App, clock: Clock) -> None:
    a_locked_event(one_desk, clock, players=2, texts={1: LEGAL, 2: LEGAL})
    assert rows_on_now(get(guest, "/"))[0].endswith("Lists hidden")


def test_what_is_over_or_planned_is_not_on_now(guest: FlaskClient, one_desk: App, made: Made, clock: Clock) -> None:
    clock.pass_(hours=2 * 24)
    assert "Northern Open" in text_of(get(guest, "/events"))
    assert "No public event today." in text_of(get(guest, "/"))


def test_the_verdict_is_the_one_that_the_check_page_gives(guest: FlaskClient) -> None:
    (sample,) = get(guest, "/").having("sample")
    page = get(guest, "/check?do=example")
    (word,) = [e.text for e in sample.inside if "word" in e.attrs.get("class", "").split()]
    assert page.verdict().startswith(word.replace(", ", "", 1))
    finding = sample.text[sample.text.index("Line ") :].partition(": ")[2]
    assert finding.strip() in " ".join(text_of(page).split())


def test_somebody_who_is_signed_in_is_led_on(app: APIFlask, one_desk: App, made: Made) -> None:
    player = visitor(app)
    player.get(f"/r/{made.links[0]}")
    assert ("Enter your list", "/e/northern-open/my") in links_of(get(player, "/"))
    staff = sign_in_as(app, one_desk, made.accounts["organizer"])
    assert ("My events", "/organize") in links_of(get(staff, "/"))
