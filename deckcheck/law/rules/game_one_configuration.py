"""A match begins with the deck and the sideboard as they were registered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.presented_deck import Presented
from deckcheck.law.rule import Finding, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A deck is as registered or it is not: nothing to choose."""


@rule(
    id="game-one-configuration",
    implements=("MTR 3.15", "MDTR 3.4", "GA-TRG Sideboarding"),
    sentence="The first game that is played of a match, and a single game, is played as registered.",
    examples=(
        "Game 1 with the main deck as registered.",
        "Game 1 with a sideboard card in the main deck.",
    ),
    messages={
        "elsewhere": "{occasion} is played as registered: {count} {card} belongs in the {section}.",
        "several-elsewhere": "{occasion} is played as registered: {count} {card} belong in the {section}.",
    },
    params=Params,
)
def game_one_configuration(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    if not isinstance(deck, Presented) or not deck.as_registered:
        return
    for moved in (*deck.difference.moved_in, *deck.difference.moved_out):
        yield finding(
            "elsewhere" if moved.count == 1 else "several-elsewhere",
            moved.card,
            within=(moved.lies,),
            occasion=deck.occasion,
            count=moved.count,
            section=moved.listed,
        )
