"""What is certain of a deck of which some lines may hold more or fewer cards than were counted.

Cards whose lines state their count are there; a line in doubt may hold none or any number. So what is wrong with the
certain cards alone is wrong, unless another card would heal it; everything else is a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from deckcheck.core.cards import Card
from deckcheck.core.decks import Deck
from deckcheck.core.mending import lines_in_words
from deckcheck.core.rule import Finding, Severity
from deckcheck.core.rulebooks import BoundClause

Certain = Callable[[Finding], bool]


def certain_part(deck: Deck) -> Deck:
    """The deck without the lines in doubt."""
    return Deck([e for e in deck.entries if not e.line.reason], deck.notes)


def in_light_of_doubt(found: Iterable[Finding], certain: Iterable[Finding], bound: BoundClause) -> list[Finding]:
    """The findings about a whole deck; an error that the certain cards alone do not bear out is a question."""
    borne_out = {_key(f) for f in certain if not _is_healed(f, bound)}
    return [
        f._replace(severity=Severity.UNCLEAR, mend=None)
        if f.severity is Severity.ERROR and (_is_healed(f, bound) or _key(f) not in borne_out)
        else f
        for f in found
    ]


def depends_on(lines: tuple[int, ...]) -> str:
    """The sentence that says why a size or a number of copies is a question."""
    return f"This depends on {lines_in_words(lines)}, where the number of cards is not certain."


def _key(found: Finding) -> tuple[str, tuple[Card, ...]]:
    return found.message, found.cards[:1]


def _is_healed(found: Finding, bound: BoundClause) -> bool:
    """Whether one more card could put it right: too few are there, or the rule says so."""
    count, allowed = found.facts.get("count"), found.facts.get("allowed")
    too_few = isinstance(count, int) and isinstance(allowed, int) and count < allowed
    return too_few or found.message in bound.rule.healed
