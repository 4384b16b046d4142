"""Signing in and the account in a browser: axe finds nothing, all fits, and the ways in and out work by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Page, expect

from deckcheck.accounts.resets import make_reset
from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.doors import MAIL, PASSWORD, a_link, an_account
from tests.events import Made, make_event
from tests.web.serving import served


@pytest.fixture
def origin(one_desk: App) -> Iterator[str]:
    """A site of the test's own, with an account and an event."""
    an_account(one_desk)
    with served(create_app(one_desk.settings, one_desk)) as address:
        yield address


@pytest.fixture
def event(one_desk: App) -> Made:
    return make_event(one_desk)


def give(page: Page, password: str = PASSWORD) -> None:
    page.fill("#mail", MAIL)
    page.fill("#password", password)
    page.click("main .go")


def settled(page: Page, width: int) -> None:
    """Nothing to complain of in either mode, and nothing sticks out, at 320 pixels neither."""
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        assert complaints(page) == []
    assert sideways(page) <= 0
    if width < 1000:
        page.set_viewport_size({"width": 320, "height": 640})
        assert sideways(page) <= 0
        page.set_viewport_size({"width": width, "height": 760})
        small = page.evaluate(
            """() => [...document.querySelectorAll('main .btn, main .field:not(.vh), nav a')]
            .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
            .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert small == []


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_on_the_way_in_fits_and_axe_finds_nothing(
    open_page: OpenPage, one_desk: App, event: Made, width: int
) -> None:
    page = open_page("/sign-in", width, expects=("422", "404"))
    settled(page, width)
    give(page, "another password")
    expect(page.get_by_role("alert")).to_have_text("That e-mail and password don't match.")
    settled(page, width)
    give(page)
    expect(page.locator("h1")).to_have_text("My events")
    settled(page, width)
    page.click("text=Account")
    expect(page.locator("h1")).to_have_text("Rosa Kim")
    settled(page, width)
    page.click("text=Set up an authenticator app")
    settled(page, width)
    app = pyotp.TOTP(page.inner_text("main code"))
    page.fill("#app-password", PASSWORD)
    page.fill("#app-code", app.at(one_desk.now()))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("main ol li")).to_have_count(10)
    settled(page, width)
    page.click("text=Back to the account")
    settled(page, width)
    base = page.url.removesuffix("/account")
    reset = f"/reset/{make_reset(one_desk, MAIL).secret}"
    for path in ("/account/close", "/sign-out", "/reset", reset, f"/r/{a_link(one_desk, event.entries[0])}", "/r/none"):
        page.goto(base + path)
        settled(page, width)
    page.goto(base + "/sign-out")
    page.click("main .go")
    expect(page.locator("h1")).to_have_text("Signed out")
    settled(page, width)
    page.goto(base + "/sign-in")
    give(page)
    expect(page.locator("h1")).to_have_text("Code from your app")
    settled(page, width)


def test_a_link_that_a_player_is_led_to_asks_before_it_takes_over(
    open_page: OpenPage, one_desk: App, event: Made, origin: str
) -> None:
    ada, per = (a_link(one_desk, person) for person in event.entries[:2])
    page = open_page("/check")
    page.goto(f"{origin}/r/{ada}")
    page.goto(f"{origin}/r/{per}")
    expect(page.locator("h1")).to_have_text("Go on as Per Dahl?")
    page.goto(f"{origin}/sign-out")
    expect(page.locator("main")).to_contain_text("You are Ada Okonkwo here.")
    page.goto(f"{origin}/r/{per}")
    page.click("text=Go on as Per Dahl >> nth=-1")
    page.goto(f"{origin}/sign-out")
    expect(page.locator("main")).to_contain_text("You are Per Dahl here.")


def test_leaving_wipes_what_the_browser_kept(open_page: OpenPage, origin: str) -> None:
    page = open_page("/sign-in")
    give(page)
    expect(page.locator("h1")).to_have_text("My events")
    page.evaluate("localStorage.setItem('list', '60 Island')")
    assert page.context.cookies()
    page.goto(f"{origin}/sign-out")
    page.click("main .go")
    expect(page.locator("h1")).to_have_text("Signed out")
    page.wait_for_function("localStorage.length === 0")
    (known,) = page.context.cookies()
    assert known["name"] == "deckcheck-device"
    page.goto(f"{origin}/account")
    expect(page.locator("h1")).to_have_text("Sign in")


def test_another_site_cannot_post_in_a_browser_that_is_signed_in(open_page: OpenPage, origin: str) -> None:
    page = open_page("/sign-in", expects=("403",))
    give(page)
    expect(page.locator("h1")).to_have_text("My events")
    elsewhere = origin.replace("127.0.0.1", "localhost")
    page.route(
        f"{elsewhere}/trap",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<form method="post" action="{origin}/account/name"><input name="name" value="Mallory"></form>'
            "<script>document.forms[0].submit()</script>",
        ),
    )
    page.goto(f"{elsewhere}/trap")
    expect(page.locator("main")).to_contain_text("This came from another site.")
    page.goto(f"{origin}/account")
    expect(page.locator("h1")).to_have_text("Rosa Kim")


def test_a_password_manager_finds_the_fields_by_their_names(open_page: OpenPage) -> None:
    page = open_page("/sign-in")
    fields = page.eval_on_selector_all("main input", "all => all.map(e => [e.type, e.autocomplete])")
    assert fields == [["text", "username"], ["password", "current-password"]]
