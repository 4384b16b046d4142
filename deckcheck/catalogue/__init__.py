"""The card facts that travel with the product, opened lazily: a new install judges lists at once, offline."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from deckcheck.catalogue.packed import PackedCards, Parts, read_known_to, read_sets
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import CardSet

HERE: Final = Path(__file__).parent
_OPENING: Final = Lock()


def open_index(game: str, folder: Path = HERE) -> MemoryCardIndex:
    """The cards of a game, the same index for the whole process: cards are compared by identity.

    `folder` holds the catalogue's file, here and below.
    """
    with _OPENING:
        return _index(game, folder)


@cache
def open_sets(game: str, folder: Path = HERE) -> Mapping[str, CardSet]:
    """The products of a game by their code."""
    return read_sets(_parts(game, folder))


@cache
def cards_known(game: str, folder: Path = HERE) -> date:
    """The last day that the cards of a game cover."""
    return read_known_to(_parts(game, folder))


def has_card(game: str, name: str, folder: Path = HERE) -> bool:
    """Whether a game has a card of exactly this catalogue name."""
    return open_index(game, folder).has(name)


def printed_in(game: str, code: str, folder: Path = HERE) -> tuple[str, ...]:
    """The names of the cards that a set has, in the order of the catalogue."""
    with _OPENING:
        cards = _cards(game, folder)
    return tuple(cards.printed_in(code))


@cache
def _index(game: str, folder: Path) -> MemoryCardIndex:
    return MemoryCardIndex(game, _cards(game, folder))


@cache
def _cards(game: str, folder: Path) -> PackedCards:
    return PackedCards(game, _parts(game, folder))


@cache
def _parts(game: str, folder: Path) -> Parts:
    path = folder / f"{game}.catalogue"
    if not path.is_file():
        raise LookupError(f'There is no card catalogue for the game "{game}".')
    return Parts(path)
