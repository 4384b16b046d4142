"""A line that is no card, on a phone: one tap leaves it out, another puts it back, and the receipt says so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from deckcheck.app.context import App
from deckcheck.decklist.answers import make_answers
from deckcheck.lists.editor import draft_of
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.browser.test_register import with_clipboard
from tests.desks import Clock
from tests.events import Made, make_event
from tests.limits import NO_LIMIT
from tests.web.serving import served

THANKS = "Thanks for organizing!"
LIST = f"1 Krenko, Mob Boss\n\n99 Mountain\n\n{THANKS}"
LEAVE, BACK = "Not a card, leave it out", "Put it back"
WIDTHS = (360, 1280)


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return make_event(one_desk, format="commander", accepts="legal")


@pytest.fixture
def origin(one_desk: App, made: Made) -> Iterator[str]:
    app = create_app(one_desk.settings, one_desk)
    app.config["OWN_CHECK_WORK"] = app.config["CHECK_WORK"] = NO_LIMIT
    with served(app) as address:
        yield address


def paste(page: Page, text: str = LIST) -> None:
    """Paste a list and leave the field, so that its last line is done."""
    with_clipboard(page, text)
    page.click("#text")
    page.keyboard.press("Control+V")
    page.locator("#text").blur()
    expect(page.get_by_role("button", name=LEAVE).first).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_is_left_out_with_one_tap_and_stands_on_the_receipt(
    open_page: OpenPage, one_desk: App, made: Made, width: int
) -> None:
    page = open_page(f"/r/{made.links[0]}", width)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    paste(page)
    expect(page.locator("#submit")).to_have_count(0)
    assert complaints(page) == []
    page.get_by_role("button", name=LEAVE).click()
    expect(page.locator("#verdict .word")).to_contain_text("Legal in Commander")
    expect(page.locator("#slot-words")).to_have_text("Line 5 is left out.")
    expect(page.get_by_role("button", name=BACK)).to_be_visible()
    expect(page.locator("#line-5")).to_have_class("left-out")
    assert page.input_value("#text") == LIST
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.reload()
    expect(page.get_by_role("button", name=BACK)).to_be_visible()
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("List submitted")
    expect(page.locator(".left-out")).to_have_text(f"Left out because it\u2019s not a card: line 5, {THANKS}")
    assert complaints(page) == []
    assert sideways(page) <= 0
    assert draft_of(made.as_person(0), made.slug, 1, "", one_desk).answers == make_answers([5])


def test_an_answer_follows_its_line_while_the_list_is_typed_on(open_page: OpenPage, made: Made) -> None:
    page = open_page(f"/r/{made.links[0]}", 360)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    paste(page)
    page.get_by_role("button", name=LEAVE).click()
    expect(page.get_by_role("button", name=BACK)).to_be_visible()
    page.fill("#text", f"Commander\n{LIST}")
    page.locator("#text").blur()
    expect(page.locator("#line-6")).to_have_class("left-out")
    page.get_by_role("button", name=BACK).click()
    expect(page.get_by_role("button", name=LEAVE)).to_be_visible()
    expect(page.locator("#submit")).to_have_count(0)


def test_the_check_page_keeps_the_answer_in_its_tab(open_page: OpenPage) -> None:
    page = open_page("/check?format=commander", 360)
    paste(page)
    page.get_by_role("button", name=LEAVE).click()
    expect(page.locator("#verdict .word")).to_contain_text("Legal in Commander")
    page.reload()
    expect(page.get_by_role("button", name=BACK)).to_be_visible()
    expect(page.locator("#verdict .word")).to_contain_text("Legal in Commander")
    assert complaints(page) == []
    assert sideways(page) <= 0
