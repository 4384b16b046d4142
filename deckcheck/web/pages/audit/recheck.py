"""Lists judged again: what a ban or new card data changed, without replacing what was said before."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.lists.rechecks import Rechecked, recheck_event
from deckcheck.web.actors import need_account
from deckcheck.web.current import app
from deckcheck.web.pages.audit.house_pages import recheck_page
from deckcheck.web.pages.events.event_fields import read_day

bp = Blueprint("recheck", __name__)


@bp.get("/e/<slug>/recheck")
def show(slug: str) -> ResponseReturnValue:
    """How many lists there are to judge, and by the law of which day."""
    return _page(slug)


@bp.post("/e/<slug>/recheck")
def judge(slug: str) -> ResponseReturnValue:
    """Judge them; by the event's own day the new verdicts are kept beside the old."""
    sent = request.form
    try:
        day = read_day(sent.get("on", "")) if sent.get("law") == "other" else None
        done = recheck_event(app(), need_account(), slug, day, sent.get("reason", ""))
    except Refused as refused:
        return _page(slug, refused)
    return _page(slug, done=done)


def _page(slug: str, refused: Refused | None = None, done: Rechecked | None = None) -> ResponseReturnValue:
    page = recheck_page(app(), need_account(), slug, f"/e/{slug}/recheck")
    shown = render_template(
        "organizer/recheck.html",
        page=page,
        frame=page.frame,
        done=done,
        told=str(refused) if refused else "",
        sent=request.form,
    )
    return make_response(shown, refused.status if refused else 200)
