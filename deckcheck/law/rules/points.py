"""The cards of a deck are worth no more points than the format gives, by the format's own list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality, points_of
from deckcheck.law.rule import Finding, Severity, finding, rule
from deckcheck.translations import gettext

_NAMED: Final = 4
"""So many cards are named with their points, the dearest first."""


@dataclass(frozen=True, slots=True)
class Params:
    """The points of all `sections` count together; a card in `companion_sections` has those of a companion, too."""

    sections: tuple[str, ...]
    at_most: int
    companion_sections: tuple[str, ...] = ()


class _Worth(NamedTuple):
    """Points of the copies of a card by the lists before and after a change, where it is not known which one holds."""

    before: int
    after: int

    def told(self, card: Card) -> str:
        least, most = sorted(self)
        if least == most:
            return f"{card.front} {most}"
        return gettext("{card} ({least} or {most})").format(card=card.front, least=least, most=most)


@rule(
    id="points",
    implements=("CanadianHighlander Points", "SevenPoint Points"),
    sentence="The cards in {sections} are worth at most {at_most} points by the format's list.",
    examples=(
        "{at_most} points in {sections}.",
        "{at_most_more} points in {sections}.",
    ),
    messages={
        "too-many": "{points_n} in {sections}; the limit is {allowed}: {worth}.",
        "too-many-here": "{points_n} in the {section}; the limit is {allowed}: {worth}.",
        "not-known": "Whether these are at most {allowed} points on {day} is not known: {worth}.",
    },
    params=Params,
)
def points(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    worth = _worth(deck, law, params)
    least, most = sorted(sum(values) for values in zip(*worth.values(), strict=True)) if worth else (0, 0)
    if most <= params.at_most:
        return
    surely = least > params.at_most
    dearest = sorted(worth, key=lambda card: (-max(worth[card]), card.name))
    within = tuple(s for s in params.sections if any(card in deck.copies((s,)) for card in worth))
    yield finding(
        "not-known" if not surely else "too-many" if len(within) > 1 else "too-many-here",
        *dearest,
        within=within,
        severity=Severity.ERROR if surely else Severity.UNCLEAR,
        count=least if surely else most,
        allowed=params.at_most,
        worth=", ".join(worth[card].told(card) for card in dearest[:_NAMED]) + (", …" if dearest[_NAMED:] else ""),
        section=within[0],
    )


def _worth(deck: Deck, law: Legality, params: Params) -> dict[Card, _Worth]:
    """The points of each card that has some."""
    found = {}
    for card, count in deck.copies(params.sections).items():
        status = law.status(card)
        led = deck.copies(params.companion_sections).get(card, 0) if params.companion_sections else 0
        words = (status.otherwise or status.word, status.word)
        values = [count * points_of(word) + led * points_of(word, companion=True) for word in words]
        if any(values):
            found[card] = _Worth(*(values if status.begins else reversed(values)))
    return found
