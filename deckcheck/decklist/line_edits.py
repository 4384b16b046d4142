"""One line of a list written anew with another count or another name: whatever else it says, it says afterwards.

A changed line is read again before it is offered. So a name never takes the place of a count, and a count is never
lost; where that cannot be had, nothing is offered.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.clean_text import on_one_line
from deckcheck.decklist.decks import Line
from deckcheck.decklist.line_parser import INLINE, MARKED, SEVERAL, Headings, Piece, read_piece
from deckcheck.decklist.tables.edits import Row, row_of
from deckcheck.decklist.written_counts import BEHIND, UNCOUNTED, UNSURE, numbers_in, stated_in, without_numbers

_COUNT_PLACES: Final = (
    (r"^(\W*(?:[A-Za-z ]+:\s*)?\W*[xX×]?\s?)", r"(?![\d+])"),
    (r"(\s\(?[xX×]\s?|\s[(\[])", r"(?=[)\]]?\s*$)"),
    (r"(\W)", r"(?=\W*$)"),
    (r"(\W)", r"(?!\d)"),
)
"""Where a line has its count: in front, behind with an x or in brackets, at its end, anywhere."""
_PREFIX: Final = lazy.regex(r"\s*[\w() ]{2,24}:\s*")
_INSIDE: Final = frozenset({MARKED, INLINE})
_STATED: Final = frozenset({"", BEHIND})
_LONGEST_LINE: Final = 600
_OF_FILE: Final = lazy.regex(
    r'^\s*<[/!?a-z]|\\|"\w+"\s*:|</?(?:a|b|br|div|h[1-6]|i|li|ol|p|span|td|tr|ul)\b[^<>]*>', re.IGNORECASE
)
_ELEMENT: Final = lazy.regex(r"\s*<(\w+)\b[^<>]*(?:/>|>[^<>]*</\1>)\s*")
_FILE_COUNT: Final = lazy.regex(
    r'((?:\b(?:number|quantity|qty)="|"(?:count|quantity|qty|amount)"\s*:\s*))(\d+)(?="|\b)', re.IGNORECASE
)
_FILE_NAME: Final = lazy.regex(
    r'\bname="([^"]*)"|"(?:name|card)"\s*:\s*("(?:[^"\\]|\\.)*")|>([^<>]+)(?=</(?:card|name)>)', re.IGNORECASE
)


def with_count(line: Line, count: int, words: Headings) -> str | None:
    """The line with another count; empty where none is left, None where the line cannot be written so."""
    text = line.text
    was = read_piece(text, words)
    if was.shape == SEVERAL:
        return _in_part(line, count, line.name, was, words)
    if not count:
        return without_card(line)
    if is_of_file(text):
        return _with_file_count(line, count)
    if row := _row(line, was):
        return row.with_count(count)
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
    if is_of_file(text):
        return _with_file_name(line, name)
    was = read_piece(text, words)
    if was.shape == SEVERAL:
        return _in_part(line, line.count, name, was, words)
    if row := _row(line, was):
        return row.with_name(name)
    if Counter(numbers_in(stretch)) - Counter(numbers_in(name)):
        return None
    wanted = line.name.replace(stretch, name, 1)
    at = text.find(stretch) if stretch else -1
    while at >= 0:
        changed = text[:at] + name + text[at + len(stretch) :]
        piece = read_piece(changed, words)
        if piece[:3] == (*was[:2], wanted) and piece.reason == was.reason and _same_place(piece, was):
            return changed
        at = text.find(stretch, at + 1)
    return _plain(line, name, was, words)


def _in_part(line: Line, count: int, name: str, was: Piece, words: Headings) -> str | None:
    """A line of several cards with another count or name of one of them."""
    text = line.text
    for found in re.finditer(rf"(?<!\d){line.count}(\s?[xX×]?\s+){re.escape(line.name)}", text):
        changed = f"{text[: found.start()]}{count}{found[1]}{name}{text[found.end() :]}"
        parts = read_piece(changed, words).parts
        differ = [new for new, old in zip(parts, was.parts, strict=False) if new != old]
        if len(parts) == len(was.parts) and [new[1:3] for new in differ] == [(count, name)]:
            return changed
    return None


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
    if is_of_file(line.text):
        return None
    if row := _row(line, read_piece(line.text, words)):
        return row.plain(count, name)
    for text in (line.text, _prefix(line.text, read_piece(line.text, words)) + name):
        changed = with_count(bare._replace(text=text), count, words)
        if changed is not None:
            return changed
    return None


def _row(line: Line, was: Piece) -> Row | None:
    """The line as a row of a table, if it says its card and its count in cells."""
    return row_of(line) if was[1:3] != (line.count, line.name) else None


def likely_count(line: Line) -> int:
    """The count that a line in doubt most likely means, as it was read where no number in it is plainly one."""
    return (line.reason == UNSURE and stated_in(line.text)) or line.count


def _prefix(text: str, was: Piece) -> str:
    """The heading or the mark of its own that stands in front of the card ("SB: ")."""
    found = _PREFIX.match(text) if was.section else None
    return found[0] if found else ""


def _same_place(piece: Piece, was: Piece) -> bool:
    return piece.section == was.section and (piece.shape in _INSIDE) == (was.shape in _INSIDE)


def is_of_file(text: str) -> bool:
    """Whether a line is a part of a file, so that it may hold more than one card, or be held by what is around it."""
    return len(text) > _LONGEST_LINE or text.count("{") != text.count("}") or _OF_FILE.search(text) is not None


def without_card(line: Line) -> str | None:
    """What is left of the line without its card; None where the rest of a file would not hold together without it."""
    if not is_of_file(line.text):
        row = row_of(line)
        return row.with_count(0) if row else ""
    if len(line.text) <= _LONGEST_LINE and _ELEMENT.fullmatch(line.text):
        return ""
    return _with_file_count(line, 0)


def _with_file_count(line: Line, count: int) -> str | None:
    """A line of a file with another count, if it holds the count of its card and no other."""
    found = list(_FILE_COUNT.finditer(line.text)) if len(line.text) <= _LONGEST_LINE else []
    if len(found) != 1 or int(found[0][2]) != line.count or _named_in(line) is None:
        return None
    return _FILE_COUNT.sub(lambda at: f"{at[1]}{count}", line.text)


def _with_file_name(line: Line, name: str) -> str | None:
    """A line of a file with another name, if it holds the name of its card and no other."""
    found = _named_in(line)
    if found is None:
        return None
    part = next(number for number in (1, 2, 3) if found[number] is not None)
    written = json.dumps(name, ensure_ascii=False) if part == 2 else html.escape(name)
    return line.text[: found.start(part)] + written + line.text[found.end(part) :]


def _named_in(line: Line) -> re.Match[str] | None:
    """Where a line of a file has the name of its card, if that is the only name in it."""
    found = list(_FILE_NAME.finditer(line.text)) if len(line.text) <= _LONGEST_LINE else []
    if len(found) != 1:
        return None
    bare, quoted, inside = found[0].groups()
    try:
        said = json.loads(quoted) if quoted else html.unescape(bare if bare is not None else inside)
    except ValueError:
        return None
    return found[0] if on_one_line(said) == line.name else None
