"""What a name means in a pool: most likely a card of the sets that were opened, or one that is free beside them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, cast

from rapidfuzz.distance import OSA

from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import NO_MATCH, Card, CardIndex, Match
from deckcheck.decklist.names import LONGEST, fold, shortened
from deckcheck.verdict.set_lists import SetList

SUGGESTED: Final = 5
LIKELY: Final = 0.6
"""Below this likeness a card of the sets is no likelier than one that is more alike."""
_UNCOUNTED: Final = "kind:token"
_SHORTEST_PART: Final = 3
_SHORTEST_SLIPPED: Final = 5


def opened_names(index: CardIndex, sets: Iterable[SetList], free: Iterable[str] = ()) -> OpenedNames:
    """The names of a pool of these sets; `free` are the cards that anybody may add to it."""
    return _opened(cast("Hashable", index), frozenset(sets), tuple(free))


@lru_cache(maxsize=32)
def _opened(index: CardIndex, sets: Collection[SetList], free: Sequence[str]) -> OpenedNames:
    cards = dict.fromkeys(card for one in sets for card in (*one.cards, *one.numbers.values()))
    cards |= dict.fromkeys(card for name in free if (card := index.card(name)))
    return OpenedNames(index, sorted(cards, key=lambda card: card.name))


class OpenedNames:
    """All names of a game, those of the opened cards before others.

    Whatever is another card's name as it is written stays that card. Beyond that a name is read as lists are read, as
    though there were no other cards than these.
    """

    def __init__(self, index: CardIndex, opened: Sequence[Card]) -> None:
        self._index = index
        self._opened = MemoryCardIndex.of(index.game, opened)
        self._known = frozenset(opened)
        self._texts = [(fold(name), card) for card in opened for name in _names_of(card)]

    def find(self, name: str, *, cut: bool = True) -> Match:
        """What a written name means; with `cut` also one that was left off where no other opened card goes on so."""
        match = self._named(name)
        if not self._known or (match.cards and not match.contestable):
            return match
        found = self._meant(name, cut=cut)
        if not found.cards or found.cards == match.cards:
            return match
        return NO_MATCH if match.cards else found

    def _meant(self, name: str, *, cut: bool) -> Match:
        """The one opened card that a name can mean which is no card's as it is written."""
        found = self._opened.find(name)
        if len(found.cards) == 1:
            return NO_MATCH if self._begins_another(name) else Match(found.cards, found.kind or "typo", True)
        return self._begun(fold(name)) if cut and len(name) <= LONGEST else NO_MATCH

    def _begins_another(self, name: str) -> bool:
        """Whether what looks like a slip is how another card begins: "Deathmask" is half a name, and no "Deathmark"."""
        begun = fold(name) + " "
        return any(fold(near.card.name).startswith(begun) for near in self._index.near(name, SUGGESTED))

    def near(self, name: str, limit: int = SUGGESTED) -> tuple[str, ...]:
        """The names of the cards that may be meant, opened ones first, and of these such as hold what is written."""
        return tuple(dict.fromkeys(card.name for card in self._near(name, limit)))[:limit]

    def _named(self, name: str) -> Match:
        """What is so called in the whole game; a token is opened by nobody who counts a pool."""
        match = self._index.find(name)
        cards = match.cards if not self._known else tuple(c for c in match.cards if not c.has(_UNCOUNTED))
        return match if cards == match.cards else match._replace(cards=cards) if cards else NO_MATCH

    def _near(self, name: str, limit: int) -> Iterator[Card]:
        several = self._named(name).cards
        yield from sorted(several, key=lambda card: card not in self._known)
        if len(several) > 1:
            return
        if self._known and len(name) <= LONGEST:
            yield from self._holding(fold(name))
            yield from (near.card for near in self._opened.near(name, limit) if near.score >= LIKELY)
        yield from (near.card for near in self._index.near(name, limit))

    def _begun(self, folded: str) -> Match:
        """The one card that begins so: with the name before its comma, or with two words of it that tell something.

        Any other single word may be a heading ("White"), and so is asked about.
        """
        begin = [(text, card) for text, card in self._texts if text.startswith(folded)]
        cards = tuple(dict.fromkeys(card for _, card in begin))
        if len(cards) != 1 or not all(text[len(folded) :].startswith(" ") for text, _ in begin):
            return NO_MATCH
        names = (name.partition(",")[0] for name in _names_of(cards[0]) if "," in name)
        is_slip = any(card is not cards[0] and _slips(folded, text) < 2 for text, card in self._texts)
        is_cut = shortened(folded) or folded in map(fold, names)
        return Match(cards, "alias", True) if is_cut and not is_slip else NO_MATCH

    def _holding(self, folded: str) -> list[Card]:
        """The opened cards whose names hold the text from the beginning of a word on, whole words first."""
        if len(folded) < _SHORTEST_PART:
            return []
        found: dict[Card, tuple[int, bool, int]] = {}
        for text, card in self._texts:
            how = _how_held(folded, text)
            if how is not None:
                place = (how, not text.startswith(folded), len(text))
                found[card] = min(place, found.get(card, place))
        return sorted(found, key=found.__getitem__)


def _names_of(card: Card) -> tuple[str, ...]:
    faces = card.name.split(" // ")
    return (card.name, *(faces if len(faces) > 1 else ()), *card.also_known_as)


def _how_held(folded: str, text: str) -> int | None:
    """0: as whole words; 1: as the beginning of words; 2: as a word with a slip; None: not at all."""
    if f" {folded} " in f" {text} ":
        return 0
    if f" {folded}" in f" {text}":
        return 1
    slipped = len(folded) >= _SHORTEST_SLIPPED and any(_slips(folded, word) < 2 for word in text.split())
    return 2 if slipped else None


def _slips(one: str, other: str) -> int:
    return OSA.distance(one, other, processor=None, score_cutoff=1)
