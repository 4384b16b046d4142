"""A pool of Arena that is one window of sets at a time, each window replacing the one before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.law.arena import ADMITTED, ArenaCards, iso
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Admission

_WORDS: Final = frozenset({"from", "or_from", "sets", "source", "note"})


class Rotation(NamedTuple):
    """The sets of one window, and the day from which they count; `or_from`: that day by another source, if earlier."""

    first: str
    or_first: str
    sets: frozenset[str]

    @property
    def begins(self) -> str:
        """The day on which it may have begun."""
        return self.or_first or self.first


def read_rotations(where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet]) -> tuple[Rotation, ...]:
    """The windows of a pool's words, in the order of their days; unknown sets are refused."""
    found = []
    for row in spec.get("rotations", ()):
        if unknown := set(row) - _WORDS:
            raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_WORDS))}.")
        if strange := set(row["sets"]) - set(sets):
            raise FormatError(f"{where}: the pool names the set {min(strange)!r}, which is not known.")
        found.append(Rotation(iso(row["from"]), iso(row.get("or_from")), frozenset(row["sets"])))
    return tuple(sorted(found))


def leaving_sets(rotations: tuple[Rotation, ...], day: str) -> frozenset[str]:
    """The sets that leave on the day, which accepts lists with them and without."""
    windows = _possible([r for r in rotations if r.begins <= day], day)
    return windows[0].sets - windows[-1].sets if windows and windows[-1].first == day else frozenset()


def _possible(begun: list[Rotation], day: str) -> list[Rotation]:
    """The windows that may hold: the one that surely did the day before, and what may have begun since."""
    sure = [n for n, r in enumerate(begun) if r.first < day]
    return begun[sure[-1] :] if sure else begun


def in_rotation(
    card: Card, rotations: tuple[Rotation, ...], singles: frozenset[str], arena: ArenaCards, day: str
) -> Admission:
    """Whether the window of the day has a set that brought the card; where two windows may hold, both must agree.

    The day of a rotation itself accepts both.
    """
    codes = set(arena.codes_of(card, day))
    begun = [r for r in rotations if r.begins <= day]
    possible = _possible(begun, day)
    held = [not codes.isdisjoint(r.sets) for r in possible]
    if possible and (all(held) or (possible[-1].first == day and any(held))):
        return ADMITTED
    if any(held):
        return Admission(True, doubt="rotated", detail=f"{possible[-1].begins} or {possible[-1].first}")
    if card.name in singles:
        return ADMITTED if day >= arena.known_on else Admission(True, doubt="window-unknown", detail=arena.known_on)
    return Admission(False, "left" if any(not codes.isdisjoint(r.sets) for r in begun) else "no-set")
