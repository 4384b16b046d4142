"""Making events: those of an account with its templates, and the form of five fields and some sentences."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.context import App
from deckcheck.app.permissions import may_make_events
from deckcheck.app.places import zone_apart
from deckcheck.app.refusals import Refused
from deckcheck.events.account_formats import format_choices, with_newest
from deckcheck.events.events import make_event
from deckcheck.events.plans import EventPlan
from deckcheck.events.templates import copy_plan, delete_template, like_last, use_template
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import Did, FormFaults, read_query, show_again, shows_refusals
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.event_fields import DEFAULTS, EventForm, form_of_plan, form_of_request
from deckcheck.web.pages.events.organizer_pages import OrganizePage, organize_page
from deckcheck.web.questions import reading_given

bp = Blueprint("organize", __name__)


@dataclass(frozen=True, slots=True)
class Like:
    """Which template or event a new one is like."""

    like: str = ""


NEW = "/organize/new"


def _form(form: EventForm, page: OrganizePage, refused: Refused | None = None) -> str:
    return render_template("organizer/new.html", form=form, page=page, told=str(refused or ""), **parts_of(app()))


def _plan_like(like: str) -> EventPlan:
    """The plan that `like` names: last, template:… or event:…, on the next day of the week that it was on."""
    kind, _, what = like.partition(":")
    if kind == "template":
        return use_template(app(), need_account(), what)
    if kind == "event":
        return copy_plan(app(), need_account(), what)
    return like_last(app(), need_account())


def _blank(refused: Refused | None = None) -> str:
    may_make_events(actor_outside(need_account())).or_refuse()
    page = organize_page(app(), need_account())
    last = page.last_made
    usual = {"game": last.game, "format": last.format, "place": last.place, "near": last.zone} if last else {}
    usual |= {"zone": zone_apart(last.place, last.zone)} if last else {}
    form = EventForm({**DEFAULTS, **usual}, app(), own=format_choices(app(), need_account()))
    return _form(replace(form, values={**form.values, "format": form.format.id}), page, refused)


def _sent() -> EventForm:
    """The form as it came in, with the stages of the event that it is like."""
    form = form_of_request(app(), request.form, format_choices(app(), need_account()))
    return replace(form, kept=_plan_like(form["like"]).stages) if form["like"] else form


def _again(refused: Refused) -> str:
    form = form_of_request(app(), request.form, format_choices(app(), need_account()))
    with suppress(Refused):
        form = _sent()
    return _form(form, organize_page(app(), need_account()), refused)


@bp.get("/organize")
def show() -> ResponseReturnValue:
    """The events of whoever is signed in, and their templates."""
    page = organize_page(app(), need_account())
    return render_template("organizer/events.html", page=page, words=words, done=read_query(Did).done)


@bp.post("/organize/templates/<uid>/delete")
def forget_template(uid: str) -> ResponseReturnValue:
    """Forget a template."""
    delete_template(app(), need_account(), uid)
    return redirect("/organize?done=deleted", 303)


@bp.get("/organize/new")
@shows_refusals(_blank)
def new() -> ResponseReturnValue:
    """The form: empty, or filled from a template, from another event or from the last one."""
    who, like = need_account(), read_query(Like).like
    may_make_events(actor_outside(who)).or_refuse()
    if not like:
        return _blank()
    plan = with_newest(app(), who, _plan_like(like))
    return _form(form_of_plan(app(), plan, like, format_choices(app(), who)), organize_page(app(), who))


@bp.post("/organize/new")
@shows_refusals(_again, back=NEW)
def make() -> ResponseReturnValue:
    """Make the event; what is refused or asked keeps all that was typed."""
    who = need_account()
    may_make_events(actor_outside(who)).or_refuse()
    form = _sent()
    if looked_at(form, new=True):
        return _form(form, organize_page(app(), who))
    made = make_event(app(), who, form.plan(reading=reading_given()))
    return redirect(f"/e/{made.slug}/overview?made=1", 303)


def looked_at(form: EventForm, *, new: bool) -> bool:
    """Whether the form is only to be drawn as it now stands; of empty fields nothing is said yet."""
    if "look" not in request.form and not request.form.get("use"):
        return False
    wrong = {name: told for name, told in form.faults(new=new).items() if form[name].strip() or name == "zone"}
    if wrong:
        show_again(FormFaults(wrong))
    return True


def parts_of(at: App) -> dict[str, Any]:
    """What the templates of an event's fields need beside the form."""
    return {"words": words, "games": tuple((game.id, words.short_title(game)) for game in at.reference.games.values())}
