"""Take the pictures of the roster and its acts for docs/pictures, at 360 and 1280 px: a day just after its deadline.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_staff [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from playwright.sync_api import Page

from deckcheck.accounts import links
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.lists.submit import enter_late
from deckcheck.roster.join import Join, join
from scripts.pictures_signed_in import AccessContext, take
from tests.desks import Clock
from tests.events import DEADLINE, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED, accept, an_order, send

E: Final = "/e/northern-open/roster"
PAGES: Final = {
    "overview": "/e/northern-open/overview",
    "roster": E,
    "roster-walkins": f"{E}?show=unconfirmed",
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
    "sheets": "/e/northern-open/sheets",
}
BROUGHT: Final = "Last name,First name,Seat\nOkonkwo,Ada,12\nDahl,Perr,\nNewcomer,Nina,\n"
"""A player list: one is there already, one nearly, one is new."""

WALK_INS: Final = (
    ("Bianca", "Amato", ILLEGAL),
    ("Okonkwo", "Ada", ""),
    ("Maximiliane", "van den Oudenhoven-Wiśniewska", LEGAL),
)
"""Who joins with the code: one of them is on the player list already."""


def an_event(desk: App, clock: Clock) -> AccessContext:
    """An event twelve minutes after its deadline: legal, illegal and undecided lists, one accepted, one late."""
    clock.set(DEADLINE - timedelta(days=2))
    made = make_event(desk, players=12)
    for number in (1, 2, 7):
        send(made, desk, who=made.as_person(number - 1), number=number)
        clock.pass_(hours=9)
    for number, text in ((2, OTHER), (3, ILLEGAL), (8, OTHER)):
        send(made, desk, text, who=made.as_person(number - 1), number=number)
        clock.pass_(hours=3)
    clock.set(DEADLINE - timedelta(minutes=29))
    for first, last, text in WALK_INS:
        joined = join(Join(STRANGER, made.slug, "KITE-4719", last, first, same=True), desk)
        me = links.find(desk, joined.link)
        if text:
            send(made, desk, text, who=Actor(me.kind, me.subject), number=joined.number)
        clock.pass_(minutes=3)
    clock.set(DEADLINE - timedelta(minutes=18))
    send(made, desk, UNDECIDED, who=made.as_person(3), number=4)
    accept(made, desk)
    clock.set(DEADLINE + timedelta(minutes=12))
    enter_late(an_order(made, desk, who=made.as_account("judge"), number=5, reason="bus broke down"), desk)
    return AccessContext(made.as_account("head-judge"))


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
        page.get_by_text("2 versions sent").click()
        page.fill("#why-versions", "The player asks which list was sent first")
        page.click("details[open] form[action$=versions] button")
    page.wait_for_load_state()


if __name__ == "__main__":
    take(PAGES, an_event, go)
