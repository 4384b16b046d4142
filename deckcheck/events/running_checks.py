"""Checks that go on: an event does not end while a deck is away from its player."""

from __future__ import annotations

from deckcheck.app.actor_names import seated_name
from deckcheck.app.session import EventSession
from deckcheck.store.models import Entry
from deckcheck.store.queries import checks


def being_checked(work: EventSession) -> str:
    """What is still being checked, within a sentence: Table 14; the deck of Ada Okonkwo. Empty if nothing is."""
    for check in checks.begun_in(work.session, work.event.uid):
        if check.table:
            return f"Table {check.table}"
        entry = work.session.get(Entry, check.entry)
        return f"The deck of {seated_name(entry)}" if entry else "A deck"
    return ""
