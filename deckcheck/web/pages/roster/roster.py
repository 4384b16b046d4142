"""The staff's roster: the page, what changes on it, the acceptance of many lists, reminders, and the table."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.app.safe_text import content_disposition
from deckcheck.app.states.list_guards import UNDO
from deckcheck.app.time_words import clock_time
from deckcheck.lists.bulk_locks import AcceptMany, UndoMany, accept_many, undo_many
from deckcheck.roster.invitations import mail_links, waiting_for_link
from deckcheck.roster.reminders import reminder, send_reminders
from deckcheck.roster.roster import changes, roster_csv, roster_page
from deckcheck.roster.summary import waiting
from deckcheck.web.actors import current_who, need_account
from deckcheck.web.asking import confirmed
from deckcheck.web.current import app, now
from deckcheck.web.forms import shows_refusals, whole
from deckcheck.web.pages.roster.progress import draw
from deckcheck.web.pages.roster.roster_shown import (
    millis,
    moment_of,
    outcome_of,
    outcome_query,
    pairs_text,
    query_of,
    read_pairs,
    shown_row,
    view_of,
)

bp = Blueprint("roster", __name__)


@bp.get("/e/<slug>/roster")
def show(slug: str) -> ResponseReturnValue:
    """A page of the roster."""
    view = view_of(request.args)
    page = roster_page(need_account(), slug, view, app(), f"/e/{slug}/roster")
    outcome = outcome_of(request.args)
    return render_template(
        "staff/roster.html",
        page=page,
        frame=page.frame,
        rows=[shown_row(row, page.head.zone) for row in page.rows],
        drawing=draw(page.progress),
        outcome=outcome,
        may_undo=bool(outcome and outcome.accepted and page.powers.undo and now() < moment_of(outcome.at) + UNDO),
        told=_told(request.args.get("did", ""), whole(request.args.get("n", "")) or 0),
        choosing=request.args.get("choose") == "1",
        query=lambda **more: query_of(page.view, **more),
        seen=clock_time(page.now, page.head.zone),
        unlinked=waiting_for_link(current_who(), slug, app()),
    )


def _told(did: str, count: int) -> str:
    """What was done, as the roster says it; nothing for a word it does not know."""
    lists = f"{count} list{'' if count == 1 else 's'}"
    return {
        "undone": f"{lists} open again. The acceptance is taken back.",
        "reminded": f"A reminder goes to {count} player{'' if count == 1 else 's'}.",
        "mailed": f"A link goes to {count} player{'' if count == 1 else 's'}.",
    }.get(did, "")


@bp.get("/e/<slug>/roster/rows")
def show_changes(slug: str) -> ResponseReturnValue:
    """For the page's script: rows that changed, in their places; nothing if nothing did."""
    view = view_of(request.args)
    shown = [n for n in map(whole, request.args.get("shown", "")[:1500].split(".")) if n]
    found = changes(current_who(), slug, whole(request.args.get("since", "")) or 0, app(), view, shown)
    if found is None:
        return Response(status=204)
    base = whole(request.args.get("base", "")) or 0
    fresh = changes(current_who(), slug, base, app(), view, shown) if base else None
    return render_template(
        "staff/_changes.html",
        found=found,
        slug=slug,
        rows=[shown_row(row, found.zone) for row in found.rows],
        new=fresh.new if fresh else found.new,
        view=view,
        band=found.band,
        query=lambda **more: query_of(view, **more),
        seen=clock_time(found.now, found.zone),
        powers=found.powers,
        ready=found.ready,
        filters=found.filters,
    )


@bp.get("/e/<slug>/roster.csv")
def show_csv(slug: str) -> ResponseReturnValue:
    """The roster as a table."""
    name, data = roster_csv(need_account(), slug, app(), request.args.get("stage", "")[:40])
    response = make_response(data)
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    response.headers["Content-Disposition"] = content_disposition(name)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.get("/e/<slug>/roster/accept")
def ask_accept(slug: str) -> ResponseReturnValue:
    """Whether all legal lists are to be accepted, or those that were chosen."""
    stage, chosen = request.args.get("stage", "")[:40], read_pairs(request.args.getlist("choose"))
    some = "all" not in request.args
    found = waiting(need_account(), slug, app(), stage, dict(chosen) if some else None)
    return render_template(
        "staff/accept.html",
        page=found,
        frame=found.frame,
        slug=slug,
        pairs=pairs_text(found.pairs),
        chosen=bool(chosen),
    )


@bp.post("/e/<slug>/roster/accept")
def accept(slug: str) -> ResponseReturnValue:
    """Accept what was shown; lists that were replaced meanwhile are left."""
    order = AcceptMany(
        need_account(), slug, read_pairs(request.form.getlist("pairs")), request.form.get("stage", "")[:40]
    )
    done = accept_many(order, app())
    return redirect(f"/e/{slug}/roster{query_of(view_of(request.form), **outcome_query(done))}", 303)


@bp.post("/e/<slug>/roster/undo")
def undo(slug: str) -> ResponseReturnValue:
    """Take back what one bulk act accepted."""
    done = undo_many(UndoMany(need_account(), slug, moment_of(millis(request.form.get("at", "")))), app())
    return redirect(f"/e/{slug}/roster?did=undone&n={len(done)}", 303)


@bp.get("/e/<slug>/roster/remind")
def show_reminders(slug: str) -> ResponseReturnValue:
    """A reminder to copy, and to send by mail."""
    return _reminders(slug)


def _reminders(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    page = reminder(need_account(), slug, app(), request.values.get("stage", "")[:40])
    return render_template("staff/reminders.html", page=page, frame=page.frame, slug=slug, told=str(refused or ""))


@bp.post("/e/<slug>/roster/remind")
@shows_refusals(_reminders, back="/e/{slug}/roster/remind", yes="Send another")
def remind(slug: str) -> ResponseReturnValue:
    """Mail everybody whose list is missing."""
    stage = request.form.get("stage", "")[:40]
    count = send_reminders(need_account(), slug, app(), stage, confirmed=confirmed())
    return redirect(f"/e/{slug}/roster?did=reminded&n={count}", 303)


@bp.post("/e/<slug>/roster/links")
def send_links(slug: str) -> ResponseReturnValue:
    """Mail a link to everybody who gave an address and has none."""
    return redirect(f"/e/{slug}/roster?did=mailed&n={mail_links(need_account(), slug, app())}", 303)
