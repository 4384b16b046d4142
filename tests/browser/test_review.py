"""A list under review in a browser, and the acceptance of many: what is marked, what is kept, what time is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, expect

from deckcheck.app.context import App
from deckcheck.lists.bulk_locks import AcceptMany, accept_many
from deckcheck.roster.players import AddEntry, Given, add_entry
from deckcheck.store.models import Entry
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.desks import Clock
from tests.events import Made, make_event
from tests.full_rosters import fill
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, list_row, send
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

E: Final = "/e/northern-open/roster"
WIDTHS: Final = (360, 1280)
PAGES: Final = {
    "roster": E,
    "illegal": f"{E}?show=illegal",
    "nobody": f"{E}?q=nobody",
    "accept": f"{E}/accept?all=1",
    "legal": f"{E}/1",
    "faulty": f"{E}/3",
    "not sent": f"{E}/5",
    "accepted": f"{E}/6",
}
SCHEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
Staffed = Callable[..., Page]


@pytest.fixture
def made(one_desk: App) -> Made:
    """Eight players: 1 and 2 legal, 3 illegal, 4 undecided, 6 accepted, the others without a list."""
    made = make_event(one_desk, players=8)
    for number, text in {1: LEGAL, 2: OTHER, 3: ILLEGAL, 4: UNDECIDED, 6: LEGAL}.items():
        send(made, one_desk, text, who=made.as_person(number - 1), number=number)
    accept(one_desk, made, 6)
    return made


@pytest.fixture
def app(one_desk: App) -> Any:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def origin(app: Any) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def staffed(app: Any, one_desk: App, origin: str, open_page: OpenPage) -> Staffed:
    """Opens an address of the event's as somebody of its staff."""

    def opened(made: Made, path: str, width: int = 360, role: str = "judge", **options: Any) -> Page:
        held = {"name": NAME, "value": cookie_of_account(app, one_desk, made.accounts[role]), "url": origin}
        page = open_page("/formats", width, **options)
        page.context.add_cookies([held])  # type: ignore[list-item]
        page.goto(origin + path)
        return page

    return opened


def accept(desk: App, made: Made, *numbers: int) -> None:
    """A judge at another screen accepts some lists."""
    pairs = tuple((n, str(list_row(desk, made, n - 1).current)) for n in numbers)
    assert len(accept_many(AcceptMany(made.as_account("judge"), made.slug, pairs), desk).done) == len(numbers)


def names(page: Page) -> list[str]:
    """The players whose rows stand on the page, in their order."""
    return page.locator("#rows tbody th a").all_inner_texts()


class Hand:
    """Counts taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: str) -> None:
        """Tap what is seen."""
        self.page.locator(what).tap()
        self.taps += 1


def test_every_page_fits_and_axe_finds_nothing(staffed: Staffed, made: Made, origin: str) -> None:
    for width in WIDTHS:
        page = staffed(made, E, width)
        for name, path in PAGES.items():
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(origin + path)
            for fold in page.locator("details").all():
                fold.evaluate("e => { e.open = true; }")
            assert complaints(page) == [], name
            page.emulate_media(color_scheme="dark")
            assert complaints(page) == [], f"{name}, dark"
            page.emulate_media(color_scheme="light")
            assert sideways(page) <= 0, name
            if width == 360:
                page.set_viewport_size({"width": 320, "height": 640})
                assert sideways(page) <= 0, f"{name}, narrow"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_that_asks_for_a_reason_is_clean_and_fits(staffed: Staffed, made: Made, width: int) -> None:
    page = staffed(made, "/e/northern-open/export?shape=csv&stage=swiss", width, expects=("422",))
    expect(page.locator("#reason")).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert complaints(page) == [], scheme
    assert sideways(page) <= 0


def test_targets_are_large_enough_and_one_thing_is_marked(staffed: Staffed, made: Made, origin: str) -> None:
    page = staffed(made, E)
    for name, path in PAGES.items():
        page.goto(origin + path)
        small = page.evaluate(
            """() => [...document.querySelectorAll('.btn, .field, summary, nav a')]
            .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
            .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert small == [], name
        assert page.locator(".go:visible").count() <= 1, name
        assert page.locator("h1").count() == 1, name


def test_the_whole_row_of_a_player_is_one_target(staffed: Staffed, made: Made) -> None:
    page = staffed(made, E)
    assert names(page)[:2] == ["Abara, Chidi", "Albrecht, Jonas"]
    box = page.locator("#r4 .cell-verdict").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 30, box["y"] + box["height"] - 4)
    expect(page.locator("h1")).to_have_text("Abara, Chidi")
    expect(page.locator(".written li").nth(20)).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_two_taps_accept_a_hundred_lists_and_a_third_takes_them_back(
    staffed: Staffed, one_desk: App, scripts: bool
) -> None:
    made = make_event(one_desk, players=0)
    fill(one_desk, made, 100, all_legal=True)
    page = staffed(made, E, java_script_enabled=scripts)
    hand = Hand(page)
    hand.tap("#accept-all")
    expect(page.locator("h1")).to_have_text("Accept 100 legal lists?")
    hand.tap("main .go")
    expect(page.locator(".outcome")).to_contain_text("100 lists accepted.")
    assert hand.taps == 2
    expect(page.locator("#filters")).to_contain_text("Accepted 100")
    hand.tap(".outcome button")
    expect(page.locator("#filters")).to_contain_text("Accepted 0")


def test_who_is_new_waits_behind_a_line_and_is_shown_when_asked(staffed: Staffed, one_desk: App, made: Made) -> None:
    page = staffed(made, E)
    before = names(page)
    add_entry(AddEntry(made.as_account("scorekeeper"), made.slug, Given(first="Aino", last="Aalto")), one_desk)
    expect(page.locator("#news")).to_contain_text("1 new player. Show")
    expect(page.locator("#status")).to_contain_text("1 new player.")
    assert names(page) == before
    page.locator("#news a").tap()
    expect(page.locator("#rows tbody th a")).to_have_text(["Aalto, Aino", *before])


def test_the_time_that_is_left_goes_down_by_itself(staffed: Staffed, made: Made, clock: Clock) -> None:
    clock.pass_(minutes=42)
    page = staffed(made, E)
    page.clock.install()
    page.reload()
    expect(page.locator("#band-deadline")).to_contain_text("18 min left")
    page.clock.fast_forward("01:10")
    expect(page.locator("#band-deadline")).to_contain_text("17 min left")


def test_a_faulty_list_is_sent_back_with_words_that_its_player_reads(
    staffed: Staffed, one_desk: App, made: Made
) -> None:
    page = staffed(made, f"{E}/3")
    first = page.locator("main ul.sheet li").first
    expect(first).to_contain_text("59 cards in the main deck; you need at least 60.")
    page.locator(".dock .go").tap()
    expect(page.locator("#why-send-back")).to_be_focused()
    page.keyboard.type("Add a Mountain")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Sent back. What needs fixing: Add a Mountain")


def test_a_refused_act_keeps_what_was_typed_beside_what_is_new(staffed: Staffed, one_desk: App, made: Made) -> None:
    page = staffed(made, f"{E}/3", expects=("409",))
    page.locator(".dock .go").tap()
    page.fill("#why-send-back", "Add a Mountain")
    send(made, one_desk, LEGAL, who=made.as_person(2), number=3)
    page.locator("#back button").tap()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#why-send-back")).to_have_value("Add a Mountain")
    expect(page.locator("main")).to_contain_text("Legal.")


def test_who_waits_to_be_confirmed_has_one_marked_button(staffed: Staffed, one_desk: App, made: Made) -> None:
    with one_desk.store.write() as session:
        entry = session.get(Entry, made.entries[0])
        assert entry is not None
        entry.confirmed = False
    page = staffed(made, f"{E}/1")
    expect(page.get_by_role("button", name="Check in this player")).to_be_visible()
    assert page.locator(".go:visible").count() == 1
