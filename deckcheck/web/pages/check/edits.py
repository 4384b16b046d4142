"""Changes to a list as buttons carry them: which line, what stood there, what stands there afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from deckcheck.decklist.decks import Line
from deckcheck.decklist.line_edits import with_name
from deckcheck.decklist.line_parser import Headings
from deckcheck.decklist.list_reader import with_line_feeds
from deckcheck.translations import gettext, gettext_noop, join_words
from deckcheck.verdict.fixes import apply_edits
from deckcheck.verdict.reports import Edit

MEANWHILE: Final = gettext_noop("The list has changed meanwhile; nothing was done.")


class Rewriting(NamedTuple):
    """A list after a change, and the sentence that says what changed."""

    text: str
    words: str


def split_lines(text: str) -> list[str]:
    """The lines of a text as the margin counts them."""
    return with_line_feeds(text).split("\n")


def to_value(edits: Iterable[Edit], lines: Sequence[str]) -> str:
    """The edits as the value of a button; each remembers the line it was made for."""
    return edit_value((e, lines[e.line - 1]) for e in edits)


def edit_value(edits: Iterable[tuple[Edit, str]]) -> str:
    """The same for edits with the lines they are made for."""
    return "edit:" + json.dumps([[e.line, was, e.text] for e, was in edits], ensure_ascii=False)


def from_value(value: str) -> list[tuple[Edit, str]]:
    """The edits of a button's value, each with the line it was made for; none where the value is no such thing."""
    try:
        rows = json.loads(value)
        return [(Edit(int(line), str(text)), str(was)) for line, was, text in rows]
    except (ValueError, TypeError, RecursionError):
        return []


def rewrite(text: str, value: str) -> Rewriting:
    """The text after a button's edits; a text that has changed since the button was drawn is left as it is."""
    lines = split_lines(text)
    edits = from_value(value)
    if not edits or any(not 0 < e.line <= len(lines) or lines[e.line - 1] != was for e, was in edits):
        return Rewriting(text, gettext(MEANWHILE))
    return Rewriting(apply_edits(text, [e for e, _ in edits]), told_of([e for e, _ in edits]))


def rename(line: Line, name: str, words: Headings) -> Edit | None:
    """The line with another card's name in the place of its own; None where numbers stand in the way."""
    text = with_name(line, name, words)
    return None if text is None else Edit(line.number, text)


def told_of(edits: Sequence[Edit]) -> str:
    """The sentence that says what these edits change."""
    if len(edits) > 1:
        return gettext("Lines {lines} are changed.").format(lines=join_words(str(e.line) for e in edits))
    line, text = edits[0]
    if not text:
        return gettext("Line {line} is removed.").format(line=line)
    if "\n" in text:
        return gettext("Line {line} is changed.").format(line=line)
    return gettext("Line {line} is now {text}.").format(line=line, text=text.strip())
