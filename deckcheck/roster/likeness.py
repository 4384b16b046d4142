"""Whether two names may be one person's: the ways in which people write the same name differently."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SIGNS: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "‐": "-", "‑": "-", "–": "-"})
_NICKNAME: Final = re.compile(r"[\"“”„«»(\[]([^\"“”„«»()\[\]]{1,60})[\"“”„«»)\]]|(?<!\S)'([^']{2,60})'(?!\S)")
_PARTICLES: Final = frozenset(
    "de del della di da dos das do du la le van von der den ter ten zu zur y e af av bin ben el al".split()
)
_LONGEST: Final = 80
_SHORTEST_TYPO: Final = 5
_SHORTEST_SLIP: Final = 3
_MOST_WORDS: Final = 8


class Likeness(NamedTuple):
    """How alike two names are (0 to 1), and what tells them apart."""

    score: float
    reason: str


def fold_person(name: str) -> str:
    """The name in lower case without accents and marks: one form for all ways to type it."""
    spread = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    bare = "".join(c for c in spread if not unicodedata.combining(c))
    # An apostrophe or a point joins ("O'Dwyer"), everything else parts.
    joined = bare.translate(_SIGNS).replace("'", "").replace(".", " ")
    return " ".join("".join(c if c.isalnum() else " " for c in joined).split())


def exact_key(name: str) -> str:
    """The name as written, but for what nobody calls a difference: capitals, blanks, kinds of hyphen, apostrophe."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().translate(_SIGNS).split())


class Spelling:
    """One name taken apart: its words without a nickname, and the nickname if it has one."""

    __slots__ = ("german", "joined", "nickname", "nicknames", "words")

    def __init__(self, name: str) -> None:
        name = name[:_LONGEST]
        nick = _NICKNAME.search(name)
        self.nickname = fold_person(nick[1] or nick[2] or "").replace(" ", "") if nick else ""
        self.words = tuple(fold_person(_NICKNAME.sub(" ", name)).split()) or tuple(fold_person(name).split())
        self.joined = "".join(self.words)
        self.german = _german(name)
        self.nicknames = frozenset(self._nicknames())

    def _nicknames(self) -> Iterator[str]:
        """The forms that a name with a nickname may take: without it, it for the first name, it in between."""
        yield self.joined
        if self.nickname:
            rest = self.words[1:]
            yield "".join((self.nickname, *rest))
            yield "".join((*self.words[:1], self.nickname, *rest))

    def stored(self) -> set[str]:
        """The forms under which a name waits to be found."""
        return {*self._own(), *("whole " + key for key in self._whole()), *("cut " + key for key in self._cut())}

    def looked(self) -> set[str]:
        """The forms under which names like this one wait: what is cut in one is whole in the other."""
        return {*self._own(), *("cut " + key for key in self._whole()), *("whole " + key for key in self._cut())}

    def _own(self) -> Iterator[str]:
        """Forms that two names alike have in common."""
        joined = self.joined
        yield joined
        yield "umlaut " + "".join(self.german)
        yield "order " + "".join(sorted(self.words))
        yield "order " + "".join(sorted(self.german))
        yield from ("nickname " + form for form in self.nicknames)
        if bare := _bare(self.words):
            yield "bare " + " ".join(bare)
        if len(joined) >= _SHORTEST_TYPO:
            # Two names one slip apart have a common form with one letter less.
            yield "typo " + joined
            yield from ("typo " + joined[:at] + joined[at + 1 :] for at in range(len(joined)))

    def _whole(self) -> Iterator[str]:
        """The name as it may be what is left of a longer one."""
        yield " ".join(self.words)

    def _cut(self) -> Iterator[str]:
        """What may be left of the name: its first name, one word less, words as initials."""
        words = self.words
        if len(words) < 2:
            return
        yield words[0]
        for at in range(min(len(words), _MOST_WORDS)):
            yield " ".join((*words[:at], words[at][0], *words[at + 1 :]))
            if len(words) > 2:
                yield " ".join((*words[:at], *words[at + 1 :]))
        yield " ".join((*(word[0] for word in words[:-1]), words[-1]))
        yield " ".join((words[0], *(word[0] for word in words[1:])))


def _bare(words: tuple[str, ...]) -> list[str]:
    return [word for word in words if word not in _PARTICLES]


def _german(name: str) -> tuple[str, ...]:
    """The words of a name with umlauts written out: "Müller" and "Mueller" are one."""
    return tuple(fold_person(unicodedata.normalize("NFC", name).casefold().translate(_GERMAN)).split())


def compare_names(one: Spelling, other: Spelling) -> Likeness | None:
    """How alike two names are, if they may be one person's at all."""
    reason = _reason(one, other)
    if not reason:
        return None
    a, b = " ".join(one.words), " ".join(other.words)
    return Likeness(round(max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b)) / 100, 3), reason)


def _reason(one: Spelling, other: Spelling) -> str:
    """What tells two names apart; an empty word where they are two names."""
    if not one.words or not other.words:
        return ""
    if one.joined == other.joined or "".join(one.german) == "".join(other.german):
        return "nickname" if one.nickname != other.nickname else "accents" if one.words == other.words else "spelling"
    if sorted(one.words) == sorted(other.words) or sorted(one.german) == sorted(other.german):
        return "order"
    if one.nicknames & other.nicknames:
        return "nickname"
    if _is_typo(one, other):
        return "typo"
    if _are_initials(one.words, other.words):
        return "initials"
    return "part" if _is_part(one.words, other.words) else ""


def _is_typo(one: Spelling, other: Spelling) -> bool:
    """Whether one slip parts two names, in a word that is long enough for one: "Li" and "Lo" are two names."""
    if min(len(one.joined), len(other.joined)) < _SHORTEST_TYPO or OSA.distance(one.joined, other.joined) > 1:
        return False
    if len(one.words) != len(other.words):
        return True
    apart = [min(len(a), len(b)) for a, b in zip(one.words, other.words, strict=True) if a != b]
    return min(apart, default=0) >= _SHORTEST_SLIP


def _are_initials(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one name is the other with words cut to initials, and at least one word stands whole in both."""
    if len(one) != len(other):
        return False
    whole = [a for a, b in zip(one, other, strict=True) if a == b and len(a) > 1]
    cut = all(a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in zip(one, other, strict=True))
    return bool(whole) and cut


def _is_part(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one name is the other with words left out: particles, a second name, all but the first name."""
    short, long = sorted((one, other), key=len)
    if _bare(short) and _bare(short) == _bare(long):
        return True
    if len(short) == 1:
        return len(short[0]) > 2 and short[0] == long[0]
    return len(long) == len(short) + 1 and any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
