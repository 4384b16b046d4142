"""The coming events whose lists a change of cards or law affects: told before, and judged again after."""

from __future__ import annotations

from datetime import timedelta

from deckcheck.app.context import App
from deckcheck.app.live import Data
from deckcheck.lists.rechecks import Rechecked, recheck_after_update, recheck_with
from deckcheck.store.queries import events, updates


def affected_by(data: Data, app: App) -> tuple[Rechecked, ...]:
    """What other data would change in the lists of coming events; those in which nothing would are left out."""
    found = (recheck_with(data, app, slug) for slug in _coming(app))
    return tuple(one for one in found if one.changed)


def settle_affected(app: App) -> tuple[Rechecked, ...]:
    """Judge the lists of coming events again if cards or law changed since that was done last.

    Several processes may do it at once: a report is kept once, and its organizers are told once.
    """
    with app.store.read() as session:
        row = updates.data_revision(session)
        number, done = row.number, row.rechecked
    if done >= number:
        return ()
    with app.live.bound():
        if app.data.revision < number:  # This process takes them in a moment.
            return ()
        found = tuple(recheck_after_update(app, slug) for slug in _coming(app))
    with app.store.write() as session:
        row = updates.data_revision(session)
        row.rechecked = max(row.rechecked, number)
    return tuple(one for one in found if one.changed)


def _coming(app: App) -> list[str]:
    """A day before today by the clock is still today somewhere."""
    with app.store.read() as session:
        return events.slugs_coming(session, app.reference.games, (app.now() - timedelta(days=1)).date())
