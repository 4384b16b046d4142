"""Cards & bans: how old they are, what waits for an answer, what was done, and going back."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.updates import acts
from deckcheck.updates.runs import ask_for_update, stop_updates
from deckcheck.updates.views import see_updates
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, shows_refusals
from deckcheck.web.questions import confirmed

bp = Blueprint("updates", __name__)
PAGE: Final = "/cards-and-bans"


@bp.get(PAGE)
def show(refused: Refused | None = None) -> ResponseReturnValue:
    """The page."""
    page = see_updates(need_account(), app())
    return render_template("operator/updates.html", page=page, told=str(refused or ""))


@bp.post(f"{PAGE}/update")
@shows_refusals(show)
def update() -> ResponseReturnValue:
    """Have the sources looked at, or one of them."""
    ask_for_update(app(), need_account(), request.form.get("source", ""))
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/stop")
@shows_refusals(show)
def stop() -> ResponseReturnValue:
    """End what goes on."""
    stop_updates(app(), need_account())
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/apply")
@shows_refusals(show, back=PAGE)
def apply() -> ResponseReturnValue:
    """Let an update that waits be in force."""
    acts.apply_waiting(app(), need_account(), request.form.get("update", ""), confirmed=confirmed())
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/day")
@shows_refusals(show)
def give_day() -> ResponseReturnValue:
    """Say on which day a change was in force first."""
    acts.set_day(app(), need_account(), read_form(acts.ExactDay))
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/answer")
@shows_refusals(show)
def answer() -> ResponseReturnValue:
    """Answer what an update asks."""
    acts.answer(app(), need_account(), read_form(acts.Answered))
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/discard")
@shows_refusals(show)
def discard() -> ResponseReturnValue:
    """Leave an update that waits."""
    acts.discard_waiting(app(), need_account(), request.form.get("update", ""))
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/roll-back")
@shows_refusals(show, back=PAGE, yes="Roll back")
def roll_back() -> ResponseReturnValue:
    """Take back the latest update of a game, or an announcement of one's own."""
    acts.take_back(app(), need_account(), request.form.get("what", ""), confirmed=confirmed())
    return redirect(PAGE, 303)


@bp.post(f"{PAGE}/settings")
@shows_refusals(show)
def settings() -> ResponseReturnValue:
    """Keep how often updates come by themselves, and when their age is warned of."""
    acts.set_updates(app(), need_account(), read_form(acts.SetUpdates))
    return redirect(PAGE, 303)
