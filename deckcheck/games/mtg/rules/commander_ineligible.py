"""Only a card of the kinds that the format lets lead is a commander."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import NO_FACTS
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A card with one of the traits may lead; `because` says what a card that may not is ("no legendary creature").

    A Background leads only beside a commander that chooses it, where `backgrounds` lead at all.
    """

    section: str
    called: str
    traits: tuple[str, ...]
    because: str
    backgrounds: bool = True


@rule(
    id="commander-ineligible",
    implements=("CR 903.3", "CR 903.3a", "CR 903.12c", "CR 702.124k"),
    sentence="Only a card that the format lets lead is the {called}.",
    examples=(
        "A card as the {called} that the format lets lead a deck.",
        "An instant as the {called}.",
    ),
    messages={
        "ineligible": "{card} cannot be the {called}: it is {because}.",
        "not-known": "Whether {card} can be the {called} is not known here; look at the card itself.",
        "background-alone": "{card} cannot be the {called} alone: a Background leads only beside one that chooses it.",
    },
    params=Params,
    healed=("background-alone", "ineligible"),
)
def commander_ineligible(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    leaders = deck.cards(params.section)
    for card in leaders:
        if not card.traits.isdisjoint(params.traits):
            continue
        if NO_FACTS in card.traits:
            yield finding("not-known", card, within=(params.section,), severity=Severity.UNCLEAR)
        elif not params.backgrounds or not card.has("background"):
            yield finding("ineligible", card, within=(params.section,))
        elif deck.size(params.section) == 1:
            yield finding("background-alone", card, within=(params.section,))
