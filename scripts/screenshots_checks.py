"""Take the pictures of the judge's table for docs/pictures, at 360 and 1280 px: a round with checks begun and done.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_checks [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from deckcheck.app.context import App
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.end import FinishCheck, finish_check
from scripts.pictures_signed_in import AccessContext, take
from tests.deck_checks import all_there, an_op, begin, event_in_play, join, pair, seen, stand, taps
from tests.desks import Clock
from tests.events import Made
from tests.registrations import LEGAL, OTHER

E: Final = "/e/northern-open/checks"
PAGES: Final = {
    "checks": E,
    "check-begin": f"{E}/begin?number=7&round=3",
    "check-table": f"{E}/{{table}}",
    "check-offline": f"{E}/{{table}}",
    "check-configuration": f"{E}/{{table}}/configuration",
    "check-opponent": f"{E}/{{table}}/opponent",
    "check-void": f"{E}/{{table}}/void",
    "check-result": f"{E}/{{counted}}/result",
    "check-result-illegal": f"{E}/{{illegal}}/result",
    "check-record": f"{E}/{{differs}}",
    "checks-records": f"{E}/records",
    "roster-checked": "/e/northern-open/roster",
}
COUNTED: Final = 9
"""How many rows the judge has seen at the first table."""


def an_event(desk: App, clock: Clock) -> AccessContext:
    """Round 3 of eight: one deck is half counted, one is counted, and one was checked in the round before."""
    short = LEGAL.replace("11 Mountain", "10 Mountain")
    texts = (LEGAL, OTHER, LEGAL, short, LEGAL, OTHER, LEGAL, OTHER)
    made = event_in_play(desk, clock, players=8, level="competitive", texts=texts)
    for number in (1, 2, 3):
        pair(desk, made, number, [(1, 2), (3, 4), (5, 6), (7, 8)])
    stand(desk, made, 2, (6, 6, 6, 3, 3, 3, 0, 0))
    done = begin(made, desk, 5, round=2, table="3")
    taps(made, desk, done.head.uid, *all_there(done, clock()))
    clock.pass_(minutes=4)
    finish_check(FinishCheck(made.as_account("judge"), made.slug, done.head.uid), desk)
    differs = one_that_differs(desk, made, clock)
    clock.pass_(minutes=45)
    counted = begin(made, desk, 2, round=3, table="1")
    change_check(ChangeCheck(made.as_account("judge"), made.slug, counted.head.uid, taken=True), desk)
    one_more = an_op(900, clock(), "main:Heartfire Hero", set=5)
    taps(made, desk, counted.head.uid, *all_there(counted, clock()), one_more)
    illegal = begin(made, desk, 4, round=3, table="2")
    taps(made, desk, illegal.head.uid, *all_there(illegal, clock()))
    table = begin(made, desk, 1, round=3, table="1")
    join(made, desk, table.head.uid)
    change_check(ChangeCheck(made.as_account("judge"), made.slug, table.head.uid, taken=True), desk)
    rows = [row for part in table.sections for pile in part.piles for row in pile.rows]
    some = [an_op(place, clock(), row.row, set=row.listed) for place, row in enumerate(rows[:COUNTED], 1)]
    taps(made, desk, table.head.uid, *some)
    clock.pass_(minutes=3)
    assert seen(made, desk, table.head.uid).head.uid == table.head.uid
    uids = {"table": table.head.uid, "counted": counted.head.uid, "differs": differs, "illegal": illegal.head.uid}
    return AccessContext(who=made.as_account("judge"), made=uids)


def one_that_differs(desk: App, made: Made, clock: Clock) -> str:
    """A deck in which a card of the sideboard was not swapped back."""
    judge = made.as_account("judge")
    view = begin(made, desk, 7, round=2, table="4")
    change_check(ChangeCheck(judge, made.slug, view.head.uid, taken=True), desk)
    clock.pass_(minutes=4, seconds=12)
    counts = {"main:Leyline Axe": 1, "sideboard:Leyline Axe": 0}
    taps(made, desk, view.head.uid, *all_there(view, clock()))
    moved = [an_op(900 + n, clock(), row, set=count) for n, (row, count) in enumerate(counts.items())]
    done = [an_op(950 + n, clock(), section=s.section, done=True) for n, s in enumerate(view.sections)]
    taps(made, desk, view.head.uid, *moved, *done)
    decided = {"section": "IPG 3.5", "penalty": "Warning", "by": "Ben Ott", "applied": "now"}
    order = FinishCheck(judge, made.slug, view.head.uid, decided=decided, note="The axe came in for game 3 of round 1.")
    finish_check(order, desk)
    return view.head.uid


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    if name == "check-offline":
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        for place in (COUNTED, *[COUNTED + 1] * 5, COUNTED + 2):
            page.locator("li[data-row] .c-one").nth(place).click()
    elif name.startswith("check-configuration"):
        for field, count in (("main:Leyline Axe", 1), ("sideboard:Leyline Axe", 0), ("main:Brute Force", 1)):
            page.fill(f"[name='{field}']", str(count))
        page.fill("[name='sideboard:Brute Force']", "1")
        page.click(".dock .go")
    page.wait_for_load_state()


if __name__ == "__main__":
    take(PAGES, an_event, go)
