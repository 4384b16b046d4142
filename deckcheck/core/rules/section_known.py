"""A list has only the sections that its format knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Mend, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`sections` are those the format knows; what stands elsewhere belongs to the first."""

    sections: tuple[str, ...]


@rule(
    id="section-known",
    implements=("MTR 6.1", "CR 903.3", "GA-CR Format Conventions"),
    sentence="Every card stands in a section that the format knows.",
    messages={"elsewhere": "{cards_n} under the heading {heading}; this format has no such section."},
    params=Params,
)
def section_known(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for section, count in deck.sizes.items():
        if section not in params.sections:
            yield finding(
                "elsewhere",
                *deck.cards(section),
                within=(section,),
                lines=deck.lines_in(section),
                mend=Mend("move", section=params.sections[0]),
                count=count,
            )
