"""What is on Arena, and since when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from deckcheck.core.cards import Card
from deckcheck.core.legality import Admission

ADMITTED: Final = Admission(True)
NOT_ON_ARENA: Final = Admission(False, "not-on-arena")


def iso(day: date | str | None) -> str:
    """A day as text, so that days compare as sets give them; empty for none."""
    return day.isoformat() if isinstance(day, date) else (day or "")


@dataclass(frozen=True, slots=True)
class ArenaCards:
    """What is on Arena: whole sets from their day, and single cards that came another way.

    A single card's day is one before which it was surely not there (empty: none known); from `known_on` on it is there.
    `rebalanced` gives Arena's own versions of paper cards with a first day of the same kind; `twins` the name in force
    for the other name of such a card.
    """

    known_on: str
    sets: Mapping[str, str]
    absent: Mapping[str, frozenset[str]]
    cards: Mapping[str, str]
    rebalanced: Mapping[str, str]
    twins: Mapping[str, str]

    def admits(self, card: Card, day: str) -> Admission:
        """Whether the card is on Arena on the day."""
        first = self.first_day(card)
        if first and first <= day:
            return ADMITTED
        single = self.cards.get(card.name)
        if single is not None and single <= day:
            return ADMITTED if day >= self.known_on else Admission(True, doubt="arena-day", detail=single)
        known = min(filter(None, (first, single)), default="")
        return Admission(False, "not-yet", detail=known) if known else NOT_ON_ARENA

    def first_day(self, card: Card) -> str:
        """The first day of the card's earliest whole set on Arena; empty if there is none."""
        if card.name in self.rebalanced:
            return self.rebalanced[card.name]
        days = [
            self.sets[p.set_code]
            for p in card.printings
            if p.set_code in self.sets and card.name not in self.absent.get(p.set_code, ())
        ]
        return min(days, default="")


def read_arena(table: Mapping[str, Any]) -> ArenaCards:
    """Arena's cards as their file gives them."""
    sets = table["sets"]
    singles = {name: iso(group.get("not_before")) for group in table["cards"] for name in group["names"]}
    rebalanced = {name: iso(group["not_before"]) for group in table["rebalanced"] for name in group["names"]}
    twins: dict[str, str] = {}
    for group in table["rebalanced"]:
        for name in group["names"]:
            paper = " // ".join(face.removeprefix(table["prefix"]) for face in name.split(" // "))
            twins.update({paper: name} if group["in_force"] else {name: paper})
    absent = {code: frozenset(facts["absent"]) for code, facts in sets.items() if "absent" in facts}
    days = {code: iso(facts["from"]) for code, facts in sets.items()}
    return ArenaCards(iso(table["known_on"]), days, absent, singles, rebalanced, twins)
