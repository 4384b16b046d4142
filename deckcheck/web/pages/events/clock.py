"""The organizer says on a page of the staff's that the server's clock is right after it jumped ahead."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from deckcheck.app.timestamps import read_moment
from deckcheck.events.clock_confirmed import call_clock_right
from deckcheck.web.actors import need_account
from deckcheck.web.current import app

bp = Blueprint("clock", __name__)


@bp.post("/e/<slug>/clock")
def right(slug: str) -> ResponseReturnValue:
    """Believe the clock in this event; the audit names the lists that came late by it."""
    who = need_account()
    try:
        started = read_moment(request.form.get("started", ""))
    except ValueError:
        abort(400)
    call_clock_right(app(), who, slug, started)
    return redirect(f"/e/{slug}/audit", 303)
