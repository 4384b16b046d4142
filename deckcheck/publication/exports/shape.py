"""What a shape and a dialect of text are; each is a module of this package and is found by walking it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from deckcheck.app.safe_text import file_name
from deckcheck.decklist.discovery import members
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


@dataclass(frozen=True, slots=True)
class TextDialect:
    """One way to write a list as text. `id` is what asks for it."""

    id: str
    title: str
    write: Callable[[PublishedList], str]


@cache
def shapes(game: Game) -> dict[str, Shape]:
    """The shapes for events of a game, by id."""
    named = game.presentation.exports
    return {shape.id: shape for shape in members(exports, Shape) if shape.general or shape.id in named}


@cache
def text_dialects(game: Game) -> dict[str, TextDialect]:
    """The dialects for lists of a game, by id, the usual one first."""
    known = {dialect.id: dialect for dialect in members(exports, TextDialect)}
    return {name: known[name] for name in game.presentation.texts}
