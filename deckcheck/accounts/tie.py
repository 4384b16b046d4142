"""Entries of one player in several events, tied together by their own act: what one browser has proven, never more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from deckcheck.accounts import links
from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import changing
from deckcheck.store.models import Entry
from deckcheck.store.queries import credentials, entries
from deckcheck.store.states import ActorKind
from deckcheck.store.store import Session

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
            links.leave(work.session, was, work.now)
        return entry.person
