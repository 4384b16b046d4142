"""What tests of exports share: events and lists, and lists read back as anyone would read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, Final

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from deckcheck.publication.exports.clients import write_cod
from deckcheck.publication.exports.shape import list_forms
from deckcheck.verdict.published_lists import (
    Pairing,
    PublishedEvent,
    PublishedList,
    Round,
    Standing,
    WaitingLine,
    cards_of,
)

DAY: Final = date(2026, 3, 14)
Sections = Mapping[str, Iterable[tuple[int, str]]]
Multiset = dict[str, Counter[str]]

BURN: Final[Sections] = {
    "main": (
        (4, "Lightning Bolt"),
        (20, "Mountain"),
        (2, "Fire // Ice"),
        (3, "Delver of Secrets // Insectile Aberration"),
    ),
    "sideboard": ((2, "Smash to Smithereens"), (1, "Brazen Borrower // Petty Theft"), (1, "Lurrus of the Dream-Den")),
    "companion": ((1, "Lurrus of the Dream-Den"),),
}
FIRE: Final[Sections] = {
    "material": ((1, "Spirit of Fire"),),
    "main": ((4, "Fireball"),),
    "sideboard": ((3, "Fireball"),),
}


def a_list(sections: Sections = BURN, game: str = "mtg", **facts: Any) -> PublishedList:
    """A published list of these cards."""
    usual: dict[str, Any] = {
        "number": 7,
        "player": "Fenna de Vriesland",
        "sort_name": "Vriesland, Fenna de",
        "title": "Blue-red tempo",
        "url": "https://decks.example.org/e/blue-lantern/l/7",
        "sha256": "ab" * 32,
        "leaf": "cd" * 32,
        "salt": "ef" * 32,
    }
    look = GAMES[game].presentation
    return PublishedList(cards=cards_of(sections, open_index(game), look), sheet=look.sheet, **{**usual, **facts})


def an_event(*lists: PublishedList, game: str = "mtg", **facts: Any) -> PublishedEvent:
    """A published event of these lists."""
    usual: dict[str, Any] = {
        "name": "Blue Lantern Modern Open",
        "slug": "blue-lantern",
        "day": DAY,
        "format_title": "Grand Archive Standard" if game == "ga" else "Modern",
        "format_id": "ga-standard" if game == "ga" else "modern",
        "url": "https://decks.example.org/e/blue-lantern",
    }
    return PublishedEvent(game=GAMES[game], lists=lists, **{**usual, **facts})


def a_full_event(game: str = "mtg") -> PublishedEvent:
    """An event with two lists, rounds and standings."""
    cards = FIRE if game == "ga" else BURN
    first = a_list(cards, game, rank=1, date=DAY, external_id="7001", text="4 Lightning Bolt\n")
    waiting = (WaitingLine("main", 2, "Jace"),)
    second = replace(
        first,
        number=3,
        player="Bartholomew Quill",
        sort_name="Quill, Bartholomew",
        rank=2,
        external_id=None,
        waiting=waiting,
    )
    finals = Pairing("Bartholomew Quill", "Fenna de Vriesland", 1, 2)
    return an_event(
        second,
        first,
        game=game,
        rounds=(Round("Round 1", (Pairing("Fenna de Vriesland", None),)), Round("Finals", (finals,))),
        standings=(
            Standing(1, "Fenna de Vriesland", 18, 6, 0, 1, 0.61, 0.8, 0.55),
            Standing(2, "Bartholomew Quill", 15),
        ),
    )


def list_text(listed: PublishedList, dialect: str) -> str:
    """The list in a form."""
    known = {name: one for game in GAMES.values() for name, one in list_forms(game).items()}
    return known[dialect].write(listed)


def in_dialect(listed: PublishedList, dialect: str) -> str:
    """The list in a form, with its event in the comments of a Cockatrice file."""
    return write_cod(listed, an_event(listed)) if dialect == "cod" else list_text(listed, dialect)


def read_back(text: str, game: str = "mtg") -> Multiset:
    """The cards of a text by section, as our own reader and the card data take them."""
    found: Multiset = {}
    for entry in resolve_names(read_list(text, GAMES[game]), open_index(game)).entries:
        assert entry.card is not None, entry.line.text
        found.setdefault(entry.section, Counter())[entry.card.name] += entry.count
    return found


def multiset(sections: Sections) -> Multiset:
    """Sections as multisets."""
    made: Multiset = {}
    for section, rows in sections.items():
        for count, name in rows:
            made.setdefault(section, Counter())[name] += count
    return made
