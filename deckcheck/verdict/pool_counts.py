"""A pool as people type it while they count it: collector numbers, names, or lines of a list that was exported.

`12` is one copy of the card with that number and `12x2` are two; a set's code before numbers says whose they are, and
alone on a line it holds for the numbers below. Whatever is typed twice counts twice. Nothing that was typed is lost: it
is in the rows or among what could not be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.clean_text import clean, shorten
from deckcheck.decklist.decks import Note
from deckcheck.decklist.line_parser import BLANK, HEADING, REMARK, SEVERAL, UNREAD, Headings, Piece, read_piece
from deckcheck.decklist.list_reader import with_line_feeds
from deckcheck.decklist.names import fold
from deckcheck.decklist.written_counts import NUMBERED, UNSURE
from deckcheck.translations import gettext, join_words, ngettext, whole
from deckcheck.verdict.set_lists import NotOpened, OpenedNames, SetList, not_opened, opened_names

MOST_COPIES: Final = 999
"""No pool holds more copies of a card."""
MOST_LEFT: Final = 500
"""After so many that could not be read, the lines below wait unread; a line has at most as many parts."""
MOST_HELPED: Final = 60
"""So many names of one text get suggestions."""
PLAIN: Final = Headings(dict.fromkeys(("pool", "card pool", "sealed pool", "draft pool"), "pool"))
"""The words that head a pool, where no game says more."""

_TIMES: Final = r"(?:(?:\s+[x×*]\s*|[x×*])(?P<count>\d{1,6})(?!\S))"
_NUMBER: Final = lazy.regex(
    rf"#?(?P<number>[a-z]{{0,4}}-?\d{{1,5}}[a-wyz★†]?)(?:/\d{{1,5}})?{_TIMES}?(?=\s|$)", re.IGNORECASE
)
_TURNED: Final = lazy.regex(r"\d+\s*[x×*]\s+\d+[a-z]?", re.IGNORECASE)
_FOREIGN: Final = lazy.regex(r"([A-Za-z0-9]{2,6})[\s:]+\d+[a-z]?(?:\s*[x×*]\s*\d+)?", re.IGNORECASE)
_PARTING: Final = lazy.regex(r"[,;\s]+")
_NUMBER_APART: Final = lazy.regex(r"\d+\s*[,;]")
_PARTS: Final = lazy.regex(r"\s*[,;]\s*")
_SHOWN_CODE: Final = lazy.regex(r"[A-Z0-9]{2,8}")


class PoolRow(NamedTuple):
    """Copies of one card of a set; the code is empty where none of the sets has it, the number where none is known."""

    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str
    set_code: str
    number: str


class Unread(NamedTuple):
    """What could not be read: its line and text, a sentence that says why, and the names that may be meant."""

    line: int
    text: str
    why: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolRead:
    """A pool as it was read: a row a card and set in the order of their checklists, and what could not be read.

    `notes` are the names that were read differently from what was typed; `foreign` the cards that the boosters of the
    sets do not hold, or may not.
    """

    rows: tuple[PoolRow, ...]
    unread: tuple[Unread, ...]
    total: int
    notes: tuple[Note, ...] = ()
    foreign: tuple[NotOpened, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """A sentence for each name that may mean another card than the one it was read as."""
        return tuple(f'"{note.text}" is read as {note.name}.' for note in self.notes if note.contestable)


def read_counts(
    text: str, sets: Sequence[SetList], index: CardIndex, words: Headings = PLAIN, free: Sequence[str] = ()
) -> PoolRead:
    """The pool that the text counts. A number without a code is one of the first of the sets that has it.

    Names are those of cards of the sets first, and of cards that are `free` beside every pool.
    """
    reading = _Reading(tuple(sets), opened_names(index, sets, free), words)
    text = with_line_feeds(text).removeprefix("\ufeff")
    for number, raw in enumerate(text.split("\n"), 1):
        line = clean(raw)
        if line:
            reading.take(number, line)
    rows = tuple(reading.rows())
    foreign = not_opened(((row.count, row.name) for row in rows), sets, free)
    return PoolRead(rows, tuple(reading.unread), sum(row.count for row in rows), tuple(reading.notes), foreign)


def pool_text(rows: Iterable[PoolRow]) -> str:
    """The rows as the pool of a list: what the check reads under that heading, and `read_counts` reads back."""
    return "".join(("Pool\n", *(f"{row.count} {row.name}{_mark(row)}\n" for row in rows)))


def _mark(row: PoolRow) -> str:
    """Set and number behind a name, where every reader of lists understands them."""
    return f" ({row.set_code}) {row.number}".rstrip() if _SHOWN_CODE.fullmatch(row.set_code) else ""


@dataclass(slots=True)
class _Reading:
    """What was counted so far; `here` is the set that a line of its own named last."""

    sets: tuple[SetList, ...]
    names: OpenedNames
    words: Headings
    here: SetList | None = None
    counts: dict[tuple[str, Card], int] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def take(self, line: int, text: str) -> None:
        """Count one line."""
        if len(self.unread) >= MOST_LEFT:
            self._leave(
                line, text, gettext("{count} above it could not be read. Fix those first.").format(count=MOST_LEFT)
            )
            return
        alone = self._set_of(text.removesuffix(":").strip())
        if alone and (text.endswith(":") or not _NUMBER.fullmatch(text)):
            self.here = alone
        elif not self._read(line, text):
            self._parts(line, text)

    def rows(self) -> Iterator[PoolRow]:
        """The rows in the order of the checklists, then what is in none of them by name."""
        left = dict(self.counts)
        for one in self.sets:
            for card in (*one.cards, *one.numbers.values()):
                count = left.pop((one.code, card), 0)
                if count:
                    yield PoolRow(count, card.name, one.code, one.number_of.get(card.name, ""))
        for (code, card), count in sorted(left.items(), key=lambda item: (fold(item[0][1].name), item[0][0])):
            yield PoolRow(count, card.name, code, "")

    def _set_of(self, code: str) -> SetList | None:
        return next((one for one in self.sets if one.code.casefold() == code.casefold()), None)

    def _read(self, line: int, text: str, *, is_part: bool = False) -> bool:
        """Count a line of numbers, or one that names a card; of many numbers with a slip among them, all but that."""
        found, odd = self._scan(text)
        if odd or not found:
            if self._card(line, text, is_part=is_part):
                return True
            if not found or len(found) < 2 * len(odd) or _PARTS.search(text):
                return False
        for one, number in found:
            self._number(line, one, number)
        for token in odd:
            self._leave(line, token, self._why(token))
        return True

    def _scan(self, text: str) -> tuple[list[tuple[SetList | None, re.Match[str]]], list[str]]:
        """The numbers of a line, each with the set that was named before it, and what is none."""
        found: list[tuple[SetList | None, re.Match[str]]] = []
        odd: list[str] = []
        here, at, text = self.here, 0, _PARTING.sub(" ", text)
        while at < len(text):
            at, code = self._code_at(text, at)
            here = code or here
            number = _NUMBER.match(text, at)
            if number:
                found.append((here, number))
            else:
                # Only the next word is cut out: the rest of a long line is not copied for each of its words.
                end = text.find(" ", at)
                odd.append(text[at:end] if end >= 0 else text[at:])
            at += len(number[0] if number else odd[-1])
            at += text.startswith(" ", at)
        return found, odd

    def _code_at(self, text: str, at: int) -> tuple[int, SetList | None]:
        """Behind a set's code where the text goes on with one and a number, and that set."""
        for one in sorted(self.sets, key=lambda one: -len(one.code)):
            # A code that reads like a number and its copies (2X2) is one with a colon only.
            between = (
                r"\s*:\s*" if _NUMBER.fullmatch(one.code) else r"[ :#/-]+" if one.code[-1].isdecimal() else r"[ :#/-]*"
            )
            code = re.compile(rf"{re.escape(one.code)}{between}(?=#?\d)", re.IGNORECASE).match(text, at)
            if code:
                return code.end(), one
        return at, None

    def _number(self, line: int, here: SetList | None, found: re.Match[str]) -> None:
        number, count = found["number"], int(found["count"] or 1)
        sets = (here,) if here else self.sets
        known = ((one, card) for one in sets if (card := one.numbered(number) or one.numbered(number.lower())))
        one, card = next(known, (None, None))
        if one is None or card is None:
            told = ngettext(
                "{sets} has no card with the number {number}.",
                "{sets} have no card with the number {number}.",
                len(sets),
            )
            which = told.format(sets=join_words(one.name for one in sets), number=number)
            self._leave(line, found[0], which if sets else gettext("Name the set that the number is of."))
        else:
            self._count(line, found[0], count, card, one)

    def _card(self, line: int, text: str, *, is_part: bool) -> bool:
        """Count a line that names a card, or pass over what is none: whether nothing is left to ask about it.

        What stands before a comma may be the beginning of a name that goes on behind it, so it is no name cut short.
        """
        piece = read_piece(text, self.words)
        if piece.shape in (HEADING, REMARK, BLANK):
            return True
        # A number with a comma or a dot behind it may be a card's own here, and is no count.
        if piece.shape in {UNREAD, SEVERAL} or piece.reason in {NUMBERED, UNSURE} or _NUMBER_APART.match(text):
            return False
        match = self.names.find(piece.name, cut=not is_part)
        if len(match.cards) != 1:
            return False
        card = match.cards[0]
        if match.kind:
            self.notes.append(Note(line, match.kind, piece.name, card.name, match.contestable, match.languages))
        self._count(line, text, piece.count, card, self._set_with(card, piece))
        return True

    def _set_with(self, card: Card, piece: Piece) -> SetList | None:
        """The set that a card is counted in: the one its line names, else the first that has it."""
        named = self._set_of(piece.set_code) if piece.set_code else None
        likely = [one for one in (named, self.here, *self.sets) if one]
        return next((one for one in likely if card.name in one.number_of or card in one.cards), None)

    def _parts(self, line: int, text: str) -> None:
        """Count what stands between commas, each for itself; what is neither number nor name is left."""
        parts = [part for part in _PARTS.split(text) if part]
        if not 2 <= len(parts) <= MOST_LEFT or not any(self._is_known(part) for part in parts):
            parts = [text]
        for part in parts:
            if part is text or not self._read(line, part, is_part=True):
                self._leave(line, part, self._why(part), self._near(part))

    def _is_known(self, part: str) -> bool:
        found, odd = self._scan(part)
        return bool(found and not odd) or self._means_one(part)

    def _means_one(self, part: str) -> bool:
        return len(self.names.find(read_piece(part, self.words).name, cut=False).cards) == 1

    def _count(self, line: int, text: str, count: int, card: Card, one: SetList | None) -> None:
        if count > MOST_COPIES:
            told = gettext("{count} copies are more than a pool holds; {most} are the most.")
            self._leave(line, text, told.format(count=whole(count), most=MOST_COPIES))
        elif count < 1:
            self._leave(line, text, gettext("This counts no copy."))
        else:
            key = (one.code if one else "", card)
            self.counts[key] = self.counts.get(key, 0) + count

    def _leave(self, line: int, text: str, why: str, near: tuple[str, ...] = ()) -> None:
        self.unread.append(Unread(line, shorten(text), why, near))

    def _why(self, text: str) -> str:
        if _TURNED.fullmatch(text):
            return gettext("Write the number first, then how many: 12x2.")
        foreign = _FOREIGN.fullmatch(text)
        if foreign:
            return gettext("{set} is none of the sets that were opened here.").format(set=foreign[1].upper())
        several = self.names.find(read_piece(text, self.words).name).cards
        return gettext("Several cards are called so.") if several else gettext("No card is called so.")

    def _near(self, text: str) -> tuple[str, ...]:
        if len(self.unread) >= MOST_HELPED:
            return ()
        return self.names.near(read_piece(text, self.words).name)
