"""The review of one list, and the official acts on it; lists that staff hands in; players who come to the desk."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.services.clocks import to_utc
from deckcheck.services.entering import correct, enter
from deckcheck.services.entry_links import new_link
from deckcheck.services.event_kept import on_the_wall
from deckcheck.services.locks import LockAct, LockList, change_lock
from deckcheck.services.people import AddEntry, EntryAdded, Given, add_entry
from deckcheck.services.refusals import Refused, UnusableInput
from deckcheck.services.reviewing import Review, review
from deckcheck.services.roster import roster_page
from deckcheck.services.roster_views import EVERYBODY
from deckcheck.services.sending import SendList
from deckcheck.web.actors import current_who
from deckcheck.web.current import desk, now
from deckcheck.web.event_fields import read_time
from deckcheck.web.player_list import STATES
from deckcheck.web.public_shown import told
from deckcheck.web.qr import qr_code

bp = Blueprint("reviewing", __name__)
DONE: Final = {
    "accept": "Accepted.",
    "send-back": "Sent back to be mended.",
    "reopen": "Reopened.",
    "lift": "The deadline is lifted for this player.",
    "undo": "Taken back.",
    "entered": "The list is entered.",
}
SHOWN: Final = frozenset({403, 409, 413, 422, 429})
"""Refusals that come back with the page and with all that was typed."""


@bp.get("/e/<slug>/roster/<int:number>")
def show(slug: str, number: int) -> ResponseReturnValue:
    """One list as it was written and as it was read, faults first."""
    return _page(slug, number, done=DONE.get(request.args.get("done", ""), ""))


@bp.post("/e/<slug>/roster/<int:number>/lock")
def lock(slug: str, number: int) -> ResponseReturnValue:
    """One official act; a refusal comes back with what was typed and the list as it is now."""
    act = request.form.get("act", "")
    if act not in set(LockAct):
        raise UnusableInput("Choose what to do with this list.")
    try:
        order = LockList(
            who=current_who(),
            slug=slug,
            number=number,
            act=LockAct(act),
            stage=request.form.get("stage", "")[:40],
            version=_whole(request.form.get("version", "")),
            seen=request.form.get("seen") or None,
            until=_until(slug, number),
            reason=request.form.get("reason", "")[:2000],
        )
        change_lock(order, desk())
    except Refused as refused:
        if refused.status not in SHOWN:
            raise
        return _page(slug, number, refused=refused, refused_act=act)
    return redirect(f"/e/{slug}/roster/{number}?done={act}", 303)


@bp.route("/e/<slug>/roster/<int:number>/enter", methods=["GET", "POST"])
def enter_list(slug: str, number: int) -> ResponseReturnValue:
    """A list that staff hands in for a player: in time, late with a reason, or as a correction under a section."""
    if request.method == "GET":
        return _enter_page(slug, number)
    sent = request.form
    order = SendList(
        who=current_who(),
        slug=slug,
        number=number,
        stage=sent.get("stage", "")[:40],
        text=sent.get("text", "").replace("\r\n", "\n"),
        key=sent.get("key", ""),
        arrived=now(),
        reason=sent.get("reason", ""),
        section=sent.get("section", ""),
    )
    try:
        (correct if sent.get("how") == "correct" else enter)(order, desk())
    except Refused as refused:
        if refused.status not in SHOWN:
            raise
        return _enter_page(slug, number, refused)
    return redirect(f"/e/{slug}/roster/{number}?done=entered", 303)


@bp.route("/e/<slug>/roster/add", methods=["GET", "POST"])
def add(slug: str) -> ResponseReturnValue:
    """A player who walked in, with the list they brought if they have it."""
    if request.method == "GET":
        return _add_page(slug)
    sent = request.form
    given = Given(**{name: sent.get(name, "") for name in ("last", "first", "mail", "team", "seat") if sent.get(name)})
    try:
        added = add_entry(AddEntry(current_who(), slug, given, sent.get("confirmed") == "yes"), desk())
    except Refused as refused:
        if refused.status not in SHOWN:
            raise
        return _add_page(slug, refused)
    trouble = _list_brought(slug, added)
    return _link_page(slug, added.entry.number, added.entry.name, added.link, trouble)


@bp.post("/e/<slug>/roster/<int:number>/link")
def link(slug: str, number: int) -> ResponseReturnValue:
    """A new private link, shown this once with its code for the player's phone."""
    made = new_link(current_who(), slug, number, desk(), keep_old=request.form.get("keep") == "yes")
    return _link_page(slug, made.number, made.whose, made.secret, None)


def _list_brought(slug: str, added: EntryAdded) -> Refused | None:
    """Hand in the list that a player brought; if it is refused the player is on the roster all the same."""
    text = request.form.get("text", "").replace("\r\n", "\n")
    if not text.strip():
        return None
    order = SendList(
        who=current_who(),
        slug=slug,
        number=added.entry.number,
        stage="",
        text=text,
        key=request.form.get("key", ""),
        arrived=now(),
        reason=request.form.get("reason", ""),
    )
    try:
        enter(order, desk())
    except Refused as refused:
        return refused
    return None


def _link_page(slug: str, number: int, name: str, secret: str, trouble: Refused | None) -> ResponseReturnValue:
    page = review(current_who(), slug, number, desk())
    address = f"{request.host_url}r/{secret}" if secret else ""
    drawn = qr_code(address, f"The private link of {name}") if secret else ""
    return make_response(
        render_template(
            "staff/link.html",
            page=page,
            frame=page.frame,
            name=name,
            address=address,
            drawn=drawn,
            trouble=trouble,
            text=request.form.get("text", ""),
        )
    )


def _page(
    slug: str, number: int, *, done: str = "", refused: Refused | None = None, refused_act: str = ""
) -> ResponseReturnValue:
    page = review(current_who(), slug, number, desk(), request.values.get("stage", "")[:40])
    answer = make_response(
        render_template(
            "staff/review.html",
            page=page,
            frame=page.frame,
            done=done,
            refused=refused,
            refused_act=refused_act,
            sent=request.form,
            verdict=STATES[page.version.receipt.verdict] if page.version else None,
            report=page.version.verdicts[-1].body if page.version else None,
            until=_usual_until(page),
            told=told,
        ),
        refused.status if refused else 200,
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _usual_until(page: Review) -> str:
    """A quarter of an hour from now, on the wall of the event."""
    local = on_the_wall(page.now, page.zone)
    minutes = local.hour * 60 + local.minute + 15
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _enter_page(slug: str, number: int, refused: Refused | None = None) -> ResponseReturnValue:
    page = review(current_who(), slug, number, desk(), request.values.get("stage", "")[:40])
    text = request.form.get("text") if request.method == "POST" else (page.version.text if page.version else "")
    answer = render_template(
        "staff/enter.html",
        page=page,
        frame=page.frame,
        refused=refused,
        sent=request.form,
        text=text or "",
        how="correct" if page.may.correct else "enter",
    )
    return make_response(answer, refused.status if refused else 200)


def _add_page(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    page = roster_page(current_who(), slug, EVERYBODY, desk(), f"/e/{slug}/roster/add")
    answer = render_template("staff/add.html", page=page, frame=page.frame, refused=refused, sent=request.form)
    return make_response(answer, refused.status if refused else 200)


def _until(slug: str, number: int) -> datetime | None:
    """The time on the wall of the event's day today, or none."""
    given: time | None = read_time(request.form.get("until", ""))
    if given is None:
        return None
    page = review(current_who(), slug, number, desk())
    today: date = on_the_wall(page.now, page.zone).date()
    return to_utc(datetime.combine(today, given), page.zone)


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,9}", text) else None
