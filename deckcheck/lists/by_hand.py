"""Lists whose only open questions newer data could answer: taken, and marked for staff to check by hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.law.calendar import data_end
from deckcheck.law.formats import FormatError
from deckcheck.law.rule import Severity
from deckcheck.verdict.reports import is_of_age

OF_CARDS: Final = "card"
"""What the data are called of which only the cards end."""


def is_by_hand(body: Mapping[str, Any]) -> bool:
    """Whether a kept verdict is open for the age of our data alone: nothing is wrong, and no line needs an answer."""
    open_ones = [p for p in body.get("problems", ()) if p["severity"] != Severity.WARNING]
    return bool(open_ones and body.get("known_to")) and all(
        p["severity"] == Severity.UNCLEAR and is_of_age(p["rule"], p.get("facts", {})) for p in open_ones
    )


def by_hand(body: Mapping[str, Any], app: App) -> str:
    """Where our data end, of a list that is to be checked by hand for that alone; empty for every other list."""
    if not is_by_hand(body):
        return ""
    law, cards = (date.fromisoformat(body["known_to"][key]) for key in ("law", "cards"))
    if date.fromisoformat(body["on"]) > law:
        return data_end(_title(body["format"], app), law)
    return data_end(OF_CARDS, cards)


def _title(format_id: str, app: App) -> str:
    try:
        return app.reference.format(format_id).title
    except FormatError:
        return format_id
