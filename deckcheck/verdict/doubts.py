"""What is certain of a deck of which some lines may hold more or fewer cards than were counted.

Cards whose lines state their count are there; a line in doubt may hold none or any number. So what is wrong with the
certain cards alone is wrong, unless another card would heal it; everything else is a question. Some rules name what
another card in the same section would heal (who leads a deck), beside all that count too few.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck, LineKind, ParsedList
from deckcheck.decklist.line_reader import LEADERS_AT_MOST
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity
from deckcheck.law.rulebooks import BoundClause
from deckcheck.verdict.fixes import lines_in_words


def certain_part(deck: Deck) -> Deck:
    """The deck without the lines in doubt."""
    return Deck([e for e in deck.entries if not e.line.reason], deck.notes)


_PARTED: Final = frozenset({"main", "sideboard"})
"""The sections between which a gap may stand; what is asked of both together is the same wherever it stands."""
_READ_AS: Final = frozenset({"commander", "companion"})
"""The notes of a small side that is read as what leads the deck, as long as it is so small."""
_LED: Final = _PARTED | {"commander"}
"""The same where so few cards are certain that those above the gap may lead the deck."""


class Doubts:
    """The lines in doubt of one deck, if it has any, and what of a finding stands whatever they turn out to be."""

    def __init__(self, deck: Deck, parsed: ParsedList, law: Legality) -> None:
        self.lines = deck.in_doubt()
        if not self.lines:
            return
        self._law = law
        self._certain = certain_part(deck)
        self._places = {e.section for e in deck.uncertain()}
        self._unread = bool(deck.unread)
        # A gap tells where a section begins only as long as it is certain what stands around it.
        headed = any(line.kind is LineKind.HEADING and line.section for line in parsed.lines)
        small = "sideboard" in self._places and self._certain.size("sideboard") <= LEADERS_AT_MOST
        self._guessed = not headed or small or any(note.kind in _READ_AS for note in deck.notes)
        self._parted = _PARTED if self._certain.size("main") > LEADERS_AT_MOST else _LED

    def weigh(self, found: Iterable[Finding], bound: BoundClause) -> list[Finding]:
        """The findings; an error that the certain cards alone do not bear out is a question."""
        alone = bound.rule.check(self._certain, self._law, bound.params)
        borne_out = {_key(f) for f in alone if not _lacks(f)}
        return [
            f._replace(severity=Severity.UNCLEAR, mend=None)
            if f.severity is Severity.ERROR and (_key(f) not in borne_out or _lacks(f) or self._may_heal(f, bound))
            else f
            for f in found
        ]

    def _may_heal(self, found: Finding, bound: BoundClause) -> bool:
        """Whether it hangs on a section that may hold other cards, or be another one."""
        if found.message in bound.rule.healed and (self._unread or not self._places.isdisjoint(found.within)):
            return True
        return self._guessed and not self._parted.issubset(getattr(bound.params, "sections", ()))


def depends_on(lines: tuple[int, ...]) -> str:
    """The sentence that says why a size or a number of copies is a question."""
    return f"This depends on {lines_in_words(lines)}, where the number of cards is not certain."


def _key(found: Finding) -> tuple[str, tuple[Card, ...]]:
    return found.message, found.cards[:1]


def _lacks(found: Finding) -> bool:
    """Whether there are too few, so that another card would put it right."""
    count, allowed = found.facts.get("count"), found.facts.get("allowed")
    return isinstance(count, int) and isinstance(allowed, int) and count < allowed
