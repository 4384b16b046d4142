"""What goes of deck checks: statements and taps when their time is over, and what names a player who is forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.session import EventSession, changing
from deckcheck.store.models import DeckCheck, Entry
from deckcheck.store.queries import checks, lists

_NO_CARDS: Final = ("counts", "facts", "seconds", "minutes", "give", "source")
"""What stays of what was found once the list is gone: figures, no card."""


def drop_old_ticks(app: App, before: datetime) -> int:
    """Delete the taps of checks that ended before a moment; says how many there were."""
    with app.store.write() as session:
        return checks.drop_ticks(session, before)


def drop_statements(app: App, before: datetime) -> int:
    """Delete the free texts of checks that ended before a moment; says of how many checks."""
    with app.store.read() as session:
        slugs = checks.events_with_statements(session, before)
    count = 0
    for slug in slugs:
        with changing(app, SYSTEM, slug) as work:
            gone = _empty(work, checks.over_in(work.session, work.event.uid, before))
            if gone:
                work.note("check.tidied", on="event", to=f"{gone} checks")
            count += gone
    return count


def _empty(work: EventSession, rows: Iterable[DeckCheck]) -> int:
    """Empty the free texts of some checks; says of how many there were any."""
    count = 0
    for row in rows:
        texts = [one for one in row.amendments if one.text]
        count += bool(texts or row.note or row.why)
        row.note = row.why = ""
        for one in texts:
            one.text = ""
    return count


def forget_checks(work: EventSession, entry: Entry) -> None:
    """Of a forgotten player's checks figures stay, and the cards of a list that stays; the event is locked.

    The lists are forgotten before: one that everybody may see is still there.
    """
    rows = checks.of_entry(work.session, entry.uid)
    checks.drop_ticks_of(work.session, [row.uid for row in rows])
    _empty(work, rows)
    for row in rows:
        row.marks, row.decided = {}, {key: row.decided[key] for key in ("section", "penalty") if key in row.decided}
        if lists.submission(work.session, row.submission) is None:
            row.found = {key: row.found[key] for key in _NO_CARDS if key in row.found}
    for row in rows:
        for one in row.amendments:
            one.changes = {key: one.changes[key] for key in ("result", "section", "penalty") if key in one.changes}
