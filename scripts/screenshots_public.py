"""Take the pictures of the public pages of events for docs/pictures, at 360 and 1280 px: one in each state.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_public [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from playwright.sync_api import Page

from deckcheck.accounts.links import make_link, take_back
from deckcheck.app.context import App
from deckcheck.checks.draws import DrawTables, draw_tables
from scripts.pictures_signed_in import AccessContext, take
from tests.deck_checks import pair
from tests.desks import START, Clock
from tests.events import DEADLINE, Made, make_event
from tests.published_events import TITLED, a_locked_event, begin, call_off, complete, late, publish, stand
from tests.registrations import ILLEGAL, LEGAL, OTHER

E: Final = "/e/northern-open"
PAGES: Final = {
    "start": "/",
    "events": "/events",
    "event-taking": "/e/harbour-cup",
    "event-locked": "/e/mill-trophy",
    "event-stage": "/e/spring-final",
    "event-stage-player": "/e/spring-final",
    "event-open": "/e/castle-games",
    "event-ended": E,
    "event-called-off": "/e/autumn-league",
    "lists": f"{E}/lists",
    "lists-found": f"{E}/lists?q=prowess&sort=name",
    "list": f"{E}/lists/3",
    "list-illegal": f"{E}/lists/5",
    "list-late": f"{E}/lists/7",
    "list-official": "/e/mill-trophy/lists/2",
    "export": f"{E}/export",
    "export-reason": "/e/mill-trophy/export?shape=csv&stage=swiss",
    "seals": f"{E}/seals",
    "verify": "/verify",
    "privacy": "/privacy",
    "help": "/help",
    "help-page": "/help/submit-your-list",
    "about": "/about",
    "language": "/language",
    "verified": f"{E}/lists/3",
    "error-staff": "/e/mill-trophy/settings",
    "error-link": "/r/{link}",
    "draws": f"{E}/draws",
}


def an_event(desk: App, clock: Clock) -> AccessContext:
    """Six events of one Saturday, in its afternoon: one takes lists, one has ended, and what lies between."""
    ended = _ended(desk, clock)
    locked = _locked(desk, clock, "mill-trophy", "Mill Trophy", "OTTER-2201")
    final = _locked(desk, clock, "spring-final", "Spring Final", "HERON-3415", during="stage")
    _locked(desk, clock, "castle-games", "Castle Games", "LYNX-8802", during="all")
    clock.set(START)
    call_off(desk, make_event(desk, slug="autumn-league", name="Autumn League", join_code="CRANE-5520"))
    clock.set(DEADLINE + timedelta(hours=4))
    make_event(
        desk,
        players=8,
        slug="harbour-cup",
        name="Harbour Cup",
        join_code="SEAL-6071",
        deadline=DEADLINE + timedelta(hours=6),
        playoff=True,
    )
    with desk.store.write() as session:
        link = make_link(session, "person", ended.persons[0], "sys", desk.now(), desk.settings)
        take_back(session, "person", ended.persons[0], desk.now())
        make_link(session, "person", ended.persons[0], "sys", desk.now(), desk.settings)
    return AccessContext(
        others={
            "event-stage-player": final.as_person(0),
            "list-official": locked.as_account("judge"),
            "export-reason": locked.as_account("judge"),
            "error-staff": locked.as_account("scorekeeper"),
        },
        made={"link": link},
    )


def _ended(desk: App, clock: Clock) -> Made:
    texts = {number: (TITLED, OTHER, LEGAL)[number % 3] for number in range(1, 13) if number != 7} | {5: ILLEGAL}
    made = a_locked_event(desk, clock, players=12, texts=texts)
    publish(desk, made, "swiss", "all")
    begin(desk, made)
    clock.pass_(minutes=4)
    late(desk, made, 7)
    stand(desk, made, {number: number for number in range(1, 13)})
    clock.pass_(hours=3)
    judge = made.as_account("judge")
    for number in (1, 2):
        pair(desk, made, number, [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)])
        draw_tables(DrawTables(judge, made.slug, number, 2, f"{number}4471", "swiss"), desk)
    complete(desk, made)
    return made


def _locked(desk: App, clock: Clock, slug: str, name: str, code: str, during: str = "") -> Made:
    """An event whose lists are closed; if its playoff is to be open, that has begun."""
    clock.set(START)
    known: dict[str, Any] = {"slug": slug, "name": name, "join_code": code, "level": "competitive"}
    made = a_locked_event(desk, clock, players=8, texts=dict.fromkeys(range(1, 9), LEGAL), **known)
    if during:
        publish(desk, made, "playoff", during)
        begin(desk, made)
    return made


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    if name == "verified":
        page.get_by_role("button", name="Verify this list").click()
        page.get_by_text("proofs hold").wait_for()
    page.wait_for_load_state()


if __name__ == "__main__":
    take(PAGES, an_event, go)
