"""A list as it was read, and a deck as its cards are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card, Near
from deckcheck.translations import gettext, join_words, ngettext


class LineKind(StrEnum):
    """The fate of a line: every non-blank line of a list has one."""

    CARD = "card"
    HEADING = "heading"
    REMARK = "remark"
    UNREAD = "unread"


class Line(NamedTuple):
    """One non-blank line of a list.

    `number` counts from 1 in the text as typed; `text` is the line as typed. `section`, `count` and `name` are set on
    CARD lines; `section` also on HEADING lines (the section it opens). `name` is what stands for the card, without
    count, set and marks. `reason` says why a REMARK or UNREAD line is no card (`total`, `comment`, `maybeboard`,
    `zero`, `name-of-deck`, ...), or why the count of a CARD line is in doubt (`uncounted`, `unsure`); a card that
    states its count has none.
    """

    number: int
    text: str
    kind: LineKind
    section: str = ""
    count: int = 0  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str = ""
    set_code: str = ""
    collector: str = ""
    reason: str = ""


class Remark(NamedTuple):
    """How something was read: "Blank line 19 begins the sideboard."

    `message` may name `{line}` or `{lines}`, the `{names}` of cards and how many `more` there are, and `columns` of a
    table by the words for which they stand in it.
    """

    message: str
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    more: int = 0
    columns: Mapping[str, Sequence[str]] = {}

    @property
    def words(self) -> str:
        """The sentence."""
        names = ", ".join(self.names)
        facts = {
            "line": str(self.lines[0]) if self.lines else "",
            "lines": join_words(map(str, self.lines)),
            "names": gettext("{names} and {count} more").format(names=names, count=self.more) if self.more else names,
        }
        for key, columns in self.columns.items():
            told = ngettext("column {columns}", "columns {columns}", len(columns))
            facts[key] = told.format(columns=join_words(columns))
        return gettext(self.message).format_map(facts)


class ParsedList(NamedTuple):
    """A list as read: its dialect's id, its lines in order, and what a person should know of the reading.

    `title` is the deck's name where the list gives one. `odd`: a line's count is not plain, so that the whole list must
    decide.
    """

    dialect: str
    lines: tuple[Line, ...]
    title: str = ""
    remarks: tuple[Remark, ...] = ()
    odd: bool = False


class Note(NamedTuple):
    """Something read differently from what was written. `kind` is one of CONTRACT.md section 2.

    `languages`: the codes of those in which it is a name of the card, where the kind is `foreign`.
    """

    line: int
    kind: str
    text: str
    name: str
    contestable: bool = False
    languages: tuple[str, ...] = ()


ALIKE: Final = 0.75
"""From this likeness on a name may be a known card's, slipped, and the player is asked which."""


class Entry(NamedTuple):
    """One CARD line with the card it means.

    `card` is None while a person must decide; then `candidates` are the cards the name fits exactly (several) and
    `near` those it resembles.
    """

    line: Line
    section: str
    count: int  # type: ignore[assignment]  # As in Line.
    card: Card | None
    candidates: tuple[Card, ...] = ()
    near: tuple[Near, ...] = ()

    @property
    def is_like_none(self) -> bool:
        """Whether the name is like that of no card: it may be newer than our cards, or no card at all."""
        return self.card is None and not self.candidates and not any(near.score >= ALIKE for near in self.near)


class Deck:
    """The cards of one list by section. Never changed once made; what is computed is kept.

    `entries` hold resolved and waiting lines in the order of the list.
    """

    __slots__ = ("_copies", "_places", "_sizes", "_together", "entries", "notes", "unread")

    def __init__(self, entries: Iterable[Entry], notes: Iterable[Note] = (), unread: Iterable[Line] = ()) -> None:
        self.entries = tuple(entries)
        self.notes = tuple(notes)
        self.unread = tuple(unread)
        self._copies: dict[tuple[str, ...], Mapping[Card, int]] = {}
        self._places: tuple[dict[int, list[int]], dict[Card, list[int]]] | None = None
        self._together: dict[int, tuple[tuple[int, ...], int]] | None = None
        sizes: dict[str, int] = {}
        for entry in self.entries:
            section = entry[1]
            sizes[section] = sizes.get(section, 0) + entry[2]
        self._sizes = sizes

    @property
    def sizes(self) -> Mapping[str, int]:
        """Cards by section; lines that wait for a person count in their section."""
        return self._sizes

    def size(self, section: str) -> int:
        """How many cards a section holds, waiting lines included."""
        return self._sizes.get(section, 0)

    def copies(self, sections: tuple[str, ...]) -> Mapping[Card, int]:
        """Copies of each known card over these sections together, in order of first appearance."""
        known = self._copies.get(sections)
        if known is None:
            # Clauses name many sections of which a list has two: all these counts are one.
            here = tuple(section for section in self._sizes if section in sections)
            known = self._copies.get(here)
            if known is None:
                known = self._copies[here] = self._count(here)
            self._copies[sections] = known
        return known

    def _count(self, sections: tuple[str, ...]) -> Mapping[Card, int]:
        counts: dict[Card, int] = {}
        for _, section, count, card, _, _ in self.entries:
            if card is not None and section in sections:
                counts[card] = counts.get(card, 0) + count
        return counts

    def counted_with(self, number: int) -> tuple[tuple[int, ...], int]:
        """The input lines of the same card in the same section as this one, and how many copies they are together."""
        if self._together is None:
            same: dict[tuple[str, Card], list[Entry]] = {}
            for entry in self.entries:
                if entry.card is not None:
                    same.setdefault((entry.section, entry.card), []).append(entry)
            self._together = {}
            for found in same.values():
                told = tuple(e.line.number for e in found), sum(e.count for e in found)
                self._together.update(dict.fromkeys(told[0], told))
        return self._together.get(number, ((), 0))

    def cards(self, section: str) -> tuple[Card, ...]:
        """The different known cards of a section, in order of first appearance."""
        return tuple(self.copies((section,)))

    def holds_just(self, sections: Mapping[str, Mapping[str, int]]) -> bool:
        """Whether the deck is these cards by name in these sections and nothing else."""
        if self.waiting() or self.unread or self._sizes.keys() != sections.keys():
            return False
        return all({card.name: n for card, n in self.copies((s,)).items()} == sections[s] for s in sections)

    def waiting(self) -> tuple[Entry, ...]:
        """The entries that a person must decide."""
        return tuple(e for e in self.entries if e.card is None)

    def uncertain(self) -> tuple[Entry, ...]:
        """The entries of which it is not certain how many cards they are, if any."""
        return tuple([e for e in self.entries if e[0][8]])

    def in_doubt(self) -> tuple[int, ...]:
        """The lines that may hold more or fewer cards than were counted, ascending."""
        return tuple(sorted({*(e.line.number for e in self.uncertain()), *(line.number for line in self.unread)}))

    def lines_of(self, cards: Iterable[Card], sections: Iterable[str] = ()) -> tuple[int, ...]:
        """The input lines of these cards within these sections (all sections if none is named), ascending."""
        within = set(sections)
        return tuple(sorted({e.line.number for e in self.entries_of(cards) if not within or e.section in within}))

    def entries_of(self, cards: Iterable[Card], lines: Iterable[int] | None = None) -> list[Entry]:
        """The entries of these cards, or those of these lines where lines are named, in the order of the list."""
        if self._places is None:
            self._places = {}, {}
            for place, entry in enumerate(self.entries):
                self._places[0].setdefault(entry.line.number, []).append(place)
                if entry.card is not None:
                    self._places[1].setdefault(entry.card, []).append(place)
        by_line, by_card = self._places
        found = (by_card.get(card, ()) for card in cards) if lines is None else (by_line.get(n, ()) for n in lines)
        return [self.entries[place] for place in sorted({place for places in found for place in places})]

    def lines_in(self, section: str) -> tuple[int, ...]:
        """The input lines of a section, ascending."""
        return tuple(sorted({e.line.number for e in self.entries if e.section == section}))
