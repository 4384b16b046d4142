"""From a list as read to a deck of known cards; whatever was read differently is noted, whatever is in doubt waits."""

from __future__ import annotations

from functools import partial
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex, Match, Near
from deckcheck.decklist.counts import numbers_in, without_numbers
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind, Note, ParsedList
from deckcheck.decklist.names import fold
from deckcheck.decklist.oddities import BESIDE, Oddities, beyond_name

_CARD: Final = LineKind.CARD
_TELLING: Final = frozenset({"zero", "maybeboard", "category", BESIDE})
"""Remarks about cards that the player should know were left out; comments and totals need no word."""
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
    odd = Oddities(parsed, cards) if parsed.odd else None
    for line in odd.lines if odd else parsed.lines:
        number, _, kind, section, count, name, _, _, _ = line
        if kind is not _CARD:
            _leave_out(line, notes, unread)
            continue
        found, how, contestable = match = find(name)
        if len(found) == 1 and not (contestable and name in refused):
            entries.append(_make_entry((line, section, count, found[0], (), ())))
            if how:
                notes.append(Note(number, how, name, found[0].name, contestable))
        else:
            waiting += 1
            entries.append(_waiting(line, match, cards, waiting <= MOST_HELPED))
    return Deck(map(odd.settle, entries) if odd else entries, notes, unread)


def _leave_out(line: Line, notes: list[Note], unread: list[Line]) -> None:
    """Put down a line that is no card: as unread, or with a note where the player should know of it."""
    if line.kind is LineKind.UNREAD:
        unread.append(line)
    elif line.reason in _TELLING:
        notes.append(Note(line.number, "ignored", line.text.strip(), ""))


def _waiting(line: Line, match: Match, cards: CardIndex, helped: bool) -> Entry:
    candidates = match.cards if len(match.cards) > 1 else ()
    if not helped:
        return Entry(line, line.section, line.count, None, candidates)
    line, known = (line, None) if candidates or match.cards else beyond_name(line, cards)
    bare = without_numbers(line.name)
    # Of a line with several numbers no name says how many are meant of what: it is for the player to write.
    near = () if known or candidates or numbers_in(bare) else cards.near(bare)
    return Entry(line, line.section, line.count, known, candidates or _beginning(bare, near), near)


def _beginning(name: str, near: tuple[Near, ...]) -> tuple[Card, ...]:
    """The cards that a shortened name could be (IPG 3.4): two or more that begin with just these words."""
    begun = fold(name) + " "
    fits = tuple(n.card for n in near if fold(n.card.name).startswith(begun))
    return fits if len(fits) > 1 else ()
