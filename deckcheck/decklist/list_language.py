"""The language in which a list is written: it decides what a name means that cards have in several languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from deckcheck.decklist.cards import CardIndex, Match

_FAR_MORE: Final = 4
"""So many times as many names in one language as in another say that the list is in it."""


class ListLanguage:
    """What names mean in one list; made only for lists that hold a name in another language than English."""

    def __init__(self, names: Iterable[str], cards: CardIndex) -> None:
        self._cards = cards
        counts: Counter[str] = Counter()
        english = 0
        for name in names:
            named = cards.translations(name)
            english += not named and bool(cards.find(name).cards)
            if cards.find(name).kind == "foreign":
                counts.update({language for _, languages in named for language in languages})
        most = max(counts.values(), default=0)
        self._spoken = {language for language, count in counts.items() if count == most}
        self._is_foreign = most >= _FAR_MORE * english
        self._is_english = english >= _FAR_MORE * most

    def find(self, name: str) -> Match:
        """What a name means in this list; several cards where the other names do not decide."""
        match = self._cards.find(name)
        named = self._cards.translations(name)
        fits = tuple((card, tuple(sorted(of))) for card, codes in named if (of := self._spoken.intersection(codes)))
        if not fits:
            return match
        cards = tuple(card for card, _ in fits)
        in_english = tuple(card for card in match.cards if card not in {card for card, _ in named})
        if match.kind != "foreign":
            if self._is_english or set(cards) <= set(match.cards):
                return match
            in_english = () if self._is_foreign else match.cards
        elif self._is_foreign:
            in_english = ()
        meant = tuple(dict.fromkeys((*in_english, *cards)))
        return Match(meant, "foreign", len(meant) == 1, fits[0][1] if len(meant) == 1 else ())
