"""What is done beside all requests: sending what waits, closing what is due, deleting what is old.

Nothing depends on it: a request that comes to an event does what is due there first, and what waits goes on waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from deckcheck.accounts.resets import answer_asked
from deckcheck.app.clock_watch import latest_possible, watch_clock
from deckcheck.app.clocks import GRACE
from deckcheck.app.context import Desk
from deckcheck.app.outbox import MAIL, WEBHOOK, send_next
from deckcheck.app.session import settle
from deckcheck.audit.retention import tidy_hourly
from deckcheck.store.queries import events


def close_due(desk: Desk) -> None:
    """Close the stages and reopened lists of running events whose time is over."""
    with desk.store.read() as session:
        slugs = events.slugs_due(session, latest_possible(desk) - GRACE)
    for slug in slugs:
        settle(desk, slug)


def send_mail(desk: Desk) -> bool:
    """Send the next mail, if one waits, or write the one that somebody asked for."""
    return answer_asked(desk) or send_next(desk, MAIL)


def send_webhooks(desk: Desk) -> bool:
    """Send the next message to a program, if one waits."""
    return send_next(desk, WEBHOOK)


def keep_house(desk: Desk) -> bool:
    """Keep an eye on the clock, close what is due, and once an hour delete what is old."""
    watch_clock(desk)
    close_due(desk)
    tidy_hourly(desk)
    return False


JOBS: Final[Mapping[str, Callable[[Desk], bool]]] = {
    "mail": send_mail,
    "webhooks": send_webhooks,
    "house": keep_house,
}
"""Each is done again and again, by itself, so that none waits for another; true asks for the next at once."""
