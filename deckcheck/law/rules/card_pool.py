"""Every card of a deck is in the format's pool on the day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import CARD_AGE, LAW_UNKNOWN, Admission, Legality
from deckcheck.law.pool_age import CAME_SINCE
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """Cards with one of `other_traits` are no deck cards at all and left to the rule that says so.

    Cards with all of `swap_traits` may be swapped without a penalty for the card that their trait of the kind
    `swap_trait_kind` names; the sentence says that too.
    """

    sections: tuple[str, ...]
    other_traits: tuple[str, ...] = ()
    swap_traits: tuple[str, ...] = ()
    swap_trait_kind: str = ""


_OUT: Final = "{card} is not in {format} on {day}"
_UNDER: Final = {
    **dict.fromkeys((LAW_UNKNOWN, CAME_SINCE, "rotation", "leaving"), LAW_UNKNOWN),
    CARD_AGE: CARD_AGE,
}
"""The questions that only newer data can answer go by rule ids of their own."""


@rule(
    id="card-pool",
    implements=("MTR 6.2", "MTR 6.3", "MTR 3.7", "MDTR 3.3", "GA-TRG Standard"),
    sentence="Every card is in the format's pool on the day.",
    examples=(
        "A card with a printing in a set that is legal on the day, whichever printing you play.",
        "A card from sets that are not in the format, or not yet.",
    ),
    messages={
        "no-set": _OUT + ": no set it was printed in is allowed.",
        "not-yet": _OUT + "; it counts from {detail}.",
        "left": _OUT + "; it left with {detail}.",
        "left-before": _OUT + "; the sets it was in have left.",
        "mark": _OUT + ": its regulation mark {detail} no longer counts.",
        "no-tournament": _OUT + ": it was printed for no tournament.",
        "rule-box": _OUT + ": it has a rule box.",
        "ace-spec": _OUT + ": it is an ACE SPEC.",
        "not-listed": _OUT + ": it is not on the format's list of cards.",
        "no-rarity": _OUT + ": none of its printings that count has a rarity that is allowed.",
        "rarity": _OUT + ": it was never printed as a common.",
        "rarity-not-yet": _OUT + "; it is a common only from {detail}.",
        "rarity-unknown": "Whether {card} was printed as a common is not known here.",
        "uncommon": "{card} cannot lead in {format} on {day}: it was never printed as an uncommon.",
        "uncommon-not-yet": "{card} cannot lead in {format} on {day}; it is an uncommon only from {detail}.",
        "uncommon-unknown": "Whether {card} was printed as an uncommon is not known here.",
        "not-on-arena": _OUT + ": it is not on Arena.",
        "digital": _OUT + ": it exists on Arena only.",
        "rebalanced": _OUT + "; {format} plays {detail} as printed.",
        "limited-only": _OUT + ": it was made for Limited.",
        "pantheon-only": _OUT + ": it was made for Pantheon.",
        "swap": _OUT + "; name plain basic lands, which replace it without a penalty (MTR 6.3).",
        "came-later": _OUT + ": it came to Arena later.",
        "arena-day": "Whether {card} was on Arena on {day} is not known; it came {detail}.",
        "rotated": "Whether {card} was in {format} on {day} is not known: sources give {detail} for the rotation.",
        "window-unknown": "Whether {card} was in {format} on {day} is not known; its sets are known for {detail} only.",
        "set-day": "Whether {card} was out by {day} is not known; it came {detail}.",
        "running-set": "Whether {card} was out by {day} is not known; it is in a set that has run since {detail}.",
        "season": _OUT + ": it is not in the season's pool.",
        "other-season": "Whether {card} is in {format} on {day} is not known: the pool known here is from {detail}.",
        "some-places": "{card} is in {format} only through {detail}. Does that set count at this event?",
        "disputed": "Sources differ on whether {detail} counted in {format} on {day}, and {card} needs it.",
        "leaving": "Sources differ on the day {card} leaves {format}: with {detail}.",
        "not-begun": "Whether {card} may be played before {format} began, on {detail}, is not known.",
        "doubt": "Whether {card} is in {format} on {day} is not known here.",
        LAW_UNKNOWN: "Can't tell yet if {card} is in {format}: our data end on {since}; {detail} is newer.",
        CAME_SINCE: "Can't tell yet if {card} is in {format}: our data end on {since}, and it came in later.",
        "rotation": "Can't tell yet if {card} is in {format}: our data end on {since}; a rotation was due on {detail}.",
        CARD_AGE: "Only the name of {card} is known here. Our cards end on {since}.",
    },
    params=Params,
    under=_UNDER,
)
def card_pool(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    usual = tuple(section for section in params.sections if section not in law.zones)
    for sections in (usual, *((section,) for section in params.sections if section in law.zones)):
        yield from _in_sections(deck, law.within(sections[0]), params, sections)


def _in_sections(deck: Deck, law: Legality, params: Params, sections: tuple[str, ...]) -> Iterator[Finding]:
    """What is to be said of sections that share a pool."""
    for card in law.not_plainly_in(deck.copies(sections)):
        admission = law.admits(card)
        if not card.traits.isdisjoint(params.other_traits):
            continue
        within = tuple(s for s in sections if card in deck.copies((s,)))
        if admission.admitted:
            if not law.bars(card):
                yield _question(card, admission, law, within)
            continue
        key = _words(card, admission, params)
        mend = _mend(key, card, admission, params)
        yield finding(key, card, within=within, mend=mend, detail=admission.detail)


def _question(card: Card, admission: Admission, law: Legality, within: tuple[str, ...]) -> Finding:
    """A card that may or may not be in the pool; what only newer data can answer goes by a rule id of its own."""
    key, unclear = admission.doubt, Severity.UNCLEAR
    under = _UNDER.get(key, "")
    asked = finding(key, card, within=within, severity=unclear, under=under, detail=admission.detail)
    if not under or law.known_to is None:
        return asked
    known = law.known_to.cards if under == CARD_AGE else law.known_to.law
    return asked._replace(facts={**asked.facts, "since": known.isoformat()})


def _words(card: Card, admission: Admission, params: Params) -> str:
    """The key of the sentence that fits."""
    if params.swap_traits and card.traits.issuperset(params.swap_traits):
        return "swap"
    return "left-before" if admission.reason == "left" and not admission.detail else admission.reason


def _mend(key: str, card: Card, admission: Admission, params: Params) -> Mend:
    """Write the plain name where there is one, else leave the card out."""
    plain = {"swap": card.value(params.swap_trait_kind), "rebalanced": admission.detail}.get(key)
    return Mend("rename", name=plain) if plain else Mend("leave-out")
