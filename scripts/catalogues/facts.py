"""What the readers of card facts share: the files of data/, and what is made of them."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.decklist.names import Standing, fold

DATA = Path(__file__).resolve().parents[2] / "data"

Facts = Mapping[str, Any]


class Source(NamedTuple):
    """All that is known of a game's cards, and up to which day.

    `unofficial`: names that the publisher did not give, with the cards they may mean.
    """

    cards: list[tuple[Card, Standing]]
    sets: list[CardSet]
    known_to: date
    unofficial: Mapping[str, Sequence[str]] = {}


def read_json(name: str) -> Any:
    """One file of data/, whole."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def read_cards(name: str) -> list[dict[str, Any]]:
    """One file of data/, a card a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def known_to(game: str) -> date:
    """The last day that the facts of a game cover."""
    return date.fromisoformat(read_json(f"{game}/known.json")["to"])


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
