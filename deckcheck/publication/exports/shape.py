"""What a shape and a dialect of text are; each is a module of this package and is found by walking it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from deckcheck.app.safe_text import file_name
from deckcheck.decklist.discovery import members
from deckcheck.publication import exports
from deckcheck.verdict.published_lists import PublishedEvent, PublishedList

BOTH_GAMES = frozenset(("mtg", "ga"))


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to hand out a whole event. `id` is what asks for it; `word` tells its file from others of its ending."""

    id: str
    title: str
    ending: str
    media_type: str
    write: Callable[[PublishedEvent], bytes]
    games: frozenset[str] = BOTH_GAMES
    word: str = ""

    def file_name(self, event: PublishedEvent) -> str:
        """The name under which the event is saved in this shape."""
        return file_name(f"{event.name} {self.word}", event.day, self.ending)


@dataclass(frozen=True, slots=True)
class TextDialect:
    """One way to write a list as text. `id` is what asks for it."""

    id: str
    title: str
    games: frozenset[str]
    write: Callable[[PublishedList], str]


@cache
def shapes(game: str) -> dict[str, Shape]:
    """The shapes for events of a game, by id."""
    return {shape.id: shape for shape in members(exports, Shape) if game in shape.games}


@cache
def text_dialects(game: str) -> dict[str, TextDialect]:
    """The dialects for lists of a game, by id."""
    return {dialect.id: dialect for dialect in members(exports, TextDialect) if game in dialect.games}
