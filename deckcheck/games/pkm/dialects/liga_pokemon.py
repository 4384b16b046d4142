"""LigaPokemon: "Pokemons - 16", "4 Aggron-V BRS 96"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect

_HEADING: Final = lazy.regex(
    r"(?:^|\n)[ \t]*(?:Pok[eé]mons?|Treinador(?:es)?|Trainers?|Energ(?:ias?|y|ies)) - \d+[ \t]*(?:\n|$)"
)


def _recognise(text: str) -> int:
    return 90 if " - " in text and _HEADING.search(text) else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    return read_lines(text, words, "liga-pokemon")


LIGA_POKEMON = Dialect("liga-pokemon", "LigaPokemon", _recognise, _read)
