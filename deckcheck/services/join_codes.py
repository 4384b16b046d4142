"""Join codes: a word and four digits, for a hall. They add an unconfirmed entry and open nothing else."""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from deckcheck.services import throttles
from deckcheck.services.desk import Desk
from deckcheck.services.permissions import Right
from deckcheck.services.refusals import NotAllowed, Refused
from deckcheck.services.throttles import Counter, Limit
from deckcheck.services.who import Who
from deckcheck.services.work import Work
from deckcheck.storage.shelves import doors
from deckcheck.storage.store import Session

WORDS: Final = Path(__file__).with_name("join_words.txt")
"""2,048 common words of 4 to 7 letters; of any two, no single slip makes one the other."""
MINUTE: Final = timedelta(minutes=1)
FROM_ADDRESS: Final = Limit("code-from", 10, MINUTE)
IN_ALL: Final = Limit("code", 300, MINUTE)
AT_EVENT: Final = Limit("code-at", 300, MINUTE)
"""On the event's own page: nobody of the hall is held up by a neighbour's slips, and 24 bits still take weeks."""
_FORM: Final = re.compile(r"([A-Z]{4,7})[\s._\-\u2010-\u2015]*([0-9]{4})")


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
    while doors.is_code_taken(session, code := f"{secrets.choice(words())}-{secrets.randbelow(10_000):04}"):
        pass
    return code


def change_code(work: Work) -> str:
    """Another code for the event; the one before is taken no more."""
    work.ask(Right.JOIN_CODE)
    work.event.join_code = fresh_code(work.session)
    work.note("event.join_code", on="event")
    return work.event.join_code


def event_of(desk: Desk, text: str, who: Who, address: str = "") -> str:
    """The slug of the event that takes a code now. Wrong tries of strangers are counted, right ones never."""
    counters = (
        throttles.counter(desk, FROM_ADDRESS, throttles.network_of(address)),
        throttles.counter(desk, IN_ALL),
    )
    return _looked_up(desk, text, who, counters)


def check_at_event(desk: Desk, slug: str, text: str, who: Who) -> None:
    """Refuse a code that is not the event's own; its page takes codes when a hall has used up its tries elsewhere."""
    counters = (throttles.counter(desk, AT_EVENT, slug),)
    _looked_up(desk, text, who, counters, slug)


def _looked_up(desk: Desk, text: str, who: Who, counters: tuple[Counter, ...], only: str = "") -> str:
    now, is_counted = desk.now(), who.kind == "stranger"
    with desk.store.read() as session:
        full = throttles.blocked_until(session, counters, now) if is_counted else None
        if full:
            raise _too_many(full, now, at_event=bool(only))
        code = read_code(text)
        event = doors.taking_event(session, code, now) if code else None
    if event is not None and only in {"", event.slug}:
        return event.slug
    if is_counted:
        with desk.store.write() as session:
            full = throttles.count_miss(session, counters, now)
        if full:
            raise _too_many(full, now, at_event=bool(only))
    raise WrongCode(f"No event takes the code {_shown(text)} now. The desk has the current one.")


def _too_many(until: datetime, now: datetime, *, at_event: bool) -> Refused:
    refusal = throttles.too_many(until, now)
    if at_event:
        return refusal
    return type(refusal)(f"{refusal} The event's own page takes its code at once.", refusal.wait)


def _shown(text: str) -> str:
    return read_code(text) or f'"{" ".join(text.split())[:20]}"'
