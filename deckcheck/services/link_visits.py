"""Coming in by a player's link: a sign-in, unless somebody else is signed in and has to be asked first."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.services import links
from deckcheck.services.desk import Desk
from deckcheck.services.permissions import NOTHING_HERE
from deckcheck.services.recognising import named
from deckcheck.services.refusals import Hidden
from deckcheck.services.sign_ins import Browser, SignedIn, start
from deckcheck.services.who import Who


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is signed in here already; a foreign page may have slipped its own link in."""

    here: str
    name: str


@dataclass(frozen=True, slots=True)
class AlreadyIn:
    """It is the link of whoever is signed in."""


def follow_link(
    desk: Desk, secret: str, here: Who, browser: Browser, *, agreed: bool = False
) -> SignedIn | Asked | AlreadyIn:
    """Come in by a link; `here` is who is signed in so far, `agreed` that they were asked and go on as the other."""
    found = links.find(desk, secret, browser.address)
    with desk.store.read() as session:
        guest = named(session, found.kind, found.subject)
    if guest.kind == "stranger":
        raise Hidden(NOTHING_HERE)
    if (here.kind, here.uid) == (guest.kind, guest.uid):
        return AlreadyIn()
    if here.kind != "stranger" and not agreed:
        return Asked(here.name, guest.name)
    return _enter(desk, secret, browser)


def _enter(desk: Desk, secret: str, browser: Browser) -> SignedIn:
    now = desk.now()
    with desk.store.write() as session:
        found = links.held(session, secret, now, desk.settings)
        if found is None:
            raise Hidden(NOTHING_HERE)
        made = start(session, found.kind, found.subject, now, browser, link=found.uid, until=found.until)
    return SignedIn(made)
