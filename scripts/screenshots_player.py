"""Take the pictures of a player's pages for docs/pictures, at 360 and 1280 px: from the join code to the list accepted.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_player [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from playwright.sync_api import Page

from deckcheck.app.context import App
from scripts.pictures_signed_in import AccessContext, take
from tests.browser.lists import FAULTY
from tests.desks import Clock
from tests.events import DEADLINE, make_event
from tests.registrations import LEGAL, OTHER, accept, send

E: Final = "/e/northern-open"
PAGES: Final = {
    "join": "/join",
    "event-join": f"{E}/join",
    "joined": f"{E}/join",
    "my-lists": "/me",
    "my-editor": f"{E}/my",
    "my-editor-faults": f"{E}/my",
    "my-editor-both": f"{E}/my",
    "my-editor-closed": "/e/mill-trophy/my",
    "my-large": "/e/mill-trophy/my/large",
    "receipt": f"{E}/my/receipt/{{receipt}}",
    "my-link": f"{E}/my/receipt/{{receipt}}",
    "my-mail-link": f"{E}/my/mail-link",
    "my-list": f"{E}/my/list",
    "my-list-accepted": "/e/mill-trophy/my/list",
    "my-versions": f"{E}/my/versions",
    "my-take-back": f"{E}/my/take-back",
}


def an_event(desk: App, clock: Clock) -> AccessContext:
    """An event that takes lists for another 18 minutes, and one that closed three minutes ago, of the same players."""
    made = make_event(desk, players=6)
    closed = make_event(
        desk,
        players=6,
        slug="mill-trophy",
        name="Mill Trophy",
        join_code="OTTER-2201",
        deadline=DEADLINE - timedelta(minutes=21),
        persons=made.persons,
    )
    send(closed, desk, who=made.as_tied(0))
    accept(closed, desk)
    clock.pass_(minutes=12)
    send(made, desk, OTHER, who=made.as_tied(0))
    clock.set(DEADLINE - timedelta(minutes=18))
    receipt = send(made, desk, who=made.as_tied(0))
    writing = dict.fromkeys(("my-editor", "my-editor-faults", "my-editor-both"))
    return AccessContext(
        who=made.as_tied(0),
        others={name: made.as_tied(place) for place, name in enumerate(writing, 1)}
        | {name: made.as_tied(4) for name in ("my-editor-closed", "my-large")}
        | dict.fromkeys(("join", "event-join", "joined"), made.as_stranger),
        made={"receipt": receipt.uid},
    )


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    if name in {"my-editor", "my-editor-faults", "my-editor-both", "my-editor-closed"}:
        _write(page, FAULTY if name == "my-editor-faults" else LEGAL)
    if name == "joined":
        page.fill("#last", "Keita")
        page.fill("#first", "Awa" if page.viewport_size == {"width": 360, "height": 760} else "Moussa")
        page.fill("#code", "KITE-4719")
        page.get_by_role("button", name="Join").click()
    elif name == "my-link":
        page.get_by_role("button", name="QR code").click()
    elif name == "my-editor-both":
        other = page.context.new_page()
        other.goto(page.url)
        _write(other, OTHER)
        other.close()
        page.fill("#text", FAULTY)
        page.locator("#both").wait_for()
        page.evaluate("document.activeElement.blur(); document.getElementById('both').scrollIntoView()")
    page.wait_for_load_state()


def _write(page: Page, text: str) -> None:
    """Type a list, and wait until it is judged."""
    page.fill("#text", text)
    page.locator("#verdict .word:not(.none)").wait_for()
    page.wait_for_timeout(500)
    page.evaluate("document.activeElement.blur(); document.getElementById('paper').scrollTop = 0; scrollTo(0, 0)")


if __name__ == "__main__":
    take(PAGES, an_event, go)
