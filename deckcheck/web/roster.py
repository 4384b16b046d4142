"""The staff's roster: who has sent and who has not, live, and all legal lists accepted at once."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.services.bulk_locks import AcceptMany, UndoMany, accept_many, undo_many
from deckcheck.services.refusals import UnusableInput
from deckcheck.services.reminders import reminder, send_reminders
from deckcheck.services.roster import changes, roster_page
from deckcheck.services.roster_table import roster_csv
from deckcheck.services.roster_views import View
from deckcheck.services.roster_waiting import waiting
from deckcheck.web.actors import current_who
from deckcheck.web.asking import confirmed
from deckcheck.web.current import desk
from deckcheck.web.public_shown import told

bp = Blueprint("roster", __name__)
MOST_SHOWN = 200


@bp.get("/e/<slug>/roster")
def show(slug: str) -> ResponseReturnValue:
    """One page of the roster."""
    return _page(slug)


@bp.get("/e/<slug>/roster/rows")
def rows(slug: str) -> ResponseReturnValue:
    """What changed since a revision: rows in their places, the band, and how many others are new."""
    view = _view()
    since = _whole(request.args.get("since", ""))
    shown = [int(n) for n in re.findall(r"\d{1,9}", request.args.get("shown", ""))[:MOST_SHOWN]]
    found = changes(current_who(), slug, since, desk(), view, shown)
    if found is None:
        return make_response("", 204)
    return render_template("staff/_changes.html", changed=found, view=view, slug=slug, told=told)


@bp.get("/e/<slug>/roster.csv")
def as_csv(slug: str) -> ResponseReturnValue:
    """The roster as a table for spreadsheets; it names no card."""
    name, data = roster_csv(current_who(), slug, desk(), request.args.get("stage", "")[:40])
    answer = Response(data, mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@bp.post("/e/<slug>/roster/accept")
def accept(slug: str) -> ResponseReturnValue:
    """Accept lists: asked first with the number, then done; what was replaced meanwhile is left."""
    stage, chosen = request.form.get("stage", "")[:40], _pairs()
    if not confirmed():
        found = waiting(current_who(), slug, desk(), stage, dict(chosen) if chosen else None)
        return render_template("staff/accept.html", found=found, frame=found.frame)
    done = accept_many(AcceptMany(current_who(), slug, tuple(chosen), stage), desk())
    count = len(done.done)
    words = f"{count} list{'' if count == 1 else 's'} accepted."
    return _page(slug, done=words, left=done, undo=done.at.isoformat() if count else "")


@bp.post("/e/<slug>/roster/undo")
def undo(slug: str) -> ResponseReturnValue:
    """Take back what was accepted together a moment ago."""
    try:
        at = datetime.fromisoformat(request.form.get("at", ""))
    except ValueError:
        raise UnusableInput("That is no moment at which lists were accepted.") from None
    back = undo_many(UndoMany(current_who(), slug, at), desk())
    return _page(slug, done=f"{len(back)} lists are as they were before.")


@bp.route("/e/<slug>/roster/remind", methods=["GET", "POST"])
def remind(slug: str) -> ResponseReturnValue:
    """Remind those who have sent nothing: a text to copy, or mail."""
    stage, done = request.values.get("stage", "")[:40], ""
    if request.method == "POST":
        count = send_reminders(current_who(), slug, desk(), stage, confirmed=confirmed())
        done = f"{count} mail{'' if count == 1 else 's'} will be sent."
    found = reminder(current_who(), slug, desk(), stage)
    return render_template("staff/remind.html", found=found, frame=found.frame, done=done)


def _page(slug: str, **more: Any) -> ResponseReturnValue:
    page = roster_page(current_who(), slug, _view(), desk(), f"/e/{slug}/roster")
    said = {"done": "", "left": None, "undo": "", **more}
    answer = make_response(render_template("staff/roster.html", page=page, frame=page.frame, told=told, **said))
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _view() -> View:
    sent = request.args
    return View(sent.get("stage", "")[:40], sent.get("show", "all")[:20], sent.get("q", "")[:100], _page_number())


def _page_number() -> int:
    return max(1, _whole(request.args.get("page", "1")))


def _whole(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,9}", text) else 0


def _pairs() -> list[tuple[int, str]]:
    """The lists that were shown, as entry and submission."""
    found = (re.fullmatch(r"(\d{1,9}):([0-9a-f-]{36})", value) for value in request.form.getlist("list"))
    return [(int(pair[1]), pair[2]) for pair in found if pair]
