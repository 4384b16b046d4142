"""How lists of a game are written: its sections, the words that open them, and the dialects that read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from deckcheck.decklist.decks import ParsedList


class Section(NamedTuple):
    """A part of a list: its id, its plain English title and the words that open it in a list (compared folded)."""

    id: str
    title: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of writing a list.

    `recognise` answers 0 (not this) to 100 (surely this); the surest reads. `read` gets the text with line feeds
    alone as line ends, without a byte-order mark, and the words that open sections (heading, folded, to section id).
    """

    id: str
    title: str
    recognise: Callable[[str], int]
    read: Callable[[str, Mapping[str, str]], ParsedList]


class ListSyntax(Protocol):
    """What reading needs to know of a game."""

    @property
    def id(self) -> str:
        """The game's id."""
        ...

    @property
    def sections(self) -> tuple[Section, ...]:
        """The parts of a list."""
        ...

    @property
    def dialects(self) -> tuple[Dialect, ...]:
        """The ways in which lists are written."""
        ...

    @property
    def groups(self) -> tuple[str, ...]:
        """Headings that open no section and only group cards, folded."""
        ...

    @property
    def categories(self) -> tuple[str, ...]:
        """More of these, which may be cards as well."""
        ...
