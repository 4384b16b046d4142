"""A section holds at most so many cards of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


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
    examples=(
        "{at_most} of the {called} in the {section}.",
        "{at_most_more} of the {called} in the {section}.",
    ),
    messages={
        "too-many": "{count} {called} in the {section}; the limit is {allowed}.",
        "not-known": "The limit is {allowed} of the {called}; whether {cards} are among them is not known here.",
    },
    params=Params,
)
def trait_count(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    here = deck.copies((params.section,))
    found = {card: n for card, n in here.items() if params.trait in card.traits}
    perhaps = {card: n for card, n in here.items() if card not in found and card.may_have(params.trait)}
    count = sum(found.values())
    # Such cards are few: that two cards of which little is known are both among them is not asked.
    most = count + max(perhaps.values(), default=0)
    if count <= params.at_most < most:
        yield finding(
            "not-known",
            *perhaps,
            within=(params.section,),
            severity=Severity.UNCLEAR,
            count=most,
            allowed=params.at_most,
        )
    if count > params.at_most:
        yield finding(
            "too-many",
            *found,
            within=(params.section,),
            mend=Mend("take-out", count - params.at_most),
            count=count,
            allowed=params.at_most,
        )
