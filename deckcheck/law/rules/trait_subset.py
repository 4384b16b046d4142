"""Every card stays within the values of the cards that lead the deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`values` are all values of the kind, in the order in which they are told; `called` is what they are called.

    Leaders without any of `leading_traits` lead nothing. A leader with `choosing_trait` adds a value of the player's
    choice: the one that most cards need. Leaders without any value let the cards with `free_trait` all have one and
    the same. Of a card with `unknown_trait` the values are not known. A leader with a trait of the kind
    `relaxing_trait` lets some cards in whatever their values; the trait says which.
    """

    trait_kind: str
    values: tuple[str, ...]
    called: str
    leader_section: str
    sections: tuple[str, ...]
    leading_traits: tuple[str, ...]
    choosing_trait: str
    unknown_trait: str
    free_trait: str = ""
    relaxing_trait: str = ""


@rule(
    id="trait-subset",
    implements=("CR 903.4", "CR 903.5c", "CR 903.5d", "CR 903.11a", "CR 903.12e", "CR 702.124c"),
    sentence="Every card is within the {called} of the {leader_section}.",
    examples=(
        "A card with nothing in its {called} that the {leader_section} lacks.",
        "A card with something in its {called} that the {leader_section} lacks.",
    ),
    messages={
        "outside": "{card} ({found}) is outside the {called} of the {section} ({allowed}).",
        "unknown": "The {called} of {card} are not known here; look at the card itself.",
        "relaxed": "{card} is outside the {called}; {leader} allows: {clause}.",
        "leader-relaxes": "The {called} of {card} are not known here; it allows: {clause}.",
    },
    params=Params,
    healed=("outside",),
)
def trait_subset(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    kind, unknown, copies = params.trait_kind, params.unknown_trait, deck.copies(params.sections)
    leaders = _leaders(deck, params)
    if not leaders:
        return
    allowed = {value for leader in leaders for value in leader.values(kind)}
    if allowed.issuperset(params.values):
        return
    # One question a card for most cards: has it a trait that is not allowed, or none that is known?
    suspect = {f"{kind}:{value}" for value in params.values if value not in allowed} | {unknown}
    suspects = [card for card in copies if not suspect.isdisjoint(card.traits)]
    dark = [leader for leader in leaders if unknown in leader.traits]
    for card in (*(dark if suspects else ()), *(card for card in suspects if unknown in card.traits)):
        yield _unknown(card, params)
    if dark:
        return
    outside = {card: copies[card] for card in suspects if not allowed.issuperset(card.values(kind))}
    if outside and (choices := _choices(deck, leaders, params)):
        allowed.update(_chosen(outside, allowed, choices, params))
    free = {c: n for c, n in outside.items() if params.free_trait in c.traits} if not allowed else {}
    granted = max(params.values, key=lambda v: sum(n for c, n in free.items() if c.values(kind) == (v,)))
    relaxing = next(
        (leader for leader in leaders if params.relaxing_trait and leader.values(params.relaxing_trait)), None
    )
    for card in outside:
        found = card.values(kind)
        if not allowed.issuperset(found) and not (card in free and found == (granted,)):
            yield _outside(card, found, allowed, params, relaxing)


def _choices(deck: Deck, leaders: tuple[Card, ...], params: Params) -> int:
    """How many values the player chooses: one a copy of a leader that lets them choose."""
    copies = deck.copies((params.leader_section,))
    return min(len(params.values), sum(copies[one] for one in leaders if params.choosing_trait in one.traits))


def _chosen(outside: Mapping[Card, int], allowed: set[str], choices: int, params: Params) -> tuple[str, ...]:
    """The values to choose so that the fewest copies stay outside."""

    def fitting(chosen: tuple[str, ...]) -> int:
        values = {*chosen, *allowed}
        return sum(count for card, count in outside.items() if values.issuperset(card.values(params.trait_kind)))

    return max(combinations(params.values, choices), key=fitting)


def _unknown(card: Card, params: Params) -> Finding:
    clause = card.value(params.relaxing_trait) if params.relaxing_trait else ""
    if clause:
        return finding("leader-relaxes", card, severity=Severity.UNCLEAR, clause=clause)
    return finding("unknown", card, severity=Severity.UNCLEAR)


def _leaders(deck: Deck, params: Params) -> tuple[Card, ...]:
    """Who leads; nobody while a line that would lead waits for a person."""
    known = deck.copies((params.leader_section,))
    if sum(known.values()) < deck.size(params.leader_section):
        return ()
    leading = (*params.leading_traits, NO_FACTS)
    return tuple(card for card in known if not card.traits.isdisjoint(leading))


def _outside(
    card: Card, found: Collection[str], allowed: Collection[str], params: Params, relaxing: Card | None
) -> Finding:
    def told(values: Collection[str]) -> str:
        return " ".join(v for v in params.values if v in values) or "none"

    outside = finding(
        "outside",
        card,
        within=params.sections,
        mend=Mend("leave-out"),
        found=told(found),
        allowed=told(allowed),
        section=params.leader_section,
    )
    if relaxing is None:
        return outside
    facts = {**outside.facts, "leader": relaxing.name, "clause": relaxing.value(params.relaxing_trait)}
    return outside._replace(message="relaxed", severity=Severity.UNCLEAR, mend=None, facts=facts)
