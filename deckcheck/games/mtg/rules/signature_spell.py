"""Each oathbreaker has one signature spell, an instant or sorcery within its colours."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import permutations

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Where the leaders and where their spells stand."""

    section: str
    leader_section: str


@rule(
    id="signature-spell",
    implements=("Oathbreaker Signature Spell",),
    sentence="Each oathbreaker has 1 signature spell, an instant or sorcery within its colours.",
    examples=(
        "1 instant or sorcery in the colours of its oathbreaker.",
        "2 signature spells for 1 oathbreaker.",
    ),
    messages={
        "none": "No signature spell is named; each oathbreaker needs 1 under the heading {heading}.",
        "too-few": "{count} signature spell for {leaders} oathbreakers; each needs 1.",
        "too-many": "{count} signature spells are named; the limit is {allowed}, 1 for each oathbreaker.",
        "no-spell": "{card} cannot be the signature spell: it is no instant or sorcery.",
        "perhaps-none": "No signature spell is named, unless {cards} is one, which is not known here.",
        "not-known": "Whether {card} is an instant or sorcery is not known here; look at the card itself.",
        "match-not-known": "Whether each oathbreaker has a spell within its own colours is not known here: {cards}.",
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
    perhaps = {c: n for c, n in deck.copies((params.leader_section,)).items() if NO_FACTS in c.traits}
    if count < allowed and _may_be_enough(count, leaders, perhaps.values()):
        yield finding("perhaps-none", *perhaps, severity=Severity.UNCLEAR, count=count, allowed=allowed)
    elif count < allowed:
        yield finding(
            "too-few" if count else "none", *spells, within=within, count=count, allowed=allowed, leaders=leaders
        )
    elif count > allowed:
        mend = Mend("take-out", count - allowed)
        yield finding("too-many", *spells, within=within, mend=mend, count=count, allowed=allowed)
    for card in spells:
        if NO_FACTS in card.traits:
            yield finding("not-known", card, within=within, severity=Severity.UNCLEAR)
        elif card.traits.isdisjoint(("type:Instant", "type:Sorcery")):
            yield finding("no-spell", card, within=within)
    yield from _shared_out(spells, deck.cards(params.leader_section), within)


def _may_be_enough(count: int, leaders: int, unknown: Collection[int]) -> bool:
    """Whether cards without facts among the leaders, of so many copies each, may be the spells, written there."""
    moved = {0}
    for copies in unknown:
        moved |= {n + copies for n in moved}
    return any(count + n == max(1, leaders - n) for n in moved)


def _shared_out(spells: tuple[Card, ...], leaders: tuple[Card, ...], within: tuple[str, ...]) -> Iterator[Finding]:
    """Whether several oathbreakers have a spell each, where what decides it is known."""
    unknown = [card for card in (*spells, *leaders) if card.has("unknown:identity")]
    if unknown and len(leaders) > 1 and len(spells) == len(leaders):
        yield finding("match-not-known", *unknown, severity=Severity.UNCLEAR)
    elif not unknown and not _can_be_shared(spells, leaders):
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
