"""An installation's own law beside the package's: what that says too by now, and where the two contradict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Any, Final, NamedTuple

from deckcheck.law.banlists import Announcement

_ASIDE: Final = frozenset({"source", "note"})


class Against(StrEnum):
    """How a statement of one's own stands to the package's law."""

    NEW = "new"
    CONTAINED = "contained"
    CONTRADICTED = "contradicted"


class Compared(NamedTuple):
    """One statement: what it is about, how it stands, and both sides in words."""

    about: str
    against: Against
    own: str = ""
    package: str = ""


def compare_announcement(own: Announcement, package: Iterable[Announcement]) -> Iterator[Compared]:
    """Each card of an own announcement beside the package's history of the list."""
    known = [a for a in package if (a.list, a.option) == (own.list, own.option)]
    for card in own.statuses:
        against, other = _against(own, card, known)
        told = _words(other, card) if other is not None else ""
        yield Compared(f"{card} in {own.list}", against, _words(own, card), told)


def compare_set(code: str, own: Mapping[str, Any], package: Mapping[str, Any] | None) -> Compared:
    """An own entry of a set beside the package's."""
    if package is None:
        return Compared(f"the set {code}", Against.NEW)
    mine = {key: value for key, value in own.items() if key not in _ASIDE}
    theirs = {key: package.get(key) for key in mine}
    against = Against.CONTAINED if mine == theirs else Against.CONTRADICTED
    return Compared(f"the set {code}", against, _facts(mine), _facts(theirs))


def join_announcements(package: Iterable[Announcement], own: Iterable[Announcement]) -> list[Announcement]:
    """One history of both: without what own ones say that the package says too, and theirs where both contradict."""
    found, mine = list(package), list(own)
    for a in mine:
        known = [p for p in found if (p.list, p.option) == (a.list, a.option)]
        standing = {card: _against(a, card, known) for card in a.statuses}
        gone = {(id(p), card) for card, (how, p) in standing.items() if how is Against.CONTRADICTED and p is not None}
        found = [_without(p, {card for at, card in gone if at == id(p)}) for p in found]
        found.append(_without(a, {card for card, (how, _) in standing.items() if how is Against.CONTAINED}))
    return [a for a in found if a.statuses or a.baseline]


def _against(own: Announcement, card: str, known: Iterable[Announcement]) -> tuple[Against, Announcement | None]:
    """How an own statement stands, and to which of the package's: they agree, or one of them would change nothing."""
    first, last = _days(own, card)
    word, is_exact = own.statuses[card], card not in own.bounds
    told = sorted((a for a in known if card in a.statuses), key=lambda a: a.effective)
    if found := next((a for a in told if first <= a.effective <= last and a.statuses[card] == word), None):
        return Against.CONTAINED, found
    if found := next((a for a in told if is_exact and a.effective == own.effective), None):
        return Against.CONTRADICTED, found
    before = next((a for a in reversed(told) if a.effective <= last), None)
    if before is not None and before.statuses[card] == word:
        return (Against.CONTRADICTED if is_exact else Against.CONTAINED), before
    after = next((a for a in told if a.effective > last), None)
    if after is not None and after.statuses[card] == word:
        return Against.CONTRADICTED, after
    return Against.NEW, None


def _days(own: Announcement, card: str) -> tuple[date, date]:
    bounds = own.bounds.get(card)
    if bounds is None:
        return own.effective, own.effective
    return bounds.not_before or own.effective, bounds.by or own.effective


def _without(a: Announcement, cards: set[str]) -> Announcement:
    return replace(a, statuses={c: word for c, word in a.statuses.items() if c not in cards}) if cards else a


def _words(a: Announcement, card: str) -> str:
    return f"{a.statuses[card]} from {a.effective.isoformat()}"


def _facts(entry: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in sorted(entry.items()))
