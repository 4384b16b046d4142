"""Each oathbreaker has one signature spell, an instant or sorcery within its colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from deckcheck.core.cards import Card
from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Mend, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Where the leaders and where their spells stand."""

    section: str
    leader_section: str


@rule(
    id="signature-spell",
    implements=("Oathbreaker Signature Spell",),
    sentence="Each oathbreaker has 1 signature spell, an instant or sorcery within its colours.",
    messages={
        "none": "No signature spell is named; each oathbreaker needs 1 under the heading {heading}.",
        "too-few": "{count} signature spell for {leaders} oathbreakers; each needs 1.",
        "too-many": "{count} signature spells are named; {allowed} is the most, 1 for each oathbreaker.",
        "no-spell": "{card} cannot be the signature spell: it is no instant or sorcery.",
        "not-matched": "{cards} cannot be shared out: each oathbreaker needs a spell within its own colours.",
    },
    params=Params,
    healed=("not-matched",),
)
def signature_spell(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    within = (params.section,)
    count, leaders = deck.size(params.section), deck.size(params.leader_section)
    allowed = max(1, leaders)
    spells = deck.cards(params.section)
    if count < allowed:
        yield finding(
            "too-few" if count else "none", *spells, within=within, count=count, allowed=allowed, leaders=leaders
        )
    elif count > allowed:
        mend = Mend("take-out", count - allowed)
        yield finding("too-many", *spells, within=within, mend=mend, count=count, allowed=allowed)
    for card in spells:
        if card.traits.isdisjoint(("type:Instant", "type:Sorcery")):
            yield finding("no-spell", card, within=within)
    if not _can_be_shared(spells, deck.cards(params.leader_section)):
        yield finding("not-matched", *spells, within=within)


def _can_be_shared(spells: tuple[Card, ...], leaders: tuple[Card, ...]) -> bool:
    """Whether each of several oathbreakers can have a spell of its own; one alone is a matter of the deck's colours."""
    if len(leaders) < 2 or len(spells) != len(leaders):
        return True
    colours = [set(leader.values("identity")) for leader in leaders]
    if not all(set().union(*colours).issuperset(spell.values("identity")) for spell in spells):
        return True
    return any(
        all(own.issuperset(spell.values("identity")) for own, spell in zip(colours, order, strict=True))
        for order in permutations(spells)
    )
