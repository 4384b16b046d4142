"""Card facts of a game as `data/<game>/` holds them, and what its catalogue holds once it is made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple, TypeAlias

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.decklist.names import Standing, fold

Record: TypeAlias = Mapping[str, Any]
"""The facts of one card or set: a line of `cards.jsonl`, an entry of `sets.json`."""

ForeignFacts: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""Names in other languages: by card and language."""
PlayFacts: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""By format and year: `lists`, how many lists were counted, and `cards`, how many of them hold each."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """All facts of a game up to a day: its cards, its sets, its other files by their names (`aliases`, `tokens`)."""

    cards: Sequence[Record]
    sets: Sequence[Record]
    known_to: date
    tables: Mapping[str, Any] = field(default_factory=dict)


class Contents(NamedTuple):
    """What a game's catalogue holds.

    `unofficial`: names that the publisher did not give, with the cards they may mean. `foreign`: the names of each card
    in other languages. `nicknames`: what players call cards, with those that may be meant, the likeliest first.
    `played`: how often cards are played. `set_codes`: what lists write for a set, in capitals, with the catalogue's
    codes.
    """

    cards: Sequence[tuple[Card, Standing]]
    sets: Sequence[CardSet]
    known_to: date
    unofficial: Mapping[str, Sequence[str]] = {}
    foreign: Mapping[str, Mapping[str, Sequence[str]]] = {}
    nicknames: Mapping[str, Sequence[str]] = {}
    played: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    set_codes: Mapping[str, Sequence[str]] = {}


class Ids:
    """Gives each name an id of small letters and hyphens of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """The id of a name; names that fold alike are numbered."""
        stem = made = fold(name).replace(" ", "-")
        number = 1
        while made in self._taken:
            number += 1
            made = f"{stem}-{number}"
        self._taken.add(made)
        return made
