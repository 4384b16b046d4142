"""What tests of the law share: the real law, a day in one word, cards by name."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

from deckcheck.catalogue import cards_known, has_card, open_index, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.decklist.cards import Card
from deckcheck.law.legality import Admission, Day, Platform
from deckcheck.law.rulebooks import Rulebook


@cache
def law() -> Reference:
    """The law as the product carries it."""
    return load_reference(find_root(), open_sets, cards_known, has_card)


def book(format_id: str, day: str, platform: str = "", match: str | None = None) -> Rulebook:
    """A rulebook; the platform is the format's usual one where none is named."""
    reference = law()
    where = Platform(platform) if platform else reference.platform(reference.format(format_id))
    return reference.rulebook(format_id, Day(date.fromisoformat(day), where), match)


@cache
def card(name: str, game: str = "mtg") -> Card:
    """The card with this catalogue name."""
    found = open_index(game).card(name)
    assert found is not None, name
    return found


def admits(format_id: str, name: str, day: str, platform: str = "") -> Admission:
    """Whether the pool of the day holds the card."""
    found = book(format_id, day, platform)
    return found.legality.admits(card(name, found.game.id))


def word(format_id: str, name: str, day: str, platform: str = "", match: str | None = None) -> str:
    """The card's status on the day."""
    found = book(format_id, day, platform, match)
    return found.legality.status(card(name, found.game.id)).word


def params(format_id: str, clause: str, day: str, platform: str = "", match: str | None = None) -> Any:
    """The parameters of one clause on the day."""
    return next(b.params for b in book(format_id, day, platform, match).clauses if b.clause.name == clause)


def clauses(format_id: str, day: str) -> list[str]:
    """The names of the clauses in force."""
    return [b.clause.name for b in book(format_id, day).clauses]
