"""The review of one list: what stands, faults first, the official acts on it, its versions and its history."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.clocks import to_utc
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.audit.views import history_of
from deckcheck.events.plans import on_the_wall
from deckcheck.lists.locks import LockAct, LockList, change_lock
from deckcheck.lists.versions import versions
from deckcheck.roster.review import ReviewPage, review
from deckcheck.web.actors import current_who, need_account
from deckcheck.web.asking import reading_given
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, shows_refusals
from deckcheck.web.pages.publication.public_shown import told
from deckcheck.web.pages.roster.review_sheet import review_sheet
from deckcheck.web.pages.roster.roster_shown import shown_row

bp = Blueprint("reviewing", __name__)
DONE: Final = {
    "accept": "Accepted. The player can no longer change it.",
    "send-back": "Sent back. It still counts until the player replaces it.",
    "reopen": "Reopened.",
    "lift": "The deadline is lifted for this player.",
    "undo": "The acceptance is taken back.",
    "sent": "The list is in.",
    "late": "The late list is in.",
    "corrected": "The list is corrected and accepted.",
    "added": "The player is on the roster, with their list.",
    "changed": "Changed.",
    "confirmed": "Confirmed.",
    "moved": "Done. It is in the record.",
}
"""What was done, as the page says it when it comes back."""
"""Refusals that come back with the page and all that was typed; others are pages of their own."""
QUARTER: Final = timedelta(minutes=15)
_LOCAL: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?")


@bp.get("/e/<slug>/roster/<int:number>")
def show(slug: str, number: int) -> ResponseReturnValue:
    """One list, for who may read it without saying why."""
    need_account()
    return review_page(slug, number, "", done=DONE.get(request.args.get("done", ""), ""))


@bp.post("/e/<slug>/roster/<int:number>")
def show_with_reason(slug: str, number: int) -> ResponseReturnValue:
    """The same for an official who plays, and says why they look."""
    need_account()
    return review_page(slug, number, request.form.get("reason", "")[:2000])


def review_page(
    slug: str, number: int, reason: str = "", *, done: str = "", refused: Refused | None = None, act: str = ""
) -> str:
    """The page of a list as it stands now."""
    page = review(current_who(), slug, number, app(), request.values.get("stage", "")[:40], reason)
    return render_template(
        "staff/review.html",
        page=page,
        frame=page.frame,
        sheet=review_sheet(page.read) if page.read else None,
        row=shown_row(page.row, page.head.zone),
        told=lambda moment: told(moment, page.head.zone),
        until=_usual_until(page),
        done=done,
        refused=str(refused or ""),
        act=act or (request.form.get("act", "") if refused else ""),
        sent=request.form if refused else {},
        query=f"?stage={page.stage}" if len(page.stages) > 1 else "",
    )


@bp.post("/e/<slug>/roster/<int:number>/lock")
@shows_refusals(review_page, back="/e/{slug}/roster/{number}")
def lock(slug: str, number: int) -> ResponseReturnValue:
    """One official act; a refusal comes back with what was typed and the list as it is now."""
    sent, act = request.form, request.form.get("act", "")
    if act not in set(LockAct):
        raise UnusableInput("Choose what to do with this list.")
    until = _until(sent.get("until", ""), sent.get("zone", ""))
    order = read_form(LockList, who=need_account(), slug=slug, number=number, act=LockAct(act), until=until)
    done = change_lock(order, app())
    stage = f"&stage={done.stage}" if sent.get("stage") else ""
    return redirect(f"/e/{slug}/roster/{number}?done={act}{stage}", 303)


def _until(text: str, zone: str) -> datetime | None:
    """The moment a time on the wall of the event means; none where nothing was said."""
    if not text.strip():
        return None
    found = _LOCAL.fullmatch(text.strip())
    try:
        local = datetime.fromisoformat(f"{found[1]} {found[2]}") if found else None
    except ValueError:
        local = None
    if local is None:
        raise UnusableInput("Say until when with a day and a time, like 2026-06-13 10:15.")
    return to_utc(local, zone, reading_given())


def _usual_until(page: ReviewPage) -> str:
    """A quarter of an hour from now, on the wall of the event."""
    return f"{on_the_wall(page.now + QUARTER, page.head.zone):%Y-%m-%dT%H:%M}"


@bp.post("/e/<slug>/roster/<int:number>/versions")
@shows_refusals(review_page, act="versions")
def show_versions(slug: str, number: int) -> ResponseReturnValue:
    """Every list that was sent for the entry, to who says why they look."""
    stage, reason = request.form.get("stage", "")[:40], request.form.get("reason", "")[:2000]
    found = versions(need_account(), slug, number, app(), stage, reason)
    page = review(current_who(), slug, number, app(), stage)
    return render_template(
        "staff/versions.html",
        page=page,
        frame=page.frame,
        rows=found,
        told=lambda moment: told(moment, page.head.zone),
    )


@bp.get("/e/<slug>/roster/<int:number>/history")
def show_history(slug: str, number: int) -> ResponseReturnValue:
    """What was done to the entry and its lists, by whom and when."""
    page = history_of(need_account(), slug, number, app())
    return render_template(
        "staff/history.html", page=page, frame=page.frame, told=lambda moment: told(moment, page.head.zone)
    )
