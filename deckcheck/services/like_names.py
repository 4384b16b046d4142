"""Names that may be one person's: the same words in any order, a letter or two apart, a middle name more or less."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from rapidfuzz.distance import OSA

from deckcheck.core.names import fold

Key = TypeVar("Key", bound=Hashable)
SAME: Final = 0
UNLIKE: Final = 100
_LONG: Final = 5
"""A word of so many letters may have one of them wrong, twice as many letters two."""


def words_of(name: str) -> tuple[str, ...]:
    """The folded words of a name in an order that does not depend on which is the last name."""
    return tuple(sorted(fold(name).split()))


def unlikeness(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How far two names are from each other: `SAME` for the same words, `UNLIKE` for names of two people."""
    few, many = sorted((one, other), key=len)
    if few == many:
        return SAME
    if len(few) < 2 and len(many) > 1:
        return UNLIKE
    left, far = list(many), len(many) - len(few)
    for word in sorted(few, key=len, reverse=True):
        apart, match = min(((_apart(word, w), w) for w in left), default=(UNLIKE, ""))
        if apart >= UNLIKE:
            return UNLIKE
        left.remove(match)
        far += apart
    return min(far, UNLIKE)


def _apart(word: str, other: str) -> int:
    if word == other:
        return 0
    if 1 in {len(word), len(other)} and word[0] == other[0]:
        return 1  # An initial.
    shorter = min(len(word), len(other))
    if shorter < _LONG:
        return UNLIKE
    apart = OSA.distance(word, other)
    return apart if apart <= shorter // _LONG else UNLIKE


@dataclass(slots=True)
class KnownNames(Generic[Key]):
    """Names to be compared with, found by the words they share, so that thousands are no burden."""

    names: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    _by_word: dict[str, list[Key]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Iterable[tuple[Key, str]]) -> KnownNames[Key]:
        """The names with what they are told apart by."""
        known = cls()
        for key, name in names:
            known.names[key] = words_of(name)
            for word in known.names[key]:
                known._by_word.setdefault(word, []).append(key)
                known._by_word.setdefault(_beginning(word), []).append(key)
        return known

    def same(self, name: str) -> list[Key]:
        """Those who have the very words of this name."""
        words = words_of(name)
        return [key for key in self._by_word.get(words[0], ()) if self.names[key] == words] if words else []

    def likest(self, name: str, besides: Iterable[Key] = ()) -> Key | None:
        """Who has the name most like this one, if any is like it at all."""
        words, out = words_of(name), set(besides)
        beginnings = [_beginning(word) for word in words] if len(words) == 1 else []
        near = dict.fromkeys(key for word in (*words, *beginnings) for key in self._by_word.get(word, ()))
        ranked = [(unlikeness(words, self.names[key]), place, key) for place, key in enumerate(near) if key not in out]
        far, _, key = min(ranked, key=lambda found: found[:2], default=(UNLIKE, 0, None))
        return key if far < UNLIKE else None


def _beginning(word: str) -> str:
    return f"{word[:2]}*"
