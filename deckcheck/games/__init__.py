"""The games deckcheck knows: each a package of sections, traits, dialects and rules of its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from deckcheck.law.games import Game


def find_games(*others: str) -> Mapping[str, Game]:
    """Every game by its id, in their order: the packages within this one, and `others` by the names of theirs."""
    names = [f"{__name__}.{info.name}" for info in pkgutil.iter_modules(__path__) if info.ispkg]
    games: list[Game] = [importlib.import_module(name).GAME for name in (*names, *others)]
    games.sort(key=lambda game: (game.presentation.place, game.id))
    return MappingProxyType({game.id: game for game in games})


GAMES: Final = find_games()
"""The games that travel with the product."""
