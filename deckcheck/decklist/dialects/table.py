"""A list in rows and columns: CSV of any program, or what was copied from a spreadsheet or a table of a web page."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.tables.finding import Found, find_table
from deckcheck.decklist.tables.reading import read_as_table


def _recognise(text: str) -> int:
    """Its columns have headings that are known, or most lines have the same cells."""
    found = find_table(text)
    if found is None:
        return 0
    return 85 if found.headed else 65


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_as_table(text, words, "table", find_table(text) or Found(","))


TABLE = Dialect("table", "Table", _recognise, _read)
