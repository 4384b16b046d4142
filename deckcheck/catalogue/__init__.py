"""The card facts that travel with the product, opened lazily: a new install judges lists at once, offline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Final

from deckcheck.catalogue.packed import PackedCards, Parts, read_known_to, read_sets
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import Card, CardSet
from deckcheck.law.card_facts import ForeignFacts, PlayFacts

HERE: Final = Path(__file__).parent


class Catalogue:
    """The cards of a game out of one file or its bytes; each part is opened once, when it is first asked for.

    `folder` holds the numbers of its sets.
    """

    def __init__(self, game: str, file: Path | bytes, folder: Path = HERE) -> None:
        self.game = game
        self.folder = folder
        self._file = file
        self._opening = RLock()

    @property
    def index(self) -> MemoryCardIndex:
        """The cards."""
        with self._opening:
            return self._index

    @property
    def sets(self) -> Mapping[str, CardSet]:
        """The products by their code."""
        with self._opening:
            return self._sets

    @property
    def known_to(self) -> date:
        """The last day that the cards cover."""
        with self._opening:
            return self._known_to

    @property
    def unofficial(self) -> Mapping[str, tuple[str, ...]]:
        """Names that the publisher did not give, as they are compared, with the cards they may mean."""
        with self._opening:
            cards = self._cards
        return {name: tuple(cards.names[at] for at in places) for name, places in cards.unofficial().items()}

    @property
    def foreign(self) -> ForeignFacts:
        """Names in other languages, as they are compared, by card and language."""
        with self._opening:
            cards = self._cards
        found: dict[str, dict[str, list[str]]] = {}
        for name, meant in cards.foreign():
            for named in meant:
                held = found.setdefault(cards.names[named.position], {})
                for language in named.languages:
                    held.setdefault(language, []).append(name)
        return found

    @property
    def nicknames(self) -> Mapping[str, tuple[str, ...]]:
        """What players call cards, as it is compared, with the cards they may mean."""
        with self._opening:
            cards = self._cards
        return {name: tuple(cards.names[at] for at in places) for name, places in cards.nicknames().items()}

    @property
    def played(self) -> PlayFacts:
        """How often cards are played, by format and year."""
        with self._opening:
            cards = self._cards
        return {
            format_id: {
                year: {"lists": lists, "cards": {cards.names[at]: n for at, n in counted.items()}}
                for year, (lists, counted) in cards.played(format_id).items()
            }
            for format_id in cards.formats_played
        }

    def printed_in(self, code: str) -> tuple[str, ...]:
        """The names of the cards that a set has, in the order of the catalogue."""
        with self._opening:
            cards = self._cards
        return tuple(cards.printed_in(code))

    def read_card(self, name: str) -> Card | None:
        """A card of its facts that is not kept, for whoever reads all of them once."""
        with self._opening:
            position = self._places.get(name)
            return None if position is None else self._cards.make(position)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(self._cards.names)}

    @cached_property
    def _index(self) -> MemoryCardIndex:
        return MemoryCardIndex(self.game, self._cards)

    @cached_property
    def _sets(self) -> Mapping[str, CardSet]:
        return read_sets(self._parts)

    @cached_property
    def _known_to(self) -> date:
        return read_known_to(self._parts)

    @cached_property
    def _cards(self) -> PackedCards:
        return PackedCards(self.game, self._parts)

    @cached_property
    def _parts(self) -> Parts:
        if isinstance(self._file, Path) and not self._file.is_file():
            raise LookupError(f'There is no card catalogue for the game "{self.game}".')
        return Parts(self._file)


_OPENED: Final[dict[tuple[str, Path], Catalogue]] = {}


def open_catalogue(game: str, folder: Path = HERE) -> Catalogue:
    """The catalogue in a folder, the same for the whole process until it is forgotten."""
    return _OPENED.setdefault((game, folder), Catalogue(game, folder / f"{game}.catalogue", folder))


def forget_others(in_force: Mapping[str, Catalogue]) -> None:
    """Let go of catalogues that others took the place of: what they hold goes with their last reader."""
    for game, folder in list(_OPENED):
        if game in in_force and in_force[game] is not _OPENED.get((game, folder)):
            _OPENED.pop((game, folder), None)


def open_index(game: str) -> MemoryCardIndex:
    """The cards of a game that travel with the product."""
    return open_catalogue(game).index


def open_sets(game: str) -> Mapping[str, CardSet]:
    """Its products by their code."""
    return open_catalogue(game).sets


def cards_known(game: str) -> date:
    """The last day that its cards cover."""
    return open_catalogue(game).known_to


def has_card(game: str, name: str) -> bool:
    """Whether it has a card of exactly this catalogue name."""
    return open_index(game).has(name)


def printed_in(game: str, code: str) -> tuple[str, ...]:
    """The names of the cards that one of its sets has."""
    return open_catalogue(game).printed_in(code)
