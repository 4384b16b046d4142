"""Ways to break lists of formats that their players keep."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.lists.list_checks import Terms
from tests.breaking import Broken, breaks
from tests.breaking_commanders import leader_of, swapped
from tests.legal_lists import all_cards, built_commander, built_highlander, draw, identity, is_plain
from tests.sheets import Sheet

TINY: Final = Terms("tiny-leaders", date(2026, 8, 12), None, "paper")


CANADIAN: Final = Terms("canadian-highlander", date(2025, 7, 19), None, "paper")
SEVEN: Final = Terms("seven-point-highlander", date(2023, 11, 22), None, "paper")


def highlanders() -> Sequence[Sheet]:
    return [built_highlander(terms, size, seed) for seed in range(4) for terms, size in ((CANADIAN, 100), (SEVEN, 60))]


def canadian() -> Sequence[Sheet]:
    return [built_highlander(CANADIAN, 100, seed) for seed in range(8)]


@breaks("points", highlanders)
def eleven_points(sheet: Sheet, rng: Random) -> Broken | None:
    """Cards of one point each, one more than the format gives, and none of them alone too dear."""
    one_each = [name for name, status in sheet.book.legality.statuses.items() if status.word == "1 point"]
    many = 11 if sheet.terms is CANADIAN else 8
    chosen = rng.sample(sorted(set(one_each) - set(sheet.names())), many)
    for name in chosen:
        sheet = sheet.plus("main", "Island", -1).plus("main", name)
    return Broken(sheet, "points", tuple(chosen))


@breaks("companion-place", canadian)
def a_companion_beside_a_hundred_cards(sheet: Sheet, rng: Random) -> Broken | None:
    """A deck of different cards always meets its condition."""
    name = "Lutri, the Spellchaser"
    return Broken(sheet.plus("companion", name), "companion-place", (name,), verdict="unclear")


def tiny() -> Sequence[Sheet]:
    return [built_commander(TINY, 50, seed) for seed in range(8)]


@breaks("mana-value", tiny)
def a_card_that_costs_four(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])

    def large(card: Card) -> bool:
        law = sheet.book.legality
        inside = colours.issuperset(card.values("identity")) and law.admits(card).admitted and is_plain(card)
        return inside and float(card.value("mana-value") or 0) >= 4 and not card.values("part-mana-value")

    card = draw(rng, all_cards("mtg"), large)
    return Broken(swapped(sheet, rng, card.name), "mana-value", (card.name,)) if card else None
