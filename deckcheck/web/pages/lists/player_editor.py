"""The player's page to write a list on: every change is kept as a draft, checked at the event's terms, and sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden, Refused, UnusableInput
from deckcheck.app.time_words import left
from deckcheck.law.sentences import counted
from deckcheck.lists.earlier_lists import earlier_lists
from deckcheck.lists.editor import DraftText, Editor, SaveDraft, Target, editor_of, save_draft, target_of
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.submission import KeyReused
from deckcheck.lists.submit import SendList, send_list
from deckcheck.roster.join import join_page
from deckcheck.roster.players import ChooseSeat, choose_seat
from deckcheck.store.states import ListState
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.reports import Verdict
from deckcheck.web.asker import current_who
from deckcheck.web.current import app, now
from deckcheck.web.forms import OfEntry, read_form, read_query, shows_refusals, whole
from deckcheck.web.pages.lists.editing import (
    NO_OTHER,
    Both,
    EditorPage,
    Faults,
    ListForm,
    Written,
    both_of,
    form_with,
    fresh_key,
    is_live,
    kept_words,
    list_form,
    look_at,
    other_of,
    other_sent,
    quiet_words,
    submit_words,
    why_not,
)
from deckcheck.web.pages.publication.public_shown import told

bp = Blueprint("player_editor", __name__)

REUSED: Final = gettext_noop(
    "This page submitted another list before, so nothing was submitted now. Submit again to use this one."
)
OTHER_TEXTS: Final = ("theirs", "older")


class Extra(NamedTuple):
    """What an answer says beside the sheet; `joined`: the entry that was made just before."""

    told: str = ""
    both: Both | None = None
    code: int = 200
    new_key: bool = False
    joined: int = 0


NOTHING_ELSE: Final = Extra()


@dataclass(frozen=True, slots=True)
class JustJoined:
    """The number of the entry by which somebody has just joined; 0 for everybody else."""

    joined: int = 0


@bp.get("/e/<slug>/my")
def show(slug: str) -> ResponseReturnValue:
    """The page, with the text to go on with; whoever is not in the event is led to its join code."""
    asked = read_query(OfEntry)
    try:
        editor = editor_of(current_who(), slug, app(), asked.entry, asked.stage)
    except Hidden:
        if asked == OfEntry() and join_page(current_who(), slug, app()).number is None:
            return redirect(f"/e/{slug}/join", 303)
        raise
    if _is_done(editor):
        return redirect(f"/e/{slug}/my/list{query_of(editor)}", 303)
    check = form_with(other_of(editor.text, editor.answers))
    form = ListForm(check, tab=fresh_key(), draft=editor.draft.version, deck=editor.deck)
    return _page(
        editor,
        form,
        look_at(form, editor.window),
        editor.draft,
        Extra(joined=read_query(JustJoined).joined),
        answered=False,
    )


@bp.post("/e/<slug>/my")
def check(slug: str) -> ResponseReturnValue:
    """Check what was typed, do what a button asks, and keep the draft: the page, or for a script what changes."""
    form = list_form(request)
    editor = editor_of(current_who(), slug, app(), form.entry, form.stage)
    form, written = _written(form, editor)
    draft, extra = _keep(form, written, editor)
    return _page(editor, form, written, draft, extra, answered=True)


def _not_sent(slug: str, refused: Refused) -> Response:
    """The page with what was typed, which is kept as a draft too, so that a closed tab loses nothing."""
    form = list_form(request)
    editor = editor_of(current_who(), slug, app(), form.entry, form.stage)
    written = look_at(form, editor.window)
    if isinstance(refused, Changed):
        extra = Extra(both=both_of(refused, written.turn.form, editor.head.zone), code=409)
        return _page(editor, form, written, editor.draft, extra, answered=True)
    reused = isinstance(refused, KeyReused)
    draft, _ = _keep(form, written, editor)
    extra = Extra(gettext(REUSED) if reused else str(refused), code=refused.status, new_key=reused)
    return _page(editor, form, written, draft, extra, answered=True)


@bp.post("/e/<slug>/my/send")
@shows_refusals(_not_sent)
def send(slug: str) -> ResponseReturnValue:
    """Send the list, and lead to its receipt; a refusal comes back with the text."""
    form = list_form(request)
    arrived = now()  # After the form was read: the whole of it is in.
    target = target_of(current_who(), slug, app(), form.entry, form.stage)
    written = look_at(form, target.window)
    known, left = whole(form.check.what) if form.check.act == "send" else None, written.faults.left
    if target.window.is_open and not why_not(written.faults, target.window) and left > (known or 0):
        raise UnusableInput(_asks_first(left))
    order = _order(slug, target, form, written, arrived)
    done = send_list(order, app())
    return _go(f"/e/{slug}/my/receipt/{done.uid}{query_of(target)}")


def _order(slug: str, target: Target, form: ListForm, written: Written, arrived: datetime) -> SendList:
    list_ = written.turn.form
    return SendList(
        who=current_who(),
        slug=slug,
        number=target.entry,
        stage=target.stage,
        text=list_.text,
        key=form.key,
        arrived=arrived,
        seen=form.seen,
        answers=list_.answers(),
        preview=written.preview,
        deck=form.deck,
    )


def _not_seated(slug: str, refused: Refused) -> Response:
    """The page with what is wrong with the seat that was chosen."""
    editor = editor_of(current_who(), slug, app(), read_query(OfEntry).entry)
    form = ListForm(form_with(other_of(editor.text, editor.answers)), tab=fresh_key(), draft=editor.draft.version)
    extra = Extra("" if editor.seats and refused.by_field else str(refused), code=refused.status)
    return _page(editor, form, look_at(form, editor.window), editor.draft, extra, answered=False)


@bp.post("/e/<slug>/my/seat")
@shows_refusals(_not_seated)
def take_seat(slug: str) -> ResponseReturnValue:
    """Take the seat of a player who had none yet, and lead back to the list."""
    order = read_form(ChooseSeat, who=current_who(), slug=slug)
    choose_seat(order, app())
    return redirect(f"/e/{slug}/my{f'?entry={order.entry}' if order.entry else ''}", 303)


def query_of(editor: Editor | Target) -> str:
    """What names the list in an address, where there are several to choose from."""
    return f"?entry={editor.entry}&stage={editor.stage}" if editor.places else ""


def _is_done(editor: Editor) -> bool:
    """Whether nothing is left to be written: the list is fixed, or closed with all that was typed sent."""
    if editor.window.state == ListState.ACCEPTED:
        return True
    return not editor.window.is_open and bool(editor.seen) and not editor.is_unsent


def _asks_first(count: int) -> str:
    """What is said where the button that was pressed did not name the faults."""
    told = gettext("This list has {faults}. It isn't submitted yet: fix what is marked below, or submit it as it is.")
    return told.format(faults=counted(count, "fault"))


def _written(form: ListForm, editor: Editor) -> tuple[ListForm, Written]:
    """The sheet of what was typed or chosen: one of two versions, or the other text that was kept."""
    act = form.check.act
    if act in {"theirs", "yours"}:
        sent = request.form
        form = replace(form, seen=sent.get("their-seen"), draft=whole(sent.get("their-draft", "")) or form.draft)
    if act == "earlier":
        return form, _from_earlier(form, editor)
    other = other_sent(act) if act in OTHER_TEXTS else None
    return form, look_at(form, editor.window, other)


def _from_earlier(form: ListForm, editor: Editor) -> Written:
    """The sheet of a list of another event, at the terms of this one."""
    found = earlier_lists(current_who(), editor.head.slug, app())
    chosen = next((one for one in found if one.uid == form.check.what), None)
    if chosen is None:
        raise Hidden(NOTHING_HERE)
    other = other_of(chosen.text, chosen.answers)
    told = gettext("This is your list from {event}.").format(event=chosen.head.name)
    return look_at(form, editor.window, other, told)


def _keep(form: ListForm, written: Written, editor: Editor) -> tuple[DraftText, Extra]:
    """Keep the draft where one is kept; another device's version is shown beside this one."""
    code = Extra(code=written.code)
    if not editor.window.keeps or written.code == 413:
        return editor.draft, code
    order = SaveDraft(
        who=current_who(),
        slug=editor.head.slug,
        number=editor.entry,
        stage=editor.stage,
        text=written.turn.form.text,
        version=form.draft,
        tab=form.tab,
        turn=form.turn,
        answers=written.turn.form.answers(),
        deck=form.deck,
    )
    try:
        return save_draft(order, app()), code
    except Changed as changed:
        both = both_of(changed, written.turn.form, editor.head.zone, changed.theirs.version)
        return editor.draft, Extra(both=both._replace(seen=form.seen or ""), code=409)


def _page(
    editor: Editor, form: ListForm, written: Written, draft: DraftText, extra: Extra, *, answered: bool
) -> Response:
    """The whole page, or for a script the parts of it that change."""
    until, moment, live = editor.window.until, now(), is_live()
    shown = _shown(editor, form, written.faults, draft, extra)
    page = render_template(
        "player/_live.html" if live else "player/edit.html",
        page=editor,
        editor=replace(shown, older=NO_OTHER) if answered else shown,
        sheet=written.sheet(editor.head),
        order=written.order,
        acted=written.turn.acted,
        rewritten=written.turn.form.text if written.turn.rewritten else None,
        answered=answered,
        live=live,
        now=moment,
        closes=told(until, editor.head.zone, editor.head.place) if until else None,
        left=left(until, moment) if until else "",
        sees=_seen_by(),
        joined=extra.joined,
    )
    return make_response(page, extra.code)


def _shown(editor: Editor, form: ListForm, faults: Faults, draft: DraftText, extra: Extra) -> EditorPage:
    """What stands around the sheet: where it goes, whether it can be sent, what the page must remember."""
    bench, base, moment = editor.window, f"/e/{editor.head.slug}/my", now()
    why = why_not(faults, bench)
    return EditorPage(
        action=base,
        send=f"{base}/send",
        hidden={"entry": editor.entry, "stage": editor.stage, "tab": form.tab or fresh_key(), "turn": form.turn},
        kept=kept_words(draft, editor.head.zone),
        draft=draft.version if extra.both is None else form.draft or 0,
        submit=submit_words(faults, gettext("Submit list"), gettext("Submit with {faults}")),
        faults=faults.left,
        is_marked=(faults.verdict is Verdict.LEGAL or faults.of_age) and not why,
        why_not=why,
        quiet=quiet_words(bench, moment, _seen_by()),
        until=bench.until,
        now=moment,
        large="" if bench.is_open else f"{base}/large",
        told=extra.told,
        both=extra.both,
        store=f"{editor.head.slug}/{editor.entry}/{editor.stage}",
        older=other_of(editor.older, editor.older_answers),
        key=form.key if form.key and not extra.new_key else fresh_key(),
        seen=form.seen if form.seen is not None else editor.seen,
        new_key=extra.new_key,
        deck=form.deck,
        earlier=earlier_lists(current_who(), editor.head.slug, app()) if bench.is_open and not is_live() else (),
    )


def _seen_by() -> str:
    """To whom the text is open while it is written."""
    if current_who().kind == "team":
        return gettext("Only your team and staff see this list.")
    return gettext("Only you and staff see this list.")


def _go(address: str) -> Response:
    """Lead to another page, with a script and without."""
    if is_live():
        response = make_response("", 204)
        response.headers["HX-Redirect"] = address
        return response
    return make_response(redirect(address, 303))
