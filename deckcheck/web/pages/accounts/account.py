"""The account page: password, code from an app, browsers that are signed in, the end of the account."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts import own_account
from deckcheck.accounts.leaving import Held, held_anywhere
from deckcheck.accounts.own_mail import ask_mail
from deckcheck.accounts.sign_ins import SignedIn
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.web import cookies
from deckcheck.web.actors import browser, need_account
from deckcheck.web.current import app, now
from deckcheck.web.pages.accounts.sign_in import WIPED
from deckcheck.web.qr import qr_code

bp = Blueprint("account", __name__)

HERE = "/account"


@bp.get("/account")
def show() -> ResponseReturnValue:
    """The account of whoever is signed in."""
    return _page(need_account(), done=request.args.get("done", ""))


@bp.post("/account/name")
def change_name() -> ResponseReturnValue:
    """How the others read the name."""
    who = need_account()
    own_account.change_name(app(), who, request.form.get("name", ""))
    return redirect(f"{HERE}?done=name", 303)


@bp.post("/account/password")
def change_password() -> ResponseReturnValue:
    """Another password."""
    old, new = request.form.get("old", ""), request.form.get("new", "")
    return _renewed("password", lambda at, who: own_account.change_password(at, who, old, new, browser()))


@bp.post("/account/mail")
def change_mail() -> ResponseReturnValue:
    """Another address: a letter goes to it, and it counts once that was followed."""
    who, sent = need_account(), request.form
    try:
        ask_mail(app(), who, sent.get("password", ""), sent.get("mail", ""))
    except Refused as refused:
        return _page(who, refused, "mail")
    return redirect(f"{HERE}?done=asked#mail-part", 303)


@bp.post("/account/code/begin")
def begin_code() -> ResponseReturnValue:
    """A secret for an app."""
    own_account.begin_code(app(), need_account())
    return redirect(f"{HERE}#code", 303)


@bp.post("/account/code/confirm")
def confirm_code() -> ResponseReturnValue:
    """The app shows the right code; the codes for the day without it are shown this once."""
    who = need_account()
    try:
        sent = request.form
        done = own_account.confirm_code(app(), who, sent.get("password", ""), sent.get("code", ""), browser())
    except Refused as refused:
        return _page(who, refused, "code")
    cookies.keep_sign_in(done.signed_in.secret, done.signed_in.device)
    return render_template("account/spares.html", spares=done.spares)


@bp.post("/account/code/spares")
def new_spares() -> ResponseReturnValue:
    """Ten new codes for the day without the app."""
    who = need_account()
    try:
        spares = own_account.new_spares(app(), who, request.form.get("password", ""), browser())
    except Refused as refused:
        return _page(who, refused, "code")
    return render_template("account/spares.html", spares=spares)


@bp.post("/account/code/end")
def end_code() -> ResponseReturnValue:
    """Ask for no code any more."""
    password = request.form.get("password", "")
    return _renewed("code", lambda at, who: own_account.end_code(at, who, password, browser()))


@bp.post("/account/sign-ins/<uid>/end")
def end_sign_in(uid: str) -> ResponseReturnValue:
    """Sign one browser out."""
    own_account.end_sign_in(app(), need_account(), uid)
    return redirect(f"{HERE}?done=browser", 303)


@bp.post("/account/sign-ins/end-others")
def end_others() -> ResponseReturnValue:
    """Sign all other browsers out."""
    return _renewed("browser", lambda at, who: own_account.end_other_sign_ins(at, who, browser()))


@bp.get("/account/close")
def ask_close() -> ResponseReturnValue:
    """The question before an account is closed."""
    return _close_page(need_account())


@bp.post("/account/close")
def close() -> ResponseReturnValue:
    """Close the account."""
    who = need_account()
    try:
        own_account.close_own(app(), who, request.form.get("password", ""), kept(_held(who)))
    except Refused as refused:
        return _close_page(who, refused)
    cookies.forget()
    response = make_response(render_template("account/sign_out.html", who=None, out=True))
    response.headers["Clear-Site-Data"] = WIPED
    return response


def kept(held: Iterable[Held]) -> set[str]:
    """What of somebody's is to work on: what was listed, and is not ticked to end."""
    unticked = set(request.form.getlist("held")) - set(request.form.getlist("end"))
    return {one.key for one in held if one.key in unticked}


def _held(who: Actor) -> list[Held]:
    return [one for place in held_anywhere(app(), who.uid) for one in place.held]


def _close_page(who: Actor, refused: Refused | None = None) -> ResponseReturnValue:
    shown = render_template(
        "account/close.html",
        told=str(refused) if refused else "",
        places=held_anywhere(app(), who.uid),
        kept=kept(_held(who)),
    )
    return make_response(shown, refused.status if refused else 200)


def _renewed(part: str, act: Callable[[App, Actor], SignedIn]) -> ResponseReturnValue:
    """An act after which this browser goes on under a new secret."""
    who = need_account()
    try:
        done = act(app(), who)
    except Refused as refused:
        return _page(who, refused, part)
    cookies.keep_sign_in(done.secret, done.device)
    return redirect(f"{HERE}?done={part}", 303)


def _page(who: Actor, refused: Refused | None = None, part: str = "", done: str = "") -> ResponseReturnValue:
    seen = own_account.see_account(app(), who)
    facts: dict[str, Any] = {"seen": seen, "who": who, "now": now(), "done": DONE.get(done, "")}
    facts["picture"] = qr_code(seen.app_address, "The secret for the app") if seen.app_address else ""
    facts["told"] = {part: str(refused)} if refused else {}
    facts["new_mail"] = request.form.get("mail", "") if part == "mail" else ""
    response = make_response(render_template("account/account.html", **facts), refused.status if refused else 200)
    if wait := getattr(refused, "wait", 0):
        response.headers["Retry-After"] = str(wait)
    return response


DONE = {
    "name": "Name changed.",
    "asked": "A letter is on its way. Open its link in this browser.",
    "mail": "Your address is confirmed. Sign in with it from now on.",
    "password": "Password changed. Other browsers were signed out.",
    "code": "No code is asked for any more.",
    "browser": "Signed out there.",
}
