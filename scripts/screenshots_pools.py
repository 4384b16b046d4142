"""Take the pictures of pools for docs/pictures, at 360 and 1280 px: players count across the table.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_pools [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from deckcheck.app.context import App
from deckcheck.pools.registration import AnswerPool, confirm_pool, question_pool
from scripts.pictures_signed_in import AccessContext, take
from tests.desks import Clock
from tests.pools import assign, counts, hand_over, sealed_event

E: Final = "/e/northern-open"
PAGES: Final = {
    "pool-sets": "/pool",
    "pool": "/pool?set=mtg:FDN",
    "pool-list": "/pool?set=mtg:FDN",
    "event-pool": f"{E}/pool",
    "event-pool-count": f"{E}/pool/4",
    "event-pool-review": f"{E}/pool/4/review",
    "event-pool-deck": f"{E}/pool/deck",
    "event-pools": f"{E}/pools",
    "event-pools-one": f"{E}/pools/2",
    "event-pools-count": f"{E}/pools/2/count",
}
"""The first three are for anybody, the next four a player's, the others staff's."""
POOL: Final = (
    "4 6 9 13x2 15 18 22 23 29\n31 34 37 39x2 42 47 51 52 56\n55 58 61 62 64 67 69x2 71 73\n"
    "76 78 83 84x2 87 89 91 95 96\n99 101x2 102 104 107 109 112 114\n117 120 121 125 127\n130 133\n"
    "143 149 152 158 161x2 164 170 173 178 180 184 187 191 194 199x2 205 206 210 214 219 222 226 227x2 233 241"
)
"""84 cards of Foundations by number."""


QUESTIONED: Final = 2
TYPED: Final = {
    "pool": (POOL,),
    "pool-list": (POOL,),
    "event-pool-count": ("143 149 152", "161x2"),
    "event-pools-count": ("206",),
}


def an_event(desk: App, clock: Clock) -> AccessContext:
    """Eight players in four pairs; the fifth has confirmed a pool of their own and counts that of the fourth."""
    made = sealed_event(desk, players=8, size=84)
    assign(desk, made)
    clock.pass_(minutes=9)
    counts(desk, made, 4, POOL.partition("143")[0], by=5)
    counts(desk, made, 6, POOL[:60], by=7)
    clock.pass_(minutes=8)
    for owner, counter in ((1, 8), (8, 1), (2, 3), (5, 4)):
        text = POOL.replace("206 ", "") if owner == QUESTIONED else POOL
        hand_over(desk, made, owner, text, by=counter, confirmed=True)
        clock.pass_(minutes=1)
    for owner in (1, 5):
        confirm_pool(AnswerPool(made.as_person(owner - 1), made.slug, owner, "swiss"), desk)
    wrong = "I opened a Shivan Dragon; it is not there."
    question_pool(AnswerPool(made.as_person(QUESTIONED - 1), made.slug, QUESTIONED, "swiss", wrong), desk)
    staff = {name: made.as_account("head-judge") for name in PAGES if name.startswith("event-pools")}
    return AccessContext(who=made.as_person(4), others=staff)


def enter(page: Page, *texts: str) -> None:
    """Type these into the field, each with Enter."""
    for text in texts:
        page.fill("#add", text)
        page.keyboard.press("Enter")


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    enter(page, *TYPED.get(name, ()))
    if name == "pool":
        page.locator("#add").press_sequentially("dragon")
    elif name == "pool-list":
        page.click("#next")
        page.wait_for_selector("#written")
    elif name == "event-pool-count":
        page.wait_for_selector("#slot-words:has-text('Saved')")
    elif name == "event-pool-deck":
        for place in (1, 3, 4, 8, 9):
            page.locator("li[data-key] .c-one").nth(place).click()
    page.wait_for_timeout(400)


if __name__ == "__main__":
    take(PAGES, an_event, go)
