"""Links on pages and over the API: what a player is asked and told, what staff sees, and that programs see no link."""

from __future__ import annotations

from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.store.models import Entry
from deckcheck.web import create_app
from tests.events import Made, make_event
from tests.organizing import give_mail, letter_links, with_mail
from tests.registrations import send
from tests.web.test_api_registration import Program, token
from tests.web.test_roster_pages import get, press, text_of
from tests.web.visitors import player, sign_in_as


@pytest.fixture
def desk(one_desk: App) -> App:
    """A desk that sends mail."""
    return with_mail(one_desk)


@pytest.fixture
def app(desk: App) -> APIFlask:
    return create_app(desk.settings, desk)


@pytest.fixture
def made(desk: App) -> Made:
    return make_event(desk)


@pytest.fixture
def weekly(desk: App, made: Made) -> Made:
    return make_event(desk, slug="weekly", name="Weekly", join_code="WOLF-0001")


@pytest.fixture
def ada(app: APIFlask, desk: App, made: Made) -> FlaskClient:
    return player(app, desk, made.entries[0])


def test_a_link_of_another_event_asks_and_both_are_tied_by_a_yes(ada: FlaskClient, weekly: Made) -> None:
    asked = get(ada, f"/r/{weekly.links[0]}")
    assert "Both are you? Then this browser opens the lists of both from now on." in text_of(asked)
    assert "Weekly" not in text_of(get(ada, "/me"))
    told = text_of(press(ada, asked, "Both are me"))
    assert "Northern Open" in told
    assert "Weekly" in told


def test_going_on_as_the_other_ties_nothing(ada: FlaskClient, weekly: Made) -> None:
    told = text_of(press(ada, get(ada, f"/r/{weekly.links[0]}"), "Go on as Ada Okonkwo"))
    assert "Weekly" in told
    assert "Northern Open" not in told


def test_no_other_site_says_yes(ada: FlaskClient, weekly: Made) -> None:
    ada.environ_base["HTTP_SEC_FETCH_SITE"] = "cross-site"
    assert ada.post(f"/r/{weekly.links[0]}", data={"answer": "both"}).status_code == 403
    ada.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    assert "Weekly" not in text_of(get(ada, "/me"))


def test_whoever_joins_while_signed_in_sees_both_events(ada: FlaskClient, weekly: Made) -> None:
    page = get(ada, f"/e/{weekly.slug}/join?code=WOLF-0001")
    assert "You join as Ada Okonkwo." in text_of(page)
    asked = press(ada, page, "Join and enter your list", 409)
    press(ada, asked, "No, I\N{RIGHT SINGLE QUOTATION MARK}m another Ada Okonkwo")
    told = text_of(get(ada, "/me"))
    assert "Northern Open" in told
    assert "Weekly" in told


def test_the_other_links_go_to_the_address_and_nobody_is_told_of_them(
    ada: FlaskClient, app: APIFlask, desk: App, made: Made, weekly: Made
) -> None:
    give_mail(desk, made)
    give_mail(desk, weekly)
    words = "If other events know this address, their links are on the way to it."
    assert words in text_of(press(ada, get(ada, "/me"), "Mail me the others"))
    per = player(app, desk, made.entries[1])
    assert words in text_of(press(per, get(per, "/me"), "Mail me the others"))
    ((mail, secret),) = letter_links(desk)
    assert mail == "player1@example.org"
    assert who_is(desk, bearer=secret).uid == weekly.entries[0]


def test_staff_mails_a_link_without_seeing_it_and_the_player_reads_of_it(app: APIFlask, desk: App, made: Made) -> None:
    sam = sign_in_as(app, desk, made.accounts["scorekeeper"])
    path = f"/e/{made.slug}/roster/1/link"
    assert "Mail it" not in text_of(get(sam, path))
    give_mail(desk, made)
    told = press(sam, get(sam, path), "Mail it")
    assert "A link goes to the address of Ada Okonkwo." in text_of(told)
    ((_, secret),) = letter_links(desk)
    assert secret not in told.response.get_data(as_text=True)
    browser = app.test_client()
    browser.get(f"/r/{secret}")
    for page in ("my", "my/list"):
        told = get(browser, f"/e/{made.slug}/{page}")
        assert "Sam Lee had your link mailed at 09:00. Not asked for? Tell the head judge." in text_of(told)


def test_a_replaced_link_says_by_whom(app: APIFlask, desk: App, made: Made) -> None:
    rosa = sign_in_as(app, desk, made.accounts["judge"])
    press(rosa, get(rosa, f"/e/{made.slug}/roster/1/link"), "Show a new link")
    gone = app.test_client().get(f"/r/{made.links[0]}")
    assert gone.status_code == 410
    assert "Rosa Kim at the desk issued a newer one at 09:00." in gone.text


def test_a_merge_says_before_whose_links_end(app: APIFlask, desk: App, made: Made) -> None:
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    join = {"code": "KITE-4719", "last": "Okonkwo", "first": "Ada", "same": True}
    send(made, desk)
    link = client.post(f"/api/v1/e/{made.slug}/join", json=join).get_json()["link"]
    ben = sign_in_as(app, desk, made.accounts["head-judge"])
    page = ben.post(f"/e/{made.slug}/roster/4/merge", data={"into": "1"})
    assert "Entry 4 came with the join code and was not confirmed: its links and sign-ins end." in page.text
    form = {"into": "1", "confirmed": "yes", "keep": "1"}
    assert ben.post(f"/e/{made.slug}/roster/4/merge", data={**form, "same_player": "yes"}).status_code == 303
    assert who_is(desk, bearer=link).uid == _entry(desk, made, 4)


def _entry(desk: App, made: Made, number: int) -> str:
    with desk.store.read() as session:
        return session.query(Entry).filter_by(event=made.uid, number=number).one().uid


def test_programs_get_no_link_in_any_answer(app: APIFlask, desk: App, made: Made) -> None:
    path = f"/api/v1/e/{made.slug}"
    client = app.test_client()
    program = Program(client, token(desk, made, "desk"), path)
    ek: dict[str, Any] = {"last": "Ek", "first": "Nils", "mail": "nils@example.org"}
    status, told = program.call("POST", "/entries", ek)
    assert (status, told["link"]) == (201, "")
    status, told = program.call("POST", "/entries", {"last": "Keita", "mail": "awa@example.org", "mail_link": True})
    assert (status, told["link"]) == (201, "")
    status, told = program.call("POST", "/entries", {"last": "Ruiz", "mail_link": True})
    assert (status, told["code"]) == (409, "no-mail")
    status, told = program.call("POST", "/entries/4/link", {})
    assert (status, told["detail"]) == (403, "An API token can't read a link. Ask for it to be mailed to the player.")
    status, told = program.call("POST", "/entries/4/link", {"mail": True})
    assert (status, told["link"], told["path"]) == (201, "", "")
    status, told = program.call("POST", "/join", {"code": "KITE-4719", "last": "Abara"})
    assert told.get("link", "") == ""
    assert [mail for mail, _ in letter_links(desk)] == ["awa@example.org", "nils@example.org"]
    rosa = sign_in_as(app, desk, made.accounts["judge"])
    told = rosa.post(f"{path}/entries/1/link", json={}).get_json()
    assert who_is(desk, bearer=told["link"]).name == "Ada Okonkwo"
