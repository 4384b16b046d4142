"""Addresses of cards: the folded name with hyphens, and back."""

from __future__ import annotations

from urllib.parse import quote

from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import fold
from deckcheck.web.current import app


def slug_of(name: str) -> str:
    """A name as the last part of an address; a name that folds to nothing stands as it is."""
    return fold(name).replace(" ", "-") or quote(name, safe="")


def card_address(card: Card) -> str:
    """The page of a card."""
    return address_of(card.name, card.game)


def address_of(name: str, game: str) -> str:
    """The page of the card of this name; those of the first game need no game in it."""
    return f"/cards/{slug_of(name)}" + ("" if game == next(iter(app().reference.games)) else f"?game={game}")
