"""Names that may be one person's: the same words in any order, or all but a letter or two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from rapidfuzz import fuzz

from deckcheck.core.names import fold

Key = TypeVar("Key")
NEAR: Final = 88.0
"""From here on two names may be one person's: Dabrowska and Dombrowska are, Li and Liu are not."""


def words_of(name: str) -> str:
    """The folded words of a name in an order that does not depend on which is the last name."""
    return " ".join(sorted(fold(name).split()))


def like_name(name: str, known: Iterable[tuple[Key, str]]) -> Key | None:
    """The one among known names that is most like this name, if any is like it at all."""
    wanted = words_of(name)
    ranked = [(fuzz.ratio(wanted, words_of(other)), place, key) for place, (key, other) in enumerate(known)]
    score, _, key = max(ranked, key=lambda found: (found[0], -found[1]), default=(0.0, 0, None))
    return key if score >= NEAR else None
