"""The staff of an event: who has which role, named by mail, and let go."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.accounts.roles import Granted, end_role, grant_role, see_leaving
from deckcheck.app.refusals import Refused
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.files import base
from deckcheck.web.forms import read_form, shows_refusals
from deckcheck.web.pages.accounts.account import kept
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.organizer_pages import staff_page

bp = Blueprint("event_staff", __name__)


@dataclass(frozen=True, slots=True)
class RoleWanted:
    """A role to give to somebody, or to end; `asked`: what becomes of what they made was asked."""

    role: str = ""
    mail: str = ""
    who: str = ""
    asked: bool = False


def _page(
    slug: str, refused: Refused | None = None, given: Granted | None = None, role: str = "", done: str = ""
) -> ResponseReturnValue:
    page = staff_page(app(), need_account(), slug, f"/e/{slug}/staff")
    return render_template(
        "organizer/staff.html",
        page=page,
        frame=page.frame,
        words=words,
        told=str(refused or ""),
        given=given,
        role=role,
        done=done,
        link=f"{base()}/invited/{given.secret}" if given and given.secret else "",
    )


@bp.get("/e/<slug>/staff")
def show(slug: str) -> ResponseReturnValue:
    """The staff, and a form to name somebody."""
    return _page(slug)


@bp.post("/e/<slug>/staff")
@shows_refusals(_page)
def grant(slug: str) -> ResponseReturnValue:
    """Give somebody on the staff a role, or invite an address to take it."""
    wanted = read_form(RoleWanted)
    given = grant_role(app(), need_account(), slug, wanted.mail, wanted.role, wanted.who)
    return _page(slug, given=given, role=wanted.role)


@bp.post("/e/<slug>/staff/<account>/end")
@shows_refusals(_page)
def end(slug: str, account: str) -> ResponseReturnValue:
    """End a role."""
    who, wanted = need_account(), read_form(RoleWanted)
    role = wanted.role
    leaving = see_leaving(app(), who, slug, account, role)
    if leaving.held and not wanted.asked:
        return _ask(slug, leaving, role)
    ended = end_role(app(), who, slug, account, role, kept(leaving.held))
    if ended.account == who.uid and "organizer" not in ended.roles:
        return redirect("/organize", 303)
    return _page(slug, done=f"{ended.name}: the role has ended.")


def _ask(slug: str, leaving: Granted, role: str) -> ResponseReturnValue:
    """What happens to what they made: the question before a role ends."""
    page = staff_page(app(), need_account(), slug, f"/e/{slug}/staff")
    facts = {"page": leaving, "role": role, "frame": page.frame, "told": "", "held": leaving.held, "kept": set()}
    return make_response(render_template("organizer/ending.html", **facts))
