"""Every page: nothing for axe to complain of, no sideways scrolling, targets for fingers, nothing that jumps."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lists import FAULTY

PAGES = {
    "empty": "/check",
    "check": "/check",
    "formats": "/formats",
    "format": "/formats/modern",
    "arena format": "/formats/alchemy",
    "other game": "/formats/ga-standard",
    "rules": "/rules",
    "rule": "/rules/companion",
    "search": "/cards?q=jace",
    "card": "/cards/lightning-bolt",
    "champion": "/cards/spirit-of-fire?game=ga",
    "docs": "/api/v1/docs",
    "verify": "/verify",
    "compare": "/compare",
    "sets of a pool": "/pool",
    "pool": "/pool?set=mtg:FDN&set=mtg:SPG",
}
ERRORS = {"missing": "/nothing", "no card": "/cards/xyzzy-plugh"}


def show(open_page: OpenPage, name: str, width: int, **options: str) -> Page:
    page = open_page({**PAGES, **ERRORS}[name], width, expects=("404",) if name in ERRORS else (), **options)
    if name == "check":
        page.fill("#text", FAULTY + "\n1 Lightning Bolt")
        expect(page.locator("#verdict")).to_contain_text("to confirm")
        page.click("text=Another card or name")
    return page


def complaints(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(v["id"], [n["html"][:200] for n in v["nodes"]][:3]) for v in found]


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("name", [*PAGES, *ERRORS])
def test_every_page_fits_a_phone_and_axe_finds_nothing(open_page: OpenPage, name: str) -> None:
    page = show(open_page, name, 360)
    assert complaints(page) == []
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0


@pytest.mark.parametrize("name", [*PAGES, *ERRORS])
def test_every_page_fits_a_desk_and_axe_finds_nothing(open_page: OpenPage, name: str) -> None:
    page = show(open_page, name, 1280)
    assert complaints(page) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("name", ["empty", "check", "formats", "search"])
def test_targets_are_large_enough_for_fingers(open_page: OpenPage, name: str) -> None:
    page = show(open_page, name, 360)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.btn, .field, summary, nav a, .menu a, .brand')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_after_the_first_render(open_page: OpenPage, width: int) -> None:
    page = open_page("/formats", width)
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver(l => l.getEntries().forEach(e => { window.moved += e.value }))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(page.url.replace("/formats", "/check"))
    page.wait_for_timeout(600)
    assert page.evaluate("window.moved") == 0


def test_the_dark_mode_is_dark(open_page: OpenPage) -> None:
    page = open_page("/check", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(12, 17, 32)"


def test_one_thing_on_the_page_is_marked(open_page: OpenPage) -> None:
    for name in ("empty", "check"):
        page = show(open_page, name, 360)
        assert page.locator(".go:visible").count() == 1


def test_the_search_is_one_key_away(open_page: OpenPage) -> None:
    page = open_page("/cards", 1280)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "q"


def test_nothing_is_asked_of_another_site(open_page: OpenPage) -> None:
    page = open_page("/formats", 1280)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    origin = page.url.removesuffix("/formats")
    for path in PAGES.values():
        page.goto(origin + path)
    assert asked
    assert all(url.startswith(origin) for url in asked)
