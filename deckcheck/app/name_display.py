"""A player's name as an event shows it: in full, as initials, or as a number."""

from __future__ import annotations

import unicodedata
from typing import Final

from deckcheck.store.states import NamesShown

_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
_WHOLE_SYLLABLES: Final = ("CJK ", "HANGUL ", "HIRAGANA ", "KATAKANA ", "YI SYLLABLE", "BOPOMOFO ")
"""Scripts in which one sign is a syllable or a word: the first one can be the whole family name."""


def names_as_shown(first: str, last: str, display: str, number: int, mode: str) -> str:
    """The player's name as the mode has it.

    `display` is the name as the player wants it in full, which may be empty. Initials are the first letters of first
    and last name and nothing more; where that would tell a whole name, and in a mode not known, only the number stands.
    """
    hidden = f"Player {number}"
    if mode == NamesShown.FULL:
        return display.strip() or " ".join(filter(None, (first.strip(), last.strip()))) or hidden
    if mode != NamesShown.INITIALS:
        return hidden
    return _initials(first, last) or hidden


def _initials(first: str, last: str) -> str:
    """A. O.; empty if a letter of either name would be more than an initial."""
    letters = [letter for letter in (_first_letter(first), _first_letter(last)) if letter]
    if any(unicodedata.name(letter, "").startswith(_WHOLE_SYLLABLES) for letter in letters):
        return ""
    return " ".join(f"{_capital(letter)}." for letter in letters)


def _first_letter(name: str) -> str:
    composed = unicodedata.normalize("NFC", name)
    return next((sign for sign in composed if unicodedata.category(sign) in _LETTERS), "")


def _capital(letter: str) -> str:
    """The capital letter, where that is one letter."""
    capital = letter.upper()
    return capital if len(capital) == 1 else letter
