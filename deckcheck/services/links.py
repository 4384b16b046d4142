"""Players' links: a person's way in over all events, or a team's; random, stored as hashes, taken back at any time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from deckcheck.services import throttles
from deckcheck.services.desk import Desk
from deckcheck.services.permissions import NOTHING_HERE, Right
from deckcheck.services.refusals import Hidden, Refused, Replaced
from deckcheck.services.secrets_kept import hash_of, is_link_form, new_link_secret
from deckcheck.services.throttles import Limit
from deckcheck.services.work import Work
from deckcheck.settings import Settings
from deckcheck.storage.models import Entry, Event, Link
from deckcheck.storage.shelves import doors, entries
from deckcheck.storage.store import Session

PERSON: Final = "person"
TEAM: Final = "team"
MISSES: Final = Limit("link-from", 60, timedelta(minutes=1))
"""Only for the answer to misses: a right link always opens, whatever others of the same hall try."""
GIVEN_WAY: Final = "This link was replaced. The newer one is in your mail; the desk can show it too."


@dataclass(frozen=True, slots=True)
class Held:
    """A link that opens: its key, whose it is, and until when it opens."""

    uid: str
    kind: str
    subject: str
    until: datetime


def find(desk: Desk, secret: str, address: str = "") -> Held:
    """The link with this secret. A text of no such form, an unknown and an ended one are the same miss."""
    now = desk.now()
    if is_link_form(secret):
        with desk.store.read() as session:
            row = doors.link(session, hash_of(secret))
            found = _opened(session, row, now, desk.settings) if row else None
        if found is not None:
            return found
    raise _miss(desk, address, now)


def held(session: Session, secret: str, now: datetime, settings: Settings) -> Held | None:
    """The same within a transaction that relies on it: who takes the link back meanwhile waits."""
    row = doors.link(session, hash_of(secret), lock=True)
    return _opened(session, row, now, settings) if row else None


def _opened(session: Session, row: Link, now: datetime, settings: Settings) -> Held | None:
    if row.revoked_at is not None:
        if doors.links_of(session, row.scope, row.subject):
            raise Replaced(GIVEN_WAY)
        return None
    until = max(row.until, last_day(session, row.scope, row.subject, now, settings))
    return Held(row.uid, row.scope, row.subject, until) if now < until else None


def _miss(desk: Desk, address: str, now: datetime) -> Refused:
    counters = [throttles.counter(desk, MISSES, throttles.network_of(address))]
    with desk.store.write() as session:
        full = throttles.count_miss(session, counters, now)
    return throttles.too_many(full, now) if full else Hidden(NOTHING_HERE)


def last_day(session: Session, scope: str, subject: str, now: datetime, settings: Settings) -> datetime:
    """Until when a link of somebody opens: 30 days (a setting) after the end of their last event."""
    ends = [_end_of(event) for event in _events(session, scope, subject)]
    return max(ends, default=now) + timedelta(days=settings.keeping.link)


def _events(session: Session, scope: str, subject: str) -> list[Event]:
    if scope == PERSON:
        return doors.events_of_person(session, subject)
    team = doors.team(session, subject)
    event = doors.event(session, team.event) if team else None
    return [event] if event else []


def _end_of(event: Event) -> datetime:
    """When an event ended; one that still runs counts by its day, whichever zone it is in."""
    day_after_next = datetime.combine(event.day + timedelta(days=2), time(), UTC)
    return event.ended_at or day_after_next


def make_link(
    session: Session, scope: str, subject: str, by: str, now: datetime, settings: Settings, secret: str = ""
) -> str:
    """A new link beside those there are; its secret is told here and nowhere else. One may be given, as random."""
    secret = secret or new_link_secret()
    until = max(last_day(session, scope, subject, now, settings), now + timedelta(days=settings.keeping.link))
    session.add(Link(hash=hash_of(secret), scope=scope, subject=subject, by=by, at=now, until=until))
    return secret


def take_back(session: Session, scope: str, subject: str, now: datetime) -> int:
    """Let no link of somebody open any more, and end what they opened; says how many there were."""
    rows = doors.links_of(session, scope, subject)
    for row in rows:
        row.revoked_at = now
        doors.end_sign_ins_by(session, row.uid, now)
    return len(rows)


def issue_link(work: Work, entry: Entry, *, keep_old: bool = False) -> str:
    """A new link for a player of the event; older ones end unless they are to be kept. Its secret is told once."""
    work.ask(Right.ISSUE_LINK, subject=entry)
    if entry.person is None:
        raise Hidden(NOTHING_HERE)
    return _issue(work, PERSON, entry.person, entry, keep_old=keep_old)


def issue_team_link(work: Work, team: str, *, keep_old: bool = False) -> str:
    """A new link for a team of the event, by its key."""
    seats = [entry for entry in entries.entries_of_team(work.session, team) if entry.event == work.event.uid]
    if not seats:
        raise Hidden(NOTHING_HERE)
    work.ask(Right.ISSUE_LINK, subject=seats[0])
    return _issue(work, TEAM, team, seats[0], keep_old=keep_old)


def _issue(work: Work, scope: str, subject: str, entry: Entry, *, keep_old: bool) -> str:
    ended = 0 if keep_old else take_back(work.session, scope, subject, work.now)
    secret = make_link(work.session, scope, subject, str(work.who), work.now, work.desk.settings)
    work.note("link.issued", on=f"entry:{entry.number}", from_=f"{ended} ended", to=scope, entry=entry)
    return secret


def revoke_links(work: Work, entry: Entry) -> None:
    """Take back every link of a player of the event."""
    work.ask(Right.ISSUE_LINK, subject=entry)
    if entry.person is not None and (ended := take_back(work.session, PERSON, entry.person, work.now)):
        work.note("link.revoked", on=f"entry:{entry.number}", from_=f"{ended} ended", entry=entry)
