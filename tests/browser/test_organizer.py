"""The organizer's jobs in a browser: an event in five fields and a tap, published after it in three."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Final, Literal

import pytest
from apiflask import APIFlask
from playwright.sync_api import Browser, Page, expect

from deckcheck.app.context import App
from deckcheck.events.stage_states import become
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage, opening
from tests.browser.test_pages import complaints, sideways
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.organizing import rank, stage_row, the_event
from tests.registrations import send
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

E: Final = "/e/northern-open"
PAGES: Final = {
    "my events": "/organize",
    "new event": "/organize/new",
    "like the last": "/organize/new?like=last",
    "made": f"{E}/overview?made=1",
    "code": f"{E}/code",
    "settings": f"{E}/settings",
    "order": f"{E}/order",
    "stages": f"{E}/stages",
    "limited": "/e/friday-limited/stages",
    "publication": f"{E}/publication?see-playoff=stage&as=playoff",
    "others' page": f"{E}/publication/as?as=playoff&see-playoff=stage",
    "staff": f"{E}/staff",
    "end": f"{E}/become/completed",
    "call off": f"{E}/become/cancelled",
}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    """An event of 8 whose playoff of two has begun, and one of Limited that takes lists."""
    made = make_event(one_desk, players=8, playoff=True)
    for place in range(8):
        send(made, one_desk, who=made.as_person(place), number=place + 1)
    rank(one_desk, made, (1, 2, 3, 4, 5, 6, 7, 8))
    who = made.as_account("organizer")
    change_stage(one_desk, who, made.slug, "playoff", StagePatch(lists_from="swiss"))
    clock.set(DEADLINE + timedelta(minutes=1))
    become(one_desk, who, made.slug, "playoff", "begun")
    make_event(
        one_desk,
        slug="friday-limited",
        name="Friday Limited",
        format="limited-sealed",
        join_code=None,
        deadline=DEADLINE + timedelta(hours=9),
        accounts=made.accounts,
        playoff=True,
    )
    return made


@pytest.fixture
def open_own(browser: Browser, app: APIFlask, one_desk: App, made: Made) -> Iterator[OpenPage]:
    """Opens an address at a width, signed in as the organizer; an error on the console fails the test."""

    def cookie() -> str:
        return cookie_of_account(app, one_desk, made.accounts["organizer"])

    with served(app) as origin, opening(browser, origin, cookie=cookie) as opened:
        yield opened


class Taps:
    """A finger that counts: fields it fills, and what else it taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.fields = 0
        self.taps = 0

    def fill(self, label: str, value: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(value)

    def choose(self, label: str, value: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).select_option(label=value)

    def tap(self, words: str, role: Literal["button", "link"] = "button") -> None:
        self.taps += 1
        self.page.get_by_role(role, name=words).tap()

    def mark(self, group: str, words: str) -> None:
        self.taps += 1
        self.page.get_by_role("group", name=group).get_by_text(words, exact=True).tap()


def test_an_event_is_set_up_in_five_fields_and_a_tap(open_own: OpenPage, one_desk: App) -> None:
    page = open_own("/organize/new")
    finger = Taps(page)
    finger.fill("Name", "Saturday Pioneer")
    finger.choose("Format", "Pioneer")
    finger.fill("City", "Las Vegas")
    finger.fill("Day", "sat 20 jun")
    expect(page.get_by_text("Times are Las Vegas time (Los Angeles). Sheets print on Letter.")).to_be_visible()
    finger.fill("Round 1 begins", "11 am")
    expect(page.locator("#day-read")).to_have_text("Saturday 20 June 2026")
    finger.tap("Create event")
    expect(page.get_by_text("Saturday Pioneer is ready.")).to_be_visible()
    event = the_event(one_desk, "saturday-pioneer")
    expect(page.locator(".code")).to_have_text(event.join_code or "")
    expect(page.locator("svg.qr")).to_be_visible()
    assert (finger.fields, finger.taps) == (5, 1)
    assert (event.format, event.state, event.zone) == ("pioneer", "on", "America/Los_Angeles")


def test_this_weeks_event_is_made_from_last_weeks_in_three_taps(open_own: OpenPage, one_desk: App) -> None:
    page = open_own("/organize")
    finger = Taps(page)
    finger.tap("New event", "link")
    finger.tap("Same as Friday Limited, 13 Jun", "link")
    expect(page.get_by_text("Saturday 20 June 2026")).to_be_visible()
    finger.tap("Create event")
    expect(page.get_by_text("Friday Limited is ready.")).to_be_visible()
    assert finger.taps == 3
    event = the_event(one_desk, "friday-limited-2026-06-20")
    assert (event.format, event.day.isoformat(), event.state) == ("limited-sealed", "2026-06-20", "on")


def test_the_form_follows_the_game_as_it_is_chosen(open_own: OpenPage) -> None:
    page = open_own("/organize/new", 1280)
    page.get_by_label("Day", exact=True).fill("4/12")
    page.get_by_label("Grand Archive").check()
    expect(page.get_by_text("Best of three, Competitive level.")).to_be_visible()
    expect(page.get_by_label("Format", exact=True)).to_have_value("ga-standard")
    page.get_by_text("Friday 4 December 2026", exact=True).click()
    expect(page.locator("#day-read")).to_have_text("Friday 4 December 2026")


def test_the_lists_are_published_in_three_taps(open_own: OpenPage, one_desk: App, made: Made) -> None:
    page = open_own(f"{E}/publication")
    finger = Taps(page)
    finger.mark("Lists of Swiss", "Everyone, from now")
    finger.tap("Show 8 Swiss lists to everyone now")
    expect(page.get_by_role("heading", level=1)).to_have_text("Everyone will see 8 lists with full names.")
    finger.tap("Show 8 Swiss lists to everyone now")
    expect(page.get_by_role("status").first).to_have_text("8 Swiss lists have been visible to everyone since 10:01.")
    assert finger.taps == 3
    assert stage_row(one_desk).during == "all"


def test_a_choice_shows_what_it_would_do_before_it_is_applied(open_own: OpenPage, one_desk: App) -> None:
    page = open_own(f"{E}/publication", 1280)
    expect(page.locator("#effect-words")).to_have_text("Nothing changed yet")
    page.get_by_label("See it as").select_option("playoff")
    expect(page.locator("#preview")).to_contain_text("What a player of the playoff sees")
    page.get_by_role("group", name="Lists of Playoff").get_by_text("The players of the playoff").click()
    expect(page.get_by_role("button", name="Show 2 playoff lists to 2 players now")).to_be_visible()
    expect(page.locator("#preview")).to_contain_text("You see the list of the other playoff player")
    expect(page.locator("#status")).to_have_text("Show 2 playoff lists to 2 players now")
    assert stage_row(one_desk, "playoff").during == "closed"


def test_without_a_script_the_same_is_done_with_look_and_apply(open_own: OpenPage, one_desk: App) -> None:
    page = open_own(f"{E}/publication", java_script_enabled=False)
    page.get_by_role("group", name="Lists of Playoff").get_by_text("The players of the playoff").tap()
    page.get_by_role("button", name="Look").tap()
    page.get_by_role("button", name="Show 2 playoff lists to 2 players now").tap()
    expect(page.get_by_role("status").first).to_have_text("2 playoff lists have been visible to 2 players since 10:01.")
    assert stage_row(one_desk, "playoff").during == "stage"


def test_the_link_is_copied_in_a_tap(open_own: OpenPage) -> None:
    page = open_own(f"{E}/code", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/j/KITE-4719")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_and_axe_finds_nothing(open_own: OpenPage, name: str, width: int) -> None:
    page = open_own(PAGES[name], width)
    assert_well(page)
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert_well(page)
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0


def assert_well(page: Page) -> None:
    """Nothing to complain of, nothing beside the page, large targets, at most one thing marked."""
    assert complaints(page) == []
    assert sideways(page) <= 0
    assert page.locator("h1:visible").count() == 1
    assert page.locator(".go:visible").count() <= 1
    small = page.evaluate(
        """() => [...document.querySelectorAll('.btn, .field, summary, nav a, .menu a, .radios label')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []


@pytest.mark.parametrize("width", [360, 1280])
def test_the_name_of_a_banned_card_is_completed_by_a_tap(open_own: OpenPage, width: int) -> None:
    page = open_own("/organize/new", width)
    page.locator("#s-house summary").click()
    field = page.get_by_label("Also banned here")
    field.fill("Opt\npsychic fr")
    field.press("End")
    picks = page.locator("#of-bans .card-picks")
    picks.get_by_role("button", name=re.compile("^Psychic Frog")).click()
    expect(field).to_have_value("Opt\nPsychic Frog")
    expect(picks).to_be_empty()
    expect(field).to_be_focused()
    expect(page.locator("#s-house summary")).to_contain_text("2 cards also banned")
    field.press("Enter")
    field.press_sequentially("no such card at all")
    expect(picks).not_to_be_empty()
    assert complaints(page) == []
    assert sideways(page) <= 0
    field.press("Control+A")
    field.press_sequentially("Op")
    expect(picks).to_be_empty()


def test_a_deadline_is_read_back_while_it_is_typed(open_own: OpenPage) -> None:
    page = open_own("/e/friday-limited/stages")
    page.get_by_text("Move the deadline for everyone").tap()
    day, time = page.locator("#swiss-deadline-day"), page.locator("#swiss-deadline-time")
    day.fill("tomorrow")
    time.fill("11")
    expect(page.locator("#swiss-deadline-day-read")).to_have_text("Sunday 14 June 2026")
    page.get_by_text("Byes: lists are due before").tap()
    expect(page.locator("#of-swiss-deadline-time")).to_contain_text("could be 11:00 (11 am) or 23:00 (11 pm).")
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.get_by_label("11:00 (11 am)").tap()
    expect(page.locator("#swiss-deadline-time-read")).to_have_text("11:00 (11 am)")
    expect(page.locator("#status")).to_contain_text("11:00 (11 am)")
    page.get_by_role("button", name="Move it and tell everyone").tap()
    expect(page.locator("main")).to_contain_text("close at 14 June 11:00")
