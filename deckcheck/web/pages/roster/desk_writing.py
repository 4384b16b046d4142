"""Lists that staff writes for a player, on the same page as the player's: in time, late, or as a correction."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.submit import ROADS, How, SendList, StaffEditor, hand_in, staff_editor
from deckcheck.verdict.reports import Verdict
from deckcheck.web.asker import need_account
from deckcheck.web.current import app, now
from deckcheck.web.forms import read_form, read_query, shows_refusals
from deckcheck.web.pages.lists.editing import (
    Both,
    EditorPage,
    ListForm,
    Written,
    both_of,
    form_with,
    fresh_key,
    is_live,
    list_form,
    look_at,
    other_of,
    other_sent,
)

bp = Blueprint("desk_writing", __name__)
DONE: Final = {How.SEND: "sent", How.LATE: "late", How.CORRECT: "corrected"}
BUTTONS: Final = {
    How.SEND: "Send list",
    How.LATE: "Enter late list",
    How.CORRECT: "Correct the list",
}


@bp.get("/e/<slug>/roster/<int:number>/enter")
def show(slug: str, number: int) -> ResponseReturnValue:
    """The page, with the list that stands where it may be read."""
    editor = _editor(slug, number)
    check = form_with(other_of(editor.text, editor.answers))
    form = ListForm(check, list_version=editor.version, seen=editor.seen, deck=editor.deck)
    return _page(editor, form, look_at(form, editor.window), answered=False)


@bp.post("/e/<slug>/roster/<int:number>/enter")
def check(slug: str, number: int) -> ResponseReturnValue:
    """Check what was typed, and do what a button asks."""
    form, editor = list_form(request), _editor(slug, number)
    other = other_sent(form.check.act) if form.check.act in {"theirs", "yours"} else None
    written = look_at(form, editor.window, other)
    return _page(editor, form, written, answered=True, code=written.code)


def _not_sent(slug: str, number: int, refused: Refused) -> Response:
    """The page with all that was typed; and with the other list, where somebody was faster."""
    form, editor = list_form(request), _editor(slug, number)
    written, both = look_at(form, editor.window), None
    if isinstance(refused, Changed):
        there = other_of(editor.text, editor.answers)
        both = both_of(refused, written.turn.form, editor.head.zone)._replace(theirs=there, seen=editor.seen)
        form = ListForm(form.check, key=fresh_key(), seen=editor.seen, list_version=editor.version)
    return _page(editor, form, written, answered=True, both=both, told="" if both else str(refused))


@bp.post("/e/<slug>/roster/<int:number>/hand-in")
@shows_refusals(_not_sent)
def send(slug: str, number: int) -> ResponseReturnValue:
    """Hand the list in, and lead back to it; a refusal comes back with all that was typed."""
    form = list_form(request)
    arrived = now()  # After the form was read: the whole of it is in.
    editor, sent = _editor(slug, number), read_form(WhyWritten)
    written = look_at(form, editor.window)
    order = SendList(
        who=need_account(),
        slug=slug,
        number=number,
        stage=editor.stage,
        text=written.turn.form.text,
        key=form.key,
        arrived=arrived,
        version=form.list_version,
        seen=form.seen,
        reason=sent.words,
        section=sent.section,
        answers=written.turn.form.answers(),
        preview=written.preview,
        deck=form.deck,
    )
    hand_in(order, ROADS[editor.how], app())
    return _go(f"/e/{slug}/roster/{number}?done={DONE[editor.how]}&stage={editor.stage}")


@dataclass(frozen=True, slots=True)
class Writing:
    """How a list is written for a player, and for which stage."""

    how: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class WhyWritten:
    """Why somebody of staff writes it: the reason, the section of the penalty guide, and a note about Tardiness."""

    reason: str = ""
    section: str = ""
    note: str = ""

    @property
    def words(self) -> str:
        """The reason, and what the desk notes for whoever judges Tardiness."""
        return " ".join(filter(None, (self.reason, f"Note: {self.note}" if self.note else "")))


def _editor(slug: str, number: int) -> StaffEditor:
    wanted = read_query(Writing)
    return staff_editor(need_account(), slug, number, app(), wanted.how, wanted.stage)


def _why_not(editor: StaffEditor, written: Written) -> str:
    """Why it cannot be handed in at all; a reason and a verdict are asked for as it is sent."""
    faults = written.faults
    if editor.how is How.CORRECT and faults.verdict is Verdict.UNCLEAR and not faults.of_age:
        return "Answer its open questions first."
    if editor.how is not How.SEND:
        return ""
    return editor.window.why_not(faults.verdict or Verdict.LEGAL, faults.left, by_hand=faults.of_age)


def _shown(editor: StaffEditor, form: ListForm, written: Written, told: str, both: Both | None) -> EditorPage:
    """The editor's form, for whoever writes for a player."""
    faults, why = written.faults, read_query(WhyWritten)
    base = f"/e/{editor.head.slug}/roster/{editor.entry}"
    first = editor.player.split(" ", 1)[0]
    return EditorPage(
        action=f"{base}/enter",
        send=f"{base}/hand-in",
        hidden={"stage": editor.stage, "how": editor.how, "version": form.list_version or 0},
        kept="",
        draft=0,
        submit=BUTTONS[editor.how] if faults.verdict else "",
        is_marked=faults.verdict is Verdict.LEGAL or faults.of_age,
        why_not=_why_not(editor, written),
        quiet="Not saved until you submit.",
        until=None,
        now=now(),
        told=told,
        both=both,
        faults=faults.left,
        extra="staff/_why.html",
        writing_for=f"You are writing for {editor.player}. {first} will see who changed what.",
        key=form.key or fresh_key(),
        seen=form.seen if form.seen is not None else editor.seen,
        deck=form.deck,
        more={**asdict(why), "how": editor.how, "game": editor.head.game},
    )


def _page(
    editor: StaffEditor,
    form: ListForm,
    written: Written,
    *,
    answered: bool,
    told: str = "",
    both: Both | None = None,
    code: int = 200,
) -> Response:
    live = is_live()
    page = render_template(
        "player/_live.html" if live else "staff/enter.html",
        page=editor,
        frame=editor.frame,
        editor=_shown(editor, form, written, told, both),
        sheet=written.sheet(editor.head),
        order=written.order,
        acted=written.turn.acted,
        rewritten=written.turn.form.text if written.turn.rewritten else None,
        answered=answered,
        live=live,
        now=now(),
    )
    return make_response(page, code)


def _go(address: str) -> Response:
    """Lead to another page, with a script and without."""
    if is_live():
        answer = make_response("", 204)
        answer.headers["HX-Redirect"] = address
        return answer
    return make_response(redirect(address, 303))
