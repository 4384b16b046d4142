"""Saying that the server's clock is right after it jumped ahead: an organizer for an event, the operator for all."""

from __future__ import annotations

from datetime import datetime, timedelta

from deckcheck.app.actors import Actor
from deckcheck.app.clocks import LIMIT, Doubt, GuardedClock, believe_on, call_right, doubt_in
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused
from deckcheck.app.session import EventSession, changing, settle
from deckcheck.app.timestamps import moment_text
from deckcheck.store.models import Submission
from deckcheck.store.queries import entries, lists
from deckcheck.translations import join_words


def call_clock_right(app: App, who: Actor, slug: str, started: datetime) -> str:
    """The jump that was shown is right in this event; says which lists came late by it. `started` names the jump."""
    with changing(app, who, slug) as work:
        work.ask(Right.SETTINGS)
        doubt = doubt_in(app, work.session, work.event.uid)
        if doubt is None:
            return "The clock is right already."
        if abs(doubt.started - started) > LIMIT:
            raise Refused("The clock has changed again. Look at the page once more.", code="changed", status=409)
        told = _late_in_words(late_by(work, doubt))
        right = work.now + doubt.ahead
        assert isinstance(app.clock, GuardedClock)
        call_right(work.session, work.event.uid, app.clock)
        work.note("event.clock", on="event", from_=moment_text(work.now), to=moment_text(right), reason=told)
    settle(app, slug)
    return told or "The clock is right. What was due is closed."


def late_by(work: EventSession, doubt: Doubt) -> list[int]:
    """The entries whose lists were taken while the clock was in doubt, though by it their time was over."""
    found = []
    people = {entry.uid: entry.number for entry in entries.entries_of(work.session, work.event.uid)}
    for stage in work.rows.stages:
        for row in lists.lists_in(work.session, stage.uid).values():
            sent = work.session.get(Submission, row.current) if row.current else None
            given = [moment for moment in (stage.deadline, row.deadline) if moment is not None]
            if sent and given and sent.arrived >= doubt.since and sent.arrived + doubt.ahead >= max(given):
                found.append(people[row.entry])
    return sorted(found)


def _late_in_words(numbers: list[int]) -> str:
    if not numbers:
        return ""
    who = "entry " if len(numbers) == 1 else "entries "
    came = "list" if len(numbers) == 1 else "lists"
    named = f"{who}{join_words(map(str, numbers))}"
    return f"By this clock the {came} of {named} came after the deadline. Accept or refuse each."


def believe_everywhere(app: App) -> timedelta | None:
    """The operator says that this machine's clock is right, for all events and all that is kept; how far it was off."""
    clock = app.clock
    assert isinstance(clock, GuardedClock)
    doubt = clock.doubt
    if doubt is not None:
        clock.believe(doubt.started)
        believe_on(app, doubt.started)
    return doubt.ahead if doubt else None


def ahead_by(app: App) -> timedelta | None:
    """How far this machine's clock has jumped ahead without being believed."""
    doubt = app.clock.doubt if isinstance(app.clock, GuardedClock) else None
    return doubt.ahead if doubt else None
