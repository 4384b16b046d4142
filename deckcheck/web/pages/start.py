"""The start page: what this is, the three things people come for, what is on now, and what a verdict looks like."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.events.my_events import my_events
from deckcheck.publication.event_index import events_on_now
from deckcheck.translations import join_words
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, read_query, shows_refusals
from deckcheck.web.pages.check.forms import CheckForm
from deckcheck.web.pages.check.samples import sample
from deckcheck.web.pages.roster.player import Coming, row_of, to_event

bp = Blueprint("start", __name__)

EXAMPLE: Final = CheckForm(act="example")


@bp.get("/")
def show() -> ResponseReturnValue:
    """The page that everyone meets first."""
    return _page()


def _page(refused: Refused | None = None) -> str:
    who = current_who()
    mine = my_events(who, app()).entries if who.is_player else ()
    return render_template(
        "start.html",
        games=join_words(game.title for game in app().reference.games.values()),
        on_now=events_on_now(app(), who),
        mine=[row_of(entry) for entry in mine[:1]],
        example=sample(EXAMPLE, app()),
        code=read_query(Coming).code,
        wrong_code=str(refused or ""),
    )


@bp.post("/")
@shows_refusals(_page)
def find() -> ResponseReturnValue:
    """Lead to the event that takes the code; a wrong one is said beside its field."""
    return to_event(read_form(Coming).code)
