"""The start page: what this is, the three things people come for, what is on now, and what a verdict looks like."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from deckcheck.events.my_events import my_events
from deckcheck.publication.event_index import events_on_now
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.pages.check.forms import CheckForm
from deckcheck.web.pages.check.samples import sample
from deckcheck.web.pages.roster.player import row_of

bp = Blueprint("start", __name__)

EXAMPLE: Final = CheckForm(act="example")


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
        example=sample(EXAMPLE, app()),
    )
