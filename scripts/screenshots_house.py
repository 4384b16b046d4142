"""Take the pictures of the pages about programs, the audit, rechecks and persons for docs/pictures, at 360 and 1280 px.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_house [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from datetime import date
from typing import Final

from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import WEBHOOK, send_next
from deckcheck.law.announcement_files import ByHand
from deckcheck.store.states import ActorKind
from deckcheck.updates.announcements import announce
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
}


def an_event(desk: App, clock: Clock) -> AccessContext:
    """An event that is over, with programs and all that was done in it; its organizer looks."""
    history = a_full_history(desk, clock)
    while send_next(desk, WEBHOOK):
        pass
    made = add_account(desk, "rosa.kim@example.org", "Rosa Kim", operator=True)
    rosa = Actor(ActorKind.ACCOUNT, made.uid, "Rosa Kim", operates=True)
    announce(desk, ByHand(("legacy",), ("Ponder",), "banned", date(2026, 6, 29), "https://example.org/bans"), rosa)
    return AccessContext(history.staff["organizer"], dict.fromkeys(("cards-and-bans", "announcement"), rosa))


if __name__ == "__main__":
    take(PAGES, an_event)
