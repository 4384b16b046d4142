"""Pools in browsers: two players count each other's, nothing typed is lost, and a deck is built from what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.pools.views import see_pool
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage, opening
from tests.browser.patience import until
from tests.browser.test_pages import complaints, sideways
from tests.events import Made
from tests.limits import NO_LIMIT
from tests.pools import assign, sealed_event
from tests.registrations import receipts_of
from tests.web.serving import served
from tests.web.visitors import cookie_of_who

POOL: Final = "1 2 3x2 12\n45 45 206\n" + " ".join(str(number) for number in range(100, 136))
"""Numbers of Foundations as they are typed: 44 cards."""
E: Final = "/e/northern-open"


@pytest.fixture
def made(one_desk: App) -> Made:
    made = sealed_event(one_desk, players=2, size=45)
    assign(one_desk, made)
    return made


@pytest.fixture
def app(one_desk: App, made: Made) -> Flask:
    app = create_app(one_desk.settings, one_desk)
    app.config["OWN_CHECK_WORK"] = NO_LIMIT
    return app


@pytest.fixture
def phone(browser: Browser, one_desk: App, app: Flask) -> Iterator[Callable[..., Page]]:
    """Opens an address as somebody sees it."""
    with served(app) as origin, ExitStack() as running:

        def opened(who: Actor, path: str, width: int = 360, *words: str) -> Page:
            def cookie() -> str:
                return cookie_of_who(app, one_desk, who)

            opens: OpenPage = running.enter_context(opening(browser, origin, *words, cookie=cookie))
            return opens(path, width)

        yield opened


def enter(page: Page, text: str) -> None:
    """Type into the field once the script has it, and press Enter."""
    expect(page.locator("#count")).to_have_text("Add")
    page.fill("#add", text)
    page.keyboard.press("Enter")


def saved(page: Page) -> None:
    expect(page.locator("#slot-words")).to_contain_text("Saved")


def total(page: Page, count: int) -> None:
    expect(page.locator("#total")).to_have_text(str(count))


def well(page: Page, *modes: str) -> None:
    """Nothing for axe to complain of, and nothing that needs sideways scrolling."""
    for mode in modes or ("light",):
        page.emulate_media(color_scheme=mode)  # type: ignore[arg-type]
        assert complaints(page) == []
    assert sideways(page) <= 0


def test_two_players_count_across_the_table_and_a_judge_mends_what_is_questioned(
    phone: Callable[..., Page], one_desk: App, made: Made
) -> None:
    ada, per = made.as_person(0), made.as_person(1)
    page = phone(ada, f"{E}/pool")
    well(page, "light", "dark")
    page.click("text=Begin to count")
    enter(page, POOL)
    total(page, 44)
    expect(page.locator("#status")).to_contain_text("44 of 45 cards.")
    page.locator("#add").press_sequentially("llan")
    expect(page.locator("#near .here")).to_contain_text("Llanowar Elves")
    well(page, "dark")
    page.keyboard.press("Enter")
    expect(page.locator("#echo")).to_have_text("1 Llanowar Elves")
    page.click("#undo")
    total(page, 44)
    enter(page, "Shivn Dragn")
    expect(page.locator("#unread")).to_contain_text("No card is called so.")
    assert page.input_value("#add") == "Shivn Dragn"
    page.click("#unread button:has-text('Shivan Dragon')")
    expect(page.locator("#echo")).to_have_text("2 Shivan Dragon")
    saved(page)
    page.click("#undo")
    enter(page, "Brust Lightning")
    expect(page.locator("#told")).to_have_text("“Brust Lightning” is read as Burst Lightning.")
    expect(page.locator("#echo")).to_contain_text("Burst Lightning")
    page.click("#undo")
    total(page, 44)
    saved(page)
    page.click("#next")
    expect(page.locator("main")).to_contain_text("44 cards; 45 expected.")
    well(page)
    page.click("text=Hand over to Per Dahl")
    expect(page.locator("[role=status]")).to_have_text("The pool of Per Dahl is handed over.")
    page.wait_for_function("localStorage.length === 0")

    mine = phone(per, f"{E}/pool")
    expect(mine.locator("main")).to_contain_text("44 cards; 45 expected. Handed over by Ada Okonkwo")
    well(mine)
    mine.click("text=Something in it is wrong")
    mine.fill("textarea", "I opened two Shivan Dragons.")
    mine.click("text=Ask for a judge")
    expect(mine.locator("main")).to_contain_text("A judge looks at it with you.")

    desk = phone(made.as_account("judge"), f"{E}/pools", 1280)
    expect(desk.locator(".pools > li").first).to_contain_text("I opened two Shivan Dragons.")
    well(desk)
    desk.click(".pools a:has-text('Open')")
    well(desk)
    desk.click("text=Correct it")
    enter(desk, "shivan dragon")
    desk.click("#next")
    expect(desk.locator("main")).to_contain_text("was 1")
    well(desk)
    desk.fill("#reason", "Both were in the box.")
    desk.click(".dock .go")
    expect(desk.locator("[role=status]")).to_have_text("It is on record.")

    mine.reload()
    expect(mine.locator("main")).to_contain_text("Corrected by Rosa Kim: Both were in the box.")
    mine.click("text=This is my pool")
    mine.click("a:has-text('Build your deck')")
    enter(mine, "shivan")
    enter(mine, "shivan")
    enter(mine, "shivan")
    expect(mine.locator("#echo")).to_have_text("2 Shivan Dragon, no more.")
    well(mine)
    for number in (16, 17, 18, 19, 20, 21, 22):
        mine.locator("li[data-key] .c-one").nth(number).click()
    enter(mine, "31 mountain")
    total(mine, 40)
    mine.click("#next")
    expect(mine.locator("#submit")).to_have_text("Submit list")
    text = mine.input_value("#text")
    mine.fill("#text", text.replace("31 Mountain", "30 Mountain\n1 Lightning Bolt"))
    expect(mine.locator("#findings ~ ul")).to_contain_text("Lightning Bolt")
    expect(mine.locator("#verdict")).to_contain_text("Illegal")
    mine.fill("#text", text)
    mine.click("#submit:has-text('Submit list')")
    expect(mine.locator("h1")).to_have_text("List submitted")
    assert receipts_of(made, one_desk, 2)[-1].verdict == "legal"


def test_what_is_counted_outlives_the_network_the_tab_and_another_device(
    phone: Callable[..., Page], one_desk: App, made: Made
) -> None:
    ada, address = made.as_person(0), f"{E}/pool/2?stage=swiss"
    page = phone(ada, address, 360, "ERR_INTERNET_DISCONNECTED", "409")
    enter(page, "1 2 3x2")
    saved(page)
    page.context.set_offline(True)
    enter(page, "45 FDN 206")
    expect(page.locator("#slot-words")).to_have_text("No network. 6 cards kept here.")
    enter(page, "Shivn Dragn")
    expect(page.locator("#unread")).to_contain_text("takes a network to be read")
    page.context.set_offline(False)
    page.reload()
    total(page, 6)
    assert page.input_value("#add") == "Shivn Dragn"
    page.fill("#add", "")
    page.locator("#add").press_sequentially("half a na")
    page.reload()
    assert page.input_value("#add") == "half a na"
    until(page, lambda: "1 Shivan Dragon (FDN) 206" in kept(one_desk, made), True)
    saved(page)

    second = page.context.new_page()
    second.goto(page.url)
    enter(second, "107")
    total(page, 7)
    enter(page, "108")
    total(second, 8)
    expect(page.locator("#conflict")).to_be_hidden()

    is_kept(page, one_desk, made, 8)
    other = phone(ada, address)
    total(other, 8)
    enter(other, "109")
    is_kept(other, one_desk, made, 9)
    enter(page, "110 111")
    expect(page.locator("#conflict")).to_contain_text("Another device changed this counting")
    expect(page.locator("#conflict")).to_contain_text("There: 9 cards. Here: 10 cards.")
    page.click("text=Go on with theirs")
    total(page, 9)
    enter(page, "112")
    is_kept(page, one_desk, made, 10)
    page.goto(page.url.partition("/e/")[0] + "/sign-out")
    page.click("main .go")
    expect(page.locator("h1")).to_have_text("Signed out")
    page.wait_for_function("localStorage.length === 0")


def test_going_on_while_the_count_is_being_saved_saves_the_rest_first(
    phone: Callable[..., Page], one_desk: App, made: Made
) -> None:
    page = phone(made.as_person(0), f"{E}/pool/2?stage=swiss")

    def go_on(route: Route) -> None:
        enter(page, "107")
        page.click("#next")
        route.continue_()

    page.route("**" + (page.locator("#pool").get_attribute("data-save") or "*"), go_on, times=1)
    enter(page, "1 2 3x2")
    expect(page.locator("main")).to_contain_text("5 cards; 45 expected.")
    is_kept(page, one_desk, made, 5)


def is_kept(page: Page, desk: App, made: Made, cards: int) -> None:
    """The server has as many cards, soon."""
    until(page, lambda: sum(int(line.split()[0]) for line in kept(desk, made).splitlines()), cards)


def kept(desk: App, made: Made) -> str:
    """What the server keeps of the counting."""
    count = see_pool(desk, made.as_person(0), made.slug, 2, "swiss").count
    return count.text if count else ""


@pytest.mark.parametrize("width", [360, 1280])
def test_a_card_of_no_booster_is_seen_on_the_review_and_handed_over_with_a_tick(
    phone: Callable[..., Page], made: Made, width: int
) -> None:
    page = phone(made.as_person(1), f"{E}/pool/1", width, "422")
    enter(page, "1x44")
    enter(page, "Black Lotus")
    saved(page)
    page.click("#next")
    fault = page.locator(".note", has_text="Black Lotus is in no booster of Foundations.")
    expect(fault).to_be_visible()
    well(page)
    page.click(".dock .go")
    expect(page.locator("#refused")).to_contain_text("Look at the cards again, or say that they were opened.")
    tick = page.get_by_label("These cards were opened all the same")
    tick.check()
    page.click(".dock .go")
    expect(page.get_by_role("status")).to_contain_text("handed over")
