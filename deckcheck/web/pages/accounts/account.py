"""The account page: password, code from an app, browsers that are signed in, the end of the account."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts import own_account
from deckcheck.accounts.leave import Held, held_anywhere
from deckcheck.accounts.own_account import ask_mail
from deckcheck.accounts.sign_ins import SignedIn
from deckcheck.app.actors import Actor
from deckcheck.app.refusals import Refused
from deckcheck.web import cookies
from deckcheck.web.asker import browser, need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import shows_refusals
from deckcheck.web.pages.accounts.sign_in import WIPED
from deckcheck.web.qr import qr_code

bp = Blueprint("account", __name__)

HERE = "/account"


def _page(refused: Refused | None = None, part: str = "", done: str = "") -> str:
    who = need_account()
    seen = own_account.see_account(app(), who)
    facts: dict[str, Any] = {"seen": seen, "who": who, "now": now(), "done": DONE.get(done, "")}
    facts["picture"] = qr_code(seen.app_address, "The secret for the app") if seen.app_address else ""
    facts["told"] = {part: str(refused)} if refused else {}
    facts["new_mail"] = request.form.get("mail", "") if part == "mail" else ""
    return render_template("account/account.html", **facts)


def kept(held: Iterable[Held]) -> set[str]:
    """What of somebody's is to work on: what was listed, and is not ticked to end."""
    unticked = set(request.form.getlist("held")) - set(request.form.getlist("end"))
    return {one.key for one in held if one.key in unticked}


def _held(who: Actor) -> list[Held]:
    return [one for place in held_anywhere(app(), who.uid) for one in place.held]


def _close_page(refused: Refused | None = None) -> str:
    who = need_account()
    places = held_anywhere(app(), who.uid)
    return render_template("account/close.html", told=str(refused or ""), places=places, kept=kept(_held(who)))


@bp.get("/account")
def show() -> ResponseReturnValue:
    """The account of whoever is signed in."""
    return _page(done=request.args.get("done", ""))


@bp.post("/account/name")
def change_name() -> ResponseReturnValue:
    """How the others read the name."""
    who = need_account()
    own_account.change_name(app(), who, request.form.get("name", ""))
    return redirect(f"{HERE}?done=name", 303)


@bp.post("/account/password")
@shows_refusals(_page, part="password")
def change_password() -> ResponseReturnValue:
    """Another password."""
    old, new = request.form.get("old", ""), request.form.get("new", "")
    return _renewed("password", own_account.change_password(app(), need_account(), old, new, browser()))


@bp.post("/account/mail")
@shows_refusals(_page, part="mail")
def change_mail() -> ResponseReturnValue:
    """Another address: a letter goes to it, and it counts once that was followed."""
    sent = request.form
    ask_mail(app(), need_account(), sent.get("password", ""), sent.get("mail", ""))
    return redirect(f"{HERE}?done=asked#mail-part", 303)


@bp.post("/account/code/begin")
def begin_code() -> ResponseReturnValue:
    """A secret for an app."""
    own_account.begin_code(app(), need_account())
    return redirect(f"{HERE}#code", 303)


@bp.post("/account/code/confirm")
@shows_refusals(_page, part="code")
def confirm_code() -> ResponseReturnValue:
    """The app shows the right code; the codes for the day without it are shown this once."""
    sent = request.form
    done = own_account.confirm_code(app(), need_account(), sent.get("password", ""), sent.get("code", ""), browser())
    cookies.keep_sign_in(done.signed_in.secret, done.signed_in.device)
    return render_template("account/spares.html", spares=done.spares)


@bp.post("/account/code/spares")
@shows_refusals(_page, part="code")
def new_spares() -> ResponseReturnValue:
    """Ten new codes for the day without the app."""
    spares = own_account.new_spares(app(), need_account(), request.form.get("password", ""), browser())
    return render_template("account/spares.html", spares=spares)


@bp.post("/account/code/end")
@shows_refusals(_page, part="code")
def end_code() -> ResponseReturnValue:
    """Turn off two-step sign-in."""
    return _renewed("code", own_account.end_code(app(), need_account(), request.form.get("password", ""), browser()))


@bp.post("/account/sign-ins/<uid>/end")
def end_sign_in(uid: str) -> ResponseReturnValue:
    """Sign one browser out."""
    own_account.end_sign_in(app(), need_account(), uid)
    return redirect(f"{HERE}?done=browser", 303)


@bp.post("/account/sign-ins/end-others")
@shows_refusals(_page, part="browser")
def end_others() -> ResponseReturnValue:
    """Sign all other browsers out."""
    return _renewed("browser", own_account.end_other_sign_ins(app(), need_account(), browser()))


@bp.get("/account/close")
def ask_close() -> ResponseReturnValue:
    """The question before an account is closed."""
    return _close_page()


@bp.post("/account/close")
@shows_refusals(_close_page)
def close() -> ResponseReturnValue:
    """Close the account."""
    who = need_account()
    own_account.close_own(app(), who, request.form.get("password", ""), kept(_held(who)))
    cookies.forget()
    response = make_response(render_template("account/sign_out.html", who=None, out=True))
    response.headers["Clear-Site-Data"] = WIPED
    return response


def _renewed(part: str, done: SignedIn) -> ResponseReturnValue:
    """After an act this browser goes on under a new secret."""
    cookies.keep_sign_in(done.secret, done.device)
    return redirect(f"{HERE}?done={part}", 303)


DONE = {
    "name": "Name changed.",
    "asked": "A letter is on its way. Open its link in this browser.",
    "mail": "Your address is confirmed. Sign in with it from now on.",
    "password": "Password changed. Other browsers were signed out.",
    "code": "No code is asked for any more.",
    "browser": "Signed out there.",
}
