"""What a source stated of every card in every format, kept small for the next look."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import Final

NOTHING: Final = " "
"""The sign where a source says nothing of a card in a format."""


@dataclass(frozen=True)
class Statuses:
    """One sign a card for each format, in the order of `cards`; `words` has the source's word of each sign."""

    cards: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {card: place for place, card in enumerate(self.cards)}

    def word(self, fmt: str, card: str) -> str | None:
        """What the source says of a card in a format; none where it says nothing."""
        place = self._places.get(card)
        return None if place is None else self.words.get(self.formats.get(fmt, "")[place : place + 1])

    def of(self, fmt: str) -> dict[str, str]:
        """Every card of which the source says something in a format, with its word."""
        signs = self.formats.get(fmt, "")
        return {c: self.words[sign] for c, sign in zip(self.cards, signs, strict=False) if sign != NOTHING}

    def pack(self) -> bytes:
        """As it is stored: the same statuses are always the same bytes."""
        told = {"cards": self.cards, "words": self.words, "formats": self.formats}
        return zlib.compress(json.dumps(told, sort_keys=True, ensure_ascii=False).encode(), 9)


def make_statuses(rows: Iterable[tuple[str, Mapping[str, str]]]) -> Statuses:
    """The statuses of cards, each with the source's word by format; in the order of their names, whatever theirs."""
    words: dict[str, str] = {}
    told = sorted(
        ((card, {fmt: words.setdefault(word, word) for fmt, word in of.items()}) for card, of in rows),
        key=itemgetter(0),
    )
    known = {word: chr(ord("a") + place) for place, word in enumerate(sorted(words))}
    formats = sorted({fmt for _, of in told for fmt in of})
    return Statuses(
        tuple(card for card, _ in told),
        {sign: word for word, sign in known.items()},
        {fmt: "".join(known[of[fmt]] if fmt in of else NOTHING for _, of in told) for fmt in formats},
    )


def read_statuses(packed: bytes) -> Statuses:
    """The statuses that were stored."""
    told = json.loads(zlib.decompress(packed))
    return Statuses(tuple(told["cards"]), told["words"], told["formats"])
