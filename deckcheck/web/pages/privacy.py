"""What this installation keeps of people and for how long, as it is set."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from deckcheck.law.sentences import counted
from deckcheck.settings import Keeping
from deckcheck.web.current import app

bp = Blueprint("privacy", __name__)

YEAR: Final = 365


@bp.get("/privacy")
def privacy() -> ResponseReturnValue:
    """The page for players: who runs it, what is kept and how long, who sees a list, and what to do about it."""
    settings = app().settings
    return render_template("privacy.html", settings=settings, kept=_kept(settings.keeping))


def _kept(days: Keeping) -> tuple[tuple[str, str], ...]:
    return (
        ("Your name", f"{_span(days.name)} after the event, then initials"),
        ("Your e-mail and pronouns, if you gave them", f"{_span(days.mail)} after the event"),
        ("A list you are still writing", f"{_span(days.draft)} after the event; only you can see it"),
        ("Lists you replaced", f"{_span(days.superseded)} after the event; never published"),
        ("The list that counts", "as long as the event is kept"),
        ("Notes from deck checks", f"{_span(days.statement)}; only judges and the organizer see them"),
        ("Your personal link", f"{_span(days.link)} after your last event, stored so that nobody can read it"),
        ("What was done in the event (audit log)", "as long as the event is kept; your name goes when it is deleted"),
    )


def _span(days: int) -> str:
    return counted(days // YEAR, "year") if days and days % YEAR == 0 else counted(days, "day")
