"""A section holds at most so many cards of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Mend, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A card counts if it has the trait; `called` is what several such cards are called."""

    section: str
    trait: str
    called: str
    at_most: int


@rule(
    id="trait-count",
    implements=("GA-CR Divine Relic",),
    sentence="{called} in the {section}: at most {at_most}.",
    messages={"too-many": "{count} {called} in the {section}; {allowed} is the most."},
    params=Params,
)
def trait_count(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    found = {card: n for card, n in deck.copies((params.section,)).items() if params.trait in card.traits}
    count = sum(found.values())
    if count > params.at_most:
        yield finding(
            "too-many",
            *found,
            within=(params.section,),
            mend=Mend("take-out", count - params.at_most),
            count=count,
            allowed=params.at_most,
        )
