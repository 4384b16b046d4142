"""Browsers for tests: each sends what a browser sends from our own pages, and may be signed in."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.store.models import Account
from deckcheck.web.cookies import SIGN_IN
from tests.doors import MAIL, PASSWORD, a_link, signed_in


def visitor(app: Flask) -> FlaskClient:
    """A browser in which nobody is signed in."""
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client


def with_sign_in(app: Flask, secret: str) -> FlaskClient:
    """A browser that holds a sign-in."""
    client = visitor(app)
    with client.session_transaction() as held:
        held[SIGN_IN] = secret
    return client


def staff(app: Flask, desk: App, mail: str = MAIL) -> FlaskClient:
    """A browser in which an account with the password of the tests is signed in."""
    return with_sign_in(app, signed_in(desk, mail))


def player(app: Flask, desk: App, person: str) -> FlaskClient:
    """A browser in which a person came by a link."""
    client = visitor(app)
    client.get(f"/r/{a_link(desk, person)}")
    return client


def sign_in_as(app: Flask, desk: App, account: str, *, strong: bool = False) -> FlaskClient:
    """A browser in which an account is signed in, whatever its password is."""
    with desk.store.write() as session:
        row = session.get(Account, account)
        assert row is not None
        secret = start(session, "account", account, desk.now(), Browser(), serial=row.serial, strong=strong)
    return with_sign_in(app, secret)


def cookie_of_account(app: Flask, desk: App, account: str) -> str:
    """The cookie's value in a browser where an account is signed in, for one that is driven from outside."""
    with desk.store.write() as session:
        row = session.get(Account, account)
        assert row is not None
        secret = start(session, "account", account, desk.now(), Browser(), serial=row.serial)
    return _signed(app, secret)


def cookie_of_who(app: Flask, desk: App, who: Actor) -> str:
    """The cookie's value in a browser of an account, or of a player who came by a link."""
    if who.kind == "account":
        return cookie_of_account(app, desk, who.uid)
    with desk.store.write() as session:
        return _signed(app, start(session, who.kind, who.uid, desk.now(), Browser()))


def _signed(app: Flask, secret: str) -> str:
    signer: Any = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps({SIGN_IN: secret, "_permanent": True}))


def give(client: FlaskClient, mail: str = MAIL, password: str = PASSWORD, **more: Any) -> TestResponse:
    """Sign in on the page."""
    fields = {"mail": mail, "password": password, **more.pop("fields", {})}
    return client.post("/sign-in", data=fields, **more)


def cookie_of(response: TestResponse) -> str:
    """What an answer sets the cookie to."""
    return next(h for h in response.headers.getlist("Set-Cookie") if "deckcheck=" in h)


def held(client: FlaskClient) -> str:
    """The secret of the sign-in that a browser holds."""
    with client.session_transaction() as session:
        return str(session.get(SIGN_IN, ""))
