"""Pokémon TCG Live: "Pokémon: 12", "4 Charizard ex OBF 125", "Total Cards: 60", in any of its languages.

Some versions count lines in the headings, others cards. Whoever writes a set and a number behind a name writes so, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_HEADING: Final = lazy.regex(
    r"(?:^|\n)[ \t]*(?:Pok[eé]mon|Trainer|Dresseur|Treinador|Entrenador|Allenatore|[EÉ]nerg(?:y|ie|[ií]a))"
    r"\s?:\s?\d+[ \t]*(?:\n|$)"
)
_PRINTED: Final = lazy.regex(
    r"(?:^|\n)\W*\d{1,2}[xX×]? [^\n\d(]*?[^\W\d][^\n]*?"
    r" [A-Z0-9]{2,4}(?:-[A-Z]{2,4})? [A-Z]{0,4}\d{1,3}[a-z]?(?: PH)?[ \t]*(?=\n|$)"
)


def _recognise(text: str) -> int:
    if _HEADING.search(text):
        return 92
    return 62 if _PRINTED.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "ptcg-live")


PTCG_LIVE = Dialect("ptcg-live", "Pokémon TCG Live", _recognise, _read)
