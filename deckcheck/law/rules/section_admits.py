"""A card stands in the deck in which it starts the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Each section has the trait of its cards, in the same order; cards with none of the traits are no matter here."""

    sections: tuple[str, ...]
    traits: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse lists of unequal length."""
        if len(self.sections) != len(self.traits):
            raise ValueError("'sections' and 'traits' must be lists of one length.")


@rule(
    id="section-admits",
    implements=("GA-CR Format Conventions", "GA-CR Champion 2", "GA-CR Regalia 1"),
    sentence="A card stands in the deck in which it starts the game.",
    examples=(
        "Each card in the deck in which it starts the game.",
        "A card in a deck in which it can't start the game.",
    ),
    messages={
        "elsewhere": "{card} belongs to the {section}; line {line} has it in {sections}.",
        "not-known": "Whether {card} belongs to {sections} is not known here; look at the card itself.",
    },
    params=Params,
)
def section_admits(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for section, trait in zip(params.sections, params.traits, strict=True):
        for card, count in deck.copies((section,)).items():
            if trait in card.traits or card.traits.isdisjoint(params.traits):
                if trait not in card.traits and card.may_have(trait):
                    yield finding("not-known", card, within=(section,), severity=Severity.UNCLEAR, count=count)
                continue
            home = next(s for s, t in zip(params.sections, params.traits, strict=True) if t in card.traits)
            yield finding(
                "elsewhere",
                card,
                within=(section,),
                mend=Mend("move", section=home),
                count=count,
                section=home,
                line=deck.lines_of((card,), (section,))[0],
            )
