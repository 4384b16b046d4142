"""The games deckcheck knows: each a package of sections, traits, dialects and rules of its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from deckcheck.law.games import Game


def _walk() -> Mapping[str, Game]:
    names = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg)
    games = (importlib.import_module(f"{__name__}.{name}").GAME for name in names)
    return MappingProxyType({game.id: game for game in games})


GAMES: Final = _walk()
"""Every game by its id."""
