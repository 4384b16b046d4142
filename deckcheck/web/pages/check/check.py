"""The check page: a list in, its verdict out, with scripts and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any, Final, NamedTuple

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import marks_of, numbers_of
from deckcheck.decklist.decks import Line, LineKind
from deckcheck.decklist.list_reader import headings_of, read_list
from deckcheck.decklist.list_text import LIMITS, what_is_this
from deckcheck.law.formats import Format, FormatError, by_group
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.advice import with_advice
from deckcheck.lists.list_checks import Preview, preview_list, rulebook_for, standing_answers
from deckcheck.publication.exports.shape import list_forms
from deckcheck.translations import gettext
from deckcheck.verdict.fixes import apply_edits
from deckcheck.verdict.reports import Report
from deckcheck.web.current import app, now
from deckcheck.web.pages.check.check_result import Button, CheckResult, Hint
from deckcheck.web.pages.check.edits import MEANWHILE, Rewriting, edit_value, rename, rewrite, split_lines, told_of
from deckcheck.web.pages.check.facts import near_cards
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS, TERMS_WORDS, CheckForm, check_form
from deckcheck.web.pages.check.links import fetchable, fetched
from deckcheck.web.pages.check.presenter import blank_sheet, sheet_of


class Turn(NamedTuple):
    """The form after its button was heard: `words` for the status slot, `former` the text that Undo gives back.

    `acted` where a button did more than check, `rewritten` where it changed the text.
    """

    form: CheckForm
    words: str = ""
    former: str | None = None
    acted: bool = False

    @property
    def rewritten(self) -> bool:
        """Whether the text is another than the one that was sent."""
        return self.former is not None or self.form.act == "undo"


def take_turn(form: CheckForm, app: App) -> Turn:
    """The form as its button left it."""
    if form.act == "check" and form.others:
        line, name = next(iter(form.others.items()))
        form = replace(form, act="other", what=str(line), others={line: name})
    act = _ACTS.get(form.act)
    turn = act(form, app) if act else Turn(form)
    return turn._replace(form=settled(turn.form, app)) if turn.form.out else turn


def settled(form: CheckForm, app: App) -> CheckForm:
    """The form with the answers that hold for its text: one about a line that was changed is dropped."""
    answers = standing_answers(form.text, form.answers(), form.terms(), app)
    return replace(form, out=marks_of(split_lines(form.text), answers.left_out))


def _edit(form: CheckForm, app: App) -> Turn:
    return _changed(form, rewrite(form.text, form.what))


def _other(form: CheckForm, app: App) -> Turn:
    """Put the name that was typed for a line in the place of the one it has."""
    name = (form.others or {}).get(int(form.what)) if form.what.isdecimal() else None
    game = app.reference.games[_known(form.format, app).game]
    line = next((ln for ln in read_list(form.text, game).lines if str(ln.number) == form.what), None)
    if not name or line is None:
        return Turn(form, gettext("Type a name first."), acted=True)
    edit = rename(line, name, headings_of(game))
    if edit is None:
        told = gettext("Line {line} has several numbers. Change it in the list itself.").format(line=line.number)
        return Turn(form, told, acted=True)
    return _changed(form, Rewriting(apply_edits(form.text, [edit]), told_of([edit])))


def _refuse(form: CheckForm, app: App) -> Turn:
    refused = tuple(dict.fromkeys((*form.refused, form.what)))
    told = gettext('"{name}" is not corrected any more.').format(name=form.what[:80])
    return Turn(replace(form, refused=refused), told, acted=True)


def _leave_out(form: CheckForm, app: App) -> Turn:
    return _answer(form, (*form.out, form.what), gettext("Line {line} is left out."))


def _put_back(form: CheckForm, app: App) -> Turn:
    out = tuple(mark for mark in form.out if mark != form.what)
    return _answer(form, out, gettext("Line {line} counts again."))


def _answer(form: CheckForm, out: tuple[str, ...], told: str) -> Turn:
    """The form with other lines left out, where the line that the button was drawn for is as it was."""
    number = next(iter(numbers_of(split_lines(form.text), [form.what])), 0)
    if not number:
        return Turn(form, gettext(MEANWHILE), acted=True)
    return Turn(replace(form, out=out), told.format(line=number), acted=True)


def _format(form: CheckForm, app: App) -> Turn:
    if form.fixed:
        return Turn(form)
    changed = replace(form, format=form.what, platform="", match="")
    return Turn(changed, _checked_as(form.what, app), acted=True)


def _clear(form: CheckForm, app: App) -> Turn:
    cleared = replace(form, text="", refused=(), out=(), sure="")
    return Turn(cleared, gettext("Your list is cleared."), former=form.text, acted=True)


def _undo(form: CheckForm, app: App) -> Turn:
    return Turn(replace(form, text=form.former or ""), gettext("That is undone."), acted=True)


def _example(form: CheckForm, app: App) -> Turn:
    text = app.reference.games[_known(form.format, app).game].presentation.example
    changed = replace(form, text=text.rstrip("\n"))
    return Turn(changed, gettext("This is an example."), former=form.text, acted=True)


def _file(form: CheckForm, app: App) -> Turn:
    return Turn(form, gettext("Read from {source}.").format(source=form.what), former=form.former or None, acted=True)


def _checked_as(name: str, app: App) -> str:
    return gettext("Checked as {format}.").format(format=_known(name, app).title)


def _known(name: str, app: App) -> Format:
    try:
        return app.format(name)
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def _changed(form: CheckForm, rewriting: Rewriting) -> Turn:
    if rewriting.text == form.text:
        return Turn(form, rewriting.words, acted=True)
    return Turn(replace(form, text=rewriting.text), rewriting.words, former=form.text, acted=True)


def _fetch(form: CheckForm, app: App) -> Turn:
    link = fetchable(form.text, app)
    if link is None:
        return Turn(form, gettext("Decks are not fetched here."), acted=True)
    try:
        told = gettext("Read from {source}.").format(source=link.site.name)
        return Turn(replace(form, text=fetched(link, app)), told, former=form.text, acted=True)
    except UnusableInput as refused:
        return Turn(replace(form, trouble=str(refused)), acted=True)


def _sure(form: CheckForm, app: App) -> Turn:
    return Turn(replace(form, sure=form.what), _checked_as(form.format, app), acted=True)


_ACTS: Final[Mapping[str, Callable[[CheckForm, App], Turn]]] = {
    "edit": _edit,
    "other": _other,
    "not": _refuse,
    "out": _leave_out,
    "back": _put_back,
    "format": _format,
    "sure": _sure,
    "fetch": _fetch,
    "clear": _clear,
    "undo": _undo,
    "example": _example,
    "file": _file,
}


def hint_for(form: CheckForm, report: Report, app: App) -> Hint | None:
    """What a list looks like that is not what it is checked as, unless its player said that it is."""
    if told := what_is_this(form.text):
        return Hint(told)
    looks = with_advice(report, app).looks_like
    if looks is None or form.sure == report.format:
        return None
    button = gettext("Check as {format}").format(format=looks.title)
    return Hint(looks.words, looks.reason, looks.format, button, report.format)


bp = Blueprint("check", __name__)


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
        link = None if form.trouble else fetchable(form.text, at)
        hint = Hint(str(refused), fetch=link.site.name if link else "")
        return blank_sheet(form.text, hint), order, 413 if too_long else 422
    report = preview.report
    sheet = sheet_of(form.text, report, book, at.reference.documents)
    open_line = form.typing if preview.order.text != form.text else 0
    forms = () if form.fixed or not report.deck.entries else tuple(list_forms(book.game).values())
    return sheet._replace(hint=hint_for(form, report, at), open_line=open_line, forms=forms), order, 200


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
    menu = tuple(
        (f"{games[game].title}: {gettext(heading)}" if heading else games[game].title, tuple(group))
        for game, some in groupby(formats, lambda f: f.game)
        for heading, group in by_group(some)
    )
    return Order(
        form=turn.form,
        title=book.title,
        day=book.day.date,
        how=gettext(TERMS_WORDS[str(book.day.platform), book.match]),
        slot=turn.words,
        former=turn.former,
        menu=menu,
    )
