"""One line of a list written anew with another count or another name: whatever else it says, it says afterwards.

A changed line is read again before it is offered. So a name never takes the place of a count, and a count is never
lost; where that cannot be had, nothing is offered.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from deckcheck.decklist.decks import Line
from deckcheck.decklist.line_parser import INLINE, MARKED, Headings, Piece, read_piece
from deckcheck.decklist.written_counts import BEHIND, UNCOUNTED, UNSURE, numbers_in, stated_in, without_numbers

_COUNT_PLACES: Final = (
    (r"^(\W*(?:[A-Za-z ]+:\s*)?\W*[xX×]?\s?)", r"(?![\d+])"),
    (r"(\s\(?[xX×]\s?|\s[(\[])", r"(?=[)\]]?\s*$)"),
    (r"(\W)", r"(?=\W*$)"),
    (r"(\W)", r"(?!\d)"),
)
"""Where a line has its count: in front, behind with an x or in brackets, at its end, anywhere."""
_PREFIX: Final = re.compile(r"\s*[\w() ]{2,24}:\s*")
_INSIDE: Final = frozenset({MARKED, INLINE})
_STATED: Final = frozenset({"", BEHIND})
_XML_COUNT: Final = re.compile(r'(\b(?:number|quantity)=")[^"]*(")', re.IGNORECASE)
_XML_NAME: Final = re.compile(r'(\bname=")[^"]*(")', re.IGNORECASE)


def with_count(line: Line, count: int, words: Headings) -> str | None:
    """The line with another count; empty where none is left, None where the line cannot be written so."""
    if not count:
        return ""
    text = line.text
    if text.lstrip().startswith("<"):
        return _in_element(text, _XML_COUNT, str(count))
    was = read_piece(text, words)
    for changed in _with_counts(line, count, was):
        piece = read_piece(changed, words)
        if piece[1:3] == (count, line.name) and piece.reason in _STATED and _same_place(piece, was):
            return changed
    return None


def _with_counts(line: Line, count: int, was: Piece) -> Iterator[str]:
    text = line.text
    if was.reason in _STATED:
        for before, behind in _COUNT_PLACES:
            changed, done = re.subn(rf"{before}0*{line.count}{behind}", rf"\g<1>{count}", text, count=1)
            if done:
                yield changed
    prefix = _prefix(text, was)
    rest = text[len(prefix) :].strip()
    if rest.startswith(line.name):
        yield f"{prefix}{count} {rest}"
    marks = text.rpartition(line.name)[2] if line.name in text else ""
    yield f"{prefix}{count} {line.name}{marks}"
    yield f"{prefix}{count} {line.name}"


def with_name(line: Line, name: str, words: Headings) -> str | None:
    """The line with another card's name, the rest as it was; None where its numbers leave open what would stay."""
    text, stretch = line.text, without_numbers(line.name, name)
    if text.lstrip().startswith("<"):
        return _in_element(text, _XML_NAME, html.escape(name))
    if Counter(numbers_in(stretch)) - Counter(numbers_in(name)):
        return None
    was = read_piece(text, words)
    wanted = line.name.replace(stretch, name, 1)
    at = text.find(stretch) if stretch else -1
    while at >= 0:
        changed = text[:at] + name + text[at + len(stretch) :]
        piece = read_piece(changed, words)
        if piece[:3] == (*was[:2], wanted) and piece.reason == was.reason and _same_place(piece, was):
            return changed
        at = text.find(stretch, at + 1)
    return _plain(line, name, was, words)


def _plain(line: Line, name: str, was: Piece, words: Headings) -> str | None:
    """The line as its count and the name alone, where its text has the old name in no single place."""
    if was.reason not in {*_STATED, UNCOUNTED} or numbers_in(line.name):
        return None
    changed = _prefix(line.text, was) + (name if was.reason == UNCOUNTED else f"{was.count} {name}")
    piece = read_piece(changed, words)
    same = piece[1:3] == (was.count, name) and piece.reason in {was.reason, ""} and _same_place(piece, was)
    return changed if same else None


def counted_once(line: Line, count: int, name: str, words: Headings) -> str | None:
    """A line whose count is in doubt with one that is not, and the card it means."""
    bare = line._replace(name=name)
    for text in (line.text, _prefix(line.text, read_piece(line.text, words)) + name):
        changed = with_count(bare._replace(text=text), count, words)
        if changed is not None:
            return changed
    return None


def likely_count(line: Line) -> int:
    """The count that a line in doubt most likely means, as it was read where no number in it is plainly one."""
    return (line.reason == UNSURE and stated_in(line.text)) or line.count


def _prefix(text: str, was: Piece) -> str:
    """The heading or the mark of its own that stands in front of the card ("SB: ")."""
    found = _PREFIX.match(text) if was.section else None
    return found[0] if found else ""


def _same_place(piece: Piece, was: Piece) -> bool:
    return piece.section == was.section and (piece.shape in _INSIDE) == (was.shape in _INSIDE)


def _in_element(text: str, attribute: re.Pattern[str], value: str) -> str | None:
    """A line of a file with one element whose attribute has another value."""
    if len(attribute.findall(text)) != 1:
        return None
    return attribute.sub(lambda found: found[1] + value + found[2], text)
