"""Pictures of pages that take a sign-in: one event is made, and each page is taken as one of its staff sees it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from deckcheck.services.desk import Desk
from deckcheck.storage.upgrade import upgrade
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from scripts.screenshots import FLAGS, ROOT, SIZES
from tests.desks import Clock, desk_on
from tests.web.serving import served
from tests.web.visitors import cookie_of_account


def nothing_more(_page: Page, _name: str) -> None:
    """The page is taken as it opens."""


def take(
    pages: Mapping[str, str],
    an_event: Callable[[Desk, Clock], str],
    go: Callable[[Page, str], None] = nothing_more,
) -> None:
    """Take the pictures that the command line asks for, or all: `[full] [FOLDER] [NAME ...]`.

    `an_event` makes what is shown and names the account that looks; `go` takes the steps that a page alone does not.
    """
    arguments = [a for a in sys.argv[1:] if a != "full"]
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        clock = Clock()
        desk = desk_on(f"sqlite:///{home}/deckcheck.db", clock, Path(home))
        upgrade(desk.store)
        account = an_event(desk, clock)
        app = create_app(desk.settings, desk)
        held = cookie_of_account(app, desk, account)
        with served(app) as origin, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=FLAGS)
            for name in arguments[1:] or pages:
                _shoot(browser, origin, held, folder / name, pages[name], go)
            browser.close()
        desk.store.close()


def _shoot(browser: Browser, origin: str, held: str, file: Path, path: str, go: Callable[[Page, str], None]) -> None:
    """Both pictures of a page."""
    for width, height, _ in SIZES.values():
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_cookies([{"name": NAME, "value": held, "url": origin}])
        page = context.new_page()
        page.goto(origin + path)
        page.goto(origin + path)  # The second time the font is there: it never delays the first.
        go(page, file.name)
        page.wait_for_function("document.fonts.ready.then(() => true)")
        page.screenshot(path=file.with_name(f"{file.name}-{width}-light.png"), full_page="full" in sys.argv)
        context.close()
