"""The first day of a card: that of its earliest printing, as far as days of printings are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from deckcheck.decklist.cards import Card


class FirstDay(NamedTuple):
    """From `sure` on something is out, and not before `possible`: one day where it is known; empty where there is none.

    Days are ISO strings.
    """

    possible: str = ""
    sure: str = ""


def known_day(day: str) -> FirstDay:
    """A first day that is known."""
    return FirstDay(day, day)


def first_day(card: Card, products: Mapping[str, FirstDay], rarity: str = "") -> FirstDay:
    """The first day of the card's printings in these products, if one is named of this rarity.

    A printing with a day of its own goes by that. One whose day is known within bounds makes the card no older than
    another whose day is known, unless it was surely out before.
    """
    days = [
        FirstDay(p.earliest, p.latest) if p.latest else products[p.set_code]
        for p in card.printings
        if p.set_code in products and (not rarity or rarity in p.rarity)
    ]
    if not days:
        return FirstDay()
    if len(days) == 1:
        return days[0]
    known = min((d.sure for d in days if d.possible == d.sure), default="~")
    earlier = [d for d in days if d.sure < known]
    if not earlier:
        return known_day(known)
    return FirstDay(min(d.possible for d in earlier), min(d.sure for d in earlier))


def of_no_known_rarity(card: Card, products: Mapping[str, FirstDay], day: str) -> bool:
    """Whether a printing of the card that may be out by the day has a rarity that is not known."""
    mine = (p for p in card.printings if not p.rarity and p.set_code in products)
    return any(products[p.set_code].possible <= day for p in mine)
