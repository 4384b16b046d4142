"""A list has only the sections that its format knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`sections` are those the format knows; what stands elsewhere belongs to the first.

    Cards with one of `other_traits` are no deck cards at all and left to the rule that says so.
    """

    sections: tuple[str, ...]
    other_traits: tuple[str, ...] = ()


@rule(
    id="section-known",
    implements=("MTR 6.1", "CR 903.3", "GA-CR Format Conventions"),
    sentence="Every card stands in a section that the format knows.",
    examples=(
        "Cards under headings that the format has.",
        "Cards under a heading that the format has no deck for.",
    ),
    messages={"elsewhere": "{cards_n} under the heading {heading}; this format has no such section."},
    params=Params,
)
def section_known(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for section, count in deck.sizes.items():
        if section not in params.sections and not _is_told_elsewhere(deck, section, count, params):
            yield finding(
                "elsewhere",
                *deck.cards(section),
                within=(section,),
                lines=deck.lines_in(section),
                mend=Mend("move", section=params.sections[0]),
                count=count,
            )


def _is_told_elsewhere(deck: Deck, section: str, count: int, params: Params) -> bool:
    """Whether all cards of the section are no deck cards."""
    cards = deck.copies((section,))
    return sum(cards.values()) == count and not any(c.traits.isdisjoint(params.other_traits) for c in cards)
