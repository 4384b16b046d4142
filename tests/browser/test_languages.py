"""One event in two languages: a player reads it in theirs, whoever runs it in English, and the record is the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from deckcheck.app.context import App
from deckcheck.translations import LANGUAGES, gettext, speaking
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.conftest import OpenPage
from tests.browser.lists import FAULTY, LEGAL
from tests.browser.test_pages import complaints, sideways
from tests.events import Made, make_event
from tests.limits import NO_LIMIT
from tests.registrations import rows_of
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

OTHERS = [tag for tag in LANGUAGES if tag != "en"]


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


@pytest.fixture
def origin(one_desk: App, made: Made) -> Iterator[str]:
    app = create_app(one_desk.settings, one_desk)
    app.config["OWN_CHECK_WORK"] = app.config["CHECK_WORK"] = NO_LIMIT
    with served(app) as address:
        yield address


def says(tag: str, words: str, **more: object) -> str:
    """The sentence in the language, as its page has it."""
    with speaking(tag):
        return gettext(words) % more


def is_whole(page: Page, tag: str) -> None:
    """The page is in the language, fits the phone, and is as easy to use as the English one."""
    expect(page.locator("html")).to_have_attribute("lang", tag)
    assert sideways(page) <= 0, page.url
    assert complaints(page) == [], page.url


@pytest.mark.parametrize("tag", OTHERS)
def test_a_player_joins_and_submits_in_their_language(open_page: OpenPage, one_desk: App, made: Made, tag: str) -> None:
    page = open_page("/", locale=tag)
    is_whole(page, tag)
    page.fill("#code", "kite 4719")
    page.click(f"button:has-text('{says(tag, 'Join')}')")
    page.fill("[name=last]", "Keita")
    page.fill("[name=first]", "Awa")
    is_whole(page, tag)
    page.click(f"button:has-text('{says(tag, 'Join and enter your list')}')")
    page.fill("#text", FAULTY)
    expect(page.locator("#findings")).to_be_visible()
    is_whole(page, tag)
    page.fill("#text", LEGAL)
    expect(page.locator("#verdict .word.legal")).to_be_visible()
    page.click("#submit")
    expect(page.locator("h1")).to_have_text(says(tag, "List submitted"))
    is_whole(page, tag)
    assert len(rows_of(one_desk)) == 1


def test_a_language_is_switched_where_the_reader_is(open_page: OpenPage) -> None:
    page = open_page("/formats/modern")
    page.click("footer >> text=Language")
    page.click("text=Deutsch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.endswith("/formats/modern")
    page.goto(page.url.replace("/formats/modern", "/check"))
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("role", ["judge", "organizer"])
def test_who_runs_the_event_reads_it_in_english(
    open_page: OpenPage, one_desk: App, made: Made, origin: str, role: str
) -> None:
    """Whatever their browser asks for; the pages for players are theirs to read in their own language."""
    app = create_app(one_desk.settings, one_desk)
    page = open_page("/about", 1280, locale="de")
    page.context.add_cookies(
        [{"name": NAME, "value": cookie_of_account(app, one_desk, made.accounts[role]), "url": origin}]
    )
    page.goto(origin + "/e/northern-open/roster")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#content")).to_contain_text("Submitted")
    page.goto(origin + "/e/northern-open")
    expect(page.locator("html")).to_have_attribute("lang", "de")
