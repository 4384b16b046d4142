"""A line that is no card, in registration without scripts: answered once, kept everywhere the text is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.decklist.answers import make_answers
from deckcheck.lists.editor import draft_of
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import send
from tests.web.pages import Element, Page
from tests.web.test_player_pages import get, press, text_of
from tests.web.visitors import player, sign_in_as

THANKS: Final = "Thanks for organizing!"
LIST: Final = f"1 Krenko, Mob Boss\n\n99 Mountain\n\n{THANKS}"
LEFT: Final = make_answers([5])
LEAVE: Final = "Not a card, leave it out"
BACK: Final = "Put it back, line 5"
EDITOR: Final = "/e/northern-open/my"
TOLD: Final = f"Left out because it\u2019s not a card: line 5, {THANKS}"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, format="commander", accepts="legal")


@pytest.fixture
def ada(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return player(app, one_desk, made.entries[0])


@pytest.fixture
def judge(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["judge"])


def written(client: FlaskClient, text: str = LIST, path: str = EDITOR) -> Page:
    return press(client, get(client, path), "Check", text=text)


def words(page: Page) -> list[str]:
    return [e.text for e in page.all if e.tag == "button"]


def marks(page: Page, name: str = "out") -> list[str]:
    return [e.attrs["value"] for e in page.all if e.attrs.get("name") == name]


def test_an_answer_is_kept_with_the_draft_and_seen_on_a_second_phone(
    app: APIFlask, one_desk: App, made: Made, ada: FlaskClient
) -> None:
    page = press(ada, written(ada), LEAVE)
    assert page.verdict().startswith("Legal")
    assert "Submit list" in words(page)
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).answers == LEFT
    phone = get(player(app, one_desk, made.entries[0]), EDITOR)
    assert phone.verdict().startswith("Legal")
    assert BACK in words(phone)


def test_an_answer_can_be_taken_back_until_the_list_is_submitted(one_desk: App, made: Made, ada: FlaskClient) -> None:
    page = press(ada, press(ada, written(ada), LEAVE), BACK)
    assert "Submit list" not in words(page)
    assert not draft_of(made.as_person(0), made.slug, 1, "", one_desk).answers
    assert LEAVE in words(get(ada, EDITOR))


def test_the_receipt_and_the_players_pages_say_what_was_left_out(ada: FlaskClient) -> None:
    receipt = press(ada, press(ada, written(ada), LEAVE), "Submit list")
    assert receipt.having("left-out")[0].text == TOLD
    for path in ("/list", "/versions"):
        assert TOLD in text_of(get(ada, EDITOR + path))
    replaced = get(ada, EDITOR)
    assert replaced.list_text == LIST
    assert BACK in words(replaced)


def test_a_refusal_keeps_the_answer(ada: FlaskClient, clock: Clock) -> None:
    page = press(ada, written(ada), LEAVE)
    clock.set(DEADLINE + timedelta(minutes=1))
    refused = press(ada, page, "Submit list")
    assert refused.response.status_code == 409
    assert (refused.list_text, len(marks(refused))) == (LIST, 1)
    assert BACK in words(get(ada, EDITOR))


def test_a_large_text_for_the_desk_keeps_the_answer(one_desk: App, made: Made, ada: FlaskClient, clock: Clock) -> None:
    page = press(ada, written(ada), LEAVE)
    clock.set(DEADLINE + timedelta(minutes=1))
    press(ada, press(ada, page, "Check"), "Show it large")
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).answers == LEFT


@pytest.mark.parametrize(("choice", "left"), [("theirs", True), ("yours", False)])
def test_of_two_versions_each_keeps_its_own_answers(
    app: APIFlask, one_desk: App, made: Made, ada: FlaskClient, choice: str, left: bool
) -> None:
    here = get(ada, EDITOR)
    other = player(app, one_desk, made.entries[0])
    press(other, written(other), LEAVE)
    both = press(ada, here, "Check", text=f"{LIST}\nand friends")
    assert both.response.status_code == 409
    buttons: list[Element] = [e for e in both.all if e.attrs.get("value") == choice]
    fields = {**both.fields(), "theirs-out": marks(both, "theirs-out"), "do": buttons[0].attrs["value"]}
    chosen = Page(ada.post(EDITOR, data=fields, content_type="multipart/form-data"))
    assert bool(marks(chosen)) is left
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).answers == (LEFT if left else make_answers())


def test_the_text_that_was_sent_comes_back_with_its_answers(
    one_desk: App, made: Made, ada: FlaskClient, clock: Clock
) -> None:
    send(made, one_desk, LIST, answers=LEFT)
    clock.pass_(minutes=1)
    page = written(ada, "1 Krenko, Mob Boss\n\n99 Mountain")
    page = get(ada, EDITOR)
    fields = {**page.fields(), "older-out": marks(page, "older-out"), "do": "older"}
    chosen = Page(ada.post(EDITOR, data=fields, content_type="multipart/form-data"))
    assert chosen.list_text == LIST
    assert chosen.verdict().startswith("Legal")


# Staff.


def test_staff_leaves_a_line_out_for_a_player(made: Made, judge: FlaskClient, ada: FlaskClient) -> None:
    page = written(judge, path=f"/e/{made.slug}/roster/1/enter")
    done = press(judge, press(judge, page, LEAVE), "Send list")
    assert done.response.status_code == 200
    assert TOLD in text_of(done)
    assert TOLD in text_of(get(ada, f"{EDITOR}/list"))


def test_in_review_the_line_is_struck_through_and_a_correction_goes_on_with_it(
    one_desk: App, made: Made, judge: FlaskClient, clock: Clock
) -> None:
    send(made, one_desk, LIST, answers=LEFT)
    page = get(judge, f"/e/{made.slug}/roster/1")
    assert TOLD in text_of(page)
    assert page.by_id("w5").text == f"5{THANKS} left out"
    clock.set(DEADLINE + timedelta(minutes=1))
    editor = get(judge, f"/e/{made.slug}/roster/1/enter?how=correct")
    assert BACK in words(editor)
    done = press(judge, editor, "Correct the list", text=f"{LIST}\n", section="IPG 3.4", reason="a blank line")
    assert TOLD in text_of(done)


def test_of_who_reads_no_cards_no_line_is_shown(app: APIFlask, one_desk: App, made: Made) -> None:
    send(made, one_desk, LIST, answers=LEFT)
    desk = sign_in_as(app, one_desk, made.accounts["scorekeeper"])
    for path in ("", "/enter"):
        assert THANKS not in get(desk, f"/e/{made.slug}/roster/1{path}").response.get_data(as_text=True)
