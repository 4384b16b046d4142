"""Accounts with a password, links, and browsers that are signed in, for tests of who comes in and how."""

from __future__ import annotations

from functools import cache
from typing import Final

from deckcheck.accounts.links import make_link
from deckcheck.accounts.passwords import hash_password
from deckcheck.accounts.recognition import follow_link, who_is
from deckcheck.accounts.sign_ins import Browser, SignedIn, sign_in
from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.store.models import Account

PASSWORD: Final = "correct horse battery"
MAIL: Final = "rosa@example.org"
ANYWHERE: Final = Browser()


@cache
def hashed() -> str:
    """The password as it is stored, made once for all tests."""
    return hash_password(PASSWORD)


def an_account(desk: App, mail: str = MAIL, name: str = "Rosa Kim", *, organizer: bool = False) -> str:
    """An account with the password; its key."""
    made = add_account(desk, mail, name, organizer=organizer)
    with desk.store.write() as session:
        account = session.get(Account, made.uid)
        assert account is not None
        account.password = hashed()
    return made.uid


def signed_in(desk: App, mail: str = MAIL, browser: Browser = ANYWHERE) -> str:
    """The secret of a browser that signed in with mail and password."""
    found = sign_in(desk, mail, PASSWORD, browser)
    assert isinstance(found, SignedIn)
    return found.secret


def who_signed_in(desk: App, mail: str = MAIL) -> Actor:
    """Somebody of the staff, in a browser that has just signed in."""
    return who_is(desk, cookie=signed_in(desk, mail))


def come_in(desk: App, secret: str, browser: Browser = ANYWHERE) -> str:
    """The secret of a browser that came by a player's link."""
    found = follow_link(desk, secret, STRANGER, browser)
    assert isinstance(found, SignedIn)
    return found.secret


def a_link(desk: App, subject: str, scope: str = "entry") -> str:
    """The secret of a new link."""
    with desk.store.write() as session:
        return make_link(session, scope, subject, "sys", desk.now(), desk.settings)
