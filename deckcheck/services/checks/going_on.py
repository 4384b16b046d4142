"""Checks that go on: an event does not end while a deck is away from its player."""

from __future__ import annotations

from deckcheck.services.checks.finding import seated_name
from deckcheck.services.work import Work
from deckcheck.storage.models import Entry
from deckcheck.storage.shelves import checks


def being_checked(work: Work) -> str:
    """What is still being checked, within a sentence: Table 14; the deck of Ada Okonkwo. Empty if nothing is."""
    for check in checks.begun_in(work.session, work.event.uid):
        if check.table:
            return f"Table {check.table}"
        entry = work.session.get(Entry, check.entry)
        return f"The deck of {seated_name(work.session, entry)}" if entry else "A deck"
    return ""
