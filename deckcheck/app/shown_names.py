"""Players as whoever asks may know them: in full, as the event shows them, or by number alone."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from deckcheck.app.actor_names import numbered_name
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.decklist.names import fold
from deckcheck.store.models import Entry, Stage
from deckcheck.store.states import NamesShown

_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
_WHOLE_SYLLABLES: Final = ("CJK ", "HANGUL ", "HIRAGANA ", "KATAKANA ", "YI SYLLABLE", "BOPOMOFO ")
"""Scripts in which one sign is a syllable or a word: the first one can be the whole family name."""


def names_as_shown(first: str, last: str, display: str, number: int, mode: str) -> str:
    """The player's name as the mode has it.

    `display` is the name as the player wants it in full, which may be empty. Initials are the first letters of first
    and last name and nothing more; where that would tell a whole name, and in a mode not known, only the number stands.
    """
    hidden = numbered_name(number)
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


EntryStanding = tuple[int, str, str, int]
_LAST: Final = 1
"""Numbers stand behind names."""


@dataclass(frozen=True, slots=True)
class ShownName:
    """A player's name: `name` within a sentence (Ada Okonkwo), `listed` in a list (Okonkwo, Ada).

    `place` sorts by what is shown and by nothing else, so that the order tells no more than the names do. `full`:
    it is the whole name; `known` are the parts of it that must not stand beside it elsewhere where it is not.
    """

    number: int
    name: str
    listed: str
    place: EntryStanding
    full: bool = False
    known: tuple[str, ...] = ()


def name_shown(work: EventSession, stage: Stage | None, entry: Entry) -> ShownName:
    """The player's name for whoever asks."""
    permission = work.may(Right.SEE_NAMES, stage, entry)
    if not permission.allowed or entry.forgotten_at is not None:
        return _numbered(entry)
    mode = work.event.names_shown if permission.as_shown else NamesShown.FULL
    return name_in_mode(entry, mode)


def name_in_mode(entry: Entry, mode: str) -> ShownName:
    """The name as one of the modes has it."""
    number = entry.number
    name = names_as_shown(entry.first, entry.last, "", number, mode)
    if name == numbered_name(number):
        return _numbered(entry)
    if mode != NamesShown.FULL:
        return ShownName(number, name, name, (0, name, "", number), known=_parts(entry))
    listed = ", ".join(filter(None, (entry.last.strip(), entry.first.strip())))
    return ShownName(number, name, listed, (0, fold(entry.last), fold(entry.first), number), full=True)


def _numbered(entry: Entry) -> ShownName:
    name = numbered_name(entry.number)
    return ShownName(entry.number, name, name, (_LAST, "", "", entry.number), known=_parts(entry))


def _parts(entry: Entry) -> tuple[str, ...]:
    """The words of a name that is not shown, folded; a single letter gives nothing away, a single syllable does."""
    words = f"{fold(entry.first)} {fold(entry.last)}".split()
    return tuple(word for word in words if len(word) > 1 or not word.isascii())


def tells_name(text: str, shown: ShownName) -> bool:
    """Whether a text a player wrote holds a part of their name that is not to be shown; rather once too often."""
    told = fold(text)
    words = set(told.split())
    return any(part in words if len(part) == 2 and part.isascii() else part in told for part in shown.known)
