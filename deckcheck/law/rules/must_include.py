"""A section holds a card of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A card counts if it has all the traits; `called` is what such a card is called."""

    section: str
    traits: tuple[str, ...]
    called: str


@rule(
    id="must-include",
    implements=("GA-CR Format Conventions", "GA-CR Champion 3", "GA-TRG Pantheon"),
    sentence="At least 1 {called} in the {section}.",
    examples=(
        "1 {called} in the {section}.",
        "No {called} in the {section}.",
    ),
    messages={
        "none": "No {called} in the {section}; you need at least 1.",
        "not-known": "No {called} in the {section}, unless {cards} is one, which is not known here.",
    },
    params=Params,
)
def must_include(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    wanted = frozenset(params.traits)
    here = deck.copies((params.section,))
    # A line that waits for a person may be the card that is missed.
    waiting = deck.size(params.section) - sum(here.values())
    if waiting or any(wanted <= card.traits for card in here):
        return
    perhaps = [card for card in here if all(card.may_have(trait) for trait in wanted)]
    if perhaps:
        yield finding("not-known", *perhaps, within=(params.section,), severity=Severity.UNCLEAR, count=0, allowed=1)
    else:
        yield finding("none", within=(params.section,), mend=Mend("add", 1, params.section), count=0, allowed=1)
