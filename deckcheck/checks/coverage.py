"""How much of an event was checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deckcheck.app.session import EventSession
from deckcheck.checks import choice
from deckcheck.checks.choices import Coverage
from deckcheck.roster.checked_rounds import Checked, checked_of, playing


def coverage_of(work: EventSession) -> Coverage:
    """How many decks were checked, of how many."""
    return coverage([entry.uid for entry in playing(work)], checked_of(work))


def coverage(decks: Iterable[str], checked: Mapping[str, Checked]) -> Coverage:
    """The same from what is known."""
    all_decks = list(decks)
    found = choice.Coverage(len(all_decks), sum(1 for uid in all_decks if uid in checked and checked[uid].times))
    return Coverage(found.checked, found.decks, found.least, found.words)
