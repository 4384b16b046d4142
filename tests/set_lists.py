"""The sets of a game as the product has them, each read once for all tests."""

from __future__ import annotations

from functools import cache

from deckcheck.catalogue import open_catalogue
from deckcheck.catalogue.numbers import SetLists
from deckcheck.games import GAMES


@cache
def sets_of(game: str) -> SetLists:
    """The sets of a game."""
    return SetLists(GAMES[game], open_catalogue(game))
