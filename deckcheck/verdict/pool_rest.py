"""The rest of a registered pool: what the list has nowhere else is sideboard, written down or not (MTR 7.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind
from deckcheck.law.legality import Opened
from deckcheck.law.presenting import Sections
from deckcheck.verdict.layout import Listed


def with_rest_of_pool(
    registered: Deck, presented: Deck, sections: Sections, opened: Opened | None = None, *, as_registered: bool
) -> tuple[Deck, Deck]:
    """Both decks with the rest of the registered pool in their sideboards; unchanged where there is none.

    `opened` is a pool that was registered apart from the list, and counts instead of the one that the list names. The
    rest need not be laid out: what of it is not on the table lies in the sideboard still. So does, from game 2, what
    left the deck where neither the list nor the table has a sideboard written down.
    """
    pool: Mapping[Card, int] = {}
    if sections.pool_section:
        pool = opened.rest if opened else registered.copies((sections.pool_section,))
    if not pool:
        return registered, presented
    side = sections.side_section
    everywhere = (*sections.deck_sections, side, *sections.other_sections)
    listed, laid = registered.copies(everywhere), presented.copies(everywhere)
    rest = {card: count - listed.get(card, 0) for card, count in pool.items() if count > listed.get(card, 0)}
    unwritten = not (as_registered or registered.size(side) or presented.size(side))
    may_lie_aside = dict(rest)
    if unwritten:
        for card, count in registered.copies(sections.deck_sections).items():
            if card.name not in sections.free_cards:  # A basic land that left went back to the box.
                may_lie_aside[card] = may_lie_aside.get(card, 0) + count
    aside: dict[Card, int] = {}
    for card, most in may_lie_aside.items():
        gone = listed.get(card, 0) + rest.get(card, 0) - laid.get(card, 0)
        if gone > 0:
            aside[card] = min(gone, most)
    return _with(registered, side, rest), _with(presented, side, aside)


def _with(deck: Deck, section: str, cards: Mapping[Card, int]) -> Deck:
    """The deck with more cards in a section, which stand on no line."""
    if not cards:
        return deck
    more = (Entry(Line(0, "", LineKind.CARD, section, n, c.name), section, n, c) for c, n in cards.items())
    return Deck((*deck.entries, *more), deck.notes, deck.unread)


def with_opened(listed: Iterable[Listed], opened: Opened | None) -> tuple[Listed, ...]:
    """The cards of a list with what was opened as their pool, where a pool was registered apart from the list."""
    if opened is None:
        return tuple(listed)
    kept = (row for row in listed if row.section != "pool")
    return (*kept, *(Listed("pool", count, card.name, card) for card, count in opened.rest.items()))


def pool_as_it_lies(listed: Iterable[Listed]) -> tuple[Listed, ...]:
    """The cards as they are there to be counted: each card of the pool once, those beyond the list in the sideboard."""
    rows = tuple(listed)
    placed = Counter[tuple[str, bool]]()
    for row in rows:
        placed[row.name, row.waiting] += row.count if row.section != "pool" else 0
    found: list[Listed] = []
    for row in rows:
        if row.section == "pool":
            already = min(row.count, placed[row.name, row.waiting])
            placed[row.name, row.waiting] -= already
            row = replace(row, section="sideboard", count=row.count - already)
        if row.count:
            found.append(row)
    return tuple(found)
