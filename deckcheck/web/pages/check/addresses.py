"""Addresses of cards: the folded name with hyphens, and back."""

from __future__ import annotations

from urllib.parse import quote

from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import fold


def slug_of(name: str) -> str:
    """A name as the last part of an address; a name that folds to nothing stands as it is."""
    return fold(name).replace(" ", "-") or quote(name, safe="")


def card_address(card: Card) -> str:
    """The page of a card; Magic's cards need no game in it."""
    return f"/cards/{slug_of(card.name)}" + ("" if card.game == "mtg" else f"?game={card.game}")
