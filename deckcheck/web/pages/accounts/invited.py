"""The page of an invitation to the staff, and the one that confirms a new address: each reached by a link."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts.own_mail import confirm_mail, see_change
from deckcheck.accounts.staff_invitations import Taken, accept, join_staff, see_offer
from deckcheck.app.refusals import Refused
from deckcheck.web.actors import current_who, need_account
from deckcheck.web.current import app
from deckcheck.web.pages.events import event_words as words

bp = Blueprint("invited", __name__)


@bp.get("/invited/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """What is asked, and the ways to accept: with one's account, or with a new one."""
    return _page(secret)


@bp.post("/invited/<secret>")
def take(secret: str) -> ResponseReturnValue:
    """Take the roles up."""
    who, sent = current_who(), request.form
    try:
        if sent.get("do") == "accept" and who.kind == "account":
            return redirect(f"/e/{accept(app(), who, secret).slug}/roster", 303)
        taken = join_staff(app(), secret, sent.get("name", ""), sent.get("password", ""))
    except Refused as refused:
        if refused.status == 404:
            raise
        return _page(secret, refused)
    return _done(taken)


def _page(secret: str, refused: Refused | None = None) -> ResponseReturnValue:
    shown = render_template(
        "account/invited.html",
        offer=see_offer(app(), secret),
        who=current_who(),
        words=words,
        told=str(refused) if refused else "",
        name=request.form.get("name", ""),
        path=f"/invited/{secret}",
    )
    return make_response(shown, refused.status if refused else 200)


def _done(taken: Taken) -> ResponseReturnValue:
    return make_response(render_template("account/taken.html", taken=taken))


@bp.get("/confirm/<secret>")
def show_change(secret: str) -> ResponseReturnValue:
    """The question whether this is the address of the account from now on."""
    return _change_page(secret)


@bp.post("/confirm/<secret>")
def do_change(secret: str) -> ResponseReturnValue:
    """It is: sign in with it from now on."""
    try:
        confirm_mail(app(), need_account(), secret)
    except Refused as refused:
        if refused.status == 404:
            raise
        return _change_page(secret, refused)
    return redirect("/account?done=mail", 303)


def _change_page(secret: str, refused: Refused | None = None) -> ResponseReturnValue:
    mail = see_change(app(), need_account(), secret)
    told = str(refused) if refused else ""
    return make_response(
        render_template("account/confirm.html", mail=mail, told=told), refused.status if refused else 200
    )
