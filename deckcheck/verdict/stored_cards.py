"""From a list as it is stored, names and counts by section, to published cards with what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.verdict.canonical import CanonicalList
from deckcheck.verdict.ordering import place_of, value_of
from deckcheck.verdict.published_lists import PublishedCard, WaitingLine

_HALVES: Final = frozenset(("split", "aftermath"))
"""Layouts with both halves on the front: everyone calls such a card by both, Magic Online with a bare slash."""
_ONE_CARD_IN_COCKATRICE: Final = _HALVES | {"adventure"}
"""Layouts that Cockatrice's own card data join under both names; of all others it knows the front alone."""


def cards_of(sections: Mapping[str, Iterable[tuple[int, str]]], index: CardIndex) -> tuple[PublishedCard, ...]:
    """The cards of a list by section, in the order of the sheet; equal names of a section are added up.

    A name that the card data no longer know stays as it is, last in its section.
    """
    counts: dict[tuple[str, str], int] = {}
    for section, rows in sections.items():
        for count, name in rows:
            counts[section, name] = counts.get((section, name), 0) + count
    known = {name: index.card(name) for _, name in counts}
    order = sorted(counts, key=lambda key: place_of(key[0], key[1], known[key[1]]))
    return tuple(_published(section, counts[section, name], name, known[name], index) for section, name in order)


def cards_of_canonical(
    stored: CanonicalList, index: CardIndex
) -> tuple[tuple[PublishedCard, ...], tuple[WaitingLine, ...]]:
    """The cards of a list in its sealed form, in the order of the sheet, and the lines that wait for a person."""
    sections: dict[str, list[tuple[int, str]]] = {}
    waiting: list[WaitingLine] = []
    for row in stored.rows:
        if row.waiting:
            waiting.append(WaitingLine(row.section, row.count, row.name))
        else:
            sections.setdefault(row.section, []).append((row.count, row.name))
    return cards_of(sections, index), tuple(waiting)


def _published(section: str, count: int, name: str, card: Card | None, index: CardIndex) -> PublishedCard:
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
        mana_value=value_of(card),
        cost=card.value("cost"),
        colours=_colours(card),
        cockatrice_name=cockatrice,
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


def _colours(card: Card) -> tuple[str, ...]:
    if card.game == "ga":
        return card.values("element")
    cost = card.value("cost").upper()
    return tuple(colour for colour in "WUBRG" if colour in cost)
