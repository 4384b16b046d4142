"""Take the pictures of the roster and its acts for docs/pictures, at 360 and 1280 px: a day just after its deadline.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_staff [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from deckcheck.services.desk import Desk
from deckcheck.services.entering import enter_late
from deckcheck.storage.upgrade import upgrade
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from scripts.screenshots import FLAGS, ROOT, SIZES
from scripts.screenshots_organizer import cookie
from tests.desks import Clock, desk_on
from tests.events import DEADLINE, Made, make_event
from tests.registrations import ILLEGAL, OTHER, UNDECIDED, accept, an_order, send
from tests.web.serving import served

E: Final = "/e/northern-open/roster"
PAGES: Final = {
    "roster": E,
    "roster-accept": f"{E}/accept?stage=swiss&all=1",
    "roster-add": f"{E}/add",
    "roster-import": f"{E}/import",
    "roster-remind": f"{E}/remind",
    "review": f"{E}/4",
    "review-faults": f"{E}/3",
    "review-versions": f"{E}/2",
    "entry-player": f"{E}/5/player",
    "entry-merge": f"{E}/6/player",
    "entry-link": f"{E}/5/link",
    "entry-late": f"{E}/5/enter",
    "entry-history": f"{E}/5/history",
}
BROUGHT: Final = "Last name,First name,Seat\nOkonkwo,Ada,12\nDahl,Perr,\nNewcomer,Nina,\n"
"""A player list: one is there already, one nearly, one is new."""


def an_event(desk: Desk, clock: Clock) -> Made:
    """An event twelve minutes after its deadline: legal, illegal and undecided lists, one accepted, one late."""
    clock.set(DEADLINE - timedelta(days=2))
    made = make_event(desk, players=12)
    for number in (1, 2, 7):
        send(made, desk, who=made.as_person(number - 1), number=number)
        clock.pass_(hours=9)
    for number, text in ((2, OTHER), (3, ILLEGAL), (8, OTHER)):
        send(made, desk, text, who=made.as_person(number - 1), number=number)
        clock.pass_(hours=3)
    clock.set(DEADLINE - timedelta(minutes=18))
    send(made, desk, UNDECIDED, who=made.as_person(3), number=4)
    accept(made, desk)
    clock.set(DEADLINE + timedelta(minutes=12))
    enter_late(an_order(made, desk, who=made.as_account("judge"), number=5, reason="bus broke down"), desk)
    return made


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    if name == "roster-import":
        page.fill("#text", BROUGHT)
        page.get_by_role("button", name="Show what changes").click()
    elif name == "entry-merge":
        page.get_by_text("Somebody is on the roster twice").click()
        page.fill("#into", "7")
        page.get_by_role("button", name="Show both").click()
    elif name == "entry-link":
        page.get_by_role("button", name="Show a new link").click()
    elif name == "review-versions":
        page.get_by_text("Sent 2 times").click()
        page.fill("#why-versions", "The player asks which list was sent first")
        page.click("details[open] form[action$=versions] button")
    page.wait_for_load_state()


def shoot(browser: Browser, origin: str, held: str, folder: Path, name: str) -> None:
    """Both pictures of a page."""
    for width, height, _ in SIZES.values():
        context = browser.new_context(viewport={"width": width, "height": height})
        context.add_cookies([{"name": NAME, "value": held, "url": origin}])
        page = context.new_page()
        page.goto(origin + PAGES[name])
        page.goto(origin + PAGES[name])  # The second time the font is there: it never delays the first.
        go(page, name)
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
        made = an_event(desk, clock)
        app = create_app(desk.settings, desk)
        held = cookie(app, desk, made.accounts["head-judge"])
        with served(app) as origin, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=FLAGS)
            for name in arguments[1:] or PAGES:
                shoot(browser, origin, held, folder, name)
            browser.close()
        desk.store.close()


if __name__ == "__main__":
    main()
