"""A deck as it is presented, beside the registered list: what was moved, what is missing, what is extra."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.translations import gettext, join_words


@dataclass(frozen=True, slots=True)
class Sections:
    """Which sections are compared.

    From game 2 cards may go between `deck_sections` and `side_section` (none in a game without sideboards), and
    `free_cards` come and go; what stands in `other_sections` stays as registered. What `pool_section` holds beyond
    these is sideboard. Other sections are not presented. `continuous`: a match may begin
    with any deck from the pool, in whichever game.
    """

    deck_sections: tuple[str, ...]
    side_section: str = ""
    other_sections: tuple[str, ...] = ()
    free_cards: tuple[str, ...] = ()
    pool_section: str = ""
    continuous: bool = False

    @property
    def but(self) -> str:
        """What is free, in words, for the rule's sentence."""
        if self.continuous:
            return gettext("; between matches any deck from the pool may come in its place")
        if not self.free_cards:
            return ""
        return gettext("; {cards} are free from game 2").format(cards=join_words(self.free_cards))


class Moved(NamedTuple):
    """Copies that lie in another section than the list has them in; the deck as a whole holds them all."""

    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    card: Card
    listed: str
    lies: str


class Odd(NamedTuple):
    """Copies that are missing of the whole deck, in the section where the list has them, or extra where they lie."""

    count: int  # type: ignore[assignment]  # As in Moved.
    card: Card
    section: str


@dataclass(frozen=True, slots=True)
class Difference:
    """How a presented deck differs from its list, each card once a section, in the order of the list.

    `moved_in` came from the sideboard, `moved_out` went there. `free`: how many more of a free card are in the deck
    than on the list, fewer where negative.
    """

    moved_in: tuple[Moved, ...] = ()
    moved_out: tuple[Moved, ...] = ()
    missing: tuple[Odd, ...] = ()
    extra: tuple[Odd, ...] = ()
    free: tuple[tuple[int, Card], ...] = ()


class Presented(Deck):
    """A deck on the table: rules about presenting find in it what the list has and how the two differ.

    `as_registered`: nothing may have been moved, as in the first game of a match. `occasion` says why. `unlaid`: how
    many sideboard cards count as there and were not laid out.
    """

    __slots__ = ("as_registered", "difference", "occasion", "registered", "unlaid")

    def __init__(
        self,
        deck: Deck,
        registered: Deck,
        difference: Difference,
        occasion: str,
        *,
        as_registered: bool,
        unlaid: int = 0,
    ) -> None:
        super().__init__(deck.entries, deck.notes, deck.unread)
        self.registered = registered
        self.difference = difference
        self.occasion = occasion
        self.as_registered = as_registered
        self.unlaid = unlaid


def differ(registered: Deck, presented: Deck, sections: Sections, *, as_registered: bool) -> Difference:
    """The difference between two decks in the sections of their format; lines that wait for a person are left out."""
    swapped = (*sections.deck_sections, sections.side_section)
    free: list[tuple[int, Card]] = []
    moved: list[Moved] = []
    missing: list[Odd] = []
    extra: list[Odd] = []
    for card, change in _changes(registered, presented, swapped):
        if not as_registered and card.name in sections.free_cards:
            more = sum(change[s] for s in sections.deck_sections)
            free += [(more, card)] if more else []
            continue
        whole = sum(change.values())
        taken = [*_taken(card, change, -whole, -1)]
        missing += [] if sections.continuous else taken  # What no deck of now needs may lie anywhere.
        extra += _taken(card, change, whole, 1)
        moved += _moves(card, change, sections)
    for section in sections.other_sections:
        for card, change in _changes(registered, presented, (section,)):
            missing += _taken(card, change, -change[section], -1)
            extra += _taken(card, change, change[section], 1)
    side = sections.side_section
    came, went = (m for m in moved if m.listed == side), (m for m in moved if m.listed != side)
    return Difference(tuple(came), tuple(went), tuple(missing), tuple(extra), tuple(free))


def _changes(registered: Deck, presented: Deck, sections: tuple[str, ...]) -> Iterator[tuple[Card, dict[str, int]]]:
    """Each card of which a section holds another number than on the list, with how many more by section."""
    before: list[Mapping[Card, int]] = [registered.copies((s,)) for s in sections]
    after: list[Mapping[Card, int]] = [presented.copies((s,)) for s in sections]
    for card in dict.fromkeys((*registered.copies(sections), *presented.copies(sections))):
        counts = zip(sections, before, after, strict=True)
        change = {section: now.get(card, 0) - was.get(card, 0) for section, was, now in counts}
        if any(change.values()):
            yield card, change


def _taken(card: Card, change: dict[str, int], count: int, sign: int) -> Iterator[Odd]:
    """So many copies of the sections that changed in one direction; they are taken out of the change."""
    for section, more in change.items():
        taken = min(count, more * sign)
        if taken > 0:
            count -= taken
            change[section] -= taken * sign
            yield Odd(taken, card, section)


def _moves(card: Card, change: Mapping[str, int], sections: Sections) -> Iterator[Moved]:
    """The moves between deck and sideboard in a change that adds up to nothing."""
    side = sections.side_section
    came = change[side] < 0
    left = abs(change[side])
    for section in sections.deck_sections:
        count = min(left, change[section] if came else -change[section])
        if count > 0:
            left -= count
            yield Moved(count, card, side, section) if came else Moved(count, card, section, side)
