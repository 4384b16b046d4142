"""House rules of an event: set against the law of its day, and read back as they were set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.law.event_law import is_droppable, sizes_of
from deckcheck.law.event_rules import Fault, HouseError, HouseRules, read_house
from deckcheck.law.event_rules_read import house_of_form, settle_house
from deckcheck.lists.judging import Terms, rulebook_for


class HouseRefused(UnusableInput):
    """House rules that cannot stand; `faults` name each field, line and remedy."""

    CODE = "bad-house-rules"

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(" ".join(fault.text for fault in faults))
        self.faults = faults
        self.by_field = {one.field: [f.text for f in faults if f.field == one.field] for one in faults}


def stored_house(stored: Mapping[str, Any]) -> HouseRules | None:
    """The rules an event keeps as JSON, without asking again whether they fit; None where it has none."""
    try:
        return read_house(stored) or None
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def set_house(given: Mapping[str, Any], terms: Terms, app: App) -> HouseRules:
    """House rules from JSON that fit the format and day of the terms; refused with all that is wrong."""
    book = rulebook_for(replace(terms, house=None), app)
    try:
        return settle_house(given, book, app.index(book.game.id))
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def set_house_from_form(fields: Mapping[str, str], source: str, terms: Terms, app: App) -> HouseRules:
    """House rules from a form's text fields, one card a line; refused with all that is wrong and its lines."""
    book = rulebook_for(replace(terms, house=None), app)
    try:
        return house_of_form(fields, source, book, app.index(book.game.id))
    except HouseError as error:
        raise HouseRefused(error.faults) from error


def what_may_change(terms: Terms, app: App) -> tuple[dict[str, int | None], tuple[str, ...]]:
    """The numbers of the format as they stand (None: none yet), and the rules that a fact sheet may leave out."""
    book = rulebook_for(replace(terms, house=None), app)
    return sizes_of(book), tuple(b.clause.name for b in book.clauses if is_droppable(b.clause.name, book))
