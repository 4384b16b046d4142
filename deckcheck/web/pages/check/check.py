"""The check page: a list in, its verdict out, with scripts and without."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.reading import headings_of
from deckcheck.decklist.texts import LIMITS
from deckcheck.law.formats import Format
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.judging import Preview, preview_list, rulebook_for
from deckcheck.web.current import app, now
from deckcheck.web.pages.check.acts import Turn, take_turn
from deckcheck.web.pages.check.card_facts import near_cards
from deckcheck.web.pages.check.check_result import Button, CheckResult, Hint
from deckcheck.web.pages.check.edits import edit_value, rename, split_lines
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS, CheckForm, check_form
from deckcheck.web.pages.check.hints import hint_for
from deckcheck.web.pages.check.presenter import blank_sheet, sheet_of

bp = Blueprint("check", __name__)


@bp.get("/")
def start() -> ResponseReturnValue:
    """The check page is where everyone starts."""
    return redirect("/check")


@bp.route("/check", methods=["GET", "POST"])
def check() -> ResponseReturnValue:
    """The page, or for the live check only what changes on it."""
    turn = take_turn(check_form(request), app())
    sheet, order, code = judge(turn, app())
    live = "HX-Request" in request.headers
    page = render_template(
        "_answer.html" if live else "check.html",
        sheet=sheet,
        order=order,
        acted=turn.acted,
        rewritten=turn.form.text if turn.rewritten else None,
        answered=request.method == "POST",
        live=live,
        platforms=PLATFORMS.items(),
        matches=MATCH_WORDS.items(),
        now=now(),
    )
    return make_response(page, code)


@bp.get("/check/picks")
def picks() -> str:
    """For the search in place: buttons that put a card in the place of what a line says."""
    wanted = next((v.strip()[:200] for k, v in request.args.items() if k.startswith("other-")), "")
    number = request.args.get("line", "")
    if not wanted or not number.isdecimal() or len(number) > 6:
        return ""
    was, name = request.args.get("was", "")[:2000], request.args.get("name", "")[:200]
    game = request.args.get("game", "")
    if game not in app().reference.games:
        return ""
    line = Line(int(number), was, LineKind.CARD, name=name, count=1)
    found = near_cards(wanted, game, app())
    edits = [(c.name, rename(line, c.name, headings_of(app().reference.games[game]))) for c in found]
    buttons = [Button(name, edit_value([(edit, was)])) for name, edit in edits if edit]
    return render_template("_picks.html", buttons=buttons, wanted=wanted)


@dataclass(frozen=True, slots=True)
class Order:
    """What the page says of the terms a list is judged by, and what its fields hold."""

    form: CheckForm
    title: str
    day: date
    how: str
    slot: str
    former: str | None
    menu: tuple[tuple[str, tuple[Format, ...]], ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.form, name)


def judge(turn: Turn, at: App, known: Preview | None = None) -> tuple[CheckResult, Order, int]:
    """The sheet of a form, what its terms are, and the status of the answer; `known` is the verdict if it was given."""
    form = turn.form
    book = rulebook_for(form.terms(), at)
    order = order_of(turn, book, at)
    try:
        preview = known or preview_of(form, at)
    except UnusableInput as refused:
        too_long = len(form.text) > LIMITS.bytes or form.text.count("\n") > LIMITS.lines
        return blank_sheet(form.text, Hint(str(refused))), order, 413 if too_long else 422
    report = preview.report
    sheet = sheet_of(form.text, report, book, at.reference.documents)
    open_line = form.typing if preview.order.text != form.text else 0
    return sheet._replace(hint=hint_for(form.text, report, at), open_line=open_line), order, 200


def preview_of(form: CheckForm, at: App) -> Preview:
    """The verdict; a line that is still being typed and is no card yet waits until the caret has left it."""
    if form.trouble:
        raise UnusableInput(form.trouble)
    order = form.order(form.text)
    report = preview_list(order, at)
    unsettled = {e.line.number for e in report.deck.waiting()} | set(report.deck.in_doubt())
    if form.typing in unsettled:
        lines = split_lines(form.text)
        lines[form.typing - 1] = ""
        order = form.order("\n".join(lines))
        report = preview_list(order, at)
    return Preview(order, report)


def order_of(turn: Turn, book: Rulebook, at: App) -> Order:
    """What a page says of the terms of its form, and the formats that it offers."""
    formats = at.reference.formats.values()
    games = at.reference.games
    menu = tuple((games[game].title, tuple(group)) for game, group in groupby(formats, lambda f: f.game))
    place = PLATFORMS[str(book.day.platform)].partition(" ")[2]
    return Order(
        form=turn.form,
        title=book.title,
        day=book.day.date,
        how=f"{place[:1].upper()}{place[1:]}, {MATCH_WORDS[book.match].lower()}",
        slot=turn.words,
        former=turn.former,
        menu=menu,
    )
