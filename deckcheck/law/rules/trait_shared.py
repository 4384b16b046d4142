"""All cards of a kind have one value in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Cards with `trait` share a value of the kind `trait_kind`; `cards_called` and `called` say what these are."""

    section: str
    trait: str
    trait_kind: str
    cards_called: str
    called: str


@rule(
    id="trait-shared",
    implements=("GLC Deck Building",),
    sentence="All {cards_called} in the {section} share one {called}.",
    examples=(
        "{cards_called} that all have one {called} in common, whatever else they have.",
        "A card without the {called} that the others share.",
    ),
    messages={
        "not-shared": "All {cards_called} must share one {called}. These are not {value}: {cards}.",
        "not-known": "All {cards_called} must share one {called}; whether {cards} does is not known here. "
        "Write its set and collector number.",
    },
    params=Params,
    healed=(),
)
def trait_shared(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    copies = deck.copies((params.section,))
    here = {card: count for card, count in copies.items() if params.trait in card.traits}
    values = {card: _possible(card, params.trait_kind) for card in here}
    if not values:
        return
    every = frozenset[str]().union(*(one for ways in values.values() for one in ways))
    # What all share, for each way in which the cards that are not told apart may turn out.
    shared = {every}
    for ways in values.values():
        shared = {common & one for common in shared for one in ways}
    if all(shared):
        return
    if any(shared):
        open_ones = [card for card, ways in values.items() if len(ways) > 1]
        yield finding("not-known", *open_ones, within=(params.section,), severity=Severity.UNCLEAR)
        return
    # Of the values that most copies have, the first by name.
    having = {value: {card for card, ways in values.items() if any(value in one for one in ways)} for value in every}
    value = max(sorted(having), key=lambda one: sum(here[card] for card in having[one]), default="")
    others = [card for card in here if card not in having.get(value, ())]
    yield finding("not-shared", *others, within=(params.section,), mend=Mend("leave-out"), value=value)


def _possible(card: Card, kind: str) -> frozenset[frozenset[str]]:
    """The values of the card; of a name that several cards have, those of each that may be meant."""
    return frozenset(frozenset(one.values(kind)) for one in card.may_be or (card,))
