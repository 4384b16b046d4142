"""The programs of an event: tokens that act in it and webhooks that hear of it; each secret is shown once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.accounts.tokens import make_token, revoke_token
from deckcheck.app.clocks import to_utc
from deckcheck.app.refusals import Refused
from deckcheck.app.session import changing
from deckcheck.app.webhooks import end_webhook, new_webhook, renew_secret
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import Did, read_form, read_query, shows_refusals
from deckcheck.web.pages.audit import house_words as words
from deckcheck.web.pages.audit.house_pages import programs_page

bp = Blueprint("programs", __name__)


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that is shown once: whose it is, and what to do with it."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class ProgramsShown(Did):
    """The programs, and the messages before one."""

    before: str | None = None


@dataclass(frozen=True, slots=True)
class Making:
    """What is to be made, or which webhook gets another secret."""

    do: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class TokenMade:
    """A token for a program: its role, its name, and the last day on which it works."""

    role: str = ""
    label: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class HookAdded:
    """An address that is told of acts."""

    url: str = ""
    acts: tuple[str, ...] = ()


def _page(slug: str, refused: Refused | None = None, secret: Secret | None = None) -> ResponseReturnValue:
    asked = read_query(ProgramsShown)
    page = programs_page(app(), need_account(), slug, f"/e/{slug}/programs", asked.before)
    return render_template(
        "organizer/programs.html",
        page=page,
        frame=page.frame,
        words=words,
        moments=words.Moments(now(), page.zone),
        told=str(refused or ""),
        chosen=set(read_query(HookAdded).acts) if refused else words.USUAL,
        secret=secret,
        done=DONE.get(asked.done, ""),
    )


@bp.get("/e/<slug>/programs")
def show(slug: str) -> ResponseReturnValue:
    """Tokens, webhooks, and what became of the last messages."""
    return _page(slug)


@bp.post("/e/<slug>/programs")
@shows_refusals(_page)
def make(slug: str) -> ResponseReturnValue:
    """Make a token, add a webhook, or renew a secret; what came of it is shown on the page itself, once."""
    return _page(slug, secret=_MAKERS.get(read_form(Making).do, _add_token)(slug))


def _add_token(slug: str) -> Secret:
    """Give a program a role in the event."""
    who, sent = need_account(), read_form(TokenMade)
    day = sent.until
    with changing(app(), who, slug) as work:
        zone = work.event.zone
        until = to_utc(datetime.combine(day + timedelta(days=1), time()), zone, 0) if day else None
        made = make_token(work, sent.role, sent.label, until)
    label = " ".join(sent.label.split())
    return Secret(f"The token of {label}. Send it as a bearer token.", made.secret)


def _add_webhook(slug: str) -> Secret:
    """Tell an address of acts from now on."""
    who, sent = need_account(), read_form(HookAdded)
    made = new_webhook(app(), who, slug, sent.url, sent.acts)
    return Secret("The secret of the webhook. Verify its messages with it.", made.secret)


def _renew(slug: str) -> Secret:
    """Another secret for a webhook."""
    with changing(app(), need_account(), slug) as work:
        made = renew_secret(work, read_form(Making).uid)
    what = "The new secret of the webhook. For a day messages carry signatures by it and by the one before."
    return Secret(what, made.secret)


_MAKERS: Final[Mapping[str, Callable[[str], Secret]]] = {
    "token": _add_token,
    "webhook": _add_webhook,
    "renew": _renew,
}


@bp.post("/e/<slug>/programs/tokens/<uid>/end")
def end_token(slug: str, uid: str) -> ResponseReturnValue:
    """End a token."""
    with changing(app(), need_account(), slug) as work:
        revoke_token(work, uid)
    return redirect(f"/e/{slug}/programs?done=token", 303)


@bp.post("/e/<slug>/programs/webhooks/<uid>/end")
def end(slug: str, uid: str) -> ResponseReturnValue:
    """Tell an address nothing more."""
    with changing(app(), need_account(), slug) as work:
        end_webhook(work, uid)
    return redirect(f"/e/{slug}/programs?done=webhook", 303)


DONE: Final = {
    "token": "The token has ended.",
    "webhook": "The webhook has ended. Messages that were waiting for it won't be sent.",
}
