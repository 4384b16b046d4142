"""Take the pictures of the pages about programs, the audit, rechecks and persons for docs/pictures, at 360 and 1280 px.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_house [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from deckcheck.services.desk import Desk
from deckcheck.services.outbox import WEBHOOK, send_next
from deckcheck.storage.upgrade import upgrade
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from scripts.screenshots import FLAGS, ROOT, SIZES
from scripts.screenshots_organizer import cookie
from tests.desks import Clock, desk_on
from tests.histories import SLUG, a_full_history
from tests.web.serving import served

E: Final = f"/e/{SLUG}"
PAGES: Final = {
    "event-programs": f"{E}/programs",
    "event-audit": f"{E}/audit",
    "event-recheck": f"{E}/recheck",
    "event-people": f"{E}/people",
    "event-person": f"{E}/people/1",
    "event-forget": f"{E}/people/1/forget",
}


def an_event(desk: Desk, clock: Clock) -> str:
    """An event that is over, with programs and all that was done in it; its organizer's account."""
    history = a_full_history(desk, clock)
    while send_next(desk, WEBHOOK):
        pass
    return history.staff["organizer"].uid


def shoot(browser: Browser, origin: str, held: str, folder: Path, name: str) -> None:
    """Both pictures of a page."""
    for width, height, _ in SIZES.values():
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_cookies([{"name": NAME, "value": held, "url": origin}])
        page = context.new_page()
        page.goto(origin + PAGES[name])
        page.goto(origin + PAGES[name])  # The second time the font is there: it never delays the first.
        page.wait_for_function("document.fonts.ready.then(() => true)")
        page.screenshot(path=folder / f"{name}-{width}-light.png", full_page="full" in sys.argv)
        context.close()


def main() -> None:
    """Take the pictures that are asked for, or all."""
    arguments = [a for a in sys.argv[1:] if a != "full"]
    folder = Path(arguments[0]) if arguments else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        clock = Clock()
        desk = desk_on(f"sqlite:///{home}/deckcheck.db", clock, Path(home))
        upgrade(desk.store)
        account = an_event(desk, clock)
        app = create_app(desk.settings, desk)
        held = cookie(app, desk, account)
        with served(app) as origin, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=FLAGS)
            for name in arguments[1:] or PAGES:
                shoot(browser, origin, held, folder, name)
            browser.close()
        desk.store.close()


if __name__ == "__main__":
    main()
