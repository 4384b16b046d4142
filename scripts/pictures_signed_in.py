"""Pictures of pages on which an event is shown: it is made, and each page is taken as somebody sees it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.store.usable import upgrade
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from scripts.screenshots import FLAGS, ROOT, SIZES
from scripts.small_png import save
from tests.browser.program import browser_program
from tests.desks import Clock, desk_on
from tests.events import ZONE
from tests.web.serving import served
from tests.web.visitors import cookie_of_who


@dataclass(frozen=True, slots=True)
class AccessContext:
    """Who looks at the pages, and at some of them in another's place; and what chance made for their addresses."""

    who: Actor = STRANGER
    others: Mapping[str, Actor] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)


def nothing_more(_page: Page, _name: str) -> None:
    """The page is taken as it opens."""


def take(
    pages: Mapping[str, str],
    an_event: Callable[[App, Clock], AccessContext],
    go: Callable[[Page, str], None] = nothing_more,
) -> None:
    """Take the pictures that the command line asks for, or all: `[full] [FOLDER] [NAME ...]`.

    `an_event` makes what is shown and says who looks; `go` takes the steps that a page alone does not.
    """
    arguments = [a for a in sys.argv[1:] if a != "full"]
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with event_served(an_event) as (app, desk, access, origin), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        for name in arguments[1:] or pages:
            who = access.others.get(name, access.who)
            for width in SIZES:
                # A sign-in for each: what the first does may end its own and others.
                held = cookie_of_who(app, desk, who) if who.uid else ""
                page = _opened(browser, origin, pages[name].format(**access.made), held, width)
                go(page, name)
                _shoot(page, folder / f"{name}-{width}-light.png")
        browser.close()


@contextmanager
def event_served(an_event: Callable[[App, Clock], AccessContext]) -> Iterator[tuple[Flask, App, AccessContext, str]]:
    """The application and the address it is served at, with the event in a database that ends with it."""
    with tempfile.TemporaryDirectory() as home:
        clock = Clock()
        desk = desk_on(f"sqlite:///{home}/deckcheck.db", clock, Path(home))
        upgrade(desk.store)
        access = an_event(desk, clock)
        app = create_app(desk.settings, desk)
        with served(app) as origin:
            yield app, desk, access, origin
        desk.store.close()


def _opened(browser: Browser, origin: str, path: str, held: str, width: int) -> Page:
    """A page as whoever holds the cookie sees it."""
    context = browser.new_context(viewport={"width": width, "height": SIZES[width][1]}, timezone_id=ZONE)
    if held:
        context.add_cookies([{"name": NAME, "value": held, "url": origin}])
    page = context.new_page()
    page.goto(origin + path)
    page.goto(origin + path)  # The second time the font is there: it never delays the first.
    return page


def _shoot(page: Page, file: Path) -> None:
    """Take the picture, and close the browser's window."""
    page.wait_for_function("document.fonts.ready.then(() => true)")
    taken = page.screenshot(full_page="full" in sys.argv)
    page.goto("about:blank")
    save(page, taken, file)
    page.context.close()
