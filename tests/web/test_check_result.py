"""What the result of a deck check says of the guides, in a Grand Archive event."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from deckcheck import web
from deckcheck.services.desk import Desk
from deckcheck.web import create_app
from tests.deck_checks import an_op, begin, event_in_play, taps
from tests.desks import Clock
from tests.web.pages import Page
from tests.web.visitors import sign_in_as

GA: Final = (Path(web.__file__).parent / "examples" / "ga.txt").read_text()


def test_a_section_of_a_guide_is_named_once(one_desk: Desk, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, game="ga", format="ga-standard", level="competitive", texts=(GA,))
    check = begin(made, one_desk)
    row = next(row for part in check.sections if part.section == "main" for pile in part.piles for row in pile.rows)
    taps(made, one_desk, check.head.uid, an_op(1, clock(), row.row, set=row.listed + 1))
    app = create_app(one_desk.settings, one_desk)
    page = Page(sign_in_as(app, one_desk, made.accounts["judge"]).get(f"/e/{made.slug}/checks/{check.head.uid}/result"))
    named = [e.text for e in page.all if e.tag == "p" and e.text.startswith("GA-IPG")]
    assert "GA-IPG Deck Issue (minor)" in named
