"""The programs of an event: tokens that act in it and webhooks that hear of it; each secret is shown once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.services.clocks import to_utc
from deckcheck.services.house_pages import programs_page
from deckcheck.services.refusals import Refused
from deckcheck.services.tokens import make_token, revoke_token
from deckcheck.services.webhooks import end_webhook, new_webhook, renew_secret
from deckcheck.services.work import changing
from deckcheck.web import house_words as words
from deckcheck.web.actors import need_account
from deckcheck.web.current import desk, now
from deckcheck.web.event_fields import read_day

bp = Blueprint("programs", __name__)


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that is shown once: whose it is, and what to do with it."""

    what: str
    value: str


@bp.get("/e/<slug>/programs")
def show(slug: str) -> ResponseReturnValue:
    """Tokens, webhooks, and what became of the last messages."""
    return _page(slug)


@bp.post("/e/<slug>/programs/tokens")
def add_token(slug: str) -> ResponseReturnValue:
    """Give a program a role in the event."""
    who, sent = need_account(), request.form
    try:
        day = read_day(sent.get("until", ""))
        with changing(desk(), who, slug) as work:
            zone = work.event.zone
            until = to_utc(datetime.combine(day + timedelta(days=1), time()), zone, 0) if day else None
            made = make_token(work, sent.get("role", ""), sent.get("label", ""), until)
    except Refused as refused:
        return _page(slug, refused)
    label = " ".join(sent.get("label", "").split())
    return _page(slug, secret=Secret(f"The token of {label}. Give it to the program as a bearer.", made.secret))


@bp.post("/e/<slug>/programs/tokens/<uid>/end")
def end_token(slug: str, uid: str) -> ResponseReturnValue:
    """End a token."""
    with changing(desk(), need_account(), slug) as work:
        revoke_token(work, uid)
    return _page(slug, done="The token has ended.")


@bp.post("/e/<slug>/programs/webhooks")
def add_webhook(slug: str) -> ResponseReturnValue:
    """Tell an address of acts from now on."""
    who, sent = need_account(), request.form
    try:
        made = new_webhook(desk(), who, slug, sent.get("url", ""), sent.getlist("acts"))
    except Refused as refused:
        return _page(slug, refused)
    return _page(slug, secret=Secret("The secret of the webhook. The program verifies messages by it.", made.secret))


@bp.post("/e/<slug>/programs/webhooks/<uid>/renew")
def renew(slug: str, uid: str) -> ResponseReturnValue:
    """Another secret for a webhook."""
    with changing(desk(), need_account(), slug) as work:
        made = renew_secret(work, uid)
    what = "The new secret of the webhook. For a day messages carry signatures by it and by the one before."
    return _page(slug, secret=Secret(what, made.secret))


@bp.post("/e/<slug>/programs/webhooks/<uid>/end")
def end(slug: str, uid: str) -> ResponseReturnValue:
    """Tell an address nothing more."""
    with changing(desk(), need_account(), slug) as work:
        end_webhook(work, uid)
    return _page(slug, done="The webhook has ended. What waited for it is not sent.")


def _page(
    slug: str, refused: Refused | None = None, secret: Secret | None = None, done: str = ""
) -> ResponseReturnValue:
    before = request.args.get("before") or None
    page = programs_page(desk(), need_account(), slug, f"/e/{slug}/programs", before)
    shown = render_template(
        "organizer/programs.html",
        page=page,
        frame=page.frame,
        words=words,
        moments=words.Moments(now(), page.zone),
        told=str(refused) if refused else "",
        sent=request.form if refused else {},
        chosen=set(request.form.getlist("acts")) if refused else words.USUAL,
        secret=secret,
        done=done,
    )
    return make_response(shown, refused.status if refused else 200)
