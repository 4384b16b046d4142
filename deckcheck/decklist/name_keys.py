"""The keys of an index: every folded form of a name, and the card it means."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple
from zlib import crc32

from deckcheck.decklist.names import fold, ordered, shortened, squeezed


class Standing(IntEnum):
    """How likely a card is meant in a tournament list, best first."""

    PAPER = 0
    DIGITAL = 1
    CASUAL = 2
    NO_CARD = 3
    """Tokens, helper cards and names of which nothing else is known."""


class Layer(IntEnum):
    """Which of a card's names a key is from: a whole name beats a front face or an alias, these beat other faces."""

    WHOLE = 0
    FIRST = 1
    OTHER = 2


_LATER: Final = (0, 0, 3, 5)
"""By standing: how far a claim is set back."""


class Claim(NamedTuple):
    """One name of one card, which claims the key it folds to."""

    name: str
    layer: Layer
    position: int
    standing: Standing
    printings: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """The least rank wins a key: cards for casual play yield to first names of tournament cards, tokens to any."""
        return (2 * self.layer + _LATER[self.standing], self.standing)


FORMS: Final[tuple[Callable[[str], str], ...]] = (squeezed, shortened, ordered)
"""The further forms of a folded name, in the order in which they are tried."""


class FormTable:
    """Finds the keys that have a given form, in little memory: sorted checksums, then the texts themselves."""

    __slots__ = ("form", "keys", "sums")

    def __init__(self, form: Callable[[str], str], sums: array[int], keys: array[int]) -> None:
        self.form = form
        self.sums = sums
        self.keys = keys

    @classmethod
    def over(cls, form: Callable[[str], str], texts: Sequence[str]) -> FormTable:
        """The table of one form over all keys; an empty form is left out."""
        pairs = sorted((crc32(f.encode()), i) for i, text in enumerate(texts) if (f := form(text)))
        return cls(form, array("I", (s for s, _ in pairs)), array("I", (i for _, i in pairs)))

    def having(self, folded: str, texts: Sequence[str]) -> list[int]:
        """The numbers of all keys that have the same form as this folded name."""
        text = self.form(folded)
        found: list[int] = []
        wanted = crc32(text.encode("utf-8", "surrogatepass"))
        at = bisect_left(self.sums, wanted) if text else len(self.sums)
        while at < len(self.sums) and self.sums[at] == wanted:
            if self.form(texts[self.keys[at]]) == text:
                found.append(self.keys[at])
            at += 1
        return found


@dataclass(frozen=True, slots=True)
class Keys:
    """All keys, sorted, each with its owner.

    `owners[i]` is the position of the card that `texts[i]` means; where several cards claim it alike it is -1 - n,
    and `several[n]` holds their positions. `forms` finds keys by each of FORMS. `standings` and
    `printings` (in how many sets, 255 at most) are those of the positions.
    `overruled`: names that mean another card when written, as printed names of tournament cards, or (-1) no card:
    "Karn" is an avatar's whole name, but who writes it means one of the cards "Karn, ...", and must say which.
    """

    texts: list[str]
    owners: array[int]
    several: tuple[tuple[int, ...], ...]
    forms: tuple[FormTable, ...]
    overruled: dict[str, int]
    standings: bytes
    printings: bytes

    def number(self, text: str) -> int:
        """The number of a key, or -1."""
        at = bisect_left(self.texts, text)
        return at if at < len(self.texts) and self.texts[at] == text else -1

    def cards_of(self, key: int) -> tuple[int, ...]:
        """The positions of the cards that a key means."""
        owner = self.owners[key]
        return (owner,) if owner >= 0 else self.several[-1 - owner]


def make_keys(claims: Iterable[Claim]) -> Keys:
    """Settle which card each key means."""
    by_key: dict[str, list[Claim]] = {}
    cards: dict[int, Claim] = {}
    for claim in claims:
        by_key.setdefault(fold(claim.name), []).append(claim)
        cards[claim.position] = claim
    overruled = {claim.name: -1 for text in first_names(by_key) for claim in by_key.pop(text)}
    owners: array[int] = array("i")
    several: list[tuple[int, ...]] = []
    for text in sorted(by_key):
        best = min(claim.rank for claim in by_key[text])
        winners = sorted({claim.position for claim in by_key[text] if claim.rank == best})
        owners.append(winners[0] if len(winners) == 1 else -1 - len(several))
        if len(winners) > 1:
            several.append(tuple(winners))
        elif cards[winners[0]].standing < Standing.CASUAL:
            # A card for casual play, or none, whose whole name is one of the names of a tournament card.
            losers = (c for c in by_key[text] if c.layer is Layer.WHOLE and c.standing >= Standing.CASUAL)
            overruled |= {c.name: winners[0] for c in losers}
    texts = sorted(by_key)
    forms = tuple(FormTable.over(form, texts) for form in FORMS)
    standings = bytes(cards[position].standing for position in sorted(cards))
    printings = bytes(min(255, cards[position].printings) for position in sorted(cards))
    return Keys(texts, owners, tuple(several), forms, overruled, standings, printings)


def first_names(by_key: Mapping[str, Sequence[Claim]]) -> list[str]:
    """The keys of no deck card by which a tournament card may be meant: its name up to the comma."""
    found = {
        fold(claim.name.partition(",")[0])
        for claims in by_key.values()
        for claim in claims
        if claim.layer is Layer.WHOLE and claim.standing < Standing.CASUAL and "," in claim.name
    }
    return sorted(
        text for text in found if text in by_key and all(c.standing is Standing.NO_CARD for c in by_key[text])
    )
