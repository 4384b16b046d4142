"""The forms of a name under which it is looked up: people write names in many ways and mean one card."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

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
_PARTING: Final = re.compile(r"[^\w]+")
# A blank to be filled in, of any length ("_____ Goblin"), is a word; an underscore that joins words is a space.
_JOINING: Final = re.compile(r"(?<=[^\W_])_+|_+(?=[^\W_])")
_BLANK: Final = re.compile(r"_+")

_JOINED: Final = str.maketrans(dict.fromkeys(" -_", ""))

_PLAIN: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "꞉": ":", "…": "..."}
    | dict.fromkeys("‐‑‒–—−", "-")
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff", "")
)
_SLASHES: Final = re.compile(r"\s*/+\s*")


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
    text = name
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
