"""A crew does not sail on one tide alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """So many cards of one tide a section may hold."""

    section: str
    at_most: int


@rule(
    id="spring-tide",
    implements=("TIDE 4",),
    sentence="Cards of one tide in the {section}: at most {at_most}.",
    messages={"too-many": "{count} cards of one tide in the {section}; the limit is {allowed}."},
    params=Params,
)
def spring_tide(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    counts: Counter[str] = Counter()
    for card, count in deck.copies((params.section,)).items():
        counts.update(dict.fromkeys(card.values("tide"), count))
    most = max(counts.values(), default=0)
    if most > params.at_most:
        yield finding("too-many", within=(params.section,), count=most, allowed=params.at_most)
