"""Two commanders lead together only if their abilities pair them, and never more than two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`called` is what several leaders are called in the format."""

    section: str
    called: str


@rule(
    id="commander-pairing",
    implements=(
        *("CR 702.124f", "CR 702.124g", "CR 702.124h", "CR 702.124i", "CR 702.124j", "CR 702.124k", "CR 702.124m"),
    ),
    sentence="2 {called} lead together only if their abilities pair them; more than 2 never do.",
    examples=(
        "2 {called} that both have partner.",
        "2 {called} without an ability that pairs them.",
    ),
    messages={
        "no-pair": "{cards} cannot lead together: no ability of theirs pairs them.",
        "not-known": "Whether {cards} can lead together is not known here; look at the cards themselves.",
        "too-many": "{count} {called} are named; the limit is {allowed}.",
    },
    params=Params,
    healed=("no-pair", "too-many"),
)
def commander_pairing(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    leaders = deck.cards(params.section)
    count = deck.size(params.section)
    if count > 2:
        yield finding("too-many", *leaders, within=(params.section,), count=count, allowed=2)
    elif len(leaders) == 2 and any(NO_FACTS in card.traits for card in leaders):
        yield finding("not-known", *leaders, within=(params.section,), severity=Severity.UNCLEAR, count=count)
    # A card that can lead no deck is told elsewhere, and whom it does not pair with is no fault of its own.
    elif len(leaders) == 2 and all(_leads(card) for card in leaders) and not _are_pair(*leaders):
        yield finding("no-pair", *leaders, within=(params.section,), count=count)


def _leads(card: Card) -> bool:
    """Whether the card leads a deck of any kind."""
    return bool(card.values("leader")) or card.has("background") or card.has("type:Planeswalker")


def _are_pair(one: Card, other: Card) -> bool:
    """Whether an ability pairs the two, whichever stands first."""
    if one.has("partner") and other.has("partner"):
        return True
    if not set(one.values("partner-kind")).isdisjoint(other.values("partner-kind")):
        return True
    if _names(one, other) and _names(other, one):
        return True
    return any(
        (a.has("chooses-background") and b.has("background"))
        or (a.has("doctors-companion") and b.has("time-lord-doctor"))
        for a, b in ((one, other), (other, one))
    )


def _names(one: Card, other: Card) -> bool:
    """Whether the first has partner with the second."""
    return not {other.name, other.front}.isdisjoint(one.values("partner-with"))
