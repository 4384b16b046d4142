"""Add an announcement: a ban in a minute, with what it changes seen first."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.law.announcement_files import ByHand
from deckcheck.updates.announcements import Announced, announce
from deckcheck.updates.in_force import ask_operator
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import FormFaults, read_form, shows_refusals, typed_text
from deckcheck.web.pages.updates.updates import PAGE

bp = Blueprint("announcement", __name__)
STATUSES = (
    ("banned", "Banned"),
    ("legal", "Unbanned"),
    ("restricted", "Restricted"),
    ("suspended", "Suspended"),
    ("banned-as-commander", "Banned as commander"),
    ("banned-as-partner", "Banned as partner"),
    ("banned-as-companion", "Banned as companion"),
)


@bp.get(f"{PAGE}/announcement")
def show(refused: Refused | None = None, found: Announced | None = None) -> ResponseReturnValue:
    """The form, with what was typed and what it would change."""
    ask_operator(need_account())
    law = app().reference
    listed = [fmt for fmt in law.formats.values() if fmt.setting_on("banlist") and not fmt.is_retired()]
    menu = [(law.games[game].title, list(some)) for game, some in groupby(listed, lambda fmt: fmt.game)]
    told = str(refused) if refused is not None and not refused.by_field else ""
    titles = {str(fmt.setting_on("banlist")): fmt.title for fmt in listed}
    given = {"menu": menu, "titles": titles, "statuses": STATUSES}
    return render_template("operator/announcement.html", **given, told=told, found=found, typed=request.form)


@bp.post(f"{PAGE}/announcement")
@shows_refusals(show)
def add() -> ResponseReturnValue:
    """Show what it would change, or let it be law."""
    who, trial = need_account(), request.form.get("do") != "add"
    ask_operator(who)
    cards = tuple(line.strip() for line in typed_text("cards").splitlines() if line.strip())
    by_hand = read_form(ByHand, cards=cards)
    if by_hand.day is None:
        raise FormFaults({"day": "Enter the first day, like 2026-12-07."})
    done = announce(app(), by_hand, who, trial=trial)
    if not trial:
        return redirect(PAGE, 303)
    return show(found=done)
