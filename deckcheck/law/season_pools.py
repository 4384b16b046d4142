"""Pools that are a list of names, good for one season only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckcheck.decklist.cards import Card
from deckcheck.law.arena_cards import ADMITTED, iso
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Admission
from deckcheck.law.pool_age import Admit

_WORDS = {"from", "until", "source", "names"}
_OUT = Admission(False, "season")


class SeasonPool:
    """The names of each season that is known, from its first day to its last."""

    def __init__(self, where: str, spec: Mapping[str, Any]) -> None:
        seasons = spec.get("season", ())
        if not seasons or any(set(season) != _WORDS for season in seasons):
            raise FormatError(f"{where}: each season of its pool needs {', '.join(sorted(_WORDS))}.")
        self._lasting = frozenset(spec.get("lasting", ()))
        self._seasons = [(iso(one["from"]), iso(one["until"]), frozenset(one["names"])) for one in seasons]

    def on(self, today: str) -> Admit:
        """The pool of a day: of a season that is not known, every card but those of `lasting` traits is a question."""
        for first, last, names in self._seasons:
            if first <= today <= last:
                return lambda card: ADMITTED if _holds(names, card) else _OUT
        newest, _, names = max(self._seasons, key=lambda season: season[0])
        asked = Admission(True, doubt="other-season", detail=newest)
        return lambda card: asked if self._lasting.isdisjoint(card.traits) or not _holds(names, card) else ADMITTED


def _holds(names: frozenset[str], card: Card) -> bool:
    return card.name in names or card.printed_as in names
