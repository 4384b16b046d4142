"""Lists judged again: what a ban or new card data changed, without replacing what was said before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.lists.rechecks import Rechecked, recheck_event
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, shows_refusals
from deckcheck.web.pages.audit.house_pages import recheck_page

bp = Blueprint("recheck", __name__)


@dataclass(frozen=True, slots=True)
class Recheck:
    """By the law of the event's own day or of another, and why."""

    law: str = ""
    on: date | None = None
    reason: str = ""


def _page(slug: str, refused: Refused | None = None, done: Rechecked | None = None) -> ResponseReturnValue:
    page = recheck_page(app(), need_account(), slug, f"/e/{slug}/recheck")
    return render_template(
        "organizer/recheck.html",
        page=page,
        frame=page.frame,
        done=done,
        told=str(refused or ""),
        sent=request.form,
    )


@bp.get("/e/<slug>/recheck")
def show(slug: str) -> ResponseReturnValue:
    """How many lists there are to judge, and by the law of which day."""
    return _page(slug)


@bp.post("/e/<slug>/recheck")
@shows_refusals(_page)
def judge(slug: str) -> ResponseReturnValue:
    """Judge them; by the event's own day the new verdicts are kept beside the old."""
    sent = read_form(Recheck)
    day = sent.on if sent.law == "other" else None
    return _page(slug, done=recheck_event(app(), need_account(), slug, day, sent.reason))
