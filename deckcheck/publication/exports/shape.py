"""What a shape of an event and a form of one list are; each stands in a module of this package and is found there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from deckcheck.app.safe_text import file_name
from deckcheck.decklist.lazy import members
from deckcheck.law.games import Game
from deckcheck.publication import exports
from deckcheck.verdict.published_lists import PublishedEvent, PublishedList


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to hand out a whole event. `id` is what asks for it; `word` tells its file from others of its ending.

    One that is not `general` is for the games whose presentation names it.
    """

    id: str
    title: str
    ending: str
    media_type: str
    write: Callable[[PublishedEvent], bytes]
    word: str = ""
    general: bool = False

    def file_name(self, event: PublishedEvent) -> str:
        """The name under which the event is saved in this shape."""
        return file_name(f"{event.name} {self.word}", event.day, self.ending)


TWO_DECKS: Final = frozenset(("main", "sideboard"))
"""The sections that every form of one list knows."""
TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ListForm:
    """One way to write one list. `id` is what asks for it.

    `apart`: the sections that it has places for; the cards of others stand in its sideboard. None: it has one for each.
    """

    id: str
    title: str
    write: Callable[[PublishedList], str]
    ending: str = "txt"
    media_type: str = TEXT
    apart: frozenset[str] | None = None


@cache
def shapes(game: Game) -> dict[str, Shape]:
    """The shapes for events of a game, by id."""
    named = game.presentation.exports
    return {shape.id: shape for shape in members(exports, Shape) if shape.general or shape.id in named}


@cache
def list_forms(game: Game) -> dict[str, ListForm]:
    """The forms for lists of a game, by id: those to be copied as text first, of them the usual one."""
    known = {form.id: form for form in members(exports, ListForm)}
    return {name: known[name] for name in (*game.presentation.texts, *game.presentation.files)}
