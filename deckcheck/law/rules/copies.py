"""No deck holds more copies of a card than its format, or the card itself, allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    for cards, count in _by_name(deck.copies(params.sections)):
        card = cards[0]
        if count <= limit and card.copies_allowed is None and not card.may_be:
            continue
        allowed, most = _allowed(cards, limit)
        if count <= allowed or (trait and trait not in card.traits):
            continue
        # A restricted card has a stricter limit of its own: one fault is told once.
        if law.status(card).word == "restricted":
            continue
        within = tuple(s for s in params.sections if not deck.copies((s,)).keys().isdisjoint(cards))
        shared = bool(params.doubt_trait) and params.doubt_trait in card.traits
        known = NO_FACTS not in card.traits and not shared and count > most
        found = finding(
            _words(card, params, len(within)) if known else "shared-name" if shared else "not-known",
            *cards,
            within=within,
            severity=Severity.ERROR if known else Severity.UNCLEAR,
            mend=Mend("take-out", count - allowed) if known else None,
            count=count,
            allowed=allowed,
        )
        yield found._replace(facts={**found.facts, "card": card.counts_as}) if card.counts_as else found


def _allowed(cards: tuple[Card, ...], limit: int) -> tuple[int, int]:
    """How many copies are surely allowed, and at most: two numbers where it is not known which card of a name it is."""
    each = [one.copies_allowed for card in cards for one in card.may_be or (card,)]
    numbers = [limit if own is None else own for own in each]
    return min(numbers), max(numbers)


def _by_name(copies: Mapping[Card, int]) -> Iterable[tuple[tuple[Card, ...], int]]:
    """The cards that are copies of one another, with their count; those with another limit of their own apart."""
    if not any(card.counts_as or card.may_be for card in copies):
        return (((card,), count) for card, count in copies.items())
    alike: dict[tuple[str, int | None], dict[Card, int]] = {}
    for card, count in copies.items():
        alike.setdefault((card.counts_as or card.name, card.copies_allowed), {})[card] = count
    return ((tuple(cards), sum(cards.values())) for cards in alike.values())


def _words(card: Card, params: Params, parts: int) -> str:
    """The key of the sentence that fits."""
    if card.copies_allowed is not None:
        return "own-limit"
    if params.limit == 1:
        return "single-explained" if params.explained else "single"
    return "too-many" if parts > 1 else "too-many-here"
