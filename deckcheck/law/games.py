"""What a game brings: sections, dialects, rules and the words its facts may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from deckcheck.decklist.reading import Dialect, Section
from deckcheck.law.card_facts import CardFacts, Contents
from deckcheck.law.card_sources import CardSource
from deckcheck.law.presentation import Presentation
from deckcheck.law.rule import Rule


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: everything of it that is code. `presentation` is how it looks to people.

    `groups` are headings that open no section and only group cards ("Creatures", "Lands"), folded.
    `categories` are more of these, which may be cards as well: they are headings above cards with counts alone.
    `homes` names the section of cards that have a place of their own whatever heading they stand under
    (`"kind:attraction"` to `"attractions"`); `headless` does so only for lists where no heading and no mark opens a
    section (Grand Archive's material cards).
    `contents` makes what the game's catalogue holds of the facts of its cards, which `sources` tell; a game that brings
    a finished catalogue has neither.
    """

    id: str
    title: str
    sections: tuple[Section, ...]
    dialects: tuple[Dialect, ...]
    rules: tuple[Rule[Any], ...]
    trait_kinds: frozenset[str]
    presentation: Presentation
    groups: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    headless: Mapping[str, str] = field(default_factory=dict)
    contents: Callable[[CardFacts], Contents] | None = None
    sources: tuple[CardSource, ...] = ()

    def section_title(self, section: str) -> str:
        """The plain English title of a section."""
        return next((s.title for s in self.sections if s.id == section), section)
