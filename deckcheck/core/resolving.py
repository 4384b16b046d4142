"""From a list as read to a deck of known cards; whatever was read differently is noted, whatever is in doubt waits."""

from __future__ import annotations

from functools import partial
from typing import Final

from deckcheck.core.cards import Card, CardIndex, Match, Near
from deckcheck.core.cleaning import clean
from deckcheck.core.decks import Deck, Entry, Line, LineKind, Note, ParsedList
from deckcheck.core.names import fold

_CARD: Final = LineKind.CARD
_TELLING: Final = frozenset({"zero", "maybeboard"})
"""Remarks about cards that the player should know were left out; comments and totals need no word."""
NO_TITLE: Final = 0.75
"""From this likeness on an uncounted first line may be a card, slipped; below it is what the deck is called."""
MOST_HELPED: Final = 60
"""So many lines of one list get suggestions: text with more unknown names than this is no list."""

_make_entry: Final = partial(tuple.__new__, Entry)
"""Makes an Entry of all its fields, three times as fast as calling it: one is made for each line."""


def resolve_names(parsed: ParsedList, cards: CardIndex, refused: frozenset[str] = frozenset()) -> Deck:
    """The deck that the list names. No line is dropped: it becomes an entry, a note, or stays with the unread.

    `refused` holds names as written whose correction the player has said no to.
    """
    entries: list[Entry] = []
    notes: list[Note] = []
    unread: list[Line] = []
    find, waiting = cards.find, 0
    title = _title_of(parsed, cards)
    for line in parsed.lines:
        number, _, kind, section, count, name, _, _, _ = line
        if line is title:
            notes.append(Note(number, "ignored", line.text.strip(), ""))
            continue
        if kind is _CARD:
            found, how, contestable = match = find(name)
            if len(found) == 1 and not (contestable and name in refused):
                entries.append(_make_entry((line, section, count, found[0], (), ())))
                if how:
                    notes.append(Note(number, how, name, found[0].name, contestable))
            else:
                waiting += 1
                entries.append(_waiting(line, match, cards if waiting <= MOST_HELPED else None))
        elif kind is LineKind.UNREAD:
            unread.append(line)
        elif line.reason in _TELLING:
            notes.append(Note(line.number, "ignored", line.text.strip(), ""))
    return Deck(entries, notes, unread)


def _title_of(parsed: ParsedList, cards: CardIndex) -> Line | None:
    """The first line, if it alone has no count and is called like no card: the name that the deck goes by."""
    first, *others = parsed.lines[:4] or (None,)
    if first is None or len(others) < 2 or first.kind is not _CARD or clean(first.text) != first.name:
        return None
    if not all(line.text.lstrip()[:1].isdecimal() for line in others if line.kind is _CARD):
        return None
    match = cards.find(first.name)
    if len(match.cards) == 1:
        # A deck may be called "Burn", which is the back of a card, or "Jund", which is a plane.
        back = match.contestable and match.kind == "face"
        return first if back or match.cards[0].values("kind") else None
    near = () if match.cards else cards.near(first.name)
    return first if not match.cards and not any(n.score >= NO_TITLE for n in near) else None


def _waiting(line: Line, match: Match, cards: CardIndex | None) -> Entry:
    candidates = match.cards if len(match.cards) > 1 else ()
    near = cards.near(line.name) if cards is not None and not candidates else ()
    return Entry(line, line.section, line.count, None, candidates or _beginning(line.name, near), near)


def _beginning(name: str, near: tuple[Near, ...]) -> tuple[Card, ...]:
    """The cards that a shortened name could be (IPG 3.4): two or more that begin with just these words."""
    begun = fold(name) + " "
    fits = tuple(n.card for n in near if fold(n.card.name).startswith(begun))
    return fits if len(fits) > 1 else ()
