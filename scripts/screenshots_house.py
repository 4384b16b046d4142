"""Take the pictures of the pages about programs, the audit, rechecks and persons for docs/pictures, at 360 and 1280 px.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_house [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import WEBHOOK, send_next
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.law.announcement_files import ByHand
from deckcheck.law.differences import Difference, Kind
from deckcheck.store.states import ActorKind
from deckcheck.updates.announcements import announce
from deckcheck.updates.apply import Incoming, keep_waiting
from deckcheck.updates.statuses import make_statuses
from scripts.pictures_signed_in import AccessContext, take
from tests.desks import Clock
from tests.histories import SLUG, a_full_history

E: Final = f"/e/{SLUG}"
PAGES: Final = {
    "event-programs": f"{E}/programs",
    "event-audit": f"{E}/audit",
    "event-recheck": f"{E}/recheck",
    "event-people": f"{E}/people",
    "event-person": f"{E}/people/1",
    "event-forget": f"{E}/people/1/forget",
    "cards-and-bans": "/cards-and-bans",
    "announcement": "/cards-and-bans/announcement",
    "update-file": "/cards-and-bans/file",
}
OPERATORS: Final = ("cards-and-bans", "announcement", "update-file")


def an_update(day: date) -> Incoming:
    """An update that asks: a new set, a ban of which the day is not known, and a set that is legal in part."""
    days = (day - timedelta(days=14), day)
    differences = (
        *(Difference(Kind.NEW_SET, name, *days, set_code="EXS") for name in ("standard", "pioneer", "modern")),
        Difference(Kind.BANNED, "standard", *days, card="Opt"),
        Difference(Kind.QUESTION, "modern", *days, set_code="EXM", why="40 of its 100 new cards are legal", new=100),
    )
    sets = [("EXS", "Example Set", "2026-06-19"), ("EXM", "Example Masters", "2026-06-12")]
    report = {
        "cards": 35_120,
        "new_cards": 281,
        "new_sets": [{"code": code, "name": name, "release": release} for code, name, release in sets],
        "differences": [one.facts() for one in differences],
    }
    catalogue = (CATALOGUE / "mtg.catalogue").read_bytes()
    return Incoming("mtg", "scryfall", "https://data.example.org", day, catalogue, make_statuses([]), {}, report)


def an_event(desk: App, clock: Clock) -> AccessContext:
    """An event that is over, with programs and all that was done in it; its organizer looks."""
    history = a_full_history(desk, clock)
    while send_next(desk, WEBHOOK):
        pass
    made = add_account(desk, "rosa.kim@example.org", "Rosa Kim", operator=True)
    rosa = Actor(ActorKind.ACCOUNT, made.uid, "Rosa Kim", operates=True)
    announce(desk, ByHand(("legacy",), ("Ponder",), "banned", date(2026, 6, 29), "https://example.org/bans"), rosa)
    keep_waiting(desk, an_update(desk.now().date()), rosa)
    return AccessContext(history.staff["organizer"], dict.fromkeys(OPERATORS, rosa))


if __name__ == "__main__":
    take(PAGES, an_event)
