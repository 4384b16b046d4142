"""Lists that are written one card a line: what a line means by what stands above it.

Headings decide the section where there are any, marks on a line ("SB:") decide for their line. A list with neither
has its sideboard behind its one gap; with several gaps they are spacing, and all of it is the main deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind, ParsedList, Remark
from deckcheck.decklist.line_parser import (
    ASIDE,
    BLANK,
    CARD,
    HEADING,
    INLINE,
    MAIN,
    ODD,
    REMARK,
    SAME,
    SEVERAL,
    SIDE,
    TOTALLED,
    UNREAD,
    Headings,
    Piece,
    heading_key,
    read_piece,
)
from deckcheck.decklist.stated_totals import with_totals_checked
from deckcheck.decklist.written_counts import NUMBERED, TOTAL, UNCOUNTED, UNSURE, are_places, numbers_in
from deckcheck.translations import gettext_noop

SPACING_FROM: Final = 3
"""No sideboard is three times as big as its main deck (in Sealed it is half as big again)."""
MOST_ASIDE: Final = 20
"""A sideboard that is not too big by more than a few cards; more than these under a word are a group of the deck."""
LEADERS_AT_MOST: Final = 3
"""Two partners and a companion."""
_KEPT_PIECES: Final = 16384
_KEPT_LENGTH: Final = 100

_SPEAKER: Final = lazy.regex(r"(\w[\w .'-]{0,30}):\s+")

_new = tuple.__new__
"""A line is made for every line of every list: this skips the keyword handling of a NamedTuple (half its time)."""


def read_lines(text: str, words: Mapping[str, str], dialect: str) -> ParsedList:
    """The list, every non-blank line of it as card, heading, remark or unread."""
    headings = words if isinstance(words, Headings) else Headings(dict(words))
    rows = text.split("\n")
    reading = _Reading(rows, headings)
    lines, known = reading.lines, headings.pieces.get
    section, careful, card = MAIN, False, LineKind.CARD
    for number, raw in enumerate(rows, 1):
        piece = known(raw) or _learn(raw, headings)
        shape = piece[0]
        if shape is CARD and not careful:
            lines.append(_new(Line, (number, raw, card, section, piece[1], piece[2], piece[3], piece[4], "")))
        elif shape is not BLANK:
            section, careful = reading.take(number, raw, piece)
        elif lines:
            reading.gap, careful = number, True
    remarks = reading.finish()
    speaker = _only_speaker(rows, headings) if reading.odd else ""
    if speaker:
        said = read_lines("\n".join(row.strip().removeprefix(speaker) for row in rows), headings, dialect)
        return said._replace(lines=tuple(line._replace(text=rows[line.number - 1]) for line in said.lines))
    read = with_totals_checked(lines) if reading.totals else lines
    return ParsedList(dialect, tuple(read), reading.title, remarks, reading.odd)


def _only_speaker(rows: list[str], headings: Headings) -> str:
    """The name in front of all lines of what one person said in a chat ("Anna: "), or nothing."""
    said = [row.strip() for row in rows if row.strip()]
    found = _SPEAKER.match(said[0]) if len(said) > 1 else None
    if not found or heading_key(found[1]) in headings:
        return ""
    return found[0] if all(row.startswith(found[0]) and len(row) > len(found[0]) for row in said) else ""


def _is_counted(piece: Piece) -> bool:
    """Whether the line states the count of a card."""
    return piece.count > 0 and piece.reason not in (UNCOUNTED, NUMBERED)


def _learn(raw: str, headings: Headings) -> Piece:
    piece = read_piece(raw, headings)
    if len(raw) <= _KEPT_LENGTH:
        if len(headings.pieces) >= _KEPT_PIECES:
            headings.pieces.clear()
        headings.pieces[raw] = piece
    return piece


class _Reading:
    """The state of reading one list: whatever makes a line more than its piece."""

    __slots__ = (
        *("_counted", "_gaps", "_headings", "_left", "_naming", "_numbered", "_rows", "_split", "_sure", "_totalled"),
        *("_worded", "gap", "lines", "odd", "section", "title", "totals"),
    )

    def __init__(self, rows: list[str], headings: Headings) -> None:
        self._rows = rows
        self._headings = headings
        self._counted: bool | None = None
        """Whether most cards of the list have a count, once that was asked."""
        self._numbered: list[int] = []
        self.odd = False
        """Whether the count of a line is not plain."""
        self.lines: list[Line] = []
        self.section = MAIN
        self.title = ""
        self.totals = False
        """Whether the list states totals of its own."""
        self.gap = 0
        """The blank line just passed, if the next card stands behind a gap."""
        self._sure = False
        self._naming = False
        self._gaps: list[int] = []
        self._split = 0
        self._totalled: list[int] = []
        self._worded: list[int] = []
        """Lines without a count above which a gap was taken for spacing."""
        self._left: tuple[str, int] | None = None
        """The section that a gap seemed to end, and the line at which it did."""

    def take(self, number: int, raw: str, piece: Piece) -> tuple[str, bool]:
        """Put down a line that is more than a card in its place.

        The answer is the section from here on, and whether plain card lines need more care than being put into it.
        """
        if piece.shape is HEADING:
            self._heading(number, raw, piece.section)
        elif piece.shape in (REMARK, UNREAD):
            self._remark(number, raw, piece)
        elif piece.shape is SEVERAL:
            for part in piece.parts:
                self._card(number, raw, part)
        elif piece.reason in (UNCOUNTED, NUMBERED) and self._is_above_counted(number):
            self._group(number, raw, piece)
        elif self._naming and raw.strip()[:5].casefold() == "name ":
            self._remark(number, raw, Piece(REMARK, reason="name-of-deck", title=raw.strip()[5:].strip()))
        else:
            self._card(number, raw, piece)
        return self.section, bool(self.gap) or self._naming or self.section == ASIDE

    def _remark(self, number: int, raw: str, piece: Piece) -> None:
        if piece.title and (piece.reason == "name-of-deck" or not (self.title or self.lines)):
            self.title = piece.title
        if piece.reason == "separator" and self.lines:
            self.gap = number
        self.totals = self.totals or piece.reason == TOTAL
        kind = LineKind.UNREAD if piece.shape is UNREAD else LineKind.REMARK
        self.lines.append(Line(number, raw, kind, name=piece.name, reason=piece.reason))

    def _heading(self, number: int, raw: str, section: str, reason: str = "") -> None:
        self._naming = raw.strip().casefold() == "about"
        if section == SAME:
            self._leave_leaders()
        else:
            self._be_sure()
            self._come_back(section)
            self.section = section
            self.totals = self.totals or bool(numbers_in(raw))
        self.gap = 0
        self.lines.append(Line(number, raw, LineKind.HEADING, section=section, reason=reason))

    def _is_above_counted(self, number: int) -> bool:
        """Whether the next line that is not blank is a card with its count."""
        at = number
        while at < len(self._rows) and not self._rows[at].strip():
            at += 1
        return at < len(self._rows) and _is_counted(_learn(self._rows[at], self._headings))

    def _is_counted_list(self) -> bool:
        """Whether most cards of the list have their counts; asked once, where a line without one may be a heading."""
        if self._counted is None:
            pieces = [_learn(row, self._headings) for row in self._rows]
            counted = sum([_is_counted(piece) for piece in pieces])
            self._counted = counted >= sum([piece.reason in (UNCOUNTED, NUMBERED) for piece in pieces])
        return self._counted

    def _group(self, number: int, raw: str, piece: Piece) -> None:
        """A line without a count above one with it: a heading, if the word is known as one and the list has counts.

        Else whoever knows the cards decides; a gap above what may be a heading is spacing.
        """
        if heading_key(piece.name if piece.reason == NUMBERED else raw.strip()) in self._headings.categories:
            if self._is_counted_list():
                self._heading(number, raw, SAME, "category")
                return
            piece = piece._replace(reason=UNSURE)
        elif self.gap and piece.shape is ODD and piece.reason == UNCOUNTED and self._is_counted_list():
            self._leave_leaders()
            self._worded.append(len(self.lines))
            self.gap = 0
        self._card(number, raw, piece)

    def _card(self, number: int, raw: str, piece: Piece) -> None:
        self._naming = False
        if piece.shape in (CARD, ODD, TOTALLED):
            if self.gap:
                self._cross_gap()
            section = self.section
            if piece.shape is TOTALLED:
                self._totalled.append(len(self.lines))
        else:
            section = piece.section
            self._be_sure()
            self.section = section if piece.shape is INLINE else self.section
        self.gap = 0
        if section == ASIDE:
            self.lines.append(Line(number, raw, LineKind.REMARK, name=piece.name, reason=ASIDE))
        else:
            if piece.reason == NUMBERED:
                self._numbered.append(len(self.lines))
            self.odd = self.odd or bool(piece.reason)
            self.lines.append(Line(number, raw, LineKind.CARD, section, *piece[1:5], piece.reason))

    def _be_sure(self) -> None:
        """The list says itself where its sections begin: what a gap seemed to say is taken back."""
        if not self._sure:
            self._sure = True
            self._join()

    def _cross_gap(self) -> None:
        if self._sure:
            self._leave_leaders()
            return
        self._gaps.append(self.gap)
        if len(self._gaps) == 1:
            self._split = len(self.lines)
            self.section = SIDE
        elif len(self._gaps) == 2:
            self._join()

    def _leave_leaders(self) -> None:
        """A commander stands alone: what follows it without a heading is the main deck."""
        if self.section not in (MAIN, SIDE, ASIDE):
            cards = [line for line in self.lines if line.kind is LineKind.CARD]
            # What the deck is called may stand above all sections, and looks like a card without a count.
            begun = any(line.section == MAIN and line.reason != UNCOUNTED for line in cards)
            if not begun and any(line.section == self.section for line in cards):
                self._left = (self.section, len(self.lines))
                self.section = MAIN

    def _come_back(self, section: str) -> None:
        """Where the main deck has a heading after all, the gaps above it were spacing inside the section before."""
        if section == MAIN and self._left:
            before, start = self._left
            self._move(start, len(self.lines), before)
        self._left = None

    def _join(self) -> None:
        self._move(self._split if self._gaps else len(self.lines), len(self.lines), MAIN)
        self.section = MAIN

    def _move(self, start: int, stop: int, section: str) -> None:
        for at in range(start, stop):
            if self.lines[at].kind is LineKind.CARD:
                self.lines[at] = self.lines[at]._replace(section=section)

    def finish(self) -> tuple[Remark, ...]:
        """Settle what totals and gaps mean now that all lines are known; what a person should know of it."""
        for at in self._totalled:
            if self._is_total(at):
                line = self.lines[at]
                named = line.name.casefold() in self._headings.categories and not line.text.strip()[0].isdecimal()
                reason = "" if named else TOTAL
                self.lines[at] = line._replace(kind=LineKind.HEADING, section=SAME, reason=reason)
                self._be_sure()
        if self._numbered:
            self._settle_numbers()
        if self._sure or not self._gaps:
            self._doubt_word()
            return ()
        if len(self._gaps) > 1:
            return (Remark(_ALL_SPACING, tuple(self._gaps)),)
        before = sum([line.count for line in self.lines[: self._split]])
        behind = sum([line.count for line in self.lines[self._split :]])
        if behind < SPACING_FROM * before:
            return (self._of_gap(_BEGINS),)
        self._join()
        if before <= LEADERS_AT_MOST and "commander" in self._headings.values():
            self._move(0, self._split, "commander")
            return (self._of_gap(_LED),)
        return (self._of_gap(_SPACING),)

    def _doubt_word(self) -> None:
        """Ask about the word behind the only gap, if what follows may be a sideboard under a name not known here."""
        if self._sure or len(self._worded) != 1:
            return
        at = self._worded[0]
        if sum([line.count for line in self.lines[at + 1 :]]) <= MOST_ASIDE:
            self.lines[at] = self.lines[at]._replace(reason=UNSURE)

    def _settle_numbers(self) -> None:
        """Take the numbers in front of names for counts, unless they run like those of a numbered list."""
        places = are_places([self.lines[at].count for at in self._numbered])
        for at in self._numbered:
            line = self.lines[at]
            reason = {True: UNCOUNTED, False: "", None: UNSURE}[places]
            self.lines[at] = line._replace(count=1 if places else line.count, reason=reason)

    def _is_total(self, at: int) -> bool:
        """Whether the lines right below, each with its own count, make up the total that this line gives."""
        left, last = self.lines[at].count, self.lines[at].number
        for place, line in enumerate(self.lines[at + 1 :], at + 1):
            if line.kind is not LineKind.CARD or line.number != last + 1 or place in self._totalled:
                break
            left, last = left - line.count, line.number
        return left == 0

    def _of_gap(self, messages: tuple[str, str]) -> Remark:
        gap = self._gaps[0]
        return Remark(messages[any(line.number == gap for line in self.lines)], (gap,))


_ALL_SPACING: Final = gettext_noop("No sideboard is marked: blank lines {lines} are read as spacing.")
_BEGINS: Final = (
    gettext_noop("Blank line {line} begins the sideboard."),
    gettext_noop("Line {line} begins the sideboard."),
)
_LED: Final = (
    gettext_noop("What stands above blank line {line} is read as the commander."),
    gettext_noop("What stands above line {line} is read as the commander."),
)
_SPACING: Final = (
    gettext_noop("No sideboard is marked: blank line {line} is read as spacing."),
    gettext_noop("No sideboard is marked: line {line} is read as spacing."),
)
"""What is said of the only gap of a list, where it is blank and where words stand in it."""
