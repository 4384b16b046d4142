"""A list in Markdown: headings with hash marks, bullets, check boxes, links and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.tables.finding import begins_plain
from deckcheck.decklist.tables.markdown import is_struck, shown, tables_in
from deckcheck.decklist.tables.reading import Reading, read_table
from deckcheck.decklist.tables.rows import BAR

_LETTERS: Final = 3000
_RULE: Final = lazy.regex(r"\n[ ]{0,3}\|?[ ]{0,3}:?-{2,40}:?[ ]{0,9}\|[ :|-]*(?:\n|$)")
_LINKED: Final = lazy.regex(r"\d[xX×]?[ ]{1,2}\[[^\[\]\n]{2,150}\]\(")
_BOX: Final = lazy.regex(r"(?:^|\n)[ ]{0,8}[-*+] \[[ xX]\] ?\S")
_BULLET: Final = lazy.regex(r"\n[-*+] (?:\*\*)?\d")


def _recognise(text: str) -> int:
    """A table with a rule, links behind counts, check boxes, or a heading with hash marks over bullets."""
    if begins_plain(text):
        return 0
    head = text[:_LETTERS]
    if "|" in head and "--" in head and _RULE.search(head):
        return 88
    if "](" in head and _LINKED.search(head):
        return 80
    if "] " in head and _BOX.search(head):
        return 75
    return 72 if "#" in head and ("\n# " in head or head[0] == "#" or "\n##" in head) and _BULLET.search(head) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    reading = Reading(text, words)
    reading.plain[:] = [shown(row) for row in reading.rows]
    for number, row in enumerate(reading.rows, 1):
        if is_struck(row):
            reading.settle(number, Line(number, row, LineKind.UNREAD, reason="struck"))
        elif row.strip().startswith("```"):
            reading.remark(number, "markup")
    for first, last in tables_in(reading.rows):
        read_table(reading, first, last, BAR)
    return reading.finish("markdown")


MARKDOWN = Dialect("markdown", "Markdown", _recognise, _read)
