"""What this installation keeps of people and for how long, as it is set."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from deckcheck.law.sentences import counted
from deckcheck.settings import Keeping
from deckcheck.translations import gettext
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
        (gettext("Your name"), _after(gettext("{span} after the event, then initials"), days.name)),
        (
            gettext("Your e-mail and pronouns, if you gave them, and the language for mail to you"),
            _after(gettext("{span} after the event"), days.mail),
        ),
        (
            gettext("A list you are still writing"),
            _after(gettext("{span} after the event; only you can see it"), days.draft),
        ),
        (gettext("Lists you replaced"), _after(gettext("{span} after the event; never published"), days.superseded)),
        (gettext("The list that counts"), gettext("as long as the event is kept")),
        (
            gettext("Notes from deck checks"),
            _after(gettext("{span}; only judges and the organizer see them"), days.statement),
        ),
        (
            gettext("Your personal link"),
            _after(gettext("{span} after your last event, stored so that nobody can read it"), days.link),
        ),
        (
            gettext("What was done in the event (audit log)"),
            gettext("as long as the event is kept; your name goes when it is deleted"),
        ),
    )


def _after(words: str, days: int) -> str:
    """How long, with the span of so many days, in whole years where it is."""
    span = counted(days // YEAR, "year") if days and days % YEAR == 0 else counted(days, "day")
    return words.format(span=span)
