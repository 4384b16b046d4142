"""Cards that a list may have mistaken for others: hardly anybody plays them, and what all play is called much alike."""

from __future__ import annotations

from typing import Final

from deckcheck.decklist.decks import Deck, Note
from deckcheck.decklist.played import Played

LOOK_ALIKE: Final = "look-alike"
"""The kind of note that asks whether another card was meant; it changes no verdict."""


def with_look_alikes(deck: Deck, played: Played) -> Deck:
    """The deck with a note for each line whose card may be mistaken for one that is played far more."""
    if not played.shares:
        return deck
    found = [(entry, other) for entry in deck.entries if entry.card and (other := played.look_alike(entry.card.name))]
    if not found:
        return deck
    held = {entry.card.name for entry in deck.entries if entry.card}
    notes = [Note(e.line.number, LOOK_ALIKE, e.line.name, other) for e, other in found if other not in held]
    return Deck(deck.entries, (*deck.notes, *notes), deck.unread)
