"""Take the pictures of the organizer's pages for docs/pictures, at 360 and 1280 px: an event of eight, closed.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_organizer [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from apiflask import APIFlask
from playwright.sync_api import Browser, sync_playwright

from deckcheck.services.desk import Desk
from deckcheck.services.event_templates import save_template
from deckcheck.services.sign_ins import Browser as Device
from deckcheck.services.sign_ins import start
from deckcheck.services.stage_life import become
from deckcheck.services.stages import StagePatch, change_stage
from deckcheck.storage.models import Account
from deckcheck.storage.upgrade import upgrade
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME, SIGN_IN
from scripts.screenshots import FLAGS, ROOT, SIZES
from tests.desks import Clock, desk_on
from tests.doors import hashed
from tests.events import DEADLINE, Made, make_event
from tests.registrations import send
from tests.web.serving import served

E: Final = "/e/northern-open"
PAGES: Final = {
    "organize": "/organize",
    "organize-new": "/organize/new?like=last",
    "event-made": f"{E}/code?made=1",
    "event-settings": f"{E}/settings",
    "event-stages": f"{E}/stages",
    "event-publication": f"{E}/publication?see-playoff=stage&as=playoff",
    "event-seen": f"{E}/publication/as?as=playoff&see-playoff=stage",
    "event-staff": f"{E}/staff",
    "event-end": f"{E}/become/completed",
}


def an_event(desk: Desk, clock: Clock) -> Made:
    """An event whose lists are closed and whose playoff has begun."""
    made = make_event(desk, players=8, playoff=True, level="competitive")
    with desk.store.write() as session:
        for uid in made.accounts.values():
            account = session.get(Account, uid)
            assert account is not None
            account.password = hashed()
    for place in range(8):
        send(made, desk, who=made.as_person(place), number=place + 1)
    who = made.as_account("organizer")
    change_stage(desk, who, made.slug, "playoff", StagePatch(lists_from="swiss"))
    save_template(desk, who, made.slug, "Friday Modern")
    clock.set(DEADLINE + timedelta(minutes=1))
    become(desk, who, made.slug, "playoff", "begun")
    return made


def cookie(app: APIFlask, desk: Desk, account: str) -> str:
    """The cookie of a browser in which an account is signed in."""
    with desk.store.write() as session:
        secret = start(session, "account", account, desk.now(), Device())
    signer: Any = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({SIGN_IN: secret, "_permanent": True}))


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
        made = an_event(desk, clock)
        app = create_app(desk.settings, desk)
        held = cookie(app, desk, made.accounts["organizer"])
        with served(app) as origin, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=FLAGS)
            for name in arguments[1:] or PAGES:
                shoot(browser, origin, held, folder, name)
            browser.close()
        desk.store.close()


if __name__ == "__main__":
    main()
