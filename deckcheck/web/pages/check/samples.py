"""A list with its verdict, in the parts of the check page, as a picture that never ages."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.catalogue.reference import Reference
from deckcheck.translations import language
from deckcheck.web.current import now
from deckcheck.web.pages.check.check import judge, take_turn
from deckcheck.web.pages.check.check_result import CheckResult, Item, Mark
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.forms import CheckForm

SHOWN_LINES: Final = 4


class Sample(NamedTuple):
    """The first lines of a list with their marks, the verdict on all of it, and the first thing to say of the lines."""

    lines: tuple[tuple[Mark, str], ...]
    result: CheckResult
    finding: Item | None


_kept: dict[tuple[CheckForm, str], tuple[Reference, date, Sample]] = {}
"""Samples as they were judged last, by language: they stay the same for a day, or until the data change."""


def sample(form: CheckForm, app: App) -> Sample:
    """The sample of a form of the product's own; never of what somebody typed, since it is kept."""
    reference, day = app.reference, now().date()
    kept = _kept.get((form, language()))
    if kept is None or kept[0] is not reference or kept[1] != day:
        kept = _kept[form, language()] = (reference, day, _judged(form, app))
    return kept[2]


def _judged(form: CheckForm, app: App) -> Sample:
    result, order, _ = judge(take_turn(form, app), app)
    lines = tuple(zip(result.marks, split_lines(order.text), strict=False))[:SHOWN_LINES]
    shown = range(1, SHOWN_LINES + 1)
    finding = next((item for item in result.problems if item.lines and item.lines[0] in shown), None)
    return Sample(lines, result, finding)
