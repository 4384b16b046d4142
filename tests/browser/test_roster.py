"""The desk in a browser: a hundred lists accepted in two taps, a list found in five, a walk-in, a roster that lives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from deckcheck.app.context import App
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.roster.entry_facts import entry_facts
from deckcheck.roster.filters import View
from deckcheck.roster.staff_roster import roster_page
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.browser.test_register import with_clipboard
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.full_rosters import fill
from tests.limits import NO_LIMIT
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, list_row, send
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

E = "/e/northern-open/roster"
WIDTHS = (360, 1280)


class Hall(NamedTuple):
    """An event at work, served; cookies by role."""

    desk: App
    made: Made
    clock: Clock
    cookies: dict[str, str]


@pytest.fixture
def players() -> int:
    """So many players stand on a made-up roster; 0 for eight of whom four have sent real lists."""
    return 0


@pytest.fixture
def hall(one_desk: App, clock: Clock, players: int) -> Hall:
    made = make_event(one_desk, players=0 if players else 8)
    if players:
        fill(one_desk, made, players, all_legal=True)
    for number, text in enumerate(() if players else (LEGAL, OTHER, ILLEGAL, UNDECIDED), 1):
        send(made, one_desk, text, who=made.as_person(number - 1), number=number)
    return Hall(one_desk, made, clock, {})


@pytest.fixture
def origin(hall: Hall) -> Iterator[str]:
    app = create_app(hall.desk.settings, hall.desk)
    app.config["OWN_CHECK_WORK"] = NO_LIMIT
    for role, account in hall.made.accounts.items():
        hall.cookies[role] = cookie_of_account(app, hall.desk, account)
    with served(app) as address:
        yield address


Enter = Callable[..., Page]


@pytest.fixture
def enter(open_page: OpenPage, hall: Hall, origin: str) -> Enter:
    """Opens a page of the staff's, signed in with a role."""

    def entered(path: str, width: int = 360, role: str = "head-judge", **more: Any) -> Page:
        page = open_page("/sign-in", width, **more)
        page.context.add_cookies([{"name": NAME, "value": hall.cookies[role], "url": origin}])
        page.goto(origin + path)
        return page

    return entered


class Taps:
    """Counts what a finger does."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, what: str | Locator) -> None:
        self.count += 1
        found = self.page.locator(what) if isinstance(what, str) else what
        found.first.click()

    def type(self, letters: str) -> None:
        self.count += len(letters)
        self.page.keyboard.type(letters)

    def paste(self) -> None:
        self.count += 1
        self.page.keyboard.press("Control+V")


def row(page: Page, number: int) -> Locator:
    return page.locator(f"#r{number}")


def order_of(page: Page) -> list[str]:
    """The rows that stand on a page that is all here; after a click that leaves for another, `expect_order` waits."""
    found: list[str] = page.locator("#rows tbody tr").evaluate_all("rows => rows.map((row) => row.id)")
    return found


def expect_order(page: Page, wanted: list[str]) -> None:
    rows = page.locator("#rows tbody tr")
    expect(rows).to_have_count(len(wanted))
    for place, name in enumerate(wanted):
        expect(rows.nth(place)).to_have_id(name)


# Jobs, counted in taps.


@pytest.mark.parametrize("players", [100])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_hundred_legal_lists_are_accepted_in_two_taps(enter: Enter, hall: Hall, width: int) -> None:
    page = enter(E, width)
    taps = Taps(page)
    taps.on("button:has-text('Accept 100 legal lists')")
    taps.on("button:has-text('Accept 100')")
    expect(page.locator(".outcome")).to_contain_text("100 lists accepted.")
    assert taps.count == 2
    found = roster_page(hall.made.as_account("judge"), hall.made.slug, View(show="accepted"), hall.desk)
    assert found.found == 100
    page.click("button:has-text('Undo')")
    expect(page.locator("main")).to_contain_text("100 lists open again.")


@pytest.mark.parametrize("players", [300])
def test_a_players_list_is_found_in_five_taps(enter: Enter) -> None:
    page = enter(E)
    taps = Taps(page)
    taps.on("#q")
    taps.type("120")
    taps.on("#r120 a")
    expect(page.locator("h1")).to_have_text("Okonkwo 120, Ada")
    assert taps.count <= 5


def test_names_are_searched_as_they_are_typed_over_everybody(enter: Enter) -> None:
    page = enter(f"{E}?show=accepted")
    expect(page.locator("#rows")).to_have_count(0)
    page.fill("#q", "dabr")
    expect(page.locator("#rows tbody tr")).to_have_count(1)
    expect(row(page, 3)).to_contain_text("Dąbrowska, Zofia")
    assert page.evaluate("document.activeElement.id") == "q"
    page.fill("#q", "nobody at all")
    expect(page.locator("#choosing")).to_contain_text("Nobody is called “nobody at all”")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_walk_in_is_entered_with_a_pasted_list(enter: Enter, hall: Hall, width: int) -> None:
    page = enter(E, width, "scorekeeper")
    with_clipboard(page, LEGAL)
    taps = Taps(page)
    taps.on("a:has-text('Add a player')")
    expect(page.locator("#last")).to_be_focused()
    page.keyboard.type("Ekström")
    taps.on("#first")
    page.keyboard.type("Nils")
    taps.on("#text")
    taps.paste()
    taps.on("button:has-text('Add')")
    expect(page.locator("h1")).to_have_text("Nils Ekström is on the roster")
    expect(page.locator("svg.qr")).to_be_visible()
    assert taps.count <= 14
    assert entry_facts(hall.made.as_account("judge"), hall.made.slug, 9, hall.desk).lists[0].verdict == "legal"
    assert complaints(page) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_late_list_comes_in_with_five_taps_and_its_reason(enter: Enter, hall: Hall, width: int) -> None:
    hall.clock.set(DEADLINE + timedelta(minutes=12))
    page = enter(f"{E}/6", width, "scorekeeper")
    with_clipboard(page, LEGAL)
    taps = Taps(page)
    taps.on("a:has-text('Enter late list')")
    taps.on("#text")
    taps.paste()
    expect(page.locator("#submit")).to_have_text("Enter late list")
    taps.on("#reason")
    page.keyboard.type("bus broke down")
    taps.on("#submit")
    expect(page.locator("main")).to_contain_text("Late: 12 min after the deadline, by Sam Lee: bus broke down.")
    expect(page.locator("main")).to_contain_text("Any penalty is your call.")
    assert taps.count == 5


def test_a_correction_is_refused_without_its_section_and_keeps_what_was_typed(enter: Enter, hall: Hall) -> None:
    hall.clock.set(DEADLINE + timedelta(minutes=1))
    page = enter(f"{E}/3", 1280, expects=("422",))
    page.click("a.go:has-text('Correct it for the player')")
    expect(page.locator("#text")).to_have_value(ILLEGAL)
    page.fill("#text", OTHER)
    expect(page.locator("#verdict .word")).to_contain_text("Legal")
    page.fill("#reason", "a typo")
    page.click("#submit")
    expect(page.locator("#told")).to_contain_text("Name the section")
    expect(page.locator("#text")).to_have_value(OTHER)
    page.fill("#section", "IPG 3.4")
    page.click("#submit")
    expect(page.locator("main")).to_contain_text("The list is corrected and accepted.")


# Live.


@pytest.mark.parametrize("width", WIDTHS)
def test_a_changed_row_changes_in_its_place_and_ticks_and_focus_stay(enter: Enter, hall: Hall, width: int) -> None:
    page = enter(f"{E}?choose=1", width)
    before = order_of(page)
    page.check("#pick-2")
    page.focus("#open-3")
    expect(page.locator("#accept-chosen")).to_have_text("Accept 1 chosen")
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(2), number=3)
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(5), number=6)
    expect(row(page, 3)).to_contain_text("Ready")
    expect(row(page, 6)).to_contain_text("Legal")
    expect(page.locator("#band-sent")).to_contain_text("5 of 8")
    expect(page.locator("#filters")).to_contain_text("Ready 4")
    assert order_of(page) == before
    assert page.is_checked("#pick-2")
    assert page.evaluate("document.activeElement.id") == "open-3"
    expect(page.locator("#accept-chosen")).to_have_text("Accept 1 chosen")
    expect(page.locator("#status")).to_contain_text("5 of 8 submitted.")


def test_a_tick_falls_where_the_list_became_another(enter: Enter, hall: Hall) -> None:
    page = enter(f"{E}?choose=1")
    page.check("#pick-2")
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(1), number=2)
    expect(page.locator("#accept-chosen")).to_be_hidden()
    assert not page.is_checked("#pick-2")


def test_new_rows_wait_until_they_are_asked_for(enter: Enter, hall: Hall) -> None:
    page = enter(f"{E}?show=ready")
    expect_order(page, ["r2", "r1"])
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(4), number=5)
    expect(page.locator("#news")).to_have_text("1 new list. Show")
    expect_order(page, ["r2", "r1"])
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(5), number=6)
    expect(page.locator("#news")).to_have_text("2 new lists. Show")
    page.click("#news a")
    expect_order(page, ["r5", "r6", "r2", "r1"])


def test_an_acceptance_elsewhere_is_seen_here(enter: Enter, hall: Hall) -> None:
    page = enter(E)
    seen = list_row(hall.desk, hall.made, 0).current
    change_lock(LockList(hall.made.as_account("judge"), hall.made.slug, 1, LockAct.ACCEPT, seen=seen), hall.desk)
    expect(row(page, 1)).to_contain_text("Accepted")
    expect(page.locator("#accept-all")).to_have_text("Accept 1 legal list")


def test_without_a_network_the_page_says_of_when_it_is(enter: Enter) -> None:
    page = enter(E, expects=("ERR_INTERNET_DISCONNECTED", "htmx"))
    expect(page.locator(".unscripted").first).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#slot-words")).to_have_text("You’re seeing 09:00. No network.")


def test_without_script_the_roster_is_refreshed_by_a_link(enter: Enter, hall: Hall) -> None:
    page = enter(E, java_script_enabled=False)
    send(hall.made, hall.desk, LEGAL, who=hall.made.as_person(4), number=5)
    page.click("text=Refresh")
    expect(row(page, 5)).to_contain_text("Ready")
    page.fill("#q", "albrecht")
    page.click("button:has-text('Search')")
    expect_order(page, ["r5"])
    page.goto(page.url.partition("?")[0])
    page.click("text=Choose")
    page.check("#pick-5")
    page.click("#accept-chosen")
    page.click("button:has-text('Accept 1')")
    expect(page.locator("main")).to_contain_text("1 list accepted.")


# Keys.


def test_keys_accept_go_on_and_send_back_and_can_be_switched_off(enter: Enter, hall: Hall) -> None:
    page = enter(f"{E}/2", 1280)
    page.keyboard.press("n")
    expect(page.locator("h1")).to_have_text("Okonkwo, Ada")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("main")).to_contain_text("Accepted. The player can no longer change it.")
    page.goto(page.url.partition("/roster")[0] + "/roster/3")
    page.keyboard.press("b")
    expect(page.locator("#why-send-back")).to_be_focused()
    page.keyboard.type("an")
    expect(page.locator("#why-send-back")).to_have_value("an")
    page.uncheck("#keys")
    page.locator("h1").click()
    page.keyboard.press("n")
    page.reload()
    expect(page.locator("#keys")).not_to_be_checked()
    expect(page.locator("h1")).to_have_text("Dąbrowska, Zofia")


def test_the_marked_button_of_a_faulty_list_opens_its_question(enter: Enter) -> None:
    page = enter(f"{E}/3")
    page.click("a.go:has-text('Send back')")
    expect(page.locator("#why-send-back")).to_be_focused()
    page.keyboard.type("59 cards; you need at least 60.")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Sent back. What needs fixing: 59 cards; you need at least 60.")


# Looks.

PAGES = {
    "roster": "",
    "choosing": "?choose=1",
    "review": "/3",
    "undecided": "/4",
    "player": "/3/player",
    "link": "/3/link",
    "write": "/3/enter",
    "history": "/3/history",
    "add": "/add",
    "import": "/import",
    "remind": "/remind",
    "accept": "/accept?all=1",
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_nothing_hangs_over(enter: Enter, name: str, width: int) -> None:
    page = enter(E + PAGES[name], width)
    page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert complaints(page) == []
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_difference_and_its_questions_are_plain_to_see(enter: Enter, width: int) -> None:
    page = enter(f"{E}/import", width, "scorekeeper")
    page.fill("#text", "Ada Okonkwo\nZofia Dabrowska\nNils Ekström\n")
    page.click("button:has-text('Show what changes')")
    expect(page.locator("h1")).to_have_text("What changes")
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.click("text=The same person as Zofia Dąbrowska")
    page.click("button:has-text('Apply')")
    expect(page.locator("main")).to_contain_text("1 added.")
    assert complaints(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_targets_are_large_enough_and_a_row_is_one(enter: Enter, width: int) -> None:
    page = enter(f"{E}?choose=1", width)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.btn, .filters a, .pick label, .field')]
        .filter((e) => e.offsetParent)
        .map((e) => [e.textContent.trim(), e.getBoundingClientRect().height])
        .filter(([, height]) => height < 43.5 && height > 0)"""
    )
    assert small == []
    box = row(page, 3).bounding_box()
    assert box is not None
    assert box["height"] >= 52
    row(page, 3).locator("th").click(position={"x": 200, "y": 40} if width < 1000 else {"x": 20, "y": 20})
    expect(page.locator("h1")).to_have_text("Dąbrowska, Zofia")
