"""Players as whoever asks may know them: in full, as the event shows them, or by number alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.core.names import fold
from deckcheck.core.people_shown import NamesShown, names_as_shown
from deckcheck.services.permissions import Right
from deckcheck.services.work import Work
from deckcheck.storage.models import Entry, Person, Stage

Place = tuple[int, str, str, int]
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
    place: Place
    full: bool = False
    known: tuple[str, ...] = ()


def name_shown(work: Work, stage: Stage | None, entry: Entry, person: Person | None) -> ShownName:
    """The player's name for whoever asks."""
    permission = work.may(Right.SEE_NAMES, stage, entry)
    if not permission.allowed or person is None or person.forgotten_at is not None:
        return _numbered(entry.number, person)
    mode = work.event.names_shown if permission.as_shown else NamesShown.FULL
    return name_in_mode(entry.number, person, mode)


def name_in_mode(number: int, person: Person, mode: str) -> ShownName:
    """The name as one of the modes has it."""
    name = names_as_shown(person.first, person.last, "", number, mode)
    if name == f"Player {number}":
        return _numbered(number, person)
    if mode != NamesShown.FULL:
        return ShownName(number, name, name, (0, name, "", number), known=_parts(person))
    listed = ", ".join(filter(None, (person.last.strip(), person.first.strip())))
    return ShownName(number, name, listed, (0, fold(person.last), fold(person.first), number), full=True)


def _numbered(number: int, person: Person | None) -> ShownName:
    name = f"Player {number}"
    return ShownName(number, name, name, (_LAST, "", "", number), known=_parts(person))


def _parts(person: Person | None) -> tuple[str, ...]:
    """The words of a name that is not shown, folded; a single letter gives nothing away, a single syllable does."""
    if person is None:
        return ()
    words = f"{fold(person.first)} {fold(person.last)}".split()
    return tuple(word for word in words if len(word) > 1 or not word.isascii())


def tells_name(text: str, shown: ShownName) -> bool:
    """Whether a text a player wrote holds a part of their name that is not to be shown; rather once too often."""
    told = fold(text)
    words = set(told.split())
    return any(part in words if len(part) == 2 and part.isascii() else part in told for part in shown.known)
