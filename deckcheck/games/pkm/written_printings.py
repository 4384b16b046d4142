"""The printing that Pokémon lists write behind a card's name: "Charizard ex OBF 125", "Bidoof CRZ-GG 29"."""

from __future__ import annotations

import re
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.written_marks import Marks

TYPES: Final = {
    "G": "Grass",
    "R": "Fire",
    "W": "Water",
    "L": "Lightning",
    "P": "Psychic",
    "F": "Fighting",
    "D": "Darkness",
    "M": "Metal",
    "Y": "Fairy",
    "C": "Colorless",
    "N": "Dragon",
}
"""The letters that stand for types in names; the first nine in the order in which Limitless numbers basic Energy."""
_SYMBOL: Final = lazy.regex(r"\{([GRWLPFDMYCN])\}")
_CODE: Final = r"(?:[A-Z0-9]{2,6}(?:-[A-Z0-9]{2,5})?|(?!gx)[a-z]{3}(?:-[a-z0-9]{2,5})?)"
_NUMBER: Final = r"(?:[A-Za-z]{0,5}\d{1,3}[a-z]?|[A-Z!?]|ONE|TWO|THREE|FOUR)"
_HOLO: Final = r"(?:\s+\(?(?:PH|RH|REV|HOLO|Holo|Reverse(?: Holo)?)\)?)?"
_PRINTED: Final = lazy.regex(
    rf"(\S.*?)\s+[(\[]?(?=\S*[A-Za-z])({_CODE})[)\]]?(?:#|\s+|-)({_NUMBER})(?:/\w{{1,6}})?[)\]]?{_HOLO}"
)
_OLD_ENERGY: Final = lazy.regex(rf"(.*\bEnergy)\s+(Energy)\s+(\d{{1,3}}){_HOLO}")
"""Basic Energy of PTCG Live's first year, whose set is the word."""
_BARE_ENERGY: Final = lazy.regex(r"(.*\bEnergy)\s+(?:([1-9])|(?:[A-Z0-9]{2,4}\s+)?([GRWLPFDMY]))")
"""Basic Energy of Limitless: a number or a letter for the type, which the name says already."""
_MADE_BY_SITE: Final = lazy.regex(r"\s+-\s+(?:ACE\s?SPEC|Basic|Special)", re.IGNORECASE)
"""What RK9 writes behind names of Energy and ACE SPEC cards."""


def written_card(text: str) -> Marks:
    """What stands for a card, by its parts."""
    energy = _BARE_ENERGY.fullmatch(text)
    if energy and _says_type(energy[1], energy[2] or energy[3]):
        return Marks(spelled_out(energy[1]))
    found = _OLD_ENERGY.fullmatch(text) or _PRINTED.fullmatch(text)
    if not found:
        return Marks(spelled_out(text))
    if found[1].endswith(")") and (titled := _PRINTED.fullmatch(found[1])):
        # A card picked by its whole title, in front of the printing that stood there before.
        found = titled
    return Marks(spelled_out(found[1]), found[2].upper(), found[3])


def spelled_out(name: str) -> str:
    """The name with its types as words, without what a site wrote behind it."""
    name = _SYMBOL.sub(lambda found: TYPES[found[1]], name) if "{" in name else name
    cut = _MADE_BY_SITE.search(name) if " - " in name else None
    return name[: cut.start()] if cut and cut.end() == len(name) else name


def _says_type(name: str, sign: str) -> bool:
    """Whether a number or a letter is that of the type in the name of a basic Energy."""
    words = tuple(TYPES.values())
    meant = words[int(sign) - 1] if sign.isdecimal() else TYPES[sign]
    return spelled_out(name).removeprefix("Basic ") == f"{meant} Energy"
