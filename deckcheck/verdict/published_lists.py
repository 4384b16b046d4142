"""What an export is made of: published lists, and rounds and standings where they were imported."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.names import fold
from deckcheck.law.games import Game, Presentation
from deckcheck.verdict.canonical import CanonicalList


@dataclass(frozen=True, slots=True)
class PublishedCard:
    """Copies of one card in one section of a list.

    `name` is the catalogue's; `front`, `mtgo_name` and `cockatrice_name` are what Arena, Magic Online and Cockatrice
    call the card. `mana_value` is what curves and sorting go by: in some games a cost, 0 for X; None where
    it is not known. `colours` are letters of the cost (`W U B R G`), in some games elements.
    `waiting`: no card was found, and all names are the text as written. `set_code`: the first set that had the card.
    """

    section: str
    count: int
    name: str
    front: str
    mtgo_name: str
    type_words: tuple[str, ...] = ()
    mana_value: float | None = None
    cost: str = ""
    colours: tuple[str, ...] = ()
    cockatrice_name: str = ""
    waiting: bool = False
    set_code: str = ""


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A line of a published list for which no card was found: its section, its count, the text as written."""

    section: str
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class PublishedList:
    """One list as it may be seen: `player` as the event shows players, `cards` in the order of the sheet.

    `number` is the entry's; `sort_name` gives the order by name and the names of files. `result` is a league's ("5-1"),
    `rank` the final place. `sheet`: the sections in their order. `text` is the list as written, empty where it is not
    to be shown: players write their name into it. `sha256`, `leaf` and `salt` are what the list was sealed with, in
    hexadecimal digits. `external_id` is the player's number with the organizer of play. `seat` and `format_title` are
    there where the seats of a team play different formats.
    """

    number: int
    player: str
    sort_name: str
    title: str
    cards: tuple[PublishedCard, ...]
    url: str = ""
    rank: int | None = None
    result: str = ""
    text: str = ""
    sha256: str = ""
    leaf: str = ""
    salt: str = ""
    date: date | None = None
    external_id: str | None = None
    waiting: tuple[WaitingLine, ...] = ()
    sheet: tuple[str, ...] = ()
    seat: str = ""
    format_title: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match: players as the event shows them, games won by each, games drawn; `player2` is None for a bye."""

    player1: str
    player2: str | None
    wins1: int = 0
    wins2: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its name ("Round 1", "Quarterfinals", "Semifinals", "Finals") and its matches."""

    name: str
    matches: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; what the import did not give is None and is left out. Percentages are 0 to 1."""

    rank: int
    player: str
    points: int | None = None
    wins: int | None = None
    losses: int | None = None
    draws: int | None = None
    omwp: float | None = None
    gwp: float | None = None
    ogwp: float | None = None


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event with the lists that are open to the one who asks; `rounds` and `standings` are None unless imported."""

    name: str
    slug: str
    day: date
    format_title: str
    format_id: str
    game: Game
    url: str
    lists: tuple[PublishedList, ...]
    rounds: tuple[Round, ...] | None = None
    standings: tuple[Standing, ...] | None = None


class Place(NamedTuple):
    """Where a card stands: its section, its pile within it, its value, then its name by folded letters."""

    section: int
    pile: int
    value: float
    later: bool
    folded: str
    name: str


def place_of(section: str, name: str, card: Card | None, look: Presentation) -> Place:
    """Where a name stands in its section; one that the card data no longer know stands last."""
    pile, value, later = _pile(section, card, look)
    return Place(look.section_place(section), pile, value, later, fold(name), name)


def _pile(section: str, card: Card | None, look: Presentation) -> tuple[int, float, bool]:
    if section in look.by_name:
        return 0, 0, False
    if card is None:
        return 9, 0, False
    if own := look.sheet_place(section, card):
        return *own, False
    if look.is_land(card):
        return 1, 0, card.has("basic")
    value = look.value_of(card)
    # A card without a cost (not one that costs {0}) stands behind those of its value.
    return 0, math.inf if value is None else value, not card.values("cost")


_HALVES: Final = frozenset(("split", "aftermath"))
"""Layouts with both halves on the front: everyone calls such a card by both, Magic Online with a bare slash."""
_ONE_CARD_IN_COCKATRICE: Final = _HALVES | {"adventure"}
"""Layouts that Cockatrice's own card data join under both names; of all others it knows the front alone."""


def cards_of(
    sections: Mapping[str, Iterable[tuple[int, str]]], index: CardIndex, look: Presentation
) -> tuple[PublishedCard, ...]:
    """The cards of a list by section, in the order of the sheet; equal names of a section are added up.

    A name that the card data no longer know stays as it is, last in its section.
    """
    counts: dict[tuple[str, str], int] = {}
    for section, rows in sections.items():
        for count, name in rows:
            counts[section, name] = counts.get((section, name), 0) + count
    known = {name: index.card(name) for _, name in counts}
    order = sorted(counts, key=lambda key: place_of(key[0], key[1], known[key[1]], look))
    return tuple(_published(section, counts[section, name], name, known[name], index, look) for section, name in order)


def cards_of_canonical(
    stored: CanonicalList, index: CardIndex, look: Presentation
) -> tuple[tuple[PublishedCard, ...], tuple[WaitingLine, ...]]:
    """The cards of a list in its sealed form, in the order of the sheet, and the lines that wait for a person."""
    sections: dict[str, list[tuple[int, str]]] = {}
    waiting: list[WaitingLine] = []
    for row in stored.rows:
        if row.waiting:
            waiting.append(WaitingLine(row.section, row.count, row.name))
        else:
            sections.setdefault(row.section, []).append((row.count, row.name))
    return cards_of(sections, index, look), tuple(waiting)


def _published(
    section: str, count: int, name: str, card: Card | None, index: CardIndex, look: Presentation
) -> PublishedCard:
    if card is None:
        return PublishedCard(section, count, name, name, name, cockatrice_name=name)
    front, mtgo, cockatrice = _other_names(card, index)
    return PublishedCard(
        section,
        count,
        name,
        front,
        mtgo,
        type_words=card.values("type"),
        mana_value=look.value_of(card),
        cost=card.value("cost"),
        colours=look.colours(card),
        cockatrice_name=cockatrice,
        set_code=card.printings[0].set_code if card.printings else "",
    )


def _other_names(card: Card, index: CardIndex) -> tuple[str, str, str]:
    """What Arena, Magic Online and Cockatrice call the card."""
    if " // " not in card.name:
        return card.name, card.name, card.name
    layout = card.value("layout")
    if layout in _HALVES:
        return card.name, card.name.replace(" // ", "/"), card.name
    # A front that several cards share names none of them.
    front = card.front if index.find(card.front).cards == (card,) else card.name
    return front, front, card.name if layout in _ONE_CARD_IN_COCKATRICE else front
