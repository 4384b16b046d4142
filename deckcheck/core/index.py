"""All cards of one game, looked up by what people write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final, Protocol

from deckcheck.core.cards import NO_MATCH, Card, Match, Near
from deckcheck.core.keys import Claim, FormTable, Keys, Layer, Standing, make_keys
from deckcheck.core.names import LONGEST, fold, plain

_REMEMBERED: Final = 20_000
"""So many written names are remembered with what they mean; then all are forgotten, which costs one list's worth."""


class CardSource(Protocol):
    """Where an index takes its cards from; each part is asked for only when it is needed."""

    @property
    def digest(self) -> str:
        """Identifies the card data."""

    @property
    def names(self) -> Sequence[str]:
        """The catalogue names; a card's position is the place of its name."""

    @property
    def overruled(self) -> Mapping[str, int]:
        """Catalogue names that mean another card when written: see `Keys.overruled`."""

    def make(self, position: int) -> Card:
        """A new card of its facts."""

    def keys(self) -> Keys:
        """The keys of all names."""


class MemoryCardIndex:
    """A CardIndex over facts in memory. Each card is made once, when it is first asked for."""

    def __init__(self, game: str, source: CardSource) -> None:
        self._game = game
        self._source = source
        self._names = source.names
        self._positions = {name: position for position, name in enumerate(source.names)}
        self._cards: dict[int, Card] = {}
        self._found: dict[str, Match] = {}

    @classmethod
    def of(cls, game: str, cards: Iterable[Card]) -> MemoryCardIndex:
        """An index of these cards."""
        return cls(game, _Listed(tuple(cards)))

    @property
    def game(self) -> str:
        """The game's id."""
        return self._game

    @property
    def digest(self) -> str:
        """Identifies the card data."""
        return self._source.digest

    def names(self) -> Sequence[str]:
        """All catalogue names, sorted as in the catalogue."""
        return self._names

    def cards(self) -> Iterator[Card]:
        """All cards, in the order of their names."""
        return map(self._card_at, range(len(self._names)))

    def card(self, name: str) -> Card | None:
        """The card with exactly this catalogue name."""
        position = self._positions.get(name)
        return None if position is None else self._card_at(position)

    def find(self, name: str) -> Match:
        """What a written name means: exact, folded, face, alias, and corrections that no other card can contest."""
        found = self._found.get(name)
        if found is None:
            found = self._look_up(name)
            if len(name) <= LONGEST:
                if len(self._found) >= _REMEMBERED:
                    self._found = {}
                self._found[name] = found
        return found

    def near(self, name: str, limit: int = 5) -> tuple[Near, ...]:
        """The cards most likely meant by a name that `find` does not settle."""
        return ()

    @cached_property
    def _keys(self) -> Keys:
        return self._source.keys()

    def _card_at(self, position: int) -> Card:
        card = self._cards.get(position)
        if card is None:
            # Of two threads that make the same card, both go on with the first.
            card = self._cards.setdefault(position, self._source.make(position))
        return card

    def _look_up(self, name: str) -> Match:
        if name in self._positions:
            position = self._source.overruled.get(name)
            if position is None:
                return Match((self._card_at(self._positions[name]),))
            return Match((self._card_at(position),), "alias")
        if len(name) > LONGEST or not name.strip():
            return NO_MATCH
        folded = fold(name)
        for form in self._keys.forms:
            found = self._having(form, folded)
            if found:
                cards = tuple(map(self._card_at, found))
                return Match(cards, _kind(name, folded, cards))
        parts = list(dict.fromkeys(part.strip() for part in name.split("/") if part.strip()))
        if "/" in name and " // ".join(parts) != name:
            return self.find(" // ".join(parts))
        return NO_MATCH

    def _having(self, form: FormTable, folded: str) -> tuple[int, ...]:
        keys = form.having(form.form(folded), self._keys.texts)
        return tuple(sorted({p for key in keys for p in self._keys.cards_of(key)}))


def _kind(name: str, folded: str, cards: Sequence[Card]) -> str:
    """How the name was read, against the names of the (first) card it means."""
    card = cards[0]
    written = plain(name)
    if written == plain(card.name):
        return ""
    if written.casefold() == plain(card.name).casefold():
        return "case"
    if fold(card.name) == folded:
        return "accent"
    if folded in map(fold, card.name.split(" // ")):
        return "face"
    return "alias" if folded in map(fold, card.also_known_as) else "accent"


class _Listed:
    """Cards that are there already, as a source."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self.names = tuple(card.name for card in cards)
        self.digest = sha256("\n".join(self.names).encode()).hexdigest()[:16]

    @property
    def overruled(self) -> Mapping[str, int]:
        return self._keys.overruled

    def make(self, position: int) -> Card:
        return self._cards[position]

    def keys(self) -> Keys:
        return self._keys

    @cached_property
    def _keys(self) -> Keys:
        return make_keys(claim for i, card in enumerate(self._cards) for claim in claims_of(card, i, Standing.PAPER))


def claims_of(card: Card, position: int, standing: Standing) -> Iterator[Claim]:
    """Every name that a card goes by."""
    faces = card.name.split(" // ")
    yield Claim(card.name, Layer.WHOLE, position, standing)
    if len(faces) > 1:
        yield Claim(faces[0], Layer.FIRST, position, standing)
        yield from (Claim(face, Layer.OTHER, position, standing) for face in faces[1:])
    yield from (Claim(name, Layer.FIRST, position, standing) for name in card.also_known_as)
