"""Likely duplicates: walk-ins who may be somebody who is on the roster already. A last name alone says nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from deckcheck.roster.name_match import Spelling, compare_names

SAYS_SO: Final = "They say so"
_MOST_ALIKE: Final = 40
"""So many walk-ins are looked at for one form of a name that is nearly theirs."""

_MOST_NAMES: Final = 8192
"""So many names are kept taken apart: as many as stand on the rosters of a large event's day."""


class Known(Protocol):
    """What is known of an entry."""

    @property
    def uid(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def mail(self) -> str: ...
    @property
    def external(self) -> str: ...
    @property
    def confirmed(self) -> bool: ...
    @property
    def is_on(self) -> bool: ...
    @property
    def apart(self) -> Collection[str]: ...
    @property
    def says_is(self) -> int | None: ...


class Likely(NamedTuple):
    """The number of the entry that somebody is likely to be, and why."""

    number: int
    why: str


def likely_duplicates(people: Collection[Known]) -> dict[str, Likely]:
    """By the key of each walk-in who waits for the desk, the entry they most likely are.

    Of two who wait, it is the later one who is asked about. The effort grows with the roster, not with its pairs.
    """
    if all(one.confirmed for one in people):
        return {}
    there = sorted((one for one in people if one.is_on), key=lambda one: one.number)
    waiting = [one for one in there if not one.confirmed]
    found = {one.uid: Likely(one.says_is, SAYS_SO) for one in waiting if one.says_is is not None}
    for way in _WAYS:
        shared = way.shared(there)
        index = way.by_form((one for one in waiting if one.uid not in found), shared)
        for other in there if index else ():
            for form in shared.intersection(way.forms(other)):
                alike = index.get(form, [])
                for one in alike:
                    if one.uid not in found and _may_be(one, other) and way.holds(one, other):
                        found[one.uid] = Likely(other.number, way.why)
                alike[:] = [one for one in alike if one.uid not in found]
    return found


def _may_be(one: Known, other: Known) -> bool:
    """Whether a walk-in is asked about another entry at all."""
    is_later = other.confirmed or other.number < one.number
    return one.uid != other.uid and is_later and other.uid not in one.apart and one.uid not in other.apart


class _Way(NamedTuple):
    """What two entries have in common by which they are likely to be one person's; a vague form has to be looked at."""

    why: str
    forms: Callable[[Known], Collection[str | int]]
    reasons: frozenset[str] = frozenset()
    is_vague: bool = False

    def shared(self, there: Iterable[Known]) -> set[str | int]:
        """The forms that two have, or more: all others, nearly all in a large roster, are nobody's likeness."""
        seen: set[str | int] = set()
        found: set[str | int] = set()
        for one in there:
            mine = self.forms(one)
            found.update(seen.intersection(mine))
            seen.update(mine)
        return found

    def by_form(self, waiting: Iterable[Known], shared: set[str | int]) -> dict[str | int, list[Known]]:
        """Those who wait, by shared form."""
        found: dict[str | int, list[Known]] = {}
        for one in waiting:
            for form in shared.intersection(self.forms(one)):
                alike = found.setdefault(form, [])
                if not self.is_vague or len(alike) < _MOST_ALIKE:
                    alike.append(one)
        return found

    def holds(self, one: Known, other: Known) -> bool:
        """Whether two who have a form in common are alike."""
        alike = compare_names(_spelling(one.name), _spelling(other.name)) if self.reasons else None
        return not self.reasons or bool(alike and alike.reason in self.reasons)


@lru_cache(maxsize=_MOST_NAMES)
def _spelling(name: str) -> Spelling:
    return Spelling(name)


@lru_cache(maxsize=2 * _MOST_NAMES)
def _forms(name: str, slips: bool) -> tuple[int, ...]:
    """The forms of a name, as numbers: they are many, and compared thousands of times. A last name alone has none."""
    spelling = _spelling(name)
    forms = spelling.slips() if slips else spelling.spellings()
    return tuple({hash(form) for form in forms}) if len(spelling.words) > 1 else ()


_WAYS: Final = (
    _Way("Same e-mail", lambda one: (one.mail.casefold(),) if one.mail else ()),
    _Way("Same player number", lambda one: (one.external,) if one.external else ()),
    _Way("Same name", lambda one: _forms(one.name, False), frozenset({"accents", "spelling", "order", "nickname"})),
    _Way("One letter apart", lambda one: _forms(one.name, True), frozenset({"typo"}), is_vague=True),
)
"""The surest first."""
