"""The end of a deck check: its result, the record that stays, what is added to it, and giving it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.check_handles import check_frame
from deckcheck.checks.check_values import CheckView
from deckcheck.checks.check_views import look
from deckcheck.checks.end import AmendCheck, FinishCheck, VoidCheck, amend_check, finish_check, void_check
from deckcheck.checks.start import WAYS
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, shows_refusals, version_sent
from deckcheck.web.pages.checks.checks_shown import (
    RESULTS,
    STATES,
    clock_words,
    difference_shown,
    usual_result,
    where_words,
)
from deckcheck.web.pages.publication.public_shown import told

bp = Blueprint("check_ending", __name__)

LOOKED_AT: Final[Mapping[str, str]] = {"shuffling": "Shuffling", "sleeves": "Sleeves", "cards": "Cards"}
"""What is looked at before the cards are sorted."""
FOUND: Final[Mapping[str, str]] = {
    "": "Not looked at",
    "nothing found": "Nothing found",
    "see the note": "Something found, see the note",
}
DECIDED: Final[Mapping[str, str]] = {
    "section": "Section that was applied",
    "penalty": "Penalty",
    "remedy": "Remedy",
    "by": "Decided by",
}
"""What a person may enter; nothing of it is filled in."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """What was looked at besides the cards, and whether a card of the main deck is lost."""

    shuffling: str = ""
    sleeves: str = ""
    cards: str = ""
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person decided, as written."""

    section: str = ""
    penalty: str = ""
    by: str = ""
    applied: str = ""
    remedy: str = ""


APPLIED: Final[Mapping[str, str]] = {"": "Not said", "now": "Now", "next": "In the next match"}


@bp.get("/e/<slug>/checks/<uid>/result")
def show_result(slug: str, uid: str) -> ResponseReturnValue:
    """The result before it is saved: difference, time to give, and what the guides may say."""
    return result_page(slug, uid)


def result_page(slug: str, uid: str, refused: Refused | None = None) -> str:
    """The page of the result, with all that was typed where it was refused, or the clock was set with it."""
    who = need_account()
    view, around = look(app(), who, slug, uid), check_frame(app(), who, slug)
    if view.head.state != "begun" or not view.joined:
        return record_page(view, slug, refused)
    sent = request.form if request.method == "POST" else {}
    return render_template(
        "checks/result.html",
        view=view,
        frame=around.frame,
        found=difference_shown(view.difference, section_titles(around.head.game)),
        where=where_words(view.head),
        clock=clock_words(view.record.clock),
        here=f"/e/{slug}/checks/{uid}",
        results=RESULTS,
        states=STATES,
        usual=usual_result(view),
        looked_at=LOOKED_AT,
        looks=FOUND,
        decided=DECIDED,
        applied=APPLIED,
        sent=sent,
        opened=refused is not None or any(sent.get(name) for name in (*LOOKED_AT, *DECIDED, "lost")),
        refused=str(refused or ""),
    )


@bp.post("/e/<slug>/checks/<uid>/finish")
@shows_refusals(result_page)
def finish(slug: str, uid: str) -> ResponseReturnValue:
    """Save the check."""
    who, version, decided = need_account(), _with_marks(slug, uid), asdict(read_form(Decided))
    given = {"version": version, "decided": {name: text for name, text in decided.items() if text}}
    finish_check(read_form(FinishCheck, who=who, slug=slug, uid=uid, **given), app())
    return redirect(f"/e/{slug}/checks/{uid}", 303)


@bp.post("/e/<slug>/checks/<uid>/weigh")
@shows_refusals(result_page)
def weigh(slug: str, uid: str) -> ResponseReturnValue:
    """Keep what was looked at besides the cards, and show the result again with the sections that may apply now."""
    check_frame(app(), need_account(), slug, to_check=True)
    _with_marks(slug, uid)
    return result_page(slug, uid)


def _with_marks(slug: str, uid: str) -> int:
    """What was looked at besides the cards is kept first; the version after it."""
    version, seen = _version(), read_form(LookedAt)
    marks = {name: found for name in LOOKED_AT if (found := getattr(seen, name)) in FOUND and found}
    who, lost = need_account(), seen.lost
    before = look(app(), who, slug, uid).record
    if before.lost == lost and not any(before.marks.get(name, "") != seen for name, seen in marks.items()):
        return version
    done = change_check(ChangeCheck(who, slug, uid, version=version, marks=marks or None, lost=lost), app())
    return done.head.version


def _version() -> int:
    """The version that was seen; none is one that never was, so that the act is refused."""
    return version_sent() or 0


def _record(slug: str, uid: str, refused: Refused) -> str:
    return record_page(look(app(), need_account(), slug, uid), slug, refused)


def _void_page(slug: str, uid: str, refused: Refused | None = None) -> str:
    who = need_account()
    view, around = look(app(), who, slug, uid), check_frame(app(), who, slug)
    if view.head.state == "void":
        return record_page(view, slug, refused)
    return render_template(
        "checks/void.html",
        view=view,
        frame=around.frame,
        where=where_words(view.head),
        here=f"/e/{slug}/checks/{uid}",
        refused=str(refused or ""),
    )


@bp.get("/e/<slug>/checks/<uid>/void")
def ask_void(slug: str, uid: str) -> ResponseReturnValue:
    """Whether to give a check up, and why."""
    return _void_page(slug, uid)


@bp.post("/e/<slug>/checks/<uid>/void")
@shows_refusals(_void_page)
def void(slug: str, uid: str) -> ResponseReturnValue:
    """Give the check up; it stays on record."""
    order = read_form(VoidCheck, who=need_account(), slug=slug, uid=uid, version=_version())
    void_check(order, app())
    return redirect(f"/e/{slug}/checks/{uid}", 303)


@bp.post("/e/<slug>/checks/<uid>/amend")
@shows_refusals(_record)
def amend(slug: str, uid: str) -> ResponseReturnValue:
    """Add to the record; what stands there stays."""
    amend_check(read_form(AmendCheck, who=need_account(), slug=slug, uid=uid, version=_version(), changes={}), app())
    return redirect(f"/e/{slug}/checks/{uid}#added", 303)


def record_page(view: CheckView, slug: str, refused: Refused | None = None) -> str:
    """A check as its record tells it: no list, and a phone that opens it wipes what it kept of the check."""
    around = check_frame(app(), need_account(), slug)
    record = view.record
    return render_template(
        "checks/record.html",
        view=view,
        record=record,
        frame=around.frame,
        found=difference_shown(record.found, section_titles(around.head.game)),
        titles=section_titles(around.head.game),
        where=where_words(view.head),
        clock=clock_words(record.clock),
        here=f"/e/{slug}/checks/{view.head.uid}",
        results=RESULTS,
        states=STATES,
        ways=WAYS,
        looked_at=LOOKED_AT,
        looks=FOUND,
        decided=DECIDED,
        applied=APPLIED,
        told_at=lambda moment: told(moment, view.zone),
        refused=str(refused or ""),
    )


def section_titles(game: str) -> dict[str, str]:
    """The sections of a game as a sentence names them."""
    return {section.id: section.title.lower() for section in app().reference.games[game].sections}
