"""What is done beside all requests: sending what waits, closing what is due, deleting what is old.

Nothing depends on it: a request that comes to an event does what is due there first, and what waits goes on waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from deckcheck.accounts.resets import answer_asked
from deckcheck.app.clocks import GRACE, latest_possible, watch_clock
from deckcheck.app.context import App
from deckcheck.app.mail import MAIL, WEBHOOK, send_next
from deckcheck.app.session import settle
from deckcheck.audit.retention import tidy_hourly
from deckcheck.store.queries import events


def close_due(app: App) -> None:
    """Close the stages and reopened lists of running events whose time is over."""
    with app.store.read() as session:
        slugs = events.slugs_due(session, latest_possible(app) - GRACE)
    for slug in slugs:
        settle(app, slug)


def send_mail(app: App) -> bool:
    """Send the next mail, if one waits, or write the one that somebody asked for."""
    return answer_asked(app) or send_next(app, MAIL)


def send_webhooks(app: App) -> bool:
    """Send the next message to a program, if one waits."""
    return send_next(app, WEBHOOK)


def keep_house(app: App) -> bool:
    """Keep an eye on the clock, close what is due, and once an hour delete what is old."""
    watch_clock(app)
    close_due(app)
    tidy_hourly(app)
    return False


JOBS: Final[Mapping[str, Callable[[App], bool]]] = {
    "mail": send_mail,
    "webhooks": send_webhooks,
    "house": keep_house,
}
"""Each is done again and again, by itself, so that none waits for another; true asks for the next at once."""
