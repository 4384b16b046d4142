"""Which cards of the format a judge may take for another: names that read alike, on cards that are of one kind.

Being near in letters is not enough to be marked, or half of all rows would be: the two also agree in two of value,
types and colours (elements), as Spell Pierce and Spell Snare do. Cards that the format bars lie on no table and are not
named.
"""

from __future__ import annotations

from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.distance import JaroWinkler

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.names import fold
from deckcheck.law.legality import Legality
from deckcheck.law.presentation import Presentation

MOST: Final = 2
"""So many are named at most: a row has one line for them."""
_LOOKED_AT: Final = 12
_ALIKE: Final = 0.96
_EACH: Final = 0.04
"""What each agreement adds to the likeness of the names (0 to 1)."""
_LEAST_AGREEMENTS: Final = 2
_BARRED: Final = frozenset(("banned", "suspended"))


def looks_like(card: Card, index: CardIndex, look: Presentation, law: Legality | None = None) -> tuple[Card, ...]:
    """The cards most easily taken for this one, most alike first; with a law only those that it lets in."""
    found: list[tuple[float, str, Card]] = []
    for near in index.near(card.name, _LOOKED_AT):
        other = near.card
        score = 0.0 if other is card or not _is_in(other, law) else likeness(card, other, look)
        if score >= _ALIKE:
            found.append((-score, other.name, other))
    return tuple(other for _, _, other in sorted(found, key=lambda row: row[:2])[:MOST])


def likeness(one: Card, other: Card, look: Presentation) -> float:
    """How easily one card is taken for the other: 0.96 and more is worth a mark, 0 is not alike at all."""
    if one.has("super:Basic") or other.has("super:Basic"):
        # Island and Snow-Covered Island read as one in a fan of cards; two kinds of basic land never do.
        same = one.has("super:Basic") == other.has("super:Basic") and one.values("subtype") == other.values("subtype")
        return 1.0 if same and one.values("subtype") else 0.0
    if one.name in other.values("rebalanced-of") or other.name in one.values("rebalanced-of"):
        return 0.0
    agreements = sum(
        (
            look.value_of(one) == look.value_of(other),
            one.values("type") == other.values("type"),
            one.values(look.alike_by) == other.values(look.alike_by),
        )
    )
    return names_alike(one.front, other.front) + _EACH * agreements if agreements >= _LEAST_AGREEMENTS else 0.0


def names_alike(one: str, other: str) -> float:
    """How alike two names read, 0 to 1."""
    a, b = fold(one), fold(other)
    return max(fuzz.ratio(a, b) / 100, JaroWinkler.normalized_similarity(a, b))


def _is_in(card: Card, law: Legality | None) -> bool:
    return law is None or (law.admits(card).admitted and law.status(card).word not in _BARRED)
