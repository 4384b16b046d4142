"""Player lists, pairings and standings brought to the desk: the difference is shown, and applied as it was shown."""

from __future__ import annotations

import base64
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.events.desk_pages import desk_page
from deckcheck.roster.files.model import WHY_WORDS
from deckcheck.roster.files.player_names import fold_word
from deckcheck.roster.import_difference import Change, Difference, DiffLine, is_guessed, taken_by_itself
from deckcheck.roster.imports import (
    DifferenceChanged,
    Imported,
    ImportRoster,
    Preview,
    import_preview,
    import_roster,
    may_add,
)
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, shows_refusals, typed_text

bp = Blueprint("desk_import", __name__)
GROUPS: Final = (
    (Change.NEW, "New"),
    (Change.DROPPED, "Dropped there"),
    (Change.GONE, "Not in this list"),
    (Change.SEAT, "Seats of the meeting"),
    (Change.NUMBER, "Numbers of the other program"),
    (Change.OUT, "In this list, but out of the event here"),
)
"""The kinds of difference in the order of the page; questions stand before them all, who was left out behind."""

ANSWERED: Final = frozenset(("same-name", "same-id", "two-tables", "name", "unread"))
"""What the reader asks about that has a line of its own to be answered in."""

MOST_FOUND: Final = 100
"""So many names are looked for in the text, to say in which line they stand."""

DONE: Final = {
    Change.NEW: ("added", "added"),
    Change.DROPPED: ("dropped", "dropped"),
    Change.GONE: ("taken off the roster", "taken off the roster"),
    Change.SEAT: ("seat set", "seats set"),
    Change.NUMBER: ("number noted", "numbers noted"),
    Change.RENAMED: ("renamed", "renamed"),
}


@bp.get("/e/<slug>/roster/import")
def show(slug: str) -> ResponseReturnValue:
    """A place to paste a list, or to choose a file."""
    return _form(slug)


def _form(slug: str, refused: Refused | None = None) -> str:
    page = desk_page(need_account(), slug, Right.IMPORT, app())
    return render_template(
        "staff/import.html",
        page=page,
        frame=page.frame,
        refused=str(refused or ""),
    )


def _again(slug: str, refused: Refused) -> str:
    """What would change, where it is another thing now or a round is missing; else the form."""
    if isinstance(refused, DifferenceChanged):
        return _difference(slug, _order(slug), refused.preview, refused)
    if refused.code == "round-needed":
        order = _order(slug)
        return _difference(slug, order, import_preview(order, app()), refused)
    return _form(slug, refused)


@bp.post("/e/<slug>/roster/import")
@shows_refusals(_again)
def take(slug: str) -> ResponseReturnValue:
    """Show what a list would change; or, with what was shown and chosen, change it."""
    order = _order(slug)
    if not order.digest or "again" in request.form:
        return _difference(slug, order, import_preview(order, app()))
    return _done(slug, import_roster(order, app()))


def _order(slug: str) -> ImportRoster:
    sent = request.form
    take = frozenset(sent.getlist("take")) if "digest" in sent else None
    answers = {name.removeprefix("answer-"): value for name, value in sent.items() if name.startswith("answer-")}
    return read_form(ImportRoster, who=need_account(), slug=slug, data=_data(), take=take, answers=answers)


def _data() -> bytes | str:
    """What was brought: a file that was chosen, one that was packed into the page, or the text."""
    file = request.files.get("file")
    if file is not None and file.filename and (data := file.read()):
        return _as_text(data)
    packed = typed_text("packed")
    if packed:
        try:
            return base64.b64decode(packed, validate=True)
        except ValueError:  # Letters outside ASCII are no `binascii.Error`.
            raise UnusableInput("The file did not come back whole. Choose it once more.") from None
    return typed_text()


def _as_text(data: bytes) -> bytes | str:
    """A file in UTF-8 as its text, so that it can be mended on the page; any other as it is."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data


def _difference(slug: str, order: ImportRoster, preview: Preview, refused: Refused | None = None) -> str:
    page = desk_page(need_account(), slug, Right.IMPORT, app())
    found, binary = preview.difference, isinstance(order.data, bytes)
    take = taken_by_itself(found.lines) if refused is None or order.take is None else order.take
    return render_template(
        "staff/import_shown.html",
        page=page,
        frame=page.frame,
        found=found,
        groups=[(str(change), title, found.of(change)) for change, title in GROUPS if found.of(change)],
        asked=found.of(Change.ASKED),
        tables=found.of(Change.TABLES),
        left=found.of(Change.LEFT),
        may_add=may_add,
        reasons=WHY_WORDS,
        questions=[ask.text for ask in preview.roster.ask if ask.about not in ANSWERED],
        where=_where("" if isinstance(order.data, bytes) else order.data, found),
        take=take,
        answers=order.answers,
        round=preview.round if order.round is None else order.round,
        text="" if binary else order.data,
        packed=base64.b64encode(order.data).decode() if isinstance(order.data, bytes) else "",
        guessed=_guessed(preview, found.of(Change.NEW)),
        refused=str(refused or ""),
    )


def _where(text: str, found: Difference) -> dict[str, str]:
    """In which lines of a pasted text they stand of whom a line asks, by its key: "line 3", "lines 3 and 9"."""
    rows = [fold_word(row) for row in text.splitlines()]
    asked = (*found.of(Change.ASKED), *found.of(Change.TABLES), *found.of(Change.LEFT), *found.of(Change.NEW))
    told = {}
    for line in [line for line in asked if line.change is not Change.NEW or line.choices][:MOST_FOUND]:
        names = {fold_word(line.after), " ".join(reversed(fold_word(line.after).split()))} - {""}
        if at := [str(number) for number, row in enumerate(rows, 1) if any(name in row for name in names)][:4]:
            told[line.key] = f"line {at[0]}" if len(at) == 1 else f"lines {', '.join(at[:-1])} and {at[-1]}"
    return told


def _guessed(preview: Preview, lines: tuple[DiffLine, ...]) -> bool:
    """Whether it was guessed which part of a new name is the last."""
    return any(is_guessed(preview.roster.players[line.place]) for line in lines)


def _done(slug: str, done: Imported) -> str:
    """What was done, and what still waits."""
    page = desk_page(need_account(), slug, Right.IMPORT, app())
    told = [f"{n} {DONE[Change(kind)][n != 1]}" for kind, n in done.done.items()]
    return render_template(
        "staff/import_done.html", page=page, frame=page.frame, told=told, waiting=len(done.unanswered), done=done
    )
