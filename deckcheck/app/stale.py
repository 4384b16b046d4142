"""Two who change the same thing: whoever has seen an older version is refused, and told whose change came between."""

from __future__ import annotations

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import SYSTEM
from deckcheck.app.session import EventSession
from deckcheck.app.states import StateRefused, changed_meanwhile
from deckcheck.store.queries import setups


def refuse_stale(work: EventSession, seen: int | None, current: int, on: str) -> None:
    """Refuse an act on a version that is not the current one; without a version nothing is asked.

    `on` is what the audit calls the thing.
    """
    if seen is None or seen == current:
        return
    last = setups.last_change(work.session, work.event.uid, on)
    if last is None or last.by == str(SYSTEM):
        refused = StateRefused("This changed a moment ago. Here is how it is now; yours is below.", code="changed")
    else:
        refused = changed_meanwhile(who_did(work.session, last.by))
    refused.more = {"version": current}
    raise refused
