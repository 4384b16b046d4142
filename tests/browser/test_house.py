"""The pages about programs, the audit, rechecks and persons in a browser: nothing for axe, nothing sideways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from deckcheck.app.context import App
from deckcheck.app.mail import WEBHOOK, send_next
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage, opening
from tests.browser.test_pages import complaints, sideways
from tests.desks import Clock
from tests.histories import SLUG, History, a_full_history
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

E: Final = f"/e/{SLUG}"
PAGES: Final = {
    "programs": f"{E}/programs",
    "audit": f"{E}/audit",
    "audit of lists": f"{E}/audit?act=list.",
    "audit verified": f"{E}/audit?head=0123456789ab&verify=1",
    "recheck": f"{E}/recheck",
    "people": f"{E}/people",
    "person": f"{E}/people/1",
    "forget": f"{E}/people/1/forget",
}


@pytest.fixture
def desk(one_desk: App) -> App:
    return replace(one_desk, settings=replace(one_desk.settings, local_webhooks=True))


@pytest.fixture
def history(desk: App, clock: Clock) -> History:
    """An event from its beginning to its end, with programs, of which one message was tried."""
    found = a_full_history(desk, clock)
    while send_next(desk, WEBHOOK):
        pass
    return found


@pytest.fixture
def open_own(browser: Browser, desk: App, history: History) -> Iterator[OpenPage]:
    """Opens an address at a width, signed in as the organizer; an error on the console fails the test."""
    app = create_app(desk.settings, desk)

    def cookie() -> str:
        return cookie_of_account(app, desk, history.staff["organizer"].uid)

    with served(app) as origin, opening(browser, origin, cookie=cookie) as opened:
        yield opened


@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(open_own: OpenPage, width: int) -> None:
    page, wrong = open_own(E, width), {}
    origin = page.url.removesuffix(E)
    for name, path in PAGES.items():
        page.goto(origin + path)
        wrong[name] = (complaints(page), max(0, sideways(page)), page.locator(".go:visible").count() > 1)
        if width == 360:
            page.set_viewport_size({"width": 320, "height": 640})
            wrong[f"{name}, narrow"] = ([], max(0, sideways(page)), False)
            page.set_viewport_size({"width": 360, "height": 760})
    page.emulate_media(color_scheme="dark")
    for name, path in PAGES.items():
        page.goto(origin + path)
        wrong[f"{name}, dark"] = (complaints(page), 0, False)
    assert {name: found for name, found in wrong.items() if found != ([], 0, False)} == {}


def test_targets_are_large_enough_for_fingers(open_own: OpenPage) -> None:
    page, small = open_own(E), []
    origin = page.url.removesuffix(E)
    for path in PAGES.values():
        page.goto(origin + path)
        small += page.evaluate(
            """() => [...document.querySelectorAll('main .btn, main .field, main summary, .menu a, .radios label')]
            .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
            .map(e => e.outerHTML.slice(0, 120))"""
        )
    assert small == []


@pytest.mark.parametrize("script", [True, False])
def test_a_token_is_made_and_shown_once(open_own: OpenPage, script: bool) -> None:
    page = open_own(f"{E}/programs", java_script_enabled=script)
    page.get_by_label("Who will use it").fill("Pairing bot")
    page.get_by_label("It acts as").select_option(label="Desk, as a scorekeeper")
    page.get_by_role("button", name="Make the token").tap()
    expect(page.get_by_role("status").first).to_contain_text("It is not shown again.")
    expect(page.locator(".typed")).to_contain_text("dkc_")
    expect(page.get_by_role("button", name="Copy it")).to_be_visible(visible=script)
    page.goto(page.url)
    expect(page.locator(".typed")).to_have_count(0)
    expect(page.get_by_text("Pairing bot", exact=True)).to_be_visible()


def test_a_player_is_forgotten_in_a_browser(open_own: OpenPage) -> None:
    page = open_own(f"{E}/people")
    page.get_by_role("link", name="Ada Okonkwo").tap()
    page.get_by_role("link", name="Forget Ada Okonkwo").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Forget Ada Okonkwo?")
    page.get_by_label("Why, without a name").fill("asked for it")
    page.get_by_role("button", name="Forget Ada Okonkwo").tap()
    expect(page.get_by_role("status")).to_have_text("Player 1 is forgotten.")
    expect(page.get_by_text("Okonkwo")).to_have_count(0)


def test_a_noted_head_is_looked_for(open_own: OpenPage) -> None:
    page = open_own(f"{E}/audit", 1280)
    head = page.locator("dd.hash").inner_text()
    page.get_by_label("A code you noted").fill(head)
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("The head you hold is entry")).to_be_visible()
