"""Join codes: a word and four digits, for a hall. They add an unconfirmed entry and open nothing else."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from deckcheck.app import throttles
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import NotAllowed, Refused
from deckcheck.app.session import EventSession
from deckcheck.app.states.entry_transitions import NO_EVENT
from deckcheck.app.throttles import Counter, Limit
from deckcheck.decklist import lazy
from deckcheck.store.queries import credentials, events
from deckcheck.store.store import Session
from deckcheck.translations import gettext

WORDS: Final = Path(__file__).with_name("join_words.txt")
"""2,048 common words of 4 to 7 letters; of any two, no single slip makes one the other."""
MINUTE: Final = timedelta(minutes=1)
FROM_ADDRESS: Final = Limit("code-from", 30, MINUTE)
"""Wrong codes of one network where any event is looked for; above it nothing is looked up there for a minute.

The code of one of ten events is found so in about 40 days. A hall is one network, so the event's own page goes on.
"""
AT_EVENT: Final = Limit("code-at-from", 30, MINUTE)
"""Wrong codes of one network at the event's own page; above it wrong ones wait, and the right one is still taken."""
ALARM: Final = Limit("code-at", 300, MINUTE)
"""Wrong codes of all networks at one event: above it the staff is told. They can take another code; nobody is refused.

Below it 24 bits last for about a month.
"""
TOLD_FOR: Final = timedelta(hours=12)
"""So long the staff is told of an alarm, or until the code is changed."""
_FORM: Final = lazy.regex(r"([A-Z]{4,7})[\s._\-\u2010-\u2015]*([0-9]{4})")


class WrongCode(NotAllowed):
    """No event takes this code now."""

    CODE = "wrong-code"


@cache
def words() -> tuple[str, ...]:
    """The words that codes begin with."""
    return tuple(WORDS.read_text("ascii").upper().split())


def read_code(text: str) -> str:
    """A code as it is kept, however it was typed; empty if it is none."""
    found = _FORM.fullmatch(text.strip().upper())
    return f"{found[1]}-{found[2]}" if found else ""


def fresh_code(session: Session) -> str:
    """A code that no event has."""
    while credentials.is_code_taken(session, code := f"{secrets.choice(words())}-{secrets.randbelow(10_000):04}"):
        pass
    return code


def change_code(work: EventSession) -> str:
    """Another code for the event; the one before is taken no more."""
    work.ask(Right.JOIN_CODE)
    work.event.join_code = fresh_code(work.session)
    throttles.clear(work.session, _alarm(work.app, work.event.slug))
    work.note("event.join_code", on="event")
    return work.event.join_code


def event_of(app: App, text: str, who: Actor, address: str = "") -> str:
    """The slug of the event that takes a code now. Wrong tries of a network are counted, whoever is signed in."""
    now, counters = app.now(), (throttles.counter(app, FROM_ADDRESS, throttles.network_of(address)),)
    with app.store.read() as session:
        full = throttles.blocked_until(session, counters, now)
        if full:
            raise _elsewhere(full, now)
        code = read_code(text)
        event = credentials.taking_event(session, code, now) if code else None
    if event is not None:
        return event.slug
    with app.store.write() as session:
        full = throttles.count_miss(session, counters, now)
    if full:
        raise _elsewhere(full, now)
    raise _wrong(text)


def check_at_event(app: App, slug: str, text: str, who: Actor, address: str = "") -> None:
    """Refuse a code that is not the event's own. The right one is taken, however many wrong ones others tried."""
    now, code = app.now(), read_code(text)
    with app.store.read() as session:
        event = credentials.taking_event(session, code, now) if code else None
    if event is not None and event.slug == slug:
        return
    own = (throttles.counter(app, AT_EVENT, slug, within=throttles.network_of(address)),)
    with app.store.write() as session:
        full = throttles.count_miss(session, own, now)
        _count_for_alarm(session, app, slug, now)
        here = events.by_slug(session, slug)
    raise throttles.too_many(full, now, here.zone if here else "") if full else _wrong(text)


def _count_for_alarm(session: Session, app: App, slug: str, now: datetime) -> None:
    """Count one more wrong code of whatever network; once there are too many within a minute, remember when."""
    counted = throttles.counter(app, ALARM, slug)
    throttles.count_miss(session, (counted,), now)
    if throttles.is_full(session, counted, now):
        throttles.mark(session, _alarm(app, slug), now)


def _alarm(app: App, slug: str) -> Counter:
    return throttles.counter(app, Limit("code-alarm", 1, TOLD_FOR), slug)


def alarm_at(work: EventSession) -> datetime | None:
    """When wrong codes were last tried in such numbers that somebody may be guessing; nothing is refused for it."""
    return throttles.marked_at(work.session, _alarm(work.app, work.event.slug), work.app.now())


def _elsewhere(until: datetime, now: datetime) -> Refused:
    refusal = throttles.too_many(until, now)
    remedy = gettext("The event's own page takes its code at once.")
    return type(refusal)(f"{refusal} {remedy}", refusal.wait)


def _wrong(text: str) -> WrongCode:
    return WrongCode(gettext(NO_EVENT).format(code=_shown(text)))


def _shown(text: str) -> str:
    return read_code(text) or f'"{" ".join(text.split())[:20]}"'
