"""From a list as read to a deck of known cards; whatever was read differently is noted, whatever is in doubt waits."""

from __future__ import annotations

from typing import Final

from deckcheck.core.cards import CardIndex, Match
from deckcheck.core.decks import Deck, Entry, Line, LineKind, Note, ParsedList

_CARD: Final = LineKind.CARD
_TELLING: Final = frozenset({"zero", "maybeboard"})
"""Remarks about cards that the player should know were left out; comments and totals need no word."""


def resolve_names(parsed: ParsedList, cards: CardIndex, refused: frozenset[str] = frozenset()) -> Deck:
    """The deck that the list names. No line is dropped: it becomes an entry, a note, or stays with the unread.

    `refused` holds names as written whose correction the player has said no to.
    """
    entries: list[Entry] = []
    notes: list[Note] = []
    unread: list[Line] = []
    find = cards.find
    for line in parsed.lines:
        kind = line.kind
        if kind is _CARD:
            found, how, contestable = match = find(line.name)
            if len(found) == 1 and not (contestable and line.name in refused):
                entries.append(Entry(line, line.section, line.count, found[0]))
                if how:
                    notes.append(Note(line.number, how, line.name, found[0].name, contestable))
            else:
                entries.append(_waiting(line, match, cards))
        elif kind is LineKind.UNREAD:
            unread.append(line)
        elif line.reason in _TELLING:
            notes.append(Note(line.number, "ignored", line.text.strip(), ""))
    return Deck(entries, notes, unread)


def _waiting(line: Line, match: Match, cards: CardIndex) -> Entry:
    candidates = match.cards if len(match.cards) > 1 else ()
    near = () if candidates else cards.near(line.name)
    return Entry(line, line.section, line.count, None, candidates, near)
