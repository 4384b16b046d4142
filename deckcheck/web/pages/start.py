"""The start page: what this is, the three things people come for, what is on now, and what a verdict looks like."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from deckcheck.catalogue.reference import Reference
from deckcheck.events.my_events import my_events
from deckcheck.publication.event_index import events_on_now
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.pages.check.check import judge, take_turn
from deckcheck.web.pages.check.check_result import CheckResult, Item, Mark
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.forms import CheckForm
from deckcheck.web.pages.roster.player import row_of

bp = Blueprint("start", __name__)

SHOWN_LINES: Final = 4


class Example(NamedTuple):
    """The first lines of the example with their marks, the verdict on all, and the first thing to say of them."""

    title: str
    lines: tuple[tuple[Mark, str], ...]
    result: CheckResult
    finding: Item | None


@bp.get("/")
def start() -> ResponseReturnValue:
    """The page that everyone meets first."""
    who = current_who()
    mine = my_events(who, app()).entries if who.is_player else ()
    return render_template(
        "start.html",
        games=[game.title for game in app().reference.games.values()],
        on_now=events_on_now(app(), who),
        mine=[row_of(entry) for entry in mine[:1]],
        example=_example(),
    )


_kept: list[tuple[Reference, date, Example]] = []
"""The example as judged last: it stays the same for a day, or until the data change."""


def _example() -> Example:
    reference, day = app().reference, app().now().date()
    if not (_kept and _kept[0][0] is reference and _kept[0][1] == day):
        _kept[:] = [(reference, day, _judged())]
    return _kept[0][2]


def _judged() -> Example:
    result, order, _ = judge(take_turn(CheckForm(act="example"), app()), app())
    lines = tuple(zip(result.marks, split_lines(order.text), strict=False))[:SHOWN_LINES]
    shown = range(1, SHOWN_LINES + 1)
    finding = next((item for item in result.problems if item.lines and item.lines[0] in shown), None)
    return Example(order.title, lines, result, finding)
