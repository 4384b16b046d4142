"""No deck holds more copies of a card than its format, or the card itself, allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Only cards with `trait` are counted, if one is named; `explained` is added where one copy is the most.

    Whether the cards with `doubt_trait` are copies of one another is a question.
    """

    limit: int
    sections: tuple[str, ...]
    trait: str = ""
    explained: str = ""
    doubt_trait: str = ""


@rule(
    id="copies",
    implements=(
        "MTR 6.1",
        "CR 100.2a",
        "CR 201.3",
        "CR 903.5b",
        "GA-CR Format Conventions",
        "GA-TRG Sideboarding",
        "GA-TRG Limited Tournaments",
    ),
    sentence="At most {limit} of a card in {sections}, unless the card itself says otherwise.",
    examples=(
        "{limit} of a card in {sections}.",
        "{limit_more} of it, in {sections}.",
    ),
    messages={
        "too-many": "{copies_n} of {card} in {sections}; the limit is {allowed}.",
        "too-many-here": "{copies_n} of {card} in the {section}; the limit is {allowed}.",
        "single": "{copies_n} of {card}; the limit is {allowed}.",
        "single-explained": "{copies_n} of {card}; the limit is {allowed}. {explained}",
        "own-limit": "{copies_n} of {card}; the card itself allows {allowed}.",
        "shared-name": "{count} of {card}. Several cards share this name; as copies, at most {allowed} may be played.",
        "not-known": "{copies_n} of {card}; whether the card itself allows more than {allowed} is not known here.",
    },
    params=Params,
)
def copies(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    limit, trait = params.limit, params.trait
    for card, count in deck.copies(params.sections).items():
        if count <= limit and card.copies_allowed is None:
            continue
        allowed = limit if card.copies_allowed is None else card.copies_allowed
        if count <= allowed or (trait and trait not in card.traits):
            continue
        # A restricted card has a stricter limit of its own: one fault is told once.
        if law.status(card).word == "restricted":
            continue
        within = tuple(s for s in params.sections if card in deck.copies((s,)))
        shared = bool(params.doubt_trait) and params.doubt_trait in card.traits
        known = NO_FACTS not in card.traits and not shared
        yield finding(
            _words(card, params, len(within)) if known else "shared-name" if shared else "not-known",
            card,
            within=within,
            severity=Severity.ERROR if known else Severity.UNCLEAR,
            mend=Mend("take-out", count - allowed) if known else None,
            count=count,
            allowed=allowed,
        )


def _words(card: Card, params: Params, parts: int) -> str:
    """The key of the sentence that fits."""
    if card.copies_allowed is not None:
        return "own-limit"
    if params.limit == 1:
        return "single-explained" if params.explained else "single"
    return "too-many" if parts > 1 else "too-many-here"
