"""The guarded clock and the database: what all processes of a machine believe, and in which events a jump is right."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from deckcheck.app.clocks import whole_millis
from deckcheck.app.context import App
from deckcheck.app.guarded_clock import LIMIT, Doubt, GuardedClock
from deckcheck.app.timestamps import moment_text, read_moment
from deckcheck.store.queries import proof
from deckcheck.store.store import Session

KNOWN: Final = "clock:"
"""With the machine's run: what its processes believe."""
RIGHT: Final = "clock-right:"
"""With the event's key: the jump that its organizer has called right."""
NEAR: Final = timedelta(seconds=1)
"""A change of less than this is not written down."""


def now_in(app: App, session: Session, event: str) -> datetime:
    """The moment in an event: where its organizer has called a jump right, the wall's."""
    clock = app.clock
    if isinstance(clock, GuardedClock) and clock.doubt is not None and _is_right(session, event, clock):
        return whole_millis(clock.wall())
    return app.now()


def doubt_in(app: App, session: Session, event: str) -> Doubt | None:
    """The jump that is in doubt in an event, if one is."""
    clock = app.clock
    doubt = clock.doubt if isinstance(clock, GuardedClock) else None
    return None if doubt is None or _is_right(session, event, clock) else doubt


def latest_possible(app: App) -> datetime:
    """The latest moment that any event may have."""
    clock = app.clock
    return max(app.now(), whole_millis(clock.wall())) if isinstance(clock, GuardedClock) else app.now()


def _is_right(session: Session, event: str, clock: Any) -> bool:
    fact = proof.fact(session, RIGHT + event)
    boot, _, told = fact.value.rpartition(" ") if fact else ("", "", "")
    started = read_moment(told) if told else None
    return started is not None and boot == clock.boot and abs(clock.seen() - started) <= LIMIT


def call_right(session: Session, event: str, clock: GuardedClock) -> None:
    """Believe the wall in an event from now on, as far as it goes on from here."""
    proof.locked_fact(session, RIGHT + event).value = f"{clock.boot} {moment_text(clock.seen())}"


def take_known(app: App) -> None:
    """What this machine's processes believed before: a jump that came while nothing ran is one, too.

    After a start of the machine nothing is known; then PostgreSQL's clock is asked, where there is one.
    """
    clock = app.clock
    assert isinstance(clock, GuardedClock)
    with app.store.read() as session:
        known = _known(session, clock)
        other = None if known or app.store.is_sqlite else proof.moment_of_server(session)
    if known:
        clock.believe(*known)
    elif other is not None and clock.wall() - other > LIMIT:
        clock.believe(other.astimezone(UTC) - clock.passed())
    clock()


def watch_clock(app: App) -> None:
    """Write down what this process believes, and take what was said meanwhile: every second, in each worker."""
    clock = app.clock
    if not isinstance(clock, GuardedClock) or not clock.boot:
        return
    doubt = clock.doubt
    since = doubt.since if doubt else None
    with app.store.read() as session:
        known = _known(session, clock)
    if known and doubt and clock.seen() - known[0] <= LIMIT:
        clock.believe(known[0])  # Somebody said that it is right.
    elif known is None or (known[1] is None) != (since is None) or abs(known[0] - clock.started) > NEAR:
        believe_on(app, clock.started, since)


def believe_on(app: App, started: datetime, since: datetime | None = None) -> None:
    """Write down what is believed on this machine."""
    clock = app.clock
    assert isinstance(clock, GuardedClock)
    value = {"started": moment_text(started), "since": moment_text(since) if since else None}
    with app.store.write() as session:
        proof.locked_fact(session, KNOWN + clock.boot).value = json.dumps(value)


def _known(session: Session, clock: GuardedClock) -> tuple[datetime, datetime | None] | None:
    fact = proof.fact(session, KNOWN + clock.boot) if clock.boot else None
    if fact is None or not fact.value:
        return None
    value = json.loads(fact.value)
    return read_moment(value["started"]), read_moment(value["since"]) if value["since"] else None
