"""Take the pictures of the judge's table for docs/pictures, at 360 and 1280 px: a round with checks begun and done.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_checks [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from typing import Final

from deckcheck.services.checks.recording import FinishCheck, finish_check
from deckcheck.services.desk import Desk
from scripts.pictures_signed_in import Scene, take
from tests.deck_checks import all_there, an_op, begin, event_in_play, pair, seen, stand, taps
from tests.desks import Clock

E: Final = "/e/northern-open/checks"
PAGES: Final = {
    "checks": E,
    "check-table": f"{E}/{{table}}",
    "check-configuration": f"{E}/{{table}}/configuration",
    "check-opponent": f"{E}/{{table}}/opponent",
    "check-void": f"{E}/{{table}}/void",
    "check-result": f"{E}/{{counted}}/result",
    "checks-records": f"{E}/records",
}
COUNTED: Final = 9
"""How many rows the judge has seen at the first table."""


def an_event(desk: Desk, clock: Clock) -> Scene:
    """Round 3 of eight: one deck is half counted, one is counted, and one was checked in the round before."""
    made = event_in_play(desk, clock, players=8, level="competitive")
    for number in (1, 2, 3):
        pair(desk, made, number, [(1, 2), (3, 4), (5, 6), (7, 8)])
    stand(desk, made, 2, (6, 6, 6, 3, 3, 3, 0, 0))
    done = begin(made, desk, 5, round=2, table="3")
    taps(made, desk, done.head.uid, *all_there(done, clock()))
    clock.pass_(minutes=4)
    finish_check(FinishCheck(made.as_account("judge"), made.slug, done.head.uid), desk)
    clock.pass_(minutes=50)
    counted = begin(made, desk, 2, round=3, table="1")
    taps(made, desk, counted.head.uid, *all_there(counted, clock()))
    table = begin(made, desk, 1, round=3, table="1")
    rows = [row for part in table.sections for pile in part.piles for row in pile.rows]
    some = [an_op(place, clock(), row.row, set=row.listed) for place, row in enumerate(rows[:COUNTED], 1)]
    taps(made, desk, table.head.uid, *some)
    clock.pass_(minutes=3)
    assert seen(made, desk, table.head.uid).head.uid == table.head.uid
    return Scene(who=made.as_account("judge"), made={"table": table.head.uid, "counted": counted.head.uid})


if __name__ == "__main__":
    take(PAGES, an_event)
