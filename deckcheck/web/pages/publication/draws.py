"""The draws of an event's deck checks, for everybody: what was drawn from what, and how to draw it again."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template
from flask.typing import ResponseReturnValue

from deckcheck.publication.event_index import draws_page
from deckcheck.web.asker import current_who
from deckcheck.web.cache_headers import kept
from deckcheck.web.current import app
from deckcheck.web.pages.publication.public_shown import told

bp = Blueprint("draws", __name__)


@bp.get("/e/<slug>/draws")
def show(slug: str) -> ResponseReturnValue:
    """The draws whose rounds are over; judges and the organizer see the others as well."""
    page = draws_page(app(), current_who(), slug)
    head = page.head
    shown = render_template(
        "public/draws.html",
        page=page,
        head=head,
        told=lambda moment: told(moment, head.zone, head.place),
    )
    return kept(make_response(shown), shared=page.shared)
