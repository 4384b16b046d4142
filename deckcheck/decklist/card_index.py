"""All cards of one game, looked up by what people write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from math import log10
from typing import TYPE_CHECKING, Final, Protocol

from deckcheck.decklist.cards import ANY_NUMBER, NO_MATCH, Card, Match, Namesakes, Near, Printing
from deckcheck.decklist.foreign_names import ForeignNames, make_foreign_names
from deckcheck.decklist.lost_letters import with_letters
from deckcheck.decklist.names import (
    LONGEST,
    Claim,
    Keys,
    Layer,
    Standing,
    fold,
    foreign_key,
    make_keys,
    plain,
    squeezed,
)
from deckcheck.decklist.namesakes import by_number, even, names_of, namesakes_of, one_printed, printing_of
from deckcheck.decklist.played import NOT_PLAYED, Played, played_in

if TYPE_CHECKING:
    from deckcheck.decklist.nearest import Nearest, Postings

_REMEMBERED: Final = 20_000
_SUGGESTED: Final = 2_000
"""So many written names are remembered with what they mean; then all are forgotten and learned anew."""
_MORE_LIKELY: Final = 15
"""So many more cards than are asked for are looked at, since what is played may come before what is likelier."""
_MOST_CUT: Final = 4
_NOT_WHOLE: Final = frozenset({"face", "foreign", "typo"})
"""Readings of what is no card's whole name in English."""
_FOREIGN_SLIP: Final = 0.93
_MOST_LEANING: Final = 0.12


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

    def unofficial(self) -> Mapping[str, Sequence[int]]:
        """Names that the publisher did not give, in the form of `foreign_key`, with the positions they may mean."""

    def foreign(self) -> ForeignNames:
        """Names in other languages."""

    def nicknames(self) -> Mapping[str, Sequence[int]]:
        """What players call cards, folded, with the positions they may mean, the likeliest first."""

    def played(self, format_id: str) -> Mapping[str, tuple[int, Mapping[int, int]]]:
        """By year, how many lists of a format were counted, and how many of them hold each card."""

    def namesakes(self) -> Namesakes:
        """The cards that share their names."""

    def set_codes(self) -> Mapping[str, Sequence[str]]:
        """Codes that lists write for sets, in capitals, with the catalogue's own; those that are these are left out."""

    def words(self) -> Postings:
        """The words of the keys."""

    def grams(self) -> Postings:
        """The rare pieces of the keys."""


class MemoryCardIndex:
    """A CardIndex over facts in memory. Each card is made once, when it is first asked for."""

    def __init__(self, game: str, source: CardSource) -> None:
        self._game = game
        self._source = source
        self._names = source.names
        self._positions = {name: position for position, name in enumerate(source.names)}
        self._cards: dict[int, Card] = {}
        self._found: dict[str, Match] = {}
        self._suggested: dict[tuple[str, int, str], tuple[Near, ...]] = {}
        self._played: dict[tuple[str, int], Played] = {}

    @classmethod
    def of(
        cls, game: str, cards: Iterable[Card], standing: Callable[[Card], Standing] = lambda _: Standing.PAPER
    ) -> MemoryCardIndex:
        """An index of these cards."""
        return cls(game, _Listed(tuple(cards), standing))

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

    def has(self, name: str) -> bool:
        """Whether there is a card with exactly this catalogue name."""
        return name in self._positions

    def card(self, name: str) -> Card | None:
        """The card with exactly this catalogue name."""
        position = self._positions.get(name)
        return None if position is None else self._card_at(position)

    def find(self, name: str) -> Match:
        """What a written name means: exact, folded, face, alias, and corrections that no other card can contest."""
        try:
            return self._found[name]
        except KeyError:
            return self._learn(name)

    def _learn(self, name: str) -> Match:
        found = self._look_up(name)
        if len(name) <= LONGEST:
            if len(self._found) >= _REMEMBERED:
                self._found = {}
            self._found[name] = found
        return found

    def printed(self, card: Card, set_code: str, number: str) -> Card:
        """The card of this name in a printing as written; the card itself, where that tells no single one."""
        if not (of := self._namesakes.of) or not set_code:
            return card
        namesakes = dict.fromkeys(at for name in names_of(card) for at in of.get(name, ()))
        cards, (own, *others) = tuple(map(self._card_at, namesakes)), self._codes_of(set_code)
        titled = self.card(f"{card.printed_as or card.name} ({own} {number})")
        # What is a set's own code may be written for another set as well.
        return titled or one_printed(cards, (own,), number) or one_printed(cards, others, number) or card

    def printing(self, card: Card, set_code: str, number: str) -> Printing | None:
        """The printing of a card with set and number as written; None where it has no such one."""
        return printing_of(card, self._codes_of(set_code), number) if set_code and number else None

    def printed_at(self, set_code: str, number: str) -> tuple[Card, ...]:
        """The cards that are printed in a set under a number, both as written, whatever they are called."""
        keys = ((code, even(number)) for code in self._codes_of(set_code))
        return tuple(map(self._card_at, dict.fromkeys(at for key in keys for at in self._numbered.get(key, ()))))

    def _codes_of(self, set_code: str) -> tuple[str, ...]:
        written = set_code.upper()
        return (written, *self._set_codes.get(written, ()))

    @cached_property
    def _numbered(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """The positions of cards by set and number; made where a name and a printing do not agree."""
        # The cards themselves are not kept: few of them are ever asked for.
        return by_number(map(self._source.make, range(len(self._names))))

    def near(self, name: str, limit: int = 5, played: Played = NOT_PLAYED) -> tuple[Near, ...]:
        """The cards most likely meant by a name that `find` does not settle; of likely ones those `played` more."""
        known = self._suggested.get((name, limit, played.key))
        if known is None:
            known = self._suggest(name, limit, played)
            if len(self._suggested) >= _SUGGESTED:
                self._suggested = {}
            self._suggested[name, limit, played.key] = known
        return known

    def _suggest(self, name: str, limit: int, played: Played) -> tuple[Near, ...]:
        if len(name) > LONGEST or not name.strip():
            return ()
        ranked = self._nearest.ranked(fold(name), limit + _MORE_LIKELY)
        scores = dict(ranked)
        if not ranked or ranked[0][1] < _FOREIGN_SLIP:
            scores.update(dict.fromkeys(self._foreign.one_slip_from(name), _FOREIGN_SLIP))
        shares = played.shares
        for position in scores if shares else ():
            scores[position] = min(1.0, scores[position] + _leaning(shares.get(self._names[position], 0.0)))
        called = self._nicknames.get(fold(name), ())
        scores.update(dict.fromkeys(called, 1.0))
        by_play = sorted(called, key=lambda p: -shares.get(self._names[p], 0.0))
        order = [*by_play, *sorted((p for p in scores if p not in called), key=lambda p: -scores[p])]
        return tuple(Near(self._card_at(p), round(scores[p], 3)) for p in order[:limit])

    def called(self, name: str) -> tuple[Card, ...]:
        """The cards that players call so, the likeliest first."""
        return tuple(map(self._card_at, self._nicknames.get(fold(name), ())))

    def translations(self, name: str) -> tuple[tuple[Card, tuple[str, ...]], ...]:
        """The cards that have this name in other languages, each with the codes of these."""
        if len(name) > LONGEST:
            return ()
        return tuple((self._card_at(named.position), named.languages) for named in self._foreign.named(name))

    def played(self, format_id: str, year: int) -> Played:
        """How often cards are played in a format in a year; in all years, where few lists of that one were counted."""
        known = self._played.get((format_id, year))
        if known is None:
            known = self._played[format_id, year] = self._count_played(format_id, year)
        return known

    def _count_played(self, format_id: str, year: int) -> Played:
        years = self._source.played(format_id)
        names = self._names
        return played_in(
            {year: (lists, {names[at]: n for at, n in cards.items()}) for year, (lists, cards) in years.items()},
            year,
            format_id,
        )

    @cached_property
    def _keys(self) -> Keys:
        return self._source.keys()

    @cached_property
    def _unofficial(self) -> Mapping[str, Sequence[int]]:
        return self._source.unofficial()

    @cached_property
    def _foreign(self) -> ForeignNames:
        return self._source.foreign()

    @cached_property
    def signs(self) -> frozenset[str]:
        """Signs at the end of names that other cards have without them ("Mudkip ★"): no mere decoration of a line."""
        shared = self._names if self._namesakes.of else ()
        return frozenset(name[-1] for name in shared if name[-2:-1] == " " and not name[-1].isalnum())

    @cached_property
    def _namesakes(self) -> Namesakes:
        return self._source.namesakes()

    @cached_property
    def _set_codes(self) -> Mapping[str, Sequence[str]]:
        return self._source.set_codes()

    @cached_property
    def _nicknames(self) -> Mapping[str, Sequence[int]]:
        return self._source.nicknames()

    @cached_property
    def _nearest(self) -> Nearest:
        from deckcheck.decklist.nearest import Nearest

        return Nearest(self._names, self._keys, self._source.words(), self._source.grams())

    def _card_at(self, position: int) -> Card:
        card = self._cards.get(position)
        if card is None:
            card = self._source.make(position)
            if meant := self._namesakes.open.get(position):
                card = replace(card, may_be=tuple(map(self._card_at, meant)))
            # Of two threads that make the same card, both go on with the first.
            card = self._cards.setdefault(position, card)
        return card

    def _look_up(self, name: str) -> Match:
        known = self._in_english(name)
        if known.cards or len(name) > LONGEST or not name.strip():
            return self._unless_called(known, name)
        lost = self._only(with_letters(name, self._keys.texts))
        if lost is not None:
            return Match((self._card_at(lost),), "accent", True)
        folded = fold(_joined(name) if "/" in name else name)
        corrected = self._corrected(folded)
        # A name without its spaces is English still; any other slip counts for less than a whole name.
        if corrected.kind == "accent" and squeezed(fold(corrected.cards[0].name)) == squeezed(folded):
            return corrected
        return self._unless_called(self._translated(name, corrected), name)

    def exact(self, name: str) -> Match:
        """What a written name means without corrections: cheap for words that are no card's."""
        known = self._in_english(name)
        named = () if known.cards else self.translations(name)
        cards = tuple(card for card, _ in named)
        return Match(cards, "foreign", len(cards) == 1, named[0][1] if len(cards) == 1 else ()) if cards else known

    def _in_english(self, name: str) -> Match:
        """What a name means in English, without corrections, or by names that its publisher did not give."""
        position = self._source.overruled.get(name, self._positions.get(name, -1))
        if position >= 0:
            card = self._card_at(position)
            return Match((card,)) if card.name == name else _read_as((card,), name, fold(name))
        if len(name) > LONGEST or not name.strip():
            return NO_MATCH
        folded = fold(name)
        number = self._keys.number(folded)
        if number >= 0:
            cards = tuple(map(self._card_at, self._keys.cards_of(number)))
            return _read_as(cards, name, folded)
        # Exactly as it stands there: so short a name is soon another's.
        if not name.isascii() and (meant := self._unofficial.get(foreign_key(name))):
            return Match(tuple(map(self._card_at, meant)), "unofficial")
        joined = _joined(name) if "/" in name else name
        return NO_MATCH if joined == name else self._in_english(joined)

    def _translated(self, name: str, corrected: Match) -> Match:
        """What the name means in other languages, if in any; it may be an English name misspelt or cut, as well."""
        named = self.translations(name)
        if not named:
            return corrected
        cut = map(self._card_at, self._nearest.beginning(fold(name), _MOST_CUT))
        cards = tuple(dict.fromkeys((*(card for card, _ in named), *corrected.cards, *cut)))
        return Match(cards, "foreign") if len(cards) > 1 else Match(cards, "foreign", True, named[0][1])

    def _unless_called(self, match: Match, name: str) -> Match:
        """The match, unless players call another card so: "Push" is half of a card, and Fatal Push."""
        called = self.called(name) if match.kind in _NOT_WHOLE else ()
        cards = tuple(dict.fromkeys((*called, *match.cards)))
        return match if match.cards == cards else Match(cards, match.kind, len(cards) == 1)

    def _only(self, keys: Iterable[int]) -> int | None:
        """The position of the one card that these keys mean; a tournament card before one for casual play."""
        found = {p for key in keys for p in self._keys.cards_of(key)}
        standings = self._keys.standings
        best = min((standings[p] for p in found), default=0)
        meant = [p for p in found if standings[p] == best]
        return meant[0] if len(meant) == 1 else None

    def _corrected(self, folded: str) -> Match:
        """The one card that has the name but for spaces, small words or the order of words, or but for a slip."""
        keys = self._keys
        plural = keys.singular_of(folded)
        if plural >= 0 and (position := self._only((plural,))) is not None:
            card = self._card_at(position)
            # Nobody plays one Island; of other cards a plural may be a card that is not known yet.
            if card.copies_allowed == ANY_NUMBER:
                return Match((card,), "typo", True)
        position = self._only(key for form in keys.forms for key in form.having(folded, keys.texts))
        if position is not None:
            contested = self._nearest.is_contested(folded, position)
            return NO_MATCH if contested else Match((self._card_at(position),), "accent", True)
        position = self._nearest.sure(folded)
        return NO_MATCH if position is None else Match((self._card_at(position),), "typo", True)


def _joined(name: str) -> str:
    """The faces of a name, each once, as the catalogue joins them."""
    return " // ".join(dict.fromkeys(part.strip() for part in name.split("/") if part.strip()))


def _leaning(share: float) -> float:
    """What being played by so many says for a card: nothing below 1 in 1,000, all from 1 in 10 on."""
    return _MOST_LEANING * min(1.0, max(0.0, (log10(share) + 3) / 2)) if share > 0 else 0.0


def _read_as(cards: tuple[Card, ...], name: str, folded: str) -> Match:
    """The match of a name that folds to a name of these cards."""
    card = cards[0]
    written, known = plain(name), plain(card.name)
    if written == known:
        return Match(cards)
    if written.casefold() == known.casefold():
        return Match(cards, "case")
    if fold(card.name) == folded:
        return Match(cards, "accent")
    faces = [fold(face) for face in card.name.split(" // ")]
    if folded not in faces:
        return Match(cards, "alias")
    # A back face may be the name of a card that is not known yet; a front face is how lists write the card.
    return Match(cards, "face", folded != faces[0])


class _Listed:
    """Cards that are there already, as a source."""

    def __init__(self, cards: tuple[Card, ...], standing: Callable[[Card], Standing]) -> None:
        self._cards = cards
        self._standing = standing
        self.names = tuple(card.name for card in cards)
        self.digest = sha256("\n".join(self.names).encode()).hexdigest()[:16]

    @property
    def overruled(self) -> Mapping[str, int]:
        return self._keys.overruled

    def make(self, position: int) -> Card:
        return self._cards[position]

    def keys(self) -> Keys:
        return self._keys

    def unofficial(self) -> Mapping[str, Sequence[int]]:
        return {}

    def foreign(self) -> ForeignNames:
        return make_foreign_names({}, {}, {})

    def nicknames(self) -> Mapping[str, Sequence[int]]:
        return {}

    def played(self, format_id: str) -> Mapping[str, tuple[int, Mapping[int, int]]]:
        return {}

    def namesakes(self) -> Namesakes:
        return namesakes_of(self._cards)

    def set_codes(self) -> Mapping[str, Sequence[str]]:
        return {}

    def words(self) -> Postings:
        from deckcheck.decklist.nearest import make_words

        return make_words(self._keys.texts)

    def grams(self) -> Postings:
        from deckcheck.decklist.nearest import make_grams

        return make_grams(self._keys.texts)

    @cached_property
    def _keys(self) -> Keys:
        standing = self._standing
        return make_keys(claim for i, card in enumerate(self._cards) for claim in claims_of(card, i, standing(card)))


def claims_of(card: Card, position: int, standing: Standing) -> Iterator[Claim]:
    """Every name that a card goes by; one told apart by its printing leaves its name to the card of that name."""
    if card.printed_as:
        return iter(())
    faces = card.name.split(" // ")
    names = [(card.name, Layer.WHOLE)]
    if len(faces) > 1:
        names += [(faces[0], Layer.FIRST), *((face, Layer.OTHER) for face in faces[1:])]
    names += [(name, Layer.FIRST) for name in card.also_known_as]
    printings = len(card.printings) or sum(len(other.printings) for other in card.may_be)
    return (Claim(name, layer, position, standing, printings) for name, layer in names)
