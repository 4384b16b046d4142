"""Pages to come in by and to leave by: mail and password, a code, a player's link, a link that sets a password."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.accounts.recognition import GO_ON, STAY, Asked, follow_link
from deckcheck.accounts.resets import ask_reset, open_reset, use_reset
from deckcheck.accounts.sign_ins import CodeNeeded, SignedIn, give_code, sign_in, sign_out
from deckcheck.app.refusals import NotAllowed, Refused
from deckcheck.app.secret_mail import sends_mail
from deckcheck.events.my_events import home_of
from deckcheck.web import cookies
from deckcheck.web.asker import address, browser, current_who, safe_path
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals

bp = Blueprint("sign_in", __name__)

SIGN_IN: Final = "/sign-in"
"""It leads on whoever is signed in already."""
AFTER_PLAYER: Final = "/me"
WIPED: Final = '"cache", "storage"'
"""What a browser is asked to wipe when somebody leaves: lists that it keeps for this site."""
NO_HTTPS: Final = (
    "Signing in needs https: on this connection others in the network could read along. Behind a proxy "
    "DECKCHECK_PROXIES says how many there are."
)


def _sign_in_page(refused: Refused | None = None) -> str:
    goal, mail = safe_path(request.values.get("next", "")), request.form.get("mail", "")
    return render_template("account/sign_in.html", goal=goal, mail=mail, told=str(refused or ""), who=current_who())


def _code_page(refused: Refused | None = None) -> str:
    goal = safe_path(request.form.get("next", ""))
    return render_template("account/code.html", goal=goal, told=str(refused or ""))


def _ask_page(refused: Refused | None = None, *, sent: bool = False) -> str:
    sends, mail = sends_mail(app().settings), request.form.get("mail", "")
    return render_template("account/ask_reset.html", sends=sends, sent=sent, mail=mail, told=str(refused or ""))


def _reset_page(secret: str, refused: Refused | None = None) -> str:
    link = open_reset(app(), secret)
    return render_template("account/reset.html", link=link, told=str(refused or ""), done=False)


@bp.get("/sign-in")
def show_sign_in() -> ResponseReturnValue:
    """The fields for mail and password."""
    goal = safe_path(request.args.get("next", ""))
    if current_who().kind == "account":
        return redirect(goal or home_of(app(), current_who().uid), 303)
    return _sign_in_page()


@bp.post("/sign-in")
@shows_refusals(_sign_in_page)
def do_sign_in() -> ResponseReturnValue:
    """Sign in, or ask for the code."""
    _need_cookie()
    found = sign_in(app(), request.form.get("mail", ""), request.form.get("password", ""), browser())
    if isinstance(found, CodeNeeded):
        cookies.keep_step(found.secret)
        return _code_page()
    return _signed_in(found)


@bp.post("/sign-in/code")
@shows_refusals(_code_page)
def do_give_code() -> ResponseReturnValue:
    """The second step."""
    return _signed_in(give_code(app(), cookies.step_secret(), request.form.get("code", ""), browser()))


def _signed_in(found: SignedIn) -> ResponseReturnValue:
    cookies.keep_sign_in(found.secret, found.device)
    return redirect(safe_path(request.form.get("next", "")) or SIGN_IN, 303)


@bp.get("/sign-out")
def show_sign_out() -> ResponseReturnValue:
    """The question whether to leave, for whoever follows a link here."""
    return render_template("account/sign_out.html", who=current_who(), out=False)


@bp.post("/sign-out")
def do_sign_out() -> ResponseReturnValue:
    """Leave, and have the browser wipe what it keeps."""
    sign_out(app(), cookies.sign_in_secret())
    cookies.forget()
    response = make_response(render_template("account/sign_out.html", who=None, out=True))
    response.headers["Clear-Site-Data"] = WIPED
    return response


@bp.route("/r/<secret>", methods=["GET", "POST"])
def follow(secret: str) -> ResponseReturnValue:
    """A player's link: it signs in and leads on at once, so that the address is seen by nobody; it may ask first."""
    if request.method == "HEAD":
        return make_response("", 204)
    _need_cookie()
    found = follow_link(app(), secret, current_who(), browser(), answer=_answer())
    if isinstance(found, Asked):
        return make_response(render_template("account/switch.html", asked=found, secret=secret, who=current_who()))
    if isinstance(found, SignedIn):
        cookies.keep_sign_in(found.secret, found.device)
    return redirect(AFTER_PLAYER, 303)


def _answer() -> str:
    """What was said to the question; an old page knows one answer only."""
    return request.form.get("answer", GO_ON) if request.method == "POST" else STAY


@bp.get("/reset")
def show_ask_reset() -> ResponseReturnValue:
    """Where a link that sets a password is asked for, or who can make one where no mail is sent."""
    return _ask_page()


@bp.post("/reset")
@shows_refusals(_ask_page)
def do_ask_reset() -> ResponseReturnValue:
    """Mail a link, if there is somebody to mail it to; the answer is the same if not."""
    if not sends_mail(app().settings):
        return _ask_page()
    ask_reset(app(), request.form.get("mail", ""), address())
    return _ask_page(sent=True)


@bp.get("/reset/<secret>")
def show_reset(secret: str) -> ResponseReturnValue:
    """The field for a new password."""
    return _reset_page(secret)


@bp.post("/reset/<secret>")
@shows_refusals(_reset_page)
def do_reset(secret: str) -> ResponseReturnValue:
    """Set the password; signing in with it is the next step, with a code where one is asked for."""
    link = open_reset(app(), secret)
    use_reset(app(), secret, request.form.get("password", ""))
    return render_template("account/reset.html", link=link, told="", done=True)


def _need_cookie() -> None:
    if not cookies.may_hold_cookie():
        raise NotAllowed(NO_HTTPS)
