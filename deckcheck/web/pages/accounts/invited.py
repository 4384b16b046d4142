"""The page of an invitation to the staff, and the one that confirms a new address: each reached by a link."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts.own_account import confirm_mail, see_change
from deckcheck.accounts.staff_invitations import accept, join_staff, see_offer
from deckcheck.app.refusals import Refused
from deckcheck.web.asker import current_who, need_account
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals
from deckcheck.web.pages.events import event_words as words

bp = Blueprint("invited", __name__)


def _page(secret: str, refused: Refused | None = None) -> str:
    return render_template(
        "account/invited.html",
        offer=see_offer(app(), secret),
        who=current_who(),
        words=words,
        told=str(refused or ""),
        name=request.form.get("name", ""),
        path=f"/invited/{secret}",
    )


def _change_page(secret: str, refused: Refused | None = None) -> str:
    mail = see_change(app(), need_account(), secret)
    return render_template("account/confirm.html", mail=mail, told=str(refused or ""))


@bp.get("/invited/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """What is asked, and the ways to accept: with one's account, or with a new one."""
    return _page(secret)


@bp.post("/invited/<secret>")
@shows_refusals(_page)
def take(secret: str) -> ResponseReturnValue:
    """Take the roles up."""
    who, sent = current_who(), request.form
    if sent.get("do") == "accept" and who.kind == "account":
        return redirect(f"/e/{accept(app(), who, secret).slug}/roster", 303)
    taken = join_staff(app(), secret, sent.get("name", ""), sent.get("password", ""))
    return render_template("account/taken.html", taken=taken)


@bp.get("/confirm/<secret>")
def show_change(secret: str) -> ResponseReturnValue:
    """The question whether this is the address of the account from now on."""
    return _change_page(secret)


@bp.post("/confirm/<secret>")
@shows_refusals(_change_page)
def do_change(secret: str) -> ResponseReturnValue:
    """It is: sign in with it from now on."""
    confirm_mail(app(), need_account(), secret)
    return redirect("/account?done=mail", 303)
