"""Pools told by printings: by the sets from one on, or by the marks on cards; any printing of such a card is in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.law.arena_cards import ADMITTED
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Admission, KnownTo
from deckcheck.law.pool_age import Admit, FirstDay

KEYS: Final = ("marks_from", "first_set", "numbers_from", "numbers")
_NUMBER: Final = lazy.regex(r"\d+")
_NO_SET: Final = Admission(False, "no-set")
_NEVER: Final = "~"
"""Later than any day."""


class PrintingPool:
    """The printings that a pool of the kind `printings` counts, each from its first day on."""

    def __init__(self, where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet]) -> None:
        self._oldest_mark = str(spec.get("marks_from", ""))
        self._from = spec.get("numbers_from", {})
        self._numbers = {code: frozenset(numbers) for code, numbers in spec.get("numbers", {}).items()}
        self._running = frozenset(spec.get("running", ()))
        first, named = spec.get("first_set", ""), spec.get("sets", {})
        if strange := {*([first] if first else ()), *named, *self._from, *self._numbers} - set(sets):
            raise FormatError(f"{where}: the pool names the set {min(strange)!r}, which is not known.")
        kinds, never = frozenset(spec.get("kinds", ())), frozenset(spec.get("not_sets", ()))
        oldest = sets[first].release if first else ""
        self._sets = {
            code: known
            for code, known in sets.items()
            if code in named or (known.kind in kinds and code not in never and known.release >= oldest)
        }

    def on(self, today: str, known: KnownTo | None) -> Admit:
        """The pool of a day."""
        cards_known = known.cards.isoformat() if known else _NEVER

        def admits(card: Card) -> Admission:
            counted = [p for p in card.printings if self._counts(p)]
            if not counted:
                return self._out(card)
            days = [(self._first(p, cards_known), p) for p in counted]
            if any(day.sure <= today for day, _ in days):
                return ADMITTED
            first, printing = min(days, key=lambda found: (found[0].possible, found[0].sure))
            if first.possible <= today:
                return _asked(first)
            return Admission(False, "not-yet", detail=f"{first.possible} ({self._sets[printing.set_code].name})")

        return admits

    def _counts(self, printing: Printing) -> bool:
        code = printing.set_code
        if code not in self._sets or printing.mark < self._oldest_mark:
            return False
        if code in self._numbers:
            return printing.number in self._numbers[code]
        return code not in self._from or _value(printing) >= self._from[code]

    def _first(self, printing: Printing, cards_known: str) -> FirstDay:
        """The first day of a printing: its set's, or, of a set that has run for years, between that and one by which
        it was surely out.
        """
        known = self._sets[printing.set_code]
        if printing.set_code in self._running:
            return FirstDay(known.release, min(printing.latest or _NEVER, known.latest or _NEVER, cards_known))
        if known.latest:
            return FirstDay(known.earliest, known.latest)
        return FirstDay(known.paper_from, known.paper_from)

    def _out(self, card: Card) -> Admission:
        """Why no printing counts."""
        marks = sorted({p.mark for p in card.printings if p.mark})
        if marks and marks[-1] < self._oldest_mark:
            return Admission(False, "mark", detail=marks[-1])
        return _NO_SET


def _asked(first: FirstDay) -> Admission:
    if first.sure == _NEVER:
        return Admission(True, doubt="running-set", detail=first.possible)
    return Admission(True, doubt="set-day", detail=f"between {first.possible} and {first.sure}")


def _value(printing: Printing) -> int:
    """The figures of a collector number."""
    found = _NUMBER.search(printing.number)
    return int(found[0]) if found else 0
