"""The cards of a section are worth no more points than the format gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A card is worth its trait of the kind `trait_kind`, without one a single point; `explained` says so in words."""

    section: str
    at_most: int
    trait_kind: str
    explained: str


@rule(
    id="section-points",
    implements=("GA-CR Format Conventions", "GA-TRG Sideboarding"),
    sentence="The cards of the {section} are worth at most {at_most} points. {explained}",
    examples=(
        "{at_most} points in the {section}.",
        "{at_most_more} points in the {section}.",
    ),
    messages={"too-many": "{points_n} in the {section}; the limit is {allowed}. {explained}"},
    params=Params,
)
def section_points(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    copies = deck.copies((params.section,))
    points = sum(count * int(card.value(params.trait_kind) or 1) for card, count in copies.items())
    if points > params.at_most:
        yield finding("too-many", within=(params.section,), count=points, allowed=params.at_most)
