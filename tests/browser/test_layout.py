"""Every page at three widths and with large text: nothing overlaps, nothing is cut off, no page scrolls sideways.

The names are the longest real ones, and lists have a hundred rows. Large text is what a reader gets who doubles the
size of letters: the root's font size is set to 200 %, since all sizes are in rem. What counts as a fault is in
layout.js; the little pages of `FAULTS` prove that it finds each kind, and no fault where there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.patience import PATIENCE
from tests.browser.sights import SHOWN_WITHOUT_NETWORK, SIGHTS
from tests.desks import Clock, desk_on
from tests.limits import NO_LIMIT
from tests.long_names import PLAYERS, World, build
from tests.test_pictures import NO_PAGE, readable
from tests.web.serving import served
from tests.web.visitors import cookie_of_who

LAYOUT: Final = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
WIDE: Final = 1000
TARGET: Final = 44
"""Below the one width a control is as high as the other, in pixels: fingers tap it."""
DRAWN: Final = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go())))"
"""Done once scripts that follow the size of the page have followed it."""
SIZES: Final = ((1280, 860, 100), (768, 1024, 100), (360, 760, 100), (320, 640, 100), (360, 760, 200))
"""Width, height and size of text in per cent; the widest first, as each page is opened once and made narrower."""

FAULTS: Final = {
    "overlap": (
        """<button style="position: absolute; left: 9px; top: 9px">One</button>
        <button style="position: absolute; left: 30px; top: 15px">Another</button>""",
        """<p>A sentence that is covered.</p>
        <a class="btn" href="/" style="position: absolute; left: 30px; top: 9px">A</a>""",
        '<p style="height: 6px; margin: 0">Two lines</p><p style="margin: 0">of words</p>',
        # The last button stays under the bar, however far one scrolls.
        """<p style="height: 2000px">Long</p><button>Last</button>
        <div style="position: fixed; inset: auto 0 0 0; background: silver"><button>Bar</button></div>""",
    ),
    "cut off": (
        '<p style="overflow: hidden; white-space: nowrap; text-overflow: ellipsis; width: 60px">Many letters here</p>',
        '<p style="overflow: hidden; height: 20px; width: 60px">Several lines of words</p>',
        '<input placeholder="More than there is room for" style="width: 80px">',
    ),
    "outside the page": ('<button style="position: absolute; left: -40px">Half of it</button>',),
    "scrolls sideways": ('<div style="width: 500px; height: 20px; background: silver"></div>',),
    "sticks out": ('<button style="width: 40px; white-space: nowrap; padding: 0">Much too long</button>',),
    "too small for a finger": ("<button>One</button>",),
    "broken word": ('<p style="width: 60px; overflow-wrap: anywhere">A mountain</p>',),
    "bars leave no room": (
        """<div style="position: sticky; top: 0; height: 600px; background: silver">Bar</div>
        <p style="height: 2000px">Long</p>""",
    ),
}
"""Little pages by the fault that is on each."""
CLEAN: Final = """<p>Words and <a href="/">a link</a> among them, and a line that is broken where a long word ends:
Donaudampfschifffahrtsgesellschaft</p><button>One</button> <button>Another</button>
<label>Name <input value="a value that is longer than its field" size="9"></label>
<p style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">For a screen reader</p>
<div style="overflow-x: auto"><p style="width: 900px">What scrolls in its own frame can be seen.</p></div>
<div style="height: 2000px"></div><button>Last</button>
<div style="position: sticky; bottom: 0; background: silver"><button>Bar</button></div>"""


class House(NamedTuple):
    """Everybody's windows on one server with the long names."""

    app: Flask
    world: World
    origin: str
    windows: dict[str, BrowserContext]

    def window(self, who: str) -> Page:
        return self.windows[who].new_page()


@pytest.fixture(scope="module")
def house(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    clock = Clock()
    desk = desk_on(sqlite_of_a_module, clock, tmp_path_factory.mktemp("house"))
    world = build(desk, clock)
    app = create_app(desk.settings, desk)
    app.config.update(CHECK_WORK=NO_LIMIT, OWN_CHECK_WORK=NO_LIMIT)
    windows: dict[str, BrowserContext] = {}
    with served(app) as origin:
        for name, who in world.people.items():
            windows[name] = browser.new_context(reduced_motion="reduce")
            windows[name].set_default_timeout(PATIENCE)
            if who.uid:
                value = cookie_of_who(app, desk, who)
                windows[name].add_cookies([{"name": NAME, "value": value, "url": origin}])
            warm(windows[name], origin)
        yield House(app, world, origin, windows)
        for window in windows.values():
            window.close()
    desk.store.close()


def warm(window: BrowserContext, origin: str) -> None:
    """Have the letters there: a page does not wait for them when it is opened for the first time."""
    page = window.new_page()
    page.goto(f"{origin}/rules")
    page.evaluate("(font) => document.fonts.load(font).then(() => true)", '1rem "Atkinson Hyperlegible Next"')
    page.close()


def faults(page: Page, least: float = 0) -> list[str]:
    """What layout.js finds at the top of the page and at its end; `least` is how high a control must be."""
    found: list[str] = []
    page.evaluate(DRAWN)
    for where, top in (("top", "0"), ("end", "document.documentElement.scrollHeight")):
        page.evaluate(f"scrollTo({{ top: {top}, behavior: 'instant' }})")
        found += [fault for fault in page.evaluate(f"({LAYOUT})", [where, least]) if fault not in found]
    return found


def enlarge(page: Page, per_cent: int) -> None:
    page.evaluate("(size) => { document.documentElement.style.fontSize = size + '%' }", per_cent)


def little(browser: Browser, body: str, least: float = 0) -> list[str]:
    """The kinds of faults of a page with this body, on a phone."""
    page = browser.new_page(viewport={"width": 360, "height": 760})
    page.set_content(f'<!doctype html><body style="overflow-wrap: break-word">{body}</body>')
    found = [fault.partition(":")[0] for fault in faults(page, least)]
    page.close()
    return found


@pytest.mark.parametrize("kind", FAULTS)
def test_each_kind_of_fault_is_found(browser: Browser, kind: str) -> None:
    for body in FAULTS[kind]:
        assert kind in little(browser, body, TARGET if "finger" in kind else 0), body


def test_a_good_page_has_none(browser: Browser) -> None:
    assert little(browser, CLEAN) == []


def test_the_roster_that_was_broken_is_found(house: House) -> None:
    page = house.window("head-judge")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.goto(house.origin + SIGHTS["roster"].path.format(**house.world.keys))
    page.evaluate("document.querySelector('table.entries').style.gridArea = '1 / 1'")
    assert any(fault.startswith("overlap: a#open-") for fault in faults(page))
    page.close()


@pytest.mark.parametrize("name", SIGHTS)
def test_nothing_overlaps_is_cut_off_or_scrolls_sideways(house: House, name: str) -> None:
    sight = SIGHTS[name]
    page = house.window(sight.who)
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.goto(house.origin + sight.path.format(**house.world.keys))
    if sight.step:
        sight.step(page)
    page.evaluate("document.fonts.ready.then(() => true)")
    found = {}
    for width, height, per_cent in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        enlarge(page, per_cent)
        found[f"{width} px, {per_cent} %"] = faults(page, TARGET * per_cent / 100 if width < WIDE else 0)
    page.close()
    assert {size: told for size, told in found.items() if told} == {}


def test_every_page_is_opened(house: House) -> None:
    adapter, found = house.app.url_map.bind("localhost"), set()
    for sight in SIGHTS.values():
        path = re.sub(r"\{\w+\}", lambda key: house.world.keys[key[0][1:-1]], sight.path).partition("?")[0]
        if path != "/nothing-here":
            found.add(adapter.match(path, return_rule=True)[0].rule)
    assert readable(house.app) - found - NO_PAGE.keys() == set(), "Give each a line of SIGHTS."
    assert found & NO_PAGE.keys() == {SHOWN_WITHOUT_NETWORK}


def test_the_pages_have_a_hundred_rows(house: House) -> None:
    for name, row in {
        "roster": "tbody tr",
        "lists": "main ol > li",
        "organize": "main li",
        "people": "main li",
    }.items():
        page = house.window(SIGHTS[name].who)
        page.goto(house.origin + SIGHTS[name].path.format(**house.world.keys))
        assert page.locator(row).count() >= PLAYERS - 4
        page.close()
