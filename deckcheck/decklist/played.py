"""What is played in a format: which of two likely cards is meant, and which card may have been mistaken for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from deckcheck.decklist.names import fold

_PLAYED_FROM: Final = 0.02
"""A card that one list in fifty holds is one that people may have meant."""
_TIMES: Final = 50
"""So many times as often the other card is played."""
_ONE_SLIP_FROM: Final = 5
_TWO_SLIPS_FROM: Final = 9
_ENOUGH_LISTS: Final = 40


@dataclass(frozen=True, eq=False)
class Played:
    """How often cards are played: the share of lists that hold a card, by its name; `key` tells two of them apart."""

    key: str = ""
    shares: Mapping[str, float] = field(default_factory=dict)
    _alike: dict[str, str] = field(default_factory=dict, repr=False)

    def look_alike(self, name: str) -> str:
        """The card played far more than the one of this name that is called much alike; empty where there is none."""
        known = self._alike.get(name)
        if known is None:
            known = self._alike[name] = self._find_alike(name)
        return known

    def _find_alike(self, name: str) -> str:
        share = self.shares.get(name, 0.0)
        folded = _front(name)
        slips = 2 if len(folded) >= _TWO_SLIPS_FROM else 1 if len(folded) >= _ONE_SLIP_FROM else 0
        if share * _TIMES >= 1 or not slips:
            return ""
        # Nobody mistakes a first letter, and each slip makes a name longer or shorter by one letter at most.
        popular = self._popular.get(folded[0], {})
        within = range(len(folded) - slips, len(folded) + slips + 1)
        near = [text for text in popular if len(text) in within]
        if not near:
            return ""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        found = process.extract(folded, near, scorer=OSA.distance, score_cutoff=slips, limit=2)
        meant = popular[found[0][0]] if len(found) == 1 and found[0][1] else ""
        return meant if meant and self.shares[meant] >= _TIMES * share else ""

    @cached_property
    def _popular(self) -> Mapping[str, Mapping[str, str]]:
        """The names of what is much played, folded, by their first letters."""
        found: dict[str, dict[str, str]] = {}
        for name, share in self.shares.items():
            if share >= _PLAYED_FROM:
                folded = _front(name)
                found.setdefault(folded[0], {})[folded] = name
        return found


def _front(name: str) -> str:
    return fold(name.partition(" // ")[0])


NOT_PLAYED: Final = Played()
"""Nothing is known of what is played."""


def played_in(years: Mapping[str, tuple[int, Mapping[str, int]]], year: int, key: str) -> Played:
    """How often cards are played in a year, by how many lists of it were counted and how many of them hold each card.

    Of a year of few lists nothing is said; all years are taken together then.
    """
    counted = [years[str(year)]] if years.get(str(year), (0,))[0] >= _ENOUGH_LISTS else list(years.values())
    lists = sum(n for n, _ in counted)
    found: Counter[str] = Counter()
    for _, cards in counted:
        found.update(cards)
    return Played(f"{key} {year}", {name: n / lists for name, n in found.items()}) if lists else NOT_PLAYED
