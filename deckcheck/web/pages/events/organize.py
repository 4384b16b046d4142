"""Making events: those of an account with its templates, and the form of four fields and some sentences."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.access_rows import actor_outside
from deckcheck.app.context import App
from deckcheck.app.permissions import may_make_events
from deckcheck.app.refusals import Refused
from deckcheck.events.events import make_event
from deckcheck.events.plans import EventPlan
from deckcheck.events.templates import copy_plan, delete_template, like_last, use_template
from deckcheck.lists.event_terms import what_may_change
from deckcheck.lists.list_checks import Terms, rulebook_for
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, today
from deckcheck.web.forms import Did, as_day, read_query, shows_refusals
from deckcheck.web.pages.events import event_words as words
from deckcheck.web.pages.events.event_fields import DEFAULTS, EventForm, form_of_plan, form_of_request
from deckcheck.web.pages.events.organizer_pages import OrganizePage, organize_page
from deckcheck.web.questions import confirmed, reading_given

bp = Blueprint("organize", __name__)


@dataclass(frozen=True, slots=True)
class Like:
    """Which template or event a new one is like."""

    like: str = ""


NEW = "/organize/new"


def _form(form: EventForm, page: OrganizePage, refused: Refused | None = None) -> str:
    return render_template(
        "organizer/new.html",
        form=form,
        page=page,
        told=str(refused or ""),
        **parts_of(form, app()),
    )


def _plan_like(like: str, day: date) -> EventPlan:
    """The plan that `like` names: last, template:… or event:…, on a day."""
    kind, _, what = like.partition(":")
    if kind == "template":
        return use_template(app(), need_account(), what, day)
    if kind == "event":
        return copy_plan(app(), need_account(), what, day)
    return like_last(app(), need_account(), day)


def _blank(refused: Refused | None = None) -> str:
    may_make_events(actor_outside(need_account())).or_refuse()
    page = organize_page(app(), need_account())
    usual = {"zone": page.last_zone or "UTC", "place": page.last_place, "day": today().isoformat()}
    return _form(EventForm({**DEFAULTS, **usual}), page, refused)


def _with_kept(form: EventForm) -> EventForm:
    """The form with the stages of the event that it is like."""
    like = form["like"]
    return replace(form, kept=_plan_like(like, as_day(form["day"]) or today()).stages if like else ())


def _again(refused: Refused) -> str:
    form = form_of_request(request.form)
    with suppress(Refused):
        form = _with_kept(form)
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
    return _form(form_of_plan(_plan_like(like, today()), like), organize_page(app(), who))


@bp.post("/organize/new")
@shows_refusals(_again, back=NEW)
def make() -> ResponseReturnValue:
    """Make the event; what is refused or asked keeps all that was typed."""
    who, form = need_account(), _with_kept(form_of_request(request.form))
    made = make_event(app(), who, form.plan(app(), confirmed=confirmed(), reading=reading_given()))
    return redirect(f"/e/{made.slug}/code?made=1", 303)


def parts_of(form: EventForm, at: App) -> dict[str, Any]:
    """What the templates of an event's fields need beside the form."""
    formats = at.reference.formats.values()
    titles = at.reference.games
    sizes, drops = changeable(form, at)
    return {
        "order": form.order,
        "game": form.game(at),
        "words": words,
        "menu": tuple((titles[game].title, tuple(group)) for game, group in groupby(formats, lambda f: f.game)),
        "sizes": sizes,
        "drops": drops,
        "visibilities": form.visibilities(at),
        "stages": form.stages(),
        "deadline": _deadline(form),
        "match": _match(form, at),
    }


def _deadline(form: EventForm) -> Any:
    try:
        return form.deadline
    except Refused:
        return None


def _match(form: EventForm, at: App) -> str:
    """The kind of match, as the format has it where none is chosen."""
    try:
        return rulebook_for(form.terms(at), at).match
    except Refused:
        return form["match"]


def changeable(form: EventForm, at: App) -> tuple[dict[str, int | None], tuple[str, ...]]:
    """The numbers of the format that a fact sheet may change, and the rules it may leave out."""
    try:
        return what_may_change(form.terms(at), at)
    except Refused:
        return what_may_change(Terms("modern"), at)
