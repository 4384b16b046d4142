"""From a list as read to a deck of known cards; whatever was read differently is noted, whatever is in doubt waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from deckcheck.decklist.cards import Card, CardIndex, Match, Near
from deckcheck.decklist.clean_text import clean, shorten
from deckcheck.decklist.decks import ALIKE, Deck, Entry, Line, LineKind, Note, ParsedList
from deckcheck.decklist.line_parser import SIDE_WORDS
from deckcheck.decklist.line_readings import choices, is_no_deck_card, read_again
from deckcheck.decklist.list_language import ListLanguage
from deckcheck.decklist.names import fold
from deckcheck.decklist.played import NOT_PLAYED, Played
from deckcheck.decklist.written_counts import (
    BEHIND,
    TOTAL,
    UNCOUNTED,
    UNSURE,
    may_count,
    may_state_count,
    numbers_in,
    without_numbers,
)

BESIDE: Final = "beside"
"""The reason of a line that stands beside the cards."""
_LIST_FROM: Final = 2
"""One counted line makes no list in which a line without a count would be a heading."""
_ABOUT_AS_LONG: Final = 2
_LONGEST_TOLD: Final = 600
_DECK: Final = frozenset({"main", "sideboard"})
_YEAR: Final = 4
"""A heading may name a year ("Sligh 2026"); a number with fewer figures may be a count."""
YEARS_FROM: Final = 100
"""So many copies of a card that does not exist may be a card whose name begins with a number."""


class Oddities:
    """The lines of one list that need a second look; made for lists alone that have any."""

    def __init__(self, parsed: ParsedList, cards: CardIndex) -> None:
        self._cards = cards
        self._lines = tuple(self._perhaps_card(at, line, parsed) for at, line in enumerate(parsed.lines))
        lines = [line for line in self._lines if line.kind is LineKind.CARD]
        stated = [line for line in lines if line.reason not in (UNCOUNTED, UNSURE)]
        bare = [line for line in lines if line.reason == UNCOUNTED and cards.find(line.name).cards]
        unread = sum(line.kind is LineKind.UNREAD for line in self._lines)
        plain = set(bare)
        self._mixed = {line.section for line in lines if unread or line not in plain}
        self._has_headings = len(stated) >= _LIST_FROM
        self._one_a_line = len(bare) > len(lines) - len(bare) + unread
        """Whether the cards of the list stand one a line, whatever its lines in doubt turn out to be."""
        self._repeated = Counter(fold(line.name) for line in parsed.lines if line.reason == UNCOUNTED)
        self.lines = tuple(
            line._replace(kind=LineKind.REMARK, reason=BESIDE) if self._is_beside(at, line) else line
            for at, line in enumerate(self._lines)
        )
        """The lines of the list; what is no card is a remark (the name of the deck, headings), and a heading with a
        total that is called like a card is one, of a count in doubt."""

    def _perhaps_card(self, at: int, line: Line, parsed: ParsedList) -> Line:
        if line.kind is not LineKind.HEADING or line.reason != TOTAL:
            return line
        if all(map(is_no_deck_card, self._cards.find(line.name).cards)):
            return line
        section = next(below.section for below in parsed.lines[at:] if below.kind is LineKind.CARD)
        return line._replace(kind=LineKind.CARD, section=section, reason=UNSURE)

    def settle(self, entry: Entry) -> Entry:
        """The entry, if its card is known, without a reason where its count is certain."""
        line = entry.line
        return entry._replace(line=self._settle(line, entry.card)) if line.reason and entry.card else entry

    def _settle(self, line: Line, card: Card) -> Line:
        if line.reason == BEHIND and is_no_deck_card(card):
            return line._replace(reason=UNSURE)  # Headings are called like cards that no deck holds.
        if line.reason == BEHIND or (line.reason == UNCOUNTED and self._is_one(line)):
            return line._replace(reason="")
        return line

    def _is_one(self, line: Line) -> bool:
        """Whether a card without a count is one copy: as all are in its list or in its small section, or repeated."""
        return (
            self._repeated[fold(line.name)] > 1
            or self._one_a_line
            or (line.section not in _DECK and line.section not in self._mixed)
        )

    def _is_beside(self, at: int, line: Line) -> bool:
        if line.kind is not LineKind.CARD or line.reason != UNCOUNTED:
            return False
        if not self._has_headings or self._one_a_line or any(word in fold(line.name) for word in SIDE_WORDS):
            return False
        above = self._lines[at - 1] if at else None
        if above is None and not may_state_count(line.name) and self._is_title(line):
            return True
        if any(len(n) < _YEAR for n in numbers_in(line.name)):
            return False
        # Right below a card it may be one, in a language that is not known here, and waits for a person.
        if above is not None and above.kind is LineKind.CARD and above.number == line.number - 1:
            return False
        below = self._lines[at + 1] if at + 1 < len(self._lines) else None
        if below is None or below.kind is not LineKind.CARD or below.reason == UNCOUNTED:
            return False
        name = without_numbers(line.name)
        found = self._cards.find(name).cards
        if found:
            return len(found) == 1 and is_no_deck_card(found[0])
        return not self._may_be_slip(line.name)

    def _is_title(self, first: Line) -> bool:
        """Whether the first line, which alone has no count, is called like no card: the name that the deck goes by."""
        others = self._lines[1:4]
        if len(others) < 2 or clean(first.text) != first.name:
            return False
        if any(line.reason == UNCOUNTED for line in others if line.kind is LineKind.CARD):
            return False
        name = without_numbers(first.name)
        match = self._cards.find(name)
        if len(match.cards) == 1:
            # A deck may be called "Burn", which is the back of a card, or "Jund", which is a plane.
            return (match.contestable and match.kind == "face") or is_no_deck_card(match.cards[0])
        return not match.cards and not self._may_be_slip(first.name)

    def _may_be_slip(self, name: str) -> bool:
        """Whether the words may be a card's name, misspelt or cut short."""
        begun = fold(name)
        for near in self._cards.near(name):
            alike = near.score >= ALIKE and abs(len(near.card.name) - len(name)) <= _ABOUT_AS_LONG
            if alike or fold(near.card.name).startswith(begun + " "):
                return True
        return False


def beyond_name(line: Line, cards: CardIndex) -> tuple[Line, Card | None]:
    """A line that names no card, with its count in doubt if it may hold another; the card, if only numbers hide it."""
    if line.count >= YEARS_FROM:
        whole = cards.find(clean(line.text))
        if len(whole.cards) == 1 and not whole.contestable:
            return line._replace(count=1, name=clean(line.text), reason=UNSURE), whole.cards[0]
    if not may_count(line.name):
        return line._replace(reason=UNSURE) if line.reason == BEHIND else line, None
    match = cards.find(without_numbers(line.name))
    sure = not match.contestable or match.kind == "foreign"
    known = match.cards[0] if len(match.cards) == 1 and sure else None
    return line._replace(reason=UNSURE), known


_CARD: Final = LineKind.CARD
_TELLING: Final = frozenset({"zero", "maybeboard", "category", BESIDE})
"""Remarks about cards that the player should know were left out; comments and totals need no word."""
MOST_HELPED: Final = 60
"""So many lines of one list get suggestions: text with more unknown names than this is no list."""

_new: Final = tuple.__new__
"""Makes an Entry of all its fields, faster than calling it: one is made for each line."""


def resolve_names(
    parsed: ParsedList, cards: CardIndex, refused: frozenset[str] = frozenset(), played: Played = NOT_PLAYED
) -> Deck:
    """The deck that the list names. No line is dropped: it becomes an entry, a note, or stays with the unread.

    `refused` holds names as written whose correction the player has said no to; of likely cards those `played` more are
    suggested first.
    """
    odd, lines = None, parsed.lines
    resolving = _Resolving(cards, cards.find, refused, played)
    if parsed.odd or not resolving.take(lines):
        # The cards tell what unknown lines say.
        parsed = read_again(parsed, cards)
        odd = Oddities(parsed, cards) if parsed.odd else None
        lines = odd.lines if odd else parsed.lines
        resolving = _Resolving(cards, cards.find, refused, played)
        resolving.take(lines, again=True)
    if resolving.is_foreign:
        language = ListLanguage((line.name for line in lines if line.kind is _CARD), cards)
        resolving = _Resolving(cards, language.find, refused, played)
        resolving.take(lines, again=True)
    entries = resolving.entries
    return Deck(map(odd.settle, entries) if odd else entries, resolving.notes, resolving.unread)


PRINTED_OTHERWISE: Final = "printing"
"""The kind of a note on a line whose set and number are those of another card than its name."""


def shown_name(card: Card) -> str:
    """The name that stands on a card."""
    return card.printed_as or card.name


class _Resolving:
    """Looks up the names of one list; `is_foreign`: one of them is a name in another language than English."""

    def __init__(self, cards: CardIndex, find: Callable[[str], Match], refused: frozenset[str], played: Played) -> None:
        self._cards = cards
        self._find = find
        self._refused = refused
        self._played = played
        self.entries: list[Entry] = []
        self.notes: list[Note] = []
        self.unread: list[Line] = []
        self.is_foreign = False

    def take(self, lines: Iterable[Line], *, again: bool = False) -> bool:
        """Take the lines of the list in their order, up to one that names no card, unless they were read `again`.

        False where such a line is left.
        """
        entries, notes, find, refused = self.entries, self.notes, self._find, self._refused
        waiting = 0
        for line in map(self._with_sign, lines) if self._cards.signs else lines:
            if line[2] is not _CARD:
                _leave_out(line, notes, self.unread)
                continue
            name = line[5]
            found, how, contestable, languages = match = find(name)
            if how:
                self.is_foreign = self.is_foreign or how == "foreign"
            if len(found) == 1 and not (contestable and name in refused):
                card = found[0]
                if line[6]:
                    card = self._printed(line, card)
                entries.append(_new(Entry, (line, line[3], line[4], card, (), ())))
                if how:
                    notes.append(Note(line.number, how, name, card.printed_as or card.name, contestable, languages))
            elif found or again:
                waiting += 1
                entries.append(self._waiting(line, match, waiting <= MOST_HELPED))
            else:
                return False
        return True

    def _with_sign(self, line: Line) -> Line:
        """The line, its name with the sign that stands behind it, if a card is called so."""
        sign = line.text.rstrip()[-1:]
        name = f"{line.name} {sign}"
        return line._replace(name=name) if sign in self._cards.signs and self._cards.card(name) else line

    def _printed(self, line: Line, card: Card) -> Card:
        """The card of this name in the printing that the line says; a note, if that is another card's."""
        cards, set_code, number = self._cards, line.set_code, line.collector
        found = cards.printed(card, set_code, number)
        if number and cards.printing(found, set_code, number) is None:
            others = cards.printed_at(set_code, number)
            if others:
                here = f"{set_code} {number}: {' / '.join(shown_name(other) for other in others)}"
                self.notes.append(Note(line.number, PRINTED_OTHERWISE, here, shown_name(card)))
        return found

    def _by_printing(self, line: Line) -> Entry | None:
        """A line whose name is no card's as the card of its printing, if the name is that but for a slip."""
        # What looks like a set and a number may be the end of a name (Darkness Cube 01).
        whole = self._cards.exact(f"{line.name} {line.set_code} {line.collector}").cards
        if len(whole) == 1:
            return Entry(line, line.section, line.count, whole[0])
        here = self._cards.printed_at(line.set_code, line.collector)
        if len(here) != 1:
            return None
        card, name = here[0], shown_name(here[0])
        is_id = fold(line.name) == fold(f"{line.set_code}-{line.collector}")
        if not is_id and (line.name in self._refused or not self._is_slip(line.name, name)):
            return None
        self.notes.append(Note(line.number, "alias" if is_id else "typo", line.name, name, not is_id))
        return Entry(line, line.section, line.count, card)

    def _is_slip(self, written: str, name: str) -> bool:
        return any(near.score >= ALIKE and shown_name(near.card) == name for near in self._cards.near(written))

    def _waiting(self, line: Line, match: Match, helped: bool) -> Entry:
        cards = self._cards
        candidates = match.cards if len(match.cards) > 1 else ()
        if line.collector and not match.cards and (entry := self._by_printing(line)):
            return entry
        if not helped:
            return Entry(line, line.section, line.count, None, candidates)
        candidates = candidates or (choices(line.name, cards) if not match.cards else ())
        line, known = (line, None) if candidates or match.cards else beyond_name(line, cards)
        bare = without_numbers(line.name)
        # Of a line with several numbers no name says how many are meant of what: it is for the player to write.
        near = () if known or candidates or numbers_in(bare) else cards.near(bare, played=self._played)
        if not known and not candidates and line.collector:
            # A name in another language, or cut short: the printing says which card it may be.
            here = cards.printed_at(line.set_code, line.collector)
            near = (*(Near(card, 1.0) for card in here), *(one for one in near if one.card not in here))
        return Entry(line, line.section, line.count, known, candidates or self._may_be(bare, near), near)

    def _may_be(self, name: str, near: tuple[Near, ...]) -> tuple[Card, ...]:
        """The cards that a short name could be: called so by players, or (IPG 3.4) beginning with just these words."""
        begun = fold(name) + " "
        called = self._cards.called(name)
        fits = tuple(n.card for n in near if n.card in called or fold(n.card.name).startswith(begun))
        return fits if len(fits) > 1 else ()


def _leave_out(line: Line, notes: list[Note], unread: list[Line]) -> None:
    """Put down a line that is no card: as unread, or with a note where the player should know of it."""
    if line.kind is LineKind.UNREAD:
        unread.append(line)
    elif line.reason in _TELLING:
        notes.append(Note(line.number, "ignored", _said(line), ""))


def _said(line: Line) -> str:
    """What a line says; of one that is no longer a line but a whole file, its card."""
    return line.text.strip() if len(line.text) <= _LONGEST_TOLD else line.name or shorten(line.text)
