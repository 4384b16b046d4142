"""Which cards resemble a name that is no card's: what a person may have meant, best first."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nsmallest
from math import log
from typing import Final

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA, JaroWinkler

from deckcheck.decklist.names import SMALL, Keys, Standing, fold, squeezed

_MOST_EDITS: Final = 3
_COMMON: Final = 600
"""A word in more names than that tells nothing."""
_BY_WORDS: Final = 30
_BY_GRAMS: Final = 20
_BY_START: Final = 400
_RAREST: Final = 9
_LIKELY_CUT: Final = 0.9
_KEPT: Final = 500


class Postings:
    """Which keys hold a piece of text: `keys[ends[i - 1]:ends[i]]` hold `texts[i]`."""

    __slots__ = ("ends", "keys", "places", "texts")

    def __init__(self, texts: Sequence[str], ends: array[int], keys: array[int]) -> None:
        self.texts = texts
        self.ends = ends
        self.keys = keys
        self.places = {text: place for place, text in enumerate(texts)}

    @classmethod
    def of(cls, pieces: Mapping[str, Sequence[int]]) -> Postings:
        """The postings of these pieces, given with their keys in order."""
        last = max((holders[-1] for holders in pieces.values() if holders), default=0)
        ends, keys = array("I"), array("H" if last < 1 << 16 else "I")
        for holders in pieces.values():
            keys.extend(holders)
            ends.append(len(keys))
        return cls(list(pieces), ends, keys)

    def keys_of(self, place: int) -> array[int]:
        """The keys that hold a piece."""
        return self.keys[self.ends[place - 1] if place else 0 : self.ends[place]]


def make_words(texts: Sequence[str]) -> Postings:
    """The words of these keys."""
    return Postings.of(dict(sorted(_pieces(texts, str.split).items())))


def make_grams(texts: Sequence[str]) -> Postings:
    """The rarest three-letter pieces of each key; the pieces stand in the order of their rarity.

    An edit spoils four pieces at most. So of two texts within two edits, the rarest piece that they share is among the
    nine rarest of either, and no more need be kept; of a text with fewer pieces than nine, two edits may spoil all.
    """
    holders = _pieces(texts, _grams)
    rarest_first = {gram: place for place, gram in enumerate(sorted(holders, key=lambda g: (len(holders[g]), g)))}
    kept: dict[str, list[int]] = {gram: [] for gram in rarest_first}
    for key, text in enumerate(texts):
        for gram in sorted(_grams(text), key=rarest_first.__getitem__)[:_RAREST]:
            kept[gram].append(key)
    return Postings.of(kept)


def _grams(text: str) -> set[str]:
    padded = f"  {text}  "
    return {padded[i : i + 3] for i in range(len(padded) - 2)}


def _pieces(texts: Sequence[str], cut: Callable[[str], Iterable[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for key, text in enumerate(texts):
        for piece in set(cut(text)):
            found.setdefault(piece, []).append(key)
    return found


class Nearest:
    """Searches the keys of an index by likeness."""

    def __init__(self, names: Sequence[str], keys: Keys, words: Postings, grams: Postings) -> None:
        self._names = names
        self._keys = keys
        self._words = words
        self._grams = grams
        self._lengths = bytes([min(len(text), 255) for text in keys.texts])
        self._of_length: dict[int, array[int]] = {}
        for key, length in enumerate(self._lengths):
            self._of_length.setdefault(length, array("I")).append(key)
        self._kept: dict[str, dict[int, int]] = {}

    def sure(self, folded: str) -> int | None:
        """The position of the one card that can be meant: one slip away, and any other at least two more.

        A card that no tournament admits contests that only from as near as the other.
        Nothing is sure of a short name, of a word that other names hold (it may be a card not yet known), of a figure,
        of a plural, and of a first letter where there is no second word to go by.
        """
        if len(folded) < 8:
            return None
        hits = self._close(folded)
        standings = self._keys.standings
        near = {
            p
            for key, edits in hits.items()
            if edits < 3
            for p in self._keys.cards_of(key)
            if edits == 1 or standings[p] < Standing.CASUAL
        }
        if len(near) != 1:
            return None
        position = next(iter(near))
        keys = [key for key, edits in hits.items() if edits == 1]
        if not keys or standings[position] >= Standing.CASUAL:
            return None
        return position if all(self._is_slip(folded, self._keys.texts[key]) for key in keys) else None

    def is_contested(self, folded: str, position: int) -> bool:
        """Whether what seems to be a card may be another: that is one slip away, or was cut where names are cut."""
        texts, cards_of = self._keys.texts, self._keys.cards_of
        slips = [key for key, edits in self._close(folded).items() if edits == 1]
        cuts = [key for key in self._starting(folded) if self._cut(folded, texts[key], key) >= _LIKELY_CUT]
        return any(cards_of(key) != (position,) for key in (*slips, *cuts))

    def _is_slip(self, written: str, meant: str) -> bool:
        ours, theirs = written.split(), meant.split()
        if len(ours) != len(theirs):
            return False
        wrong = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
        if len(ours) == 1 and written[0] != meant[0]:
            return False
        return all(
            a not in self._words.places
            and a.isalpha()
            and b.isalpha()
            and a.removesuffix("s") != b
            and b.removesuffix("s") != a
            for a, b in wrong
        )

    def ranked(self, folded: str, limit: int) -> list[tuple[int, float]]:
        """The positions of the cards most likely meant, with a score of 0 to 1, best first."""
        sharing = self._sharing_pieces(folded)
        edits = {**self._close(folded), **self._edits(folded, sharing)}
        known = all(word in self._words.places for word in folded.split())
        best: dict[int, float] = {}
        for key in {*edits, *sharing, *self._starting(folded), *self._sharing_words(folded)}:
            score = self._score(folded, key, edits.get(key), known)
            for position in self._keys.cards_of(key):
                best[position] = max(best.get(position, 0.0), score + self._leaning(position))
        meant = [p for p in best if self._keys.standings[p] < Standing.NO_CARD]
        order = nsmallest(limit, meant, key=lambda p: (-best[p], len(self._names[p]), p))
        return [(p, round(min(1.0, max(0.0, best[p])), 3)) for p in order]

    def _leaning(self, position: int) -> float:
        """What decides between names that are equally near: people play tournament cards, and often-printed ones."""
        return 0.01 * min(1.0, self._keys.printings[position] / 30) - 0.02 * self._keys.standings[position]

    def _score(self, folded: str, key: int, edits: int | None, known: bool) -> float:
        text = self._keys.texts[key]
        sort, shared = fuzz.token_sort_ratio(folded, text), fuzz.token_set_ratio(folded, text)
        alike = 0.005 * max(fuzz.ratio(folded, text), sort - 2) + 0.0025 * shared
        alike += 0.25 * JaroWinkler.normalized_similarity(folded, text)
        score = max(0.8 * alike, self._part(folded, text, key, known))
        if edits is not None:
            score = max(score, (0.98, 0.95, 0.88, 0.78)[edits] - (0.1 if edits == 2 and len(folded) < 6 else 0.0))
        # What is the same but for spaces or small words ends alike, but for a sign that joins words.
        alike_at_end = text[-1] == folded[-1] or text[-1] in "-_" or folded[-1] in "-_"
        if alike_at_end and (squeezed(folded) == squeezed(text) or _bare(folded) == _bare(text)):
            score = max(score, 1.0)
        elif sort == 100:
            score = max(score, 0.99)
        elif shared == 100 and len(text) < len(folded):
            # All words of the name are there, and others: "Basic Swamp".
            score = max(score, 0.7 + 0.2 * len(text) / len(folded))
        return score + 0.01 * alike

    def _part(self, folded: str, text: str, key: int, known: bool) -> float:
        """How likely the name was cut to what is written; more so if that holds whole words that names do hold."""
        if text.startswith(folded):
            return self._cut(folded, text, key) + (0.08 if known else 0.0)
        if text.endswith(folded) and len(folded) > 3:
            return 0.86 if text[-len(folded) - 1] == " " else 0.8
        return 0.0

    def _cut(self, folded: str, text: str, key: int) -> float:
        """How likely a longer name was cut: at its comma, before its last word, elsewhere, within a word."""
        if text[len(folded) : len(folded) + 1] != " ":
            return 0.8
        words = text.count(" ", len(folded))
        if words > 1 and any(fold(self._names[p].partition(",")[0]) == folded for p in self._keys.cards_of(key)):
            return _LIKELY_CUT + 0.01
        return _LIKELY_CUT if words == 1 else _LIKELY_CUT - 0.02 - 0.002 * words

    def _close(self, folded: str) -> dict[int, int]:
        """All keys within two edits, and some within three, with the edits; kept, since `find` and `near` both ask."""
        known = self._kept.get(folded)
        if known is None:
            if len(self._kept) >= _KEPT:
                self._kept = {}
            known = self._kept[folded] = self._edits(folded, self._sharing_rarest(folded))
        return known

    def _sharing_rarest(self, folded: str) -> Iterable[int]:
        grams = _grams(folded)
        if len(grams) < _RAREST:
            about = range(len(folded) - _MOST_EDITS, len(folded) + _MOST_EDITS + 1)
            return sorted(key for length in about for key in self._of_length.get(length, ()))
        places = sorted(self._grams.places[gram] for gram in grams if gram in self._grams.places)
        # Pieces that no key holds are the rarest of all.
        unknown = len(grams) - len(places)
        return set().union(*map(self._grams.keys_of, places[: max(0, _RAREST - unknown)]))

    def _sharing_pieces(self, folded: str) -> list[int]:
        counts: Counter[int] = Counter()
        for gram in _grams(folded):
            if gram in self._grams.places:
                counts.update(self._grams.keys_of(self._grams.places[gram]))
        # Of all that share any, only those are put in order that share as many as the last one wanted.
        least = min(sorted(counts.values(), reverse=True)[:_BY_GRAMS], default=0)
        likely = [key for key, count in counts.items() if count >= least]
        return sorted(likely, key=lambda key: (-counts[key], key))[:_BY_GRAMS]

    def _edits(self, folded: str, pool: Iterable[int]) -> dict[int, int]:
        texts, lengths, length = self._keys.texts, self._lengths, len(folded)
        most = 1 if length < 4 else 2 if length < 6 else _MOST_EDITS
        least, longest = length - most, length + most
        keys = [key for key in pool if least <= lengths[key] <= longest]
        choices = [texts[key] for key in keys]
        found = process.extract(folded, choices, scorer=OSA.distance, processor=None, score_cutoff=most, limit=None)
        return {keys[at]: int(edits) for _, edits, at in found}

    def _starting(self, folded: str) -> list[int]:
        texts = self._keys.texts
        at = bisect_left(texts, folded)
        found: list[int] = []
        while at < len(texts) and len(found) < _BY_START and texts[at].startswith(folded):
            if len(texts[at]) > len(folded):
                found.append(at)
            at += 1
        return found

    def beginning(self, folded: str, most: int) -> list[int]:
        """The positions of tournament cards whose names begin with these whole words and go on."""
        keys = self._keys
        found = {p: None for key in self._starting(f"{folded} ") for p in keys.cards_of(key)}
        return [p for p in found if keys.standings[p] < Standing.CASUAL][:most]

    def _sharing_words(self, folded: str) -> list[int]:
        weights: dict[int, float] = {}
        for word in folded.split():
            place = self._words.places.get(word, -1)
            keys = self._words.keys_of(place) if place >= 0 else ()
            if 0 < len(keys) <= _COMMON:
                weight = log(len(self._keys.texts) / len(keys))
                for key in keys:
                    weights[key] = weights.get(key, 0.0) + weight
        texts, length = self._keys.texts, len(folded)
        return nsmallest(_BY_WORDS, weights, key=lambda key: 0.02 * abs(len(texts[key]) - length) - weights[key])


def _bare(folded: str) -> str:
    words = folded.split()
    # Behind a small word at the end something is missing.
    return folded if words[-1] in SMALL else " ".join([w for w in words if w not in SMALL])
