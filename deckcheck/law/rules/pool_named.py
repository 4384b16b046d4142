"""A list that names its pool names the one that is registered, which counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.presented_deck import Presented
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """What stands in `pool_section` of a list."""

    pool_section: str


@rule(
    id="pool-named",
    implements=("MTR 7.5",),
    sentence="A pool that a list names is the one that was registered for its player, which counts.",
    examples=(
        "The same pool in the list and at registration.",
        "A card in the list's pool that was not registered.",
    ),
    messages={
        "other": (
            "Pool on this list: {count}; registered: {allowed}; cards that differ: {unlike}. "
            "The registered pool counts."
        ),
    },
    params=Params,
)
def pool_named(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    size = deck.size(params.pool_section)
    if law.opened is None or not size or isinstance(deck, Presented):
        return
    opened, named = law.opened, deck.copies((params.pool_section,))
    unlike = sum(abs(named.get(card, 0) - opened.cards.get(card, 0)) for card in {**named, **opened.cards})
    # Whatever no card is known by is another card.
    unlike += size - sum(named.values()) + opened.unknown
    if unlike:
        yield finding(
            "other",
            lines=deck.lines_in(params.pool_section),
            severity=Severity.WARNING,
            count=size,
            allowed=opened.size,
            unlike=unlike,
        )
