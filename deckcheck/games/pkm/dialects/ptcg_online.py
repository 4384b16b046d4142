"""Pokémon TCG Online, the program before Live: "##Pokémon - 19", "* 4 Lugia V SIT 138", "Total Cards - 60"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import LineKind, ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_START: Final = lazy.regex(r"\s*\*{3,} Pok[eé]mon Trading Card Game Deck List \*{3,}", re.IGNORECASE)
_HEADING: Final = lazy.regex(r"(?:^|\n)##(?:Pok[eé]mon|Trainer Cards|Energy) - \d")


def _recognise(text: str) -> int:
    return 97 if _START.match(text) or _HEADING.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    parsed = read_lines(text, words, "ptcg-online")
    lines = tuple(
        line._replace(kind=LineKind.REMARK, section="", count=0, name="", reason="comment")
        if line.kind is not LineKind.HEADING and line.text.lstrip().startswith("***")
        else line
        for line in parsed.lines
    )
    return parsed._replace(lines=lines, odd=any(line.reason for line in lines if line.kind is LineKind.CARD))


PTCG_ONLINE = Dialect("ptcg-online", "Pokémon TCG Online", _recognise, _read)
