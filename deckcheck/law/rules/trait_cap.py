"""No card of a deck is above the number that the format allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Each card has at most `at_most` as its trait of the kind `trait_kind`, called `called`.

    A card with traits of the kind `part_trait_kind` is judged by each of its parts instead.
    """

    sections: tuple[str, ...]
    trait_kind: str
    called: str
    at_most: int
    part_trait_kind: str = ""


@rule(
    id="trait-cap",
    implements=("TinyLeaders Deck construction",),
    sentence="Each card in {sections} has at most {at_most} as its {called}.",
    examples=(
        "A card with {at_most} as its {called}.",
        "A card with {at_most_more} as its {called}.",
    ),
    messages={
        "above": "{card}: its {called} is {found}; the limit is {allowed}.",
        "part-above": "{card}: the {called} of a part is {found}; the limit is {allowed}.",
        "not-known": "Whether the {called} of {card} is at most {allowed} is not known here; look at the card itself.",
    },
    params=Params,
)
def trait_cap(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for card in deck.copies(params.sections):
        highest = max(_of(card, params), default=None)
        if highest is not None and highest <= params.at_most:
            continue
        surely = highest is not None and all(_is_above(one, params) for one in card.may_be)
        key = "not-known" if not surely else "part-above" if _parts(card, params) else "above"
        yield finding(
            key,
            card,
            within=tuple(s for s in params.sections if card in deck.copies((s,))),
            severity=Severity.ERROR if surely else Severity.UNCLEAR,
            mend=Mend("leave-out") if surely else None,
            found=f"{highest:g}" if highest is not None else "",
            allowed=params.at_most,
        )


def _parts(card: Card, params: Params) -> tuple[str, ...]:
    return card.values(params.part_trait_kind) if params.part_trait_kind else ()


def _of(card: Card, params: Params) -> list[float]:
    """The numbers that count; none where they are not known."""
    return [float(value) for value in _parts(card, params) or card.values(params.trait_kind)]


def _is_above(card: Card, params: Params) -> bool:
    return any(value > params.at_most for value in _of(card, params))
