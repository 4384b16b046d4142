"""What the buttons of the check page do to a list before it is judged: the same with scripts and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.answers import marks_of, numbers_of
from deckcheck.decklist.reading import headings_of, read_list
from deckcheck.law.formats import Format, FormatError
from deckcheck.lists.judging import standing_answers
from deckcheck.verdict.fixes import apply_edits
from deckcheck.web.pages.check.edits import MEANWHILE, Rewriting, rename, rewrite, split_lines
from deckcheck.web.pages.check.forms import CheckForm


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
        return Turn(form, "Type a name first.", acted=True)
    edit = rename(line, name, headings_of(game))
    if edit is None:
        return Turn(form, f"Line {line.number} has several numbers. Change it in the list itself.", acted=True)
    return _changed(form, Rewriting(apply_edits(form.text, [edit]), f"Line {line.number} is now {edit.text.strip()}."))


def _refuse(form: CheckForm, app: App) -> Turn:
    refused = tuple(dict.fromkeys((*form.refused, form.what)))
    return Turn(replace(form, refused=refused), f'"{form.what[:80]}" is not corrected any more.', acted=True)


def _leave_out(form: CheckForm, app: App) -> Turn:
    return _answer(form, (*form.out, form.what), "is left out")


def _put_back(form: CheckForm, app: App) -> Turn:
    return _answer(form, tuple(mark for mark in form.out if mark != form.what), "counts again")


def _answer(form: CheckForm, out: tuple[str, ...], done: str) -> Turn:
    """The form with other lines left out, where the line that the button was drawn for is as it was."""
    number = next(iter(numbers_of(split_lines(form.text), [form.what])), 0)
    if not number:
        return Turn(form, MEANWHILE, acted=True)
    return Turn(replace(form, out=out), f"Line {number} {done}.", acted=True)


def _format(form: CheckForm, app: App) -> Turn:
    if form.fixed:
        return Turn(form)
    changed = replace(form, format=form.what, platform="", match="")
    return Turn(changed, f"Checked as {_known(form.what, app).title}.", acted=True)


def _clear(form: CheckForm, app: App) -> Turn:
    return Turn(replace(form, text="", refused=(), out=()), "Your list is cleared.", former=form.text, acted=True)


def _undo(form: CheckForm, app: App) -> Turn:
    return Turn(replace(form, text=form.former or ""), "That is undone.", acted=True)


def _example(form: CheckForm, app: App) -> Turn:
    text = app.reference.games[_known(form.format, app).game].presentation.example
    return Turn(replace(form, text=text.rstrip("\n")), "This is an example.", former=form.text, acted=True)


def _file(form: CheckForm, app: App) -> Turn:
    return Turn(form, f"Read from {form.what}.", former=form.former or None, acted=True)


def _known(name: str, app: App) -> Format:
    try:
        return app.reference.format(name)
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def _changed(form: CheckForm, rewriting: Rewriting) -> Turn:
    if rewriting.text == form.text:
        return Turn(form, rewriting.words, acted=True)
    return Turn(replace(form, text=rewriting.text), rewriting.words, former=form.text, acted=True)


_ACTS: Final[Mapping[str, Callable[[CheckForm, App], Turn]]] = {
    "edit": _edit,
    "other": _other,
    "not": _refuse,
    "out": _leave_out,
    "back": _put_back,
    "format": _format,
    "clear": _clear,
    "undo": _undo,
    "example": _example,
    "file": _file,
}
