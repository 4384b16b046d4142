"""The forms of a name under which it is looked up: people write names in many ways and mean one card."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple
from zlib import crc32

from deckcheck.decklist import lazy

LONGEST: Final = 200
"""A longer text is no name (the longest card name has 141 letters)."""

SMALL: Final = frozenset(("the", "of", "and", "a", "an", "to", "in"))

# Letters that carry no accent Unicode could take off.
_LETTERS: Final = str.maketrans(
    {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th", "ð": "d"}
)
# Marks within a word: gone without a trace. All other marks part words.
_GONE: Final = "'’‘ʼ`´\"“”„.,:꞉!?()&®™…\0"
_MARKS: Final = str.maketrans(dict.fromkeys(_GONE, ""))
_ASCII_MARKS: Final = str.maketrans(
    {chr(c): None if chr(c) in _GONE else " " for c in range(128) if not (chr(c).isalnum() or chr(c) == "_")}
)
_PARTING: Final = lazy.regex(r"[^\w]+")
# A blank to be filled in, of any length ("_____ Goblin"), is a word; an underscore that joins words is a space.
_JOINING: Final = lazy.regex(r"(?<=[^\W_])_+|_+(?=[^\W_])")
_BLANK: Final = lazy.regex(r"_+")

_JOINED: Final = str.maketrans(dict.fromkeys(" -_", ""))

_PLAIN: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "꞉": ":", "…": "..."}
    | dict.fromkeys("‐‑‒–—−", "-")
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff", "")
)
_SLASHES: Final = lazy.regex(r"\s*/+\s*")


def fold(name: str) -> str:
    """The name without case, accents and punctuation: the form that every table is keyed by."""
    text = name.lower().translate(_ASCII_MARKS) if name.isascii() else _without_accents(name)
    if "_" in text:
        text = _BLANK.sub("_", _JOINING.sub(" ", text))
    text = " ".join(text.split())
    # "A-" before a name is Arena's mark of another card, and no small word.
    if text[1:2] == " " and name.lstrip()[1:2] == "-":
        text = f"{text[0]}-{text[2:]}"
    return text or name.strip()


def _without_accents(name: str) -> str:
    # This mark alone of all apostrophes would be spread to a space with an accent.
    text = name.replace("´", "'")
    # What is taken off can lay bare more ("ǿ", "İ"); the second round finds nothing left for all but a few letters.
    for _ in range(3):
        spread = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
        bare = "".join(c for c in spread if not unicodedata.combining(c))
        if bare == text:
            break
        text = bare
    return _PARTING.sub(" ", text.translate(_MARKS))


def foreign_key(name: str) -> str:
    """A name in another script without width and spaces: marks on its letters are no accents there."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def plain(name: str) -> str:
    """The name as typed, but for what no one calls a difference: curly marks, odd spaces, slashes, hidden signs."""
    text = name if name.isascii() else unicodedata.normalize("NFC", name).translate(_PLAIN)
    return _SLASHES.sub(" // ", " ".join(text.replace("`", "'").split()))


def squeezed(folded: str) -> str:
    """Without spaces: "lightningbolt"."""
    return folded.translate(_JOINED)


def shortened(folded: str) -> str:
    """Without small words, in order; empty where fewer than two words are left, since one word names too many cards."""
    words = [w for w in folded.split() if w not in SMALL]
    return " ".join(words) if len(words) > 1 else ""


def ordered(folded: str) -> str:
    """All words sorted; empty for a single word. Small words stay: "Eye of Ugin" is not "Ugin, Eye"."""
    words = folded.split()
    return " ".join(sorted(words)) if len(words) > 1 else ""


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


_NO_CLAIM: Final = Claim("", Layer.WHOLE, -1, Standing.PAPER)
"""Of a card that claims no name: no key means it."""


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

    def singular_of(self, text: str) -> int:
        """The number of the key whose plural this is ("islands"), if no name begins with the word; or -1."""
        at = bisect_left(self.texts, text)
        begun = at < len(self.texts) and self.texts[at].startswith(f"{text} ")
        return self.number(text[:-1]) if text.endswith("s") and not begun else -1

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
    every = [cards.get(position, _NO_CLAIM) for position in range(max(cards, default=-1) + 1)]
    standings = bytes(claim.standing for claim in every)
    printings = bytes(min(255, claim.printings) for claim in every)
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
