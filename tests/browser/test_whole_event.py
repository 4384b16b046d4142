"""A whole event in browsers: set up, joined from phones, accepted, played off, ended, and verified by a stranger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.patience import PATIENCE
from tests.desks import Clock
from tests.limits import NO_LIMIT
from tests.organizing import an_organizer, the_event
from tests.registrations import ILLEGAL, LEGAL
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

NAMES: Final = ("Abara", "Albrecht", "Amato", "Andersson", "Dahl", "Okonkwo", "Ruiz", "Santos")
MISSPELT: Final = LEGAL.replace("4 Wild Ride", "4 Wild Rid")
DEADLINE: Final = datetime(2026, 6, 13, 10, 0, tzinfo=UTC)
E: Final = "/e/northern-open"


class Hall:
    """Phones and a desk around one event."""

    def __init__(self, browser: Browser, origin: str, organizer: str) -> None:
        self.browser, self.origin, self.organizer = browser, origin, organizer
        self.contexts: list[Any] = []

    def phone(self) -> Page:
        """A player's or a stranger's phone."""
        return self._page({"width": 360, "height": 760}, is_mobile=True, has_touch=True)

    def desk(self) -> Page:
        """The organizer's screen."""
        page = self._page({"width": 1280, "height": 860})
        page.context.add_cookies([{"name": NAME, "value": self.organizer, "url": self.origin}])
        return page

    def _page(self, size: Any, **options: Any) -> Page:
        context = self.browser.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context.new_page()


@pytest.fixture
def hall(browser: Browser, one_desk: App) -> Iterator[Hall]:
    app = create_app(one_desk.settings, one_desk)
    app.config["OWN_CHECK_WORK"] = NO_LIMIT
    who = an_organizer(one_desk)
    cookie = cookie_of_account(app, one_desk, who.uid)
    with served(app) as origin:
        made = Hall(browser, origin, cookie)
        yield made
        for context in made.contexts:
            context.close()


def test_from_the_invitation_to_the_list_that_everyone_may_see(hall: Hall, one_desk: App, clock: Clock) -> None:
    desk = hall.desk()
    code = make_event(hall, desk, one_desk)
    phones = [join(hall, name, code) for name in NAMES]
    for place, phone in enumerate(phones[:7]):
        send(phone, {1: MISSPELT, 2: ILLEGAL}.get(place, LEGAL))
    confirm_joiners(hall, desk)
    accept_legal_lists(hall, desk, 6)
    clock.set(DEADLINE + timedelta(minutes=12))
    enter_late(hall, desk, 8)
    play_off(hall, desk)
    finalist, loser, stranger = phones[0], phones[5], hall.phone()
    assert opens(hall, finalist, 2)
    assert not opens(hall, loser, 2)
    assert not opens(hall, stranger, 2)
    end(hall, desk)
    assert opens(hall, stranger, 2)
    verify(hall, stranger)


def make_event(hall: Hall, page: Page, one_desk: App) -> str:
    """Five fields and a tap."""
    page.goto(hall.origin + "/organize/new")
    page.get_by_label("Name", exact=True).fill("Northern Open")
    page.get_by_label("Format", exact=True).select_option(label="Modern")
    page.get_by_label("City", exact=True).fill("Leeds")
    page.get_by_label("Day", exact=True).fill("sat 13 june")
    page.get_by_label("Round 1 begins", exact=True).fill("10:00")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_text("Northern Open is ready.")).to_be_visible()
    return the_event(one_desk).join_code or ""


def join(hall: Hall, name: str, code: str) -> Page:
    """A player joins by the QR code that the desk shows, and comes to their own list."""
    phone = hall.phone()
    phone.goto(f"{hall.origin}/j/{code}")
    phone.fill("#last", name)
    phone.get_by_role("button", name="Join").tap()
    expect(phone.locator(".good")).to_contain_text("registered as entry")
    expect(phone.locator("#text")).to_be_visible()
    return phone


def send(phone: Page, text: str) -> None:
    """A player pastes and sends; a misspelt name is mended by a tap, a faulty list is sent as it is."""
    phone.fill("#text", text)
    expect(phone.locator("#marks li")).to_have_count(len(text.split("\n")))
    phone.locator("button:visible", has_text=re.compile("^Submit")).first.tap()
    expect(phone.locator("h1")).to_have_text("List submitted")


def confirm_joiners(hall: Hall, page: Page) -> None:
    """Whoever came by the code is seen at the desk."""
    for number in range(1, len(NAMES) + 1):
        page.goto(f"{hall.origin}{E}/roster/{number}")
        page.get_by_role("button", name=re.compile("^Check in")).click()
        expect(page.get_by_role("button", name=re.compile("^Check in"))).to_have_count(0)


def accept_legal_lists(hall: Hall, page: Page, count: int) -> None:
    """Two taps accept all legal lists; the faulty one stays."""
    page.goto(f"{hall.origin}{E}/roster")
    page.get_by_role("button", name=re.compile(rf"Accept {count} legal lists")).click()
    page.get_by_role("button", name=re.compile(rf"Accept {count}\b")).click()
    expect(page.locator("main")).to_contain_text(f"{count} lists accepted")


def enter_late(hall: Hall, page: Page, number: int) -> None:
    """The list of a late player, with the reason."""
    page.goto(f"{hall.origin}{E}/roster/{number}")
    page.get_by_role("link", name="Enter late list").click()
    page.fill("#text", LEGAL)
    page.fill("#reason", "bus broke down")
    page.get_by_role("button", name="Enter late list").first.click()
    page.wait_for_url(re.compile(rf"/roster/{number}([?#]|$)"))
    expect(page.locator("main")).to_contain_text("Late")
    expect(page.locator("main")).to_contain_text("12 min")


def play_off(hall: Hall, page: Page) -> None:
    """Swiss begins; four go to the playoff, whose players see each other's lists."""
    page.goto(f"{hall.origin}{E}/stages")
    page.get_by_role("button", name="Begin Swiss").click()
    expect(page.get_by_role("button", name="Begin Swiss")).to_have_count(0)
    page.wait_for_load_state()
    playoff = page.locator("section", has=page.get_by_role("heading", name="Playoff"))
    form = playoff.locator("form[action$='/members']").first
    if not form.is_visible():
        playoff.locator("summary", has_text=re.compile("in it|members|players", re.IGNORECASE)).first.click()
    for number in (1, 2, 4, 5):
        form.locator(f"[name=numbers][value='{number}']").check()
    form.get_by_role("button", name="Save players").click()
    page.goto(f"{hall.origin}{E}/publication")
    page.get_by_role("group", name="Lists of Playoff").get_by_text("The players of the playoff, each other").click()
    page.locator("#effect button.go").click()
    page.goto(f"{hall.origin}{E}/stages")
    page.get_by_role("button", name="Begin the playoff").click()
    expect(page.locator("main")).to_contain_text("has begun")


def opens(hall: Hall, page: Page, number: int) -> bool:
    """Whether the list of an entry is open to somebody; what is closed looks like what does not exist."""
    answer = page.goto(f"{hall.origin}{E}/lists/{number}?stage=playoff")
    assert answer is not None
    if answer.status == 404:
        assert "Monstrous Rage" not in page.content()
        return False
    expect(page.locator("main")).to_contain_text("Monstrous Rage")
    return True


def end(hall: Hall, page: Page) -> None:
    """The event is over: its lists are open to everyone."""
    page.goto(f"{hall.origin}{E}/become/completed")
    page.get_by_role("button", name=re.compile("end it|End it")).click()
    page.goto(f"{hall.origin}{E}")
    expect(page.locator("main")).to_contain_text("lists are open")


def verify(hall: Hall, page: Page) -> None:
    """A stranger holds a published list against the seal of the deadline, in the browser."""
    answer = page.request.get(f"{hall.origin}{E}/lists/2/proof.json?stage=playoff")
    assert answer.ok
    page.goto(f"{hall.origin}/verify")
    page.locator("textarea").first.fill(answer.text())
    page.get_by_role("button", name="Verify").first.tap()
    expect(page.locator("main")).to_contain_text("proofs hold: these lists are what was sealed")
