"""Persons: what is kept of a player handed out, and a player forgotten, by the organizer and by their own wish."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.app.safe_text import content_disposition
from deckcheck.audit.erasure import ForgetPerson, forget_person, note_keys
from deckcheck.audit.person_files import PersonFile, export_person
from deckcheck.web.asker import current_who, need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import Did, Why, read_form, read_query, shows_refusals
from deckcheck.web.pages.audit.house_pages import people_page, person_page
from deckcheck.web.pages.audit.house_words import Moments

bp = Blueprint("persons", __name__)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The notes that are to go with a player."""

    notes: tuple[str, ...] = ()


def _page(
    slug: str,
    number: int,
    refused: Refused | None = None,
    part: str = "",
    page_name: str = "organizer/person.html",
) -> ResponseReturnValue:
    page = person_page(app(), need_account(), slug, number, f"/e/{slug}/people")
    return render_template(
        page_name,
        page=page,
        frame=page.frame,
        person=page.person,
        moments=Moments(now(), page.person.zone),
        told=str(refused or ""),
        part=part,
        chosen=set(read_query(Forgetting).notes) if refused else {n.key for n in page.person.notes if n.tells},
    )


@bp.get("/e/<slug>/people")
def index(slug: str) -> ResponseReturnValue:
    """The players of whom something is kept."""
    page = people_page(app(), need_account(), slug, f"/e/{slug}/people")
    return render_template("organizer/people.html", page=page, frame=page.frame, done=read_query(Did).done)


@bp.get("/e/<slug>/people/<int:number>")
def show(slug: str, number: int) -> ResponseReturnValue:
    """One player: what is kept, and what would go."""
    return _page(slug, number)


@bp.post("/e/<slug>/people/<int:number>")
@shows_refusals(_page, part="file")
def take_away(slug: str, number: int) -> ResponseReturnValue:
    """All that the event keeps of a player, as a file; the reason is in the audit before anything is read."""
    found = export_person(app(), need_account(), slug, number, read_form(Why).reason)
    return _file(found)


@bp.get("/e/<slug>/people/<int:number>/forget")
def ask(slug: str, number: int) -> ResponseReturnValue:
    """The question before a player is forgotten."""
    return _page(slug, number, page_name="organizer/forget.html")


@bp.post("/e/<slug>/people/<int:number>/forget")
@shows_refusals(_page, part="forget", page_name="organizer/forget.html")
def forget(slug: str, number: int) -> ResponseReturnValue:
    """Forget a player, with the notes that were chosen."""
    notes = note_keys(list(read_form(Forgetting).notes))
    forget_person(read_form(ForgetPerson, who=need_account(), slug=slug, number=number, notes=notes), app())
    return redirect(f"/e/{slug}/people?done={number}", 303)


@bp.get("/e/<slug>/my/data")
def own(slug: str) -> ResponseReturnValue:
    """All that is kept of whoever plays, over all events, as a file."""
    return _file(export_person(app(), current_who(), slug))


def _file(found: PersonFile) -> Response:
    answer = Response(found.data, mimetype="application/zip")
    answer.headers["Content-Disposition"] = content_disposition(found.name)
    return answer
