"""Every card of a deck is a card for tournament decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.cards import NO_SET_KNOWN
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import LAW_UNKNOWN, Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule

_DIGITAL: Final = "digital-only"
_NO_CARD: Final = "not a card for a deck."
_CASUAL: Final = "which is for casual play only."

_MESSAGES: Final = {
    "token": "{card} is a token, " + _NO_CARD,
    "meld-result": "{card} is the back of two melded cards, " + _NO_CARD,
    "plane": "{card} is a plane or phenomenon, " + _NO_CARD,
    "scheme": "{card} is a scheme, " + _NO_CARD,
    "vanguard": "{card} is a vanguard, " + _NO_CARD,
    "conspiracy": "{card} is a conspiracy, which is for casual drafts only.",
    "contraption": "{card} is a contraption, " + _CASUAL,
    "silver-border": "{card} is a card with a silver border, " + _CASUAL,
    "acorn": "{card} is a card with an acorn stamp, " + _CASUAL,
    "playtest": "{card} is a playtest card, " + _CASUAL,
    "nontournament": "{card} is a prize or other special card, not a card for a deck.",
    "digital-only": "{card} exists in digital games only.",
    "printed-since": "Can't tell yet if {card} is for tournaments: it was digital, and {detail} prints it.",
    "rebalanced": "{card} is a rebalanced card of digital games only.",
    "mastery": "{card} is a mastery, " + _NO_CARD,
    "status": "{card} is a status, " + _NO_CARD,
    "none": "{card} is generated during a game, " + _NO_CARD,
    "boon": "{card} is a boon, which this format does not have.",
    "not-known": "Of {card} no more than the name is known here; look at the card itself.",
}


@dataclass(frozen=True, slots=True)
class Params:
    """A card with one of the traits is none for a deck, unless the event admits it; the first that it has is told."""

    sections: tuple[str, ...]
    traits: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse a trait for which there are no words."""
        unsaid = [t for t in self.traits if _word(t) not in _MESSAGES]
        if unsaid:
            raise ValueError(f"the rule has no words for {unsaid[0]!r}.")


def _word(trait: str) -> str:
    """The key of the sentence about a trait."""
    return trait.rpartition(":")[2]


@rule(
    id="tournament-card",
    implements=("MTR 3.3", "MTR 3.5", "MTR 7.2", "GA-TRG Player Equipment"),
    sentence="Every card is a card for tournament decks.",
    examples=(
        "A card from a booster or a deck that is sold for play.",
        "A token, an art card or a playtest card.",
    ),
    messages=_MESSAGES,
    params=Params,
)
def tournament_card(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    traits = frozenset((*params.traits, NO_SET_KNOWN))
    for card in [card for card in deck.copies(params.sections) if not traits.isdisjoint(card.traits)]:
        admission = law.admits(card)
        if admission.by_house:
            continue
        within = tuple(s for s in params.sections if card in deck.copies((s,)))
        trait = next((t for t in params.traits if t in card.traits), "")
        if trait == _DIGITAL and admission.doubt == LAW_UNKNOWN:
            asked, newer = Severity.UNCLEAR, admission.detail
            yield finding("printed-since", card, within=within, severity=asked, under=LAW_UNKNOWN, detail=newer)
        elif trait:
            yield finding(_word(trait), card, within=within, mend=Mend("leave-out"), trait=trait)
        elif not admission.doubt:  # Where the pool asks about the card, it is asked once.
            yield finding("not-known", card, within=within, severity=Severity.UNCLEAR)
