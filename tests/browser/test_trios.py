"""A trio event of three formats in browsers: set up, joined by seat, asked of who has none, put into a team."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, expect

from deckcheck.app.context import App
from tests.browser.test_whole_event import E, Hall, hall
from tests.organizing import the_event

__all__ = ["hall"]

MODERN, LEGACY, PIONEER = "4 Lightning Bolt\n56 Mountain", "4 Brainstorm\n56 Island", "4 Opt\n56 Island"
SUBMIT: Final = re.compile("^Submit")


def test_a_trio_event_of_three_formats(hall: Hall, one_desk: App) -> None:
    desk = hall.desk()
    code = set_up(hall, desk, one_desk)
    ada, bo, cleo = join(hall, code, "Abara", "A"), join(hall, code, "Berg", ""), join(hall, code, "Cruz", "C")
    expect(ada.locator("main")).to_contain_text("Modern (seat A)")
    send(ada, MODERN)
    send(cleo, PIONEER)
    choose_seat(bo)
    put_into_a_team(hall, desk)
    refuse_a_seat_that_is_taken(hall, desk)
    desk.goto(f"{hall.origin}{E}/roster")
    for told in ("seat A (Modern)", "seat B (Legacy)", "seat C (Pioneer)"):
        expect(desk.locator("main")).to_contain_text(f"Red, {told}")
    desk.get_by_role("button", name=re.compile(r"Accept 3 legal lists")).click()
    desk.get_by_role("button", name=re.compile(r"Accept 3\b")).click()
    expect(desk.locator("main")).to_contain_text("3 lists accepted")


def set_up(hall: Hall, page: Page, one_desk: App) -> str:
    """The usual fields, teams of three, and what each seat plays."""
    page.goto(hall.origin + "/organize/new")
    page.get_by_label("Name", exact=True).fill("Northern Open")
    page.get_by_label("Format", exact=True).select_option(label="Modern")
    page.get_by_label("City", exact=True).fill("Leeds")
    page.get_by_label("Day", exact=True).fill("sat 13 june")
    page.get_by_label("Round 1 begins", exact=True).fill("10:00")
    page.locator("#s-match > summary").click()
    expect(page.get_by_label("Seat B plays")).to_be_hidden()
    page.get_by_label("Players in a team").focus()
    page.get_by_label("Players in a team").select_option("3")
    page.get_by_label("Seat B plays").select_option(label="Legacy")
    page.get_by_label("Seat C plays").select_option(label="Pioneer")
    expect(page.locator("#s-match > summary")).to_contain_text("teams of 3: A Modern, B Legacy, C Pioneer")
    page.get_by_role("button", name="Create event").click()
    expect(page.get_by_text("Northern Open is ready.")).to_be_visible()
    page.goto(f"{hall.origin}{E}/settings")
    expect(page.locator("main")).to_contain_text("A Modern, B Legacy, C Pioneer")
    return the_event(one_desk).join_code or ""


def join(hall: Hall, code: str, name: str, seat: str) -> Page:
    """A player joins, in a seat if they know it."""
    phone = hall.phone()
    phone.goto(f"{hall.origin}/j/{code}")
    phone.fill("#last", name)
    phone.get_by_label("Your seat in the team").select_option(seat)
    phone.get_by_role("button", name="Join").tap()
    expect(phone.locator(".good")).to_contain_text("registered as entry")
    return phone


def send(phone: Page, text: str) -> None:
    """A player pastes a legal list and sends it."""
    phone.fill("#text", text)
    expect(phone.locator("#marks li")).to_have_count(len(text.split("\n")))
    phone.locator("button:visible", has_text=SUBMIT).first.tap()
    expect(phone.locator("h1")).to_have_text("List submitted")


def choose_seat(phone: Page) -> None:
    """Who has no seat is asked; the list is judged by the format of the seat they choose, and was not lost."""
    phone.fill("#text", LEGACY)
    expect(phone.locator("#result")).to_contain_text("Which seat do you play? A: Modern, B: Legacy, C: Pioneer.")
    expect(phone.locator("#marks li")).to_have_count(2)
    phone.get_by_label("B: Legacy").check()
    phone.get_by_role("button", name="Choose this seat").tap()
    expect(phone.locator("main")).to_contain_text("Legacy (seat B)")
    expect(phone.locator("#text")).to_have_value(LEGACY)
    expect(phone.locator("#seats")).to_have_count(0)
    phone.locator("button:visible", has_text=SUBMIT).first.tap()
    expect(phone.locator("h1")).to_have_text("List submitted")


def put_into_a_team(hall: Hall, page: Page) -> None:
    """The desk says who plays together; the seats stay as they were chosen."""
    for number in (1, 2, 3):
        page.goto(f"{hall.origin}{E}/roster/{number}")
        page.get_by_role("button", name=re.compile("^Check in")).click()
        page.goto(f"{hall.origin}{E}/roster/{number}/player")
        page.get_by_label("Team", exact=True).fill("Red")
        page.get_by_role("button", name="Save").click()
        page.wait_for_url(re.compile(rf"/roster/{number}([?#]|$)"))


def refuse_a_seat_that_is_taken(hall: Hall, page: Page) -> None:
    """Nobody is put where a team-mate sits."""
    page.goto(f"{hall.origin}{E}/roster/3/player")
    page.get_by_label("Seat", exact=True).fill("B")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#seat-fault")).to_have_text("Berg has seat B of Red.")
    expect(page.get_by_label("Seat", exact=True)).to_have_value("B")
