"""Which cards resemble a name that is no card's: what a person may have meant, best first."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA, JaroWinkler

from deckcheck.core.keys import Keys, Standing
from deckcheck.core.names import SMALL, fold

_MOST_EDITS: Final = 3
_COMMON: Final = 600
"""A word in more names than that tells nothing."""
_BY_WORDS: Final = 40
_BY_START: Final = 400
_LIKELY_CUT: Final = 0.9


class Words(NamedTuple):
    """Every word of the keys, sorted, and the keys it stands in: `keys[ends[i - 1]:ends[i]]` hold `texts[i]`."""

    texts: list[str]
    ends: array[int]
    keys: array[int]

    def place(self, word: str) -> int:
        """The number of a word, or -1."""
        at = bisect_left(self.texts, word)
        return at if at < len(self.texts) and self.texts[at] == word else -1

    def keys_of(self, word: int) -> array[int]:
        """The keys that hold a word."""
        return self.keys[self.ends[word - 1] if word else 0 : self.ends[word]]


def make_words(texts: Sequence[str]) -> Words:
    """The words of these keys."""
    found: dict[str, list[int]] = {}
    for key, text in enumerate(texts):
        for word in set(text.split()):
            found.setdefault(word, []).append(key)
    words = Words(sorted(found), array("I"), array("I"))
    for word in words.texts:
        words.keys.extend(found[word])
        words.ends.append(len(words.keys))
    return words


class Nearest:
    """Searches the keys of an index by likeness."""

    def __init__(self, names: Sequence[str], keys: Keys, words: Words) -> None:
        self._names = names
        self._keys = keys
        self._words = words
        self._by_length = _by_length(keys.texts)
        self._words_by_length = _by_length(words.texts)
        self._hits: dict[str, Mapping[int, int]] = {}

    def sure(self, folded: str) -> int | None:
        """The position of the one card that can be meant: one slip away, and any other at least two more.

        Nothing is sure of a short name, of a word that other names hold (it may be a card not yet known), of a figure,
        of a plural, and of a first letter where there is no second word to go by.
        """
        if len(folded) < 8:
            return None
        hits = self._within(folded)
        near = {p: edits for key, edits in hits.items() if edits < 3 for p in self._keys.cards_of(key)}
        if len(near) != 1:
            return None
        position = next(iter(near))
        keys = [key for key, edits in hits.items() if edits == 1]
        if not keys or self._keys.standings[position] >= Standing.CASUAL:
            return None
        return position if all(self._is_slip(folded, self._keys.texts[key]) for key in keys) else None

    def is_cut(self, folded: str) -> bool:
        """Whether a longer name was cut to this at its comma or before its last word."""
        texts = self._keys.texts
        return any(self._cut(folded, texts[key], key) >= _LIKELY_CUT for key in self._starting(folded))

    def _is_slip(self, written: str, meant: str) -> bool:
        ours, theirs = written.split(), meant.split()
        if len(ours) != len(theirs):
            return False
        wrong = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
        if len(ours) == 1 and written[0] != meant[0]:
            return False
        return all(
            self._words.place(a) < 0
            and a.isalpha()
            and b.isalpha()
            and a.removesuffix("s") != b
            and b.removesuffix("s") != a
            for a, b in wrong
        )

    def ranked(self, folded: str, limit: int) -> list[tuple[int, float]]:
        """The positions of the cards most likely meant, with a score of 0 to 1, best first."""
        hits = self._within(folded)
        starts = self._starting(folded)
        known = all(self._words.place(word) >= 0 for word in folded.split())
        candidates = dict.fromkeys((*hits, *starts))
        fuzzy = min(hits.values(), default=_MOST_EDITS) >= _MOST_EDITS and not starts
        candidates.update(dict.fromkeys(self._sharing_words(folded, fuzzy)))
        best: dict[int, float] = {}
        for key in candidates:
            score = self._score(folded, key, hits.get(key), known)
            for position in self._keys.cards_of(key):
                if self._keys.standings[position] < Standing.NO_CARD:
                    own = score - 0.02 * self._keys.standings[position]
                    best[position] = max(own, best.get(position, 0.0))
        order = sorted(best, key=lambda p: (-best[p], len(self._names[p]), p))[:limit]
        return [(p, round(min(1.0, max(0.0, best[p])), 3)) for p in order]

    def _score(self, folded: str, key: int, edits: int | None, known: bool) -> float:
        text = self._keys.texts[key]
        sort = fuzz.token_sort_ratio(folded, text)
        alike = 0.005 * max(fuzz.ratio(folded, text), sort - 2) + 0.0025 * fuzz.token_set_ratio(folded, text)
        alike += 0.25 * JaroWinkler.normalized_similarity(folded, text)
        score = 0.8 * alike
        if edits is not None:
            score = max(score, (0.98, 0.95, 0.88, 0.78)[edits])
        if sort == 100 or _bare(folded) == _bare(text):
            score = max(score, 0.97)
        if text.startswith(folded):
            score = max(score, self._cut(folded, text, key) + (0.07 if known else 0.0))
        return score + 0.02 * alike

    def _cut(self, folded: str, text: str, key: int) -> float:
        """How likely a longer name was cut: at its comma, before its last word, elsewhere, within a word."""
        if text[len(folded) : len(folded) + 1] != " ":
            return 0.8
        words = text.count(" ", len(folded))
        if words > 1 and any(fold(self._names[p].partition(",")[0]) == folded for p in self._keys.cards_of(key)):
            return _LIKELY_CUT + 0.01
        return _LIKELY_CUT if words == 1 else _LIKELY_CUT - 0.02 - 0.01 * words

    def _within(self, folded: str) -> Mapping[int, int]:
        """The keys within a few edits, with the edits."""
        hits = self._hits.get(folded)
        if hits is None:
            length = len(folded)
            most = 1 if length < 4 else 2 if length < 6 else _MOST_EDITS
            hits = dict(_edits(folded, self._by_length, most))
            if len(self._hits) > 500:
                self._hits = {}
            self._hits[folded] = hits
        return hits

    def _starting(self, folded: str) -> list[int]:
        texts = self._keys.texts
        at = bisect_left(texts, folded)
        found: list[int] = []
        while at < len(texts) and len(found) < _BY_START and texts[at].startswith(folded):
            if len(texts[at]) > len(folded):
                found.append(at)
            at += 1
        return found

    def _sharing_words(self, folded: str, fuzzy: bool) -> list[int]:
        weights: dict[int, float] = {}
        words = folded.split()
        for number, word in enumerate(words):
            for place, likeness in self._meant_by(word, fuzzy, number == len(words) - 1):
                keys = self._words.keys_of(place)
                if len(keys) <= _COMMON:
                    weight = likeness * log(len(self._keys.texts) / len(keys))
                    for key in keys:
                        weights[key] = weights.get(key, 0.0) + weight
        texts, length = self._keys.texts, len(folded)
        return sorted(weights, key=lambda key: 0.02 * abs(len(texts[key]) - length) - weights[key])[:_BY_WORDS]

    def _meant_by(self, word: str, fuzzy: bool, last: bool) -> Iterator[tuple[int, float]]:
        place = self._words.place(word)
        if place >= 0:
            yield place, 1.0
            return
        if last and len(word) > 1:
            texts = self._words.texts
            at = bisect_left(texts, word)
            while at < len(texts) and texts[at].startswith(word):
                yield at, 0.6
                at += 1
        if fuzzy and len(word) > 3:
            for at, edits in _edits(word, self._words_by_length, 1 if len(word) < 8 else 2):
                yield at, 0.75 / edits


def _bare(folded: str) -> str:
    return " ".join([w for w in folded.split() if w not in SMALL])


Buckets = Mapping[int, tuple[list[str], list[int]]]


def _by_length(texts: Sequence[str]) -> Buckets:
    """Texts and their numbers by length: of others' length nothing can be few edits away."""
    found: dict[int, tuple[list[str], list[int]]] = {}
    for number, text in enumerate(texts):
        bucket = found.setdefault(len(text), ([], []))
        bucket[0].append(text)
        bucket[1].append(number)
    return found


def _edits(text: str, buckets: Buckets, most: int) -> Iterator[tuple[int, int]]:
    for length in range(len(text) - most, len(text) + most + 1):
        if length in buckets:
            texts, numbers = buckets[length]
            found = process.extract(text, texts, scorer=OSA.distance, processor=None, score_cutoff=most, limit=None)
            for _, edits, at in found:
                yield numbers[at], int(edits)
