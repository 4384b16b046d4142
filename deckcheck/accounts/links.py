"""Players' links: the way in to one event, to all that a player tied together, or a team's.

They are random, stored as hashes, and taken back at any time. What staff issues opens one event and replaces
all before. Entries are tied together by their player's own act: what one browser has proven, never more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app import throttles
from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, Refused, Replaced
from deckcheck.app.secrets import hash_of, is_link_form, new_link_secret
from deckcheck.app.session import EventSession, changing
from deckcheck.app.throttles import Limit
from deckcheck.app.time_words import at_when
from deckcheck.settings import Settings
from deckcheck.store.models import Entry, Event, Link, Team
from deckcheck.store.queries import credentials, entries
from deckcheck.store.states import ActorKind
from deckcheck.store.store import Session
from deckcheck.translations import gettext, gettext_noop

SHOWN: Final = "shown"
MAILED: Final = "mailed"
OWN: Final = "own"
CODE: Final = "code"
LETTER: Final = "letter"
BY_STAFF: Final = frozenset({SHOWN, MAILED})
"""The ways in which a link goes out by an act of the staff; by the others a player comes to it alone."""
MISSES: Final = Limit("link-from", 60, timedelta(minutes=1))
"""Only for the answer to misses: a right link always opens, whatever others of the same hall try."""


@dataclass(frozen=True, slots=True)
class Held:
    """A link that opens: its key, whose it is, and until when it opens."""

    uid: str
    kind: ActorKind
    subject: str
    until: datetime


def find(app: App, secret: str, address: str = "") -> Held:
    """The link with this secret. A text of no such form, an unknown and an ended one are the same miss."""
    now = app.now()
    if is_link_form(secret):
        with app.store.read() as session:
            row = credentials.link(session, hash_of(secret))
            found = _opened(session, row, now, app.settings) if row else None
        if found is not None:
            return found
    raise _miss(app, address, now)


def held(session: Session, secret: str, now: datetime, settings: Settings) -> Held | None:
    """The same within a transaction that relies on it: who takes the link back meanwhile waits."""
    row = credentials.link(session, hash_of(secret), lock=True)
    return _opened(session, row, now, settings) if row else None


def _opened(session: Session, row: Link, now: datetime, settings: Settings) -> Held | None:
    if row.revoked_at is not None:
        newer = _newer(session, row)
        if newer is not None:
            told = gettext("This link was replaced.")
            raise Replaced(f"{told} {issued_words(session, newer, now, NEWER)}")
        if official := _official(session, row):
            told = gettext("This link was replaced. {name} plays under this entry with an account.")
            raise Replaced(told.format(name=official))
        return None
    until = max(row.until, last_day(session, row.scope, row.subject, now, settings))
    return Held(row.uid, row.scope, row.subject, until) if now < until else None


def _newer(session: Session, row: Link) -> Link | None:
    """The link that took the place of one; of a person's, one that took an entry out of them."""
    if row.scope == ActorKind.PERSON:
        found = credentials.cut_out_of(session, row.subject)
    else:
        found = [*_of_kept(session, row), *credentials.links_of(session, row.scope, row.subject)]
    return next((one for one in reversed(found) if one.way in BY_STAFF), None)


def _of_kept(session: Session, row: Link) -> list[Link]:
    """The link of the entry that this one's was merged into, if that is what ended it."""
    entry = session.get(Entry, row.subject) if row.scope == ActorKind.ENTRY else None
    kept = entries.kept_of(session, entry) if entry else None
    found = credentials.links_of(session, ActorKind.ENTRY, kept.uid) if kept and kept is not entry else []
    return [one for one in found if one.at == row.revoked_at and one.uid > row.uid]


YOURS: Final = (
    gettext_noop("{name} at the desk issued your link {when}."),
    gettext_noop("{name} had your link mailed {when}."),
)
OF_TEAM: Final = (
    gettext_noop("{name} at the desk issued your team's link {when}."),
    gettext_noop("{name} had your team's link mailed {when}."),
)
NEWER: Final = (
    gettext_noop("{name} at the desk issued a newer one {when}."),
    gettext_noop("{name} had a newer one mailed {when}."),
)
FOR_EVENT: Final = (
    gettext_noop("{name} at the desk issued a new link for {event} {when}."),
    gettext_noop("{name} had a new link for {event} mailed {when}."),
)
"""What is said of a link that was issued at the desk, and of one that was mailed."""


def issued_words(session: Session, link: Link, now: datetime, words: tuple[str, str] = YOURS) -> str:
    """Who issued a link and when: Rosa Kim at the desk issued your link at 10:03."""
    event = next(iter(_events(session, link.scope, link.subject)), None)
    zone, named = (event.zone, event.name) if event else ("UTC", "")
    told = gettext(words[link.way == MAILED])
    return told.format(name=who_did(session, link.by), when=at_when(link.at, now, zone), event=named)


def _official(session: Session, row: Link) -> str:
    """Whose account took the place of a player's link."""
    entry = session.get(Entry, row.subject) if row.scope == ActorKind.ENTRY else None
    return who_did(session, f"account:{entry.account}") if entry and entry.account else ""


def issued_to(session: Session, entry: Entry, now: datetime) -> str:
    """Who of the staff issued the links that open an entry, its team's too, and whose account does; empty if none."""
    told = []
    ways = [(ActorKind.ENTRY, one.uid, YOURS) for one in entries.together(session, entry)]
    if entry.team:
        ways.append((ActorKind.TEAM, entry.team, OF_TEAM))
    for scope, subject, words in ways:
        found = [one for one in credentials.links_of(session, scope, subject) if one.way in BY_STAFF]
        told += [issued_words(session, found[-1], now, words)] if found else []
    told = list(dict.fromkeys(told))
    if entry.account:
        opens = gettext("{name}'s account opens this list as well.")
        told.append(opens.format(name=who_did(session, f"account:{entry.account}")))
    return " ".join(told)


def _miss(app: App, address: str, now: datetime) -> Refused:
    counters = [throttles.counter(app, MISSES, throttles.network_of(address))]
    with app.store.write() as session:
        full = throttles.count_miss(session, counters, now)
    return throttles.too_many(full, now) if full else Hidden(NOTHING_HERE)


def last_day(session: Session, scope: str, subject: str, now: datetime, settings: Settings) -> datetime:
    """Until when a link of somebody opens: 30 days (a setting) after the end of their last event."""
    ends = [_end_of(event) for event in _events(session, scope, subject)]
    return max(ends, default=now) + timedelta(days=settings.keeping.link)


def _events(session: Session, scope: str, subject: str) -> list[Event]:
    if scope == ActorKind.PERSON:
        return credentials.events_of_person(session, subject)
    whose = session.get(Entry, subject) if scope == ActorKind.ENTRY else session.get(Team, subject)
    event = credentials.event(session, whose.event) if whose else None
    return [event] if event else []


def _end_of(event: Event) -> datetime:
    """When an event ended; one that still runs counts by its day, whichever zone it is in."""
    day_after_next = datetime.combine(event.day + timedelta(days=2), time(), UTC)
    return event.ended_at or day_after_next


def make_link(
    session: Session,
    scope: str,
    subject: str,
    by: str,
    now: datetime,
    settings: Settings,
    secret: str = "",
    *,
    way: str = SHOWN,
    cut: str | None = None,
) -> str:
    """A new link beside those there are; its secret is told here and nowhere else. One may be given, as random."""
    secret = secret or new_link_secret()
    until = max(last_day(session, scope, subject, now, settings), now + timedelta(days=settings.keeping.link))
    known = {"scope": scope, "subject": subject, "by": by, "way": way, "cut": cut}
    session.add(Link(hash=hash_of(secret), at=now, until=until, **known))
    return secret


def take_back(session: Session, scope: str, subject: str, now: datetime) -> int:
    """Let no link of somebody open any more, and end what they opened; says how many there were."""
    rows = credentials.links_of(session, scope, subject)
    for row in rows:
        row.revoked_at = now
        credentials.end_sign_ins_by(session, row.uid, now)
    credentials.end_sign_ins(session, scope, subject, now)
    return len(rows)


def issue_link(work: EventSession, entry: Entry, way: str = SHOWN, secret: str = "") -> str:
    """A new link for a player of the event, in place of all before; its secret is told once."""
    work.ask(Right.ISSUE_LINK, subject=entry)
    if entry.forgotten_at is not None:
        raise Hidden(NOTHING_HERE)
    ended, cut = end_ways_in(work, entry)
    return _issue(work, ActorKind.ENTRY, entry.uid, entry, (way, ended), secret, cut)


def issue_team_link(work: EventSession, team: str) -> str:
    """A new link for a team of the event, by its key, in place of the one before."""
    seats = [entry for entry in entries.entries_of_team(work.session, team) if entry.event == work.event.uid]
    if not seats:
        raise Hidden(NOTHING_HERE)
    work.ask(Right.ISSUE_LINK, subject=seats[0])
    return _issue(
        work, ActorKind.TEAM, team, seats[0], (SHOWN, take_back(work.session, ActorKind.TEAM, team, work.now))
    )


def issue_beside(work: EventSession, entry: Entry, way: str, secret: str = "") -> str:
    """A further link of a player by their own act: for what the browser that asks is signed in to, and nothing else."""
    scope, subject = (work.who.kind, work.who.uid) if work.who.is_one_player else (ActorKind.ENTRY, entry.uid)
    return _issue(work, scope, subject, entry, (way, 0), secret)


def _issue(
    work: EventSession,
    scope: str,
    subject: str,
    entry: Entry,
    how: tuple[str, int],
    secret: str = "",
    cut: str | None = None,
) -> str:
    way, ended = how
    settings = work.app.settings
    secret = make_link(work.session, scope, subject, work.by, work.now, settings, secret, way=way, cut=cut)
    work.note("link.issued", on=f"entry:{entry.number}", from_=f"{ended} ended", to=f"{scope} {way}", entry=entry)
    return secret


def end_ways_in(work: EventSession, entry: Entry) -> tuple[int, str | None]:
    """End every link of a player of this event with what they opened; says how many, and whom it was cut out of.

    A player who tied this entry to those of other events keeps these, and every way in to them.
    """
    ended, cut = 0, None
    for one in entries.together(work.session, entry):
        ended += take_back(work.session, ActorKind.ENTRY, one.uid, work.now)
        cut = cut_off(work, one) or cut
    return ended, cut


def restore_ways_in(work: EventSession, entry: Entry, at: datetime) -> int:
    """Let the links of an entry open again that ended at a moment, with the browsers they had signed in."""
    found = credentials.ended_at(work.session, entry.uid, at)
    for row in found:
        row.revoked_at = None
    credentials.resume_sign_ins(work.session, entry.uid, at)
    return len(found)


def cut_off(work: EventSession, entry: Entry) -> str | None:
    """Take an entry out of the person that ties it to others; says out of whom, none if there was nothing to cut."""
    session, old = work.session, entry.person
    if old is None or not credentials.is_tied(session, old, entry.uid):
        return None
    entry.person = entries.new_person(session, work.now)
    session.flush()
    leave(session, old, work.now)
    return old


def leave(session: Session, person: str, now: datetime) -> None:
    """End what opens a person of whom no entry is left."""
    if not entries.entries_tied(session, person):
        take_back(session, ActorKind.PERSON, person, now)


def leave_team(work: EventSession, entry: Entry, team: str) -> None:
    """End the link of a team that somebody leaves: it would go on opening the lists of the others to them."""
    ended = take_back(work.session, ActorKind.TEAM, team, work.now)
    if ended:
        work.note("link.revoked", on=f"entry:{entry.number}", from_=f"{ended} ended", to=ActorKind.TEAM, entry=entry)


def revoke_links(work: EventSession, entry: Entry) -> None:
    """Take back every link of a player of the event; players end what opens it, and staff what ties it to others."""
    work.ask(Right.ISSUE_LINK, subject=entry)
    if work.who.kind == ActorKind.PERSON:
        ended = take_back(work.session, ActorKind.PERSON, work.who.uid, work.now)
        ended += take_back(work.session, ActorKind.ENTRY, entry.uid, work.now)
    else:
        ended, _ = end_ways_in(work, entry)
    if ended:
        work.note("link.revoked", on=f"entry:{entry.number}", from_=f"{ended} ended", entry=entry)


Holds = Callable[[Session, datetime], bool]
"""Whether what proved an entry still does, asked where nobody can take it back meanwhile."""


@dataclass(frozen=True, slots=True)
class Proven:
    """An entry that a browser may open, by its key and the slug of its event, and what shows it."""

    slug: str
    uid: str
    holds: Holds


def proven_by(session: Session, kind: str, subject: str, holds: Holds) -> list[Proven]:
    """The entries that a link or a sign-in opens, as far as they are one player's."""
    one = session.get(Entry, subject) if kind == ActorKind.ENTRY else None
    found = entries.entries_tied(session, subject) if kind == ActorKind.PERSON else [one] if one else []
    heads = ((credentials.event(session, entry.event), entry.uid) for entry in found)
    return [Proven(event.slug, uid, holds) for event, uid in heads if event is not None]


def here_proven(session: Session, here: Actor) -> list[Proven]:
    """What the browser of a player is signed in to."""
    return proven_by(session, here.kind, here.uid, lambda within, _: credentials.holds(within, here.sign_in))


def tie(app: App, here: Actor, there: Iterable[Proven], browser: Browser) -> str:
    """Make one person of what a browser is signed in to and of what it has proven as well.

    Returns the secret of the browser as that person; none if it is that person already. A person who is signed in takes
    the others in; else a new one is made, so that no link that is open already opens more than it did.
    """
    with app.store.read() as session:
        mine = here_proven(session, here) if here.kind == ActorKind.ENTRY else []
    person = here.uid if here.kind == ActorKind.PERSON else ""
    for proven in (*there, *mine):
        person = _move(app, proven, person)
    if here.kind == ActorKind.PERSON:
        return ""
    now = app.now()
    with app.store.write() as session:
        return start(session, ActorKind.PERSON, person, now, browser)


def _move(app: App, proven: Proven, person: str) -> str:
    """Let an entry be a person's, a new one's if none is named; the event that it is in says so in its audit."""
    with changing(app, Actor(ActorKind.ENTRY, proven.uid), proven.slug) as work:
        entry = work.session.get(Entry, proven.uid)
        if entry is None or entry.person is None or not proven.holds(work.session, work.now):
            raise Hidden(NOTHING_HERE)
        was = entry.person
        if was != person:
            entry.person = person or entries.new_person(work.session, work.now)
            work.note("entry.tied", on=f"entry:{entry.number}", from_=entry.state, to=entry.state, entry=entry)
            work.session.flush()
            leave(work.session, was, work.now)
        return entry.person
