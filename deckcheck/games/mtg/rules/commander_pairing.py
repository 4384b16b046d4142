"""Two commanders lead together only if their abilities pair them, and never more than two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule
from deckcheck.translations import gettext, join_words


@dataclass(frozen=True, slots=True)
class Params:
    """`called` is what several leaders are called in the format. `repeats`: one card may lead twice, if it pairs with
    itself. `leading_traits`: who leads in this format, where that is not the leader of any.

    Where boosters of a set of `granted` were drafted ("CMM Commander Masters": code and title), a card with one of
    `alone_traits` and at most so many colours in its identity has partner, too.
    """

    section: str
    called: str
    repeats: bool = False
    granted: tuple[str, ...] = ()
    alone_traits: tuple[str, ...] = ()
    colours_at_most: int = 0
    leading_traits: tuple[str, ...] = ()

    @property
    def but(self) -> str:
        """What boosters give, in words, for the rule's sentence."""
        if not self.granted:
            return ""
        told = gettext("; where {sets} was drafted, cards with at most {count} colour have partner")
        return told.format(sets=join_words(_titles(self.granted)), count=self.colours_at_most)


@rule(
    id="commander-pairing",
    implements=(
        *("CR 702.124f", "CR 702.124g", "CR 702.124h", "CR 702.124i", "CR 702.124j", "CR 702.124k", "CR 702.124m"),
        "CR 903.13f",
    ),
    sentence="2 {called} lead together only if their abilities pair them; more than 2 never do{but}.",
    examples=(
        "2 {called} that both have partner.",
        "2 {called} without an ability that pairs them.",
    ),
    messages={
        "no-pair": "{cards} cannot lead together: no ability of theirs pairs them.",
        "no-pair-of-itself": "2 {card} cannot lead together: no ability of theirs pairs them.",
        "not-drafted": "Whether {cards} can lead together depends on the boosters: where {sets} was drafted, they can.",
        "not-known": "Whether {cards} can lead together is not known here; look at the cards themselves.",
        "too-many": "{count} {called} are named; the limit is {allowed}.",
    },
    params=Params,
    healed=("no-pair", "too-many"),
)
def commander_pairing(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    leaders = deck.cards(params.section)
    count = deck.size(params.section)
    within = (params.section,)
    if count > 2:
        yield finding("too-many", *leaders, within=within, count=count, allowed=2)
        return
    pair = leaders * 2 if params.repeats and count == 2 and len(leaders) == 1 else leaders
    if len(pair) != 2:
        return
    if any(NO_FACTS in card.traits for card in pair):
        yield finding("not-known", *leaders, within=within, severity=Severity.UNCLEAR, count=count)
    # A card that can lead no deck is told elsewhere, and whom it does not pair with is no fault of its own.
    elif all(_leads(card, params) for card in pair) and not _are_pair(*pair):
        yield from _unpaired(pair, law, params)


def _unpaired(pair: tuple[Card, ...], law: Legality, params: Params) -> Iterator[Finding]:
    """Two that no ability of their own pairs: whether boosters that were drafted do."""
    leaders, within = tuple(dict.fromkeys(pair)), (params.section,)
    if params.granted and all(_has_partner(card, params) for card in pair):
        if not law.drafted:
            sets = join_words(_titles(params.granted))
            yield finding("not-drafted", *leaders, within=within, severity=Severity.UNCLEAR, count=2, sets=sets)
            return
        if not law.drafted.isdisjoint(one.partition(" ")[0] for one in params.granted):
            return
    yield finding("no-pair" if len(leaders) == 2 else "no-pair-of-itself", *leaders, within=within, count=2)


def _titles(granted: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.partition(" ")[2] for one in granted)


def _has_partner(card: Card, params: Params) -> bool:
    """Whether the card has partner itself, or is one of those to which boosters give it."""
    alone = not card.traits.isdisjoint(params.alone_traits) and "unknown:identity" not in card.traits
    return card.has("partner") or (alone and len(card.values("identity")) <= params.colours_at_most)


def _leads(card: Card, params: Params) -> bool:
    """Whether the card leads a deck of this kind, or of any."""
    if not card.traits.isdisjoint(params.leading_traits):
        return True
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
