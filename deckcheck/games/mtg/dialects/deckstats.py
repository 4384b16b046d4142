"""Deckstats' text: the deck's name in a first comment with the site's behind it, `[SET#123] Card # remark` a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_START: Final = lazy.regex(r"\s*//NAME: [^\n]*from DeckStats\.net")
_SITE: Final = " from DeckStats.net"


def _recognise(text: str) -> int:
    """Its first comment names the site."""
    return 80 if _START.match(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    parsed = read_lines(text, words, "deckstats")
    return parsed._replace(title=parsed.title.removesuffix(_SITE))


DECKSTATS = Dialect("deckstats", "Deckstats list", _recognise, _read, begins="/")
