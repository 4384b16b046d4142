"""The public pages in a browser: on a phone and on a screen, with scripts and without; a stranger verifies a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from deckcheck.app.context import App
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import complaints, sideways
from tests.desks import START, Clock
from tests.events import make_event
from tests.published_events import (
    TITLED,
    a_locked_event,
    begin,
    call_off,
    complete,
    late,
    publish,
    set_person,
    stand,
)
from tests.registrations import ILLEGAL, LEGAL, OTHER
from tests.web.serving import served

PAGES: Final = {
    "index": "/events",
    "event": "/e/northern-open",
    "called off": "/e/autumn-league",
    "open": "/e/castle-games",
    "lists": "/e/northern-open/lists",
    "found": "/e/northern-open/lists?q=prowess&sort=name",
    "list": "/e/northern-open/lists/3",
    "illegal": "/e/northern-open/lists/5",
    "late": "/e/northern-open/lists/7",
    "seals": "/e/northern-open/seals",
    "draws": "/e/northern-open/draws",
    "export": "/e/northern-open/export",
}


def events_on_the_way(desk: App, clock: Clock) -> None:
    """An event that was called off, and one whose playoff is open to all."""
    now = clock()
    clock.set(START)
    call_off(desk, make_event(desk, slug="autumn-league", name="Autumn League", join_code=None))
    made = a_locked_event(desk, clock, slug="castle-games", name="Castle Games", join_code=None)
    publish(desk, made, "playoff", "all")
    begin(desk, made)
    clock.set(now)


@pytest.fixture
def origin(one_desk: App, clock: Clock) -> Iterator[str]:
    """An event of twelve that has ended, with a name too long for a phone and a list that came late."""
    texts = {number: (TITLED, OTHER, LEGAL)[number % 3] for number in range(1, 13) if number != 7} | {5: ILLEGAL}
    made = a_locked_event(one_desk, clock, players=12, texts=texts)
    set_person(one_desk, made, 2, first="Maximiliane-Charlotte", last="Wolfeschlegelsteinhausenbergerdorff")
    publish(one_desk, made, "swiss", "all")
    begin(one_desk, made)
    clock.pass_(minutes=4)
    late(one_desk, made, 7)
    draw_tables(DrawTables(made.as_account("judge"), made.slug, size=4, stage="swiss"), one_desk)
    stand(one_desk, made, {number: number for number in range(1, 13)})
    complete(one_desk, made)
    with served(create_app(one_desk.settings, one_desk)) as address:
        yield address


def test_every_page_fits_and_axe_finds_nothing(open_page: OpenPage, one_desk: App, clock: Clock) -> None:
    events_on_the_way(one_desk, clock)
    for width in (360, 1280):
        page = open_page("/events", width)
        start = page.url.removesuffix("/events")
        for name, path in PAGES.items():
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(start + path)
            for fold in page.locator("details").all():
                fold.evaluate("e => { e.open = true; }")
            assert complaints(page) == [], name
            assert sideways(page) <= 0, name
            if width == 360:
                page.emulate_media(color_scheme="dark")
                assert complaints(page) == [], f"{name}, dark"
                page.emulate_media(color_scheme="light")
                page.set_viewport_size({"width": 320, "height": 640})
                assert sideways(page) <= 0, f"{name}, narrow"


def test_targets_are_large_enough_and_one_thing_is_marked(open_page: OpenPage) -> None:
    page = open_page(PAGES["index"], expects=("404 (NOT FOUND)",))
    start = page.url.removesuffix(PAGES["index"])
    for name, path in PAGES.items():
        page.goto(start + path)
        small = page.evaluate(
            """() => [...document.querySelectorAll('.btn, .field, summary, nav a, .menu a')]
            .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
            .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert small == [], name
        assert page.locator(".go:visible").count() <= 1, name
        assert page.locator("h1").count() == 1, name


def test_drawings_stand_where_there_is_room_and_sentences_elsewhere(open_page: OpenPage) -> None:
    phone = open_page(PAGES["list"])
    assert phone.locator(".pic > svg:visible").count() == 0
    expect(phone.locator(".pic > p").first).to_contain_text("Mana values 1 to 4")
    wide = open_page(PAGES["list"], 1280)
    assert wide.locator(".pic > svg:visible").count() == 2
    lists = open_page(PAGES["lists"], 1280)
    assert lists.locator(".played svg:visible").count() == lists.locator(".played tr").count() > 1
    expect(lists.locator(".played")).to_contain_text("67 %")


def test_a_list_is_copied_with_one_tap(open_page: OpenPage) -> None:
    page = open_page(PAGES["list"], permissions=["clipboard-read", "clipboard-write"])
    page.click("text=Copy for Magic Online")
    expect(page.locator("#copied")).to_have_text("Copied: Magic Online.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("4 Ancestral Anger\n")
    assert "\n\n" in copied
    assert page.url.endswith(PAGES["list"])


def test_without_scripts_the_buttons_show_the_text(open_page: OpenPage) -> None:
    # A page of bare text names no icon, so that the browser asks for one where there is none.
    page = open_page(PAGES["list"], java_script_enabled=False, expects=("404",))
    page.click("a[data-copy=Arena]")
    expect(page.locator("body")).to_have_text(re.compile(r"^Deck\n4 Ancestral Anger"))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_stranger_verifies_a_published_list(open_page: OpenPage, scripts: bool) -> None:
    page = open_page(PAGES["lists"], java_script_enabled=scripts)
    page.click("text=Okonkwo, Ada")
    page.click("text=Verify this list")
    result = page.locator("#result")
    expect(result).to_contain_text("4 of 4 proofs hold: these lists are what was sealed.")
    if scripts:
        altered = page.input_value("#proof").replace("main\\\\t4\\\\tAncestral", "main\\\\t3\\\\tAncestral")
        altered = altered.replace("main\\t4\\tAncestral", "main\\t3\\tAncestral")
        page.fill("#proof", altered)
        page.click("button.go")
        expect(result).to_contain_text("not what was sealed")


def test_all_lists_of_the_event_are_verified_from_one_file(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(PAGES["seals"])
    with page.expect_download() as taken:
        page.click("text=All proofs of Swiss")
    file = tmp_path / "proofs.json"
    taken.value.save_as(file)
    page.click("text=Verify a list >> nth=0")
    page.set_input_files("#file", file)
    expect(page.locator("#result")).to_contain_text("proofs hold: these lists are what was sealed.")


def test_lists_are_found_by_card_and_sorted_by_name(open_page: OpenPage) -> None:
    page = open_page(PAGES["lists"])
    expect(page.locator("#lists li")).to_have_count(12)
    page.fill("#q", "prowess")
    page.keyboard.press("Enter")
    expect(page.locator("#lists li")).to_have_count(4)
    page.click("text=Show all")
    page.click("text=By name")
    expect(page.locator("#lists li").first).to_contain_text("Abara")
