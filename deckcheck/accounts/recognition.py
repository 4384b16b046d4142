"""Who asks: a browser by its cookie, a program by its token, a player by the link itself, and coming in by a link.

A link is a sign-in, unless somebody else is signed in and has to be asked first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import links
from deckcheck.accounts.links import Proven, here_proven, proven_by, tie
from deckcheck.accounts.sign_ins import OPEN, Browser, SignedIn, start
from deckcheck.accounts.tokens import end_of
from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden, NotSignedIn, Replaced
from deckcheck.app.secrets import hash_of, is_link_form, is_token_form
from deckcheck.store.models import Entry, SignIn, Token
from deckcheck.store.queries import accounts, credentials, entries
from deckcheck.store.states import ActorKind
from deckcheck.store.store import Busy, Session

IDLE: Final = timedelta(hours=12)
"""A browser of the staff that was not used for so long is signed in no more."""
SEEN: Final = {"account": timedelta(minutes=5)}
"""So exactly is kept when a browser was used last, lest every page writes; for players a day is enough."""
TOKEN_SEEN: Final = timedelta(minutes=1)
UNKNOWN: Final = "This token or link is unknown, ended or replaced."


def who_is(app: App, cookie: str = "", bearer: str = "", address: str = "") -> Actor:
    """Who asks; a bearer counts alone and is refused if it is unknown, a cookie that is unknown is a stranger's."""
    if bearer:
        return _by_bearer(app, bearer, address)
    return _by_cookie(app, cookie) if cookie else STRANGER


def _by_cookie(app: App, secret: str) -> Actor:
    now = app.now()
    with app.store.read() as session:
        row = credentials.sign_in(session, hash_of(secret))
        if row is None or not _holds(row, now):
            return STRANGER
        who = _account(session, row) if row.kind == "account" else named(session, row.kind, row.subject, row.uid)
    if who.sign_in and now - row.used_at >= SEEN.get(row.kind, timedelta(days=1)):
        _note_use(app, row.uid, now)
    return who


def _holds(row: SignIn, now: datetime) -> bool:
    idle = row.kind == "account" and now - row.used_at >= IDLE
    return row.ended_at is None and now < row.until and not idle


def _account(session: Session, row: SignIn) -> Actor:
    account = accounts.account(session, row.subject)
    if account is None or account.state != OPEN or account.serial != row.serial:
        return STRANGER
    return Actor(
        ActorKind.ACCOUNT,
        account.uid,
        account.name,
        may_organize=account.may_organize,
        operates=account.operates,
        strong=row.strong,
        sign_in=row.uid,
    )


def named(session: Session, kind: ActorKind, uid: str, sign_in: str = "") -> Actor:
    """An entry, a person or a team that came by its link; a stranger once they are gone."""
    if kind == "team":
        team = credentials.team(session, uid)
        return Actor(ActorKind.TEAM, uid, team.name, sign_in=sign_in) if team else STRANGER
    entry = session.get(Entry, uid) if kind == "entry" else entries.known_as(session, uid)
    if entry is None or entry.forgotten_at is not None:
        return STRANGER
    return Actor(kind, uid, player_name(entry), sign_in=sign_in)


def _note_use(app: App, sign_in: str, now: datetime) -> None:
    """Remember that the browser was used; a database that is busy just now is no reason to refuse a page."""
    try:
        with app.store.write() as session:
            credentials.touch(session, sign_in, now)
    except Busy:
        return


def _by_bearer(app: App, bearer: str, address: str) -> Actor:
    if is_token_form(bearer):
        return _token(app, bearer)
    if is_link_form(bearer):
        try:
            held = links.find(app, bearer, address)
        except (Hidden, Replaced):
            raise NotSignedIn(UNKNOWN) from None
        with app.store.read() as session:
            who = named(session, held.kind, held.subject)
        if who.kind != "stranger":
            return who
    raise NotSignedIn(UNKNOWN)


def _token(app: App, secret: str) -> Actor:
    now = app.now()
    with app.store.read() as session:
        row = credentials.token(session, hash_of(secret))
    if row is None or row.revoked_at is not None or now >= end_of(row):
        raise NotSignedIn(UNKNOWN)
    if row.used_at is None or now - row.used_at >= TOKEN_SEEN:
        _note_token(app, row, now)
    return Actor(ActorKind.TOKEN, row.uid, row.label, event=row.event, role=row.role)


def _note_token(app: App, row: Token, now: datetime) -> None:
    try:
        with app.store.write() as session:
            credentials.touch_token(session, row.uid, now)
    except Busy:
        return


STAY: Final = ""
GO_ON: Final = "on"
BOTH: Final = "both"


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is signed in here already; a foreign page may have slipped its own link in.

    `ties`: both are players of different events, so that they may be one and the same.
    """

    here: str
    name: str
    ties: bool = False


@dataclass(frozen=True, slots=True)
class AlreadyIn:
    """It is the link of whoever is signed in."""


def follow_link(
    app: App, secret: str, here: Actor, browser: Browser, *, answer: str = STAY
) -> SignedIn | Asked | AlreadyIn:
    """Come in by a link; `here` is who is signed in so far.

    They are asked first; the `answer` is to go on as the other, or that both are them.
    """
    found = links.find(app, secret, browser.address)
    with app.store.read() as session:
        guest = named(session, found.kind, found.subject)
        there = _there(app, secret, guest)(session) if guest.is_one_player else []
        ties = bool(there) and _may_tie(session, here, there)
    if guest.kind == "stranger":
        raise Hidden(NOTHING_HERE)
    if (here.kind, here.uid) == (guest.kind, guest.uid):
        return AlreadyIn()
    if ties and answer == BOTH:
        made = tie(app, here, there, browser)
        return SignedIn(made) if made else AlreadyIn()
    if here.kind != "stranger" and answer != GO_ON:
        return Asked(here.name, guest.name, ties)
    return _enter(app, secret, browser)


def _there(app: App, secret: str, guest: Actor) -> Callable[[Session], list[Proven]]:
    def holds(session: Session, now: datetime) -> bool:
        return links.held(session, secret, now, app.settings) is not None

    return lambda session: proven_by(session, guest.kind, guest.uid, holds)


def _may_tie(session: Session, here: Actor, there: list[Proven]) -> bool:
    """Two entries of one event are for the desk to merge; whoever is signed in there already has nothing to tie."""
    mine = here_proven(session, here) if here.is_one_player and here.sign_in else []
    return bool(mine) and not {one.slug for one in mine} & {one.slug for one in there}


def _enter(app: App, secret: str, browser: Browser) -> SignedIn:
    now = app.now()
    with app.store.write() as session:
        found = links.held(session, secret, now, app.settings)
        if found is None:
            raise Hidden(NOTHING_HERE)
        made = start(session, found.kind, found.subject, now, browser, link=found.uid, until=found.until)
    return SignedIn(made)
