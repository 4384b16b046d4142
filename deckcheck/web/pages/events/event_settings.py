"""The settings of an event, its join code, and the questions before it comes into another state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused
from deckcheck.app.timestamps import read_moment
from deckcheck.events.account_formats import format_choices
from deckcheck.events.clock_confirmed import call_clock_right
from deckcheck.events.event_states import Become, become
from deckcheck.events.settings import change_settings, new_join_code
from deckcheck.events.templates import save_template
from deckcheck.roster.join import set_joins
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.files import base
from deckcheck.web.forms import Did, Why, read_form, read_query, shows_refusals, version_sent
from deckcheck.web.pages.events.event_fields import EventForm, form_of_plan, form_of_request
from deckcheck.web.pages.events.organize import looked_at, parts_of
from deckcheck.web.pages.events.organizer_pages import SettingsPage, become_page, code_page, settings_page
from deckcheck.web.qr import join_address, join_qr
from deckcheck.web.questions import confirmed, reading_given

bp = Blueprint("event_settings", __name__)

SAID: Final = {
    "saved": "Saved.",
    "template": "Kept as a template. It stands under My events.",
    "on": "The event is running.",
    "cancelled": "The event is called off.",
    "completed": "The event is over.",
}
TO: Final = {
    "on": Right.SETTINGS,
    "cancelled": Right.SETTINGS,
    "completed": Right.COMPLETE,
    "gone": Right.DELETE_EVENT,
}


UNSAID: Final = -1


@dataclass(frozen=True, slots=True)
class Titled:
    """The title of a template."""

    title: str = ""


@dataclass(frozen=True, slots=True)
class JoinsSet:
    """How many may join by the code in an hour; empty: as many as are on the roster."""

    joins: int | None = UNSAID


def _form_now(page: SettingsPage) -> EventForm:
    """The settings as they are, in fields."""
    own = format_choices(app(), need_account(), (page.plan.format, *page.plan.seat_formats))
    return form_of_plan(app(), page.plan, own=own)


def _form_sent() -> EventForm:
    """The fields as they came in; whether the event may be played by a format that they name is asked later."""
    named = (request.form.get("format", ""), *request.form.getlist("seat_formats"))
    return form_of_request(app(), request.form, format_choices(app(), need_account(), named))


def _page(page: SettingsPage, form: EventForm, refused: Refused | None = None, done: str = "") -> ResponseReturnValue:
    """The page; after a refusal with what was typed, and with the version that now is, so that it can be sent again."""
    stale = refused is not None and refused.code == "changed"
    return render_template(
        "organizer/settings.html",
        page=page,
        frame=page.frame,
        form=form,
        told=str(refused or ""),
        changed=stale,
        now_set=_form_now(page).said_apart_from(form) if stale else (),
        done=done,
        **parts_of(app()),
    )


def _question(slug: str, to: str, refused: Refused | None = None) -> ResponseReturnValue:
    if to not in TO:
        abort(404)
    page = become_page(app(), need_account(), slug, request.path, TO[to])
    return render_template(
        "organizer/become.html",
        page=page,
        frame=page.frame,
        to=to,
        told=str(refused or ""),
    )


def _code_page(slug: str, refused: Refused | None = None, template: str = "code") -> ResponseReturnValue:
    page, asked = code_page(app(), need_account(), slug, request.path), read_query(Did)
    return render_template(
        f"organizer/{template}.html",
        page=page,
        frame=None if template == "sign" else page.frame,
        origin=base(),
        scan=join_address(base(), slug, page.code),
        qr=join_qr(base(), slug, page.code, page.event),
        done=asked.done,
        told=str(refused or ""),
    )


def _refused(slug: str, refused: Refused) -> ResponseReturnValue:
    page = settings_page(app(), need_account(), slug, request.path)
    if refused.code == "reason-needed":
        refused.by_field = {"reason": (str(refused),)}
    return _page(page, _form_sent(), refused)


@bp.get("/e/<slug>/settings")
def show(slug: str) -> ResponseReturnValue:
    """The settings as they are."""
    page = settings_page(app(), need_account(), slug, request.path)
    return _page(page, _form_now(page), done=SAID.get(read_query(Did).done, ""))


@bp.post("/e/<slug>/settings")
@shows_refusals(_refused, back="/e/{slug}/settings")
def save(slug: str) -> ResponseReturnValue:
    """Change settings; what is refused or asked keeps all that was typed."""
    who, form = need_account(), _form_sent()
    if looked_at(form, new=False):
        return _page(settings_page(app(), who, slug, request.path), form)
    done = change_settings(
        app(),
        who,
        slug,
        form.patch(),
        reason=read_form(Why).reason,
        seen=version_sent(),
        reading_of=reading_given(),
    )
    again = done.rejudged
    if not again.lists:
        return redirect(f"{request.path}?done=saved", 303)
    page = settings_page(app(), who, slug, request.path)
    return _page(page, _form_now(page), done=_judged(again.lists, again.changed))


def _judged(lists: int, changed: int) -> str:
    told = "1 list was rechecked" if lists == 1 else f"{lists} lists were rechecked"
    verdicts = "no verdict changed" if not changed else f"{changed} verdict{'' if changed == 1 else 's'} changed"
    return f"Saved. {told}; {verdicts}."


@bp.post("/e/<slug>/template")
def keep_template(slug: str) -> ResponseReturnValue:
    """Keep the settings as a template."""
    save_template(app(), need_account(), slug, read_form(Titled).title)
    return redirect(f"/e/{slug}/settings?done=template", 303)


@bp.get("/e/<slug>/become/<to>")
def ask_become(slug: str, to: str) -> ResponseReturnValue:
    """The question before the event comes into another state."""
    return _question(slug, to)


@bp.post("/e/<slug>/become/<to>")
@shows_refusals(_question, back="/e/{slug}/settings")
def do_become(slug: str, to: str) -> ResponseReturnValue:
    """Bring the event into another state."""
    if to not in TO:
        abort(404)
    who, why = need_account(), read_form(Why).reason
    done = become(app(), who, slug, to, reason=why, confirmed=confirmed(), seen=version_sent())
    if to == "gone":
        return redirect("/organize?done=gone", 303)
    return _became(slug, done)


def _became(slug: str, done: Become) -> ResponseReturnValue:
    """The settings page with what came of it: sentences, and the text to tell."""
    page = settings_page(app(), need_account(), slug, f"/e/{slug}/settings")
    sentence = " ".join((SAID[done.state], *done.warnings))
    if done.told and done.told.text:
        sentence = f"{sentence} Mails sent: {done.told.mails}. Text to copy: {done.told.text}"
    return _page(page, _form_now(page), done=sentence)


@bp.get("/e/<slug>/code")
def show_code(slug: str) -> ResponseReturnValue:
    """The join code, large, for the hall and for the desk."""
    return _code_page(slug)


@bp.get("/e/<slug>/code/sign")
def show_sign(slug: str) -> ResponseReturnValue:
    """The join code and its QR code alone, for a screen in the hall or a sheet on the door."""
    return _code_page(slug, template="sign")


@bp.post("/e/<slug>/code")
@shows_refusals(_code_page)
def change_code(slug: str) -> ResponseReturnValue:
    """Another join code, or another number of players who may come by it in an hour."""
    joins = read_form(JoinsSet).joins
    if joins == UNSAID:
        new_join_code(app(), need_account(), slug)
        return redirect(f"/e/{slug}/code?done=code", 303)
    set_joins(need_account(), slug, joins or 0, app())
    return redirect(f"/e/{slug}/code?done=joins", 303)


@bp.post("/e/<slug>/clock")
def call_right(slug: str) -> ResponseReturnValue:
    """Believe the clock in this event; the audit names the lists that came late by it."""
    who = need_account()
    try:
        started = read_moment(request.form.get("started", ""))
    except ValueError:
        abort(400)
    call_clock_right(app(), who, slug, started)
    return redirect(f"/e/{slug}/audit", 303)
