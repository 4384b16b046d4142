"""Coming in by a player's link: a sign-in, unless somebody else is signed in and has to be asked first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.accounts import links
from deckcheck.accounts.recognition import named
from deckcheck.accounts.sign_ins import Browser, SignedIn, start
from deckcheck.accounts.tie import Proven, here_proven, proven_by, tie
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden
from deckcheck.store.store import Session

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
