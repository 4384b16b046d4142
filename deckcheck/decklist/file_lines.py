"""What the readers of programs' files share: a card with the line it stands on, and all other lines as remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import has_letters, on_one_line, shorten
from deckcheck.decklist.decks import Line, LineKind, ParsedList, Remark
from deckcheck.decklist.line_parser import ASIDE, CARD, MARKED, REMARK, Headings, read_piece
from deckcheck.translations import gettext_noop

MARKUP: Final = "markup"
"""Why a line is a remark: it holds the file together and no card."""
_MOST: Final = 999_999_999
_HALF_LETTER: Final = lazy.regex("[\ud800-\udfff]")
_LONGEST_NAME: Final = 200
_LONGEST_SHOWN: Final = 600
"""A longer line holds a whole file: what is left out of it is told once, and not by the line."""
_MOST_NAMED: Final = 8
_UNSAID: Final = frozenset({"count", "section"})


def file_card(
    number: int, row: str, section: str, count: object, name: object, set_code: object = "", collector: object = ""
) -> Line:
    """One card of a file as its line.

    Unread where the file does not say its section, its count or its name as such are written; a remark where it is
    no card of the deck.
    """
    called, copies = _word(name), _whole(count)
    if section == ASIDE:
        return Line(number, row, LineKind.REMARK, name=called, reason=ASIDE)
    fault = _fault(section, copies, called)
    if fault:
        return Line(number, row, LineKind.UNREAD, name=called[:_LONGEST_NAME], reason=fault)
    if not copies:
        return Line(number, row, LineKind.REMARK, name=called, reason="zero")
    return Line(number, row, LineKind.CARD, section, copies, called, _word(set_code), _word(collector))


def _fault(section: str, copies: int | None, name: str) -> str:
    if not has_letters(name):
        return "no-name"
    if len(name) > _LONGEST_NAME:
        return "too-long"
    if copies is None:
        return "count"
    return "" if section else "section"


def _whole(count: object) -> int | None:
    """A count as files write it, a number or its digits; None for everything else."""
    if isinstance(count, str):
        digits = count.strip()
        return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else None
    return count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _MOST else None


def _word(value: object) -> str:
    """What a file says, on one line; half a letter, as only files can write it, is none."""
    return on_one_line(_HALF_LETTER.sub("\ufffd", value)) if value and isinstance(value, str) else ""


def other_line(number: int, row: str, section: str, words: Headings) -> Line:
    """A line that is not as the program writes it: a card that is plain by itself, a remark, or unread."""
    piece = read_piece(row, words)
    if piece.shape == CARD or (piece.shape == MARKED and not piece.reason):
        return file_card(number, row, piece.section or section, *piece[1:5])
    if piece.shape == REMARK:
        return Line(number, row, LineKind.REMARK, name=piece.name, reason=piece.reason)
    return Line(number, row, LineKind.UNREAD, reason=piece.reason or MARKUP)


def parsed_file(
    dialect: str, text: str, cards: Iterable[Line], broken: int = 0, title: str = "", remarks: Iterable[Remark] = ()
) -> ParsedList:
    """The list that a file holds; `broken` is the line from which on it could not be read (0: read to its end)."""
    rows = text.split("\n")
    by_line: dict[int, list[Line]] = {}
    beside: list[str] = []
    asked: list[str] = []
    for card in cards:
        same = by_line.setdefault(card.number, [])
        unread = card.kind is LineKind.UNREAD
        asked += [card.name] if unread and card.reason in _UNSAID else []
        if card.kind is LineKind.REMARK and len(card.text) > _LONGEST_SHOWN:
            beside.append(card.name)
        elif not unread or not any(line.kind is LineKind.UNREAD for line in same):
            same.append(card)
    told = [Remark(_BROKEN, (broken,))] if broken else []
    told += [_some(_BESIDE, beside)] if beside else []
    told += [_some(_UNSAID_OF, asked)] if asked else []
    lines = tuple(_lines(rows, by_line, _last_written(rows, broken)))
    return ParsedList(dialect, lines, _word(title), (*told, *remarks))


_BROKEN: Final = gettext_noop("The file breaks off at line {line}; what follows it could not be read.")
_BESIDE: Final = gettext_noop("Left out, as the file keeps them beside the deck: {names}.")
_UNSAID_OF: Final = gettext_noop("Not read, as the file doesn't say how many or in which part of the deck: {names}.")


def _some(message: str, names: list[str]) -> Remark:
    """A sentence about the first of many names, and how many more there are."""
    shown = tuple(shorten(name) for name in names[:_MOST_NAMED])
    return Remark(message, names=shown, more=max(0, len(names) - _MOST_NAMED))


def _last_written(rows: list[str], broken: int) -> int:
    """The line to ask about where a file breaks off: a blank one can't be shown, so it is the last above it."""
    while broken > 1 and (broken > len(rows) or not rows[broken - 1].strip()):
        broken -= 1
    return broken


def _lines(rows: list[str], cards: Mapping[int, list[Line]], lost: int) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        here = cards.get(number, ())
        yield from here
        if not row.strip():
            continue
        if lost and (number == lost or (number > lost and not here)):
            yield Line(number, row, LineKind.UNREAD, reason=MARKUP)
        elif not here:
            yield Line(number, row, LineKind.REMARK, reason=MARKUP)


def first_written(rows: list[str]) -> int:
    """The number of the first line that is not blank; 0 where all are."""
    return next((number for number, row in enumerate(rows, 1) if row.strip()), 0)


def unknown_file(dialect: str, text: str, sentence: str) -> ParsedList:
    """A file in a form that is not known: its first line waits for a person, and nothing in it is read as a card."""
    rows = text.split("\n")
    first = first_written(rows)
    asked = [Line(first, rows[first - 1], LineKind.UNREAD, reason="unknown-file")] if first else []
    return parsed_file(dialect, text, asked, remarks=(Remark(sentence),))
