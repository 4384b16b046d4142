"""The cookie of a sign-in: signed, for this host alone, holding its secret and nothing of its owner.

A second one, for staff alone, tells that a browser has signed in before; it opens nothing.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Final

from flask import Flask, Response, after_this_request, request, session
from flask.sessions import SecureCookieSessionInterface

from deckcheck.accounts.sign_in_limits import KEPT as DEVICE_AGE
from deckcheck.accounts.sign_ins import PLAYER_DAYS
from deckcheck.settings import Settings

NAME: Final = "deckcheck"
HOST_NAME: Final = "__Host-deckcheck"
"""Browsers take a cookie of this name only from https, for this host and no other, and for all paths."""
SIGN_IN: Final = "in"
STEP: Final = "step"
DEVICE: Final = "-device"
"""The end of the name of the cookie by which a browser is known that has signed in before."""


class OwnCookie(SecureCookieSessionInterface):
    """Flask's signed cookie, whose name and reach depend on how the request came."""

    salt = "deckcheck-cookie"
    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        """The name that browsers guard, wherever the connection allows it."""
        return HOST_NAME if request.is_secure else NAME

    def get_cookie_secure(self, app: Flask) -> bool:
        """Over plain http only this machine itself is served with a cookie."""
        return request.is_secure


def prepare(app: Flask, settings: Settings) -> None:
    """Sign cookies with the installation's key; what an older one has signed still counts."""
    app.session_interface = OwnCookie()
    app.config.update(
        SECRET_KEY=settings.secret_key or None,
        SECRET_KEY_FALLBACKS=list(settings.older_keys),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=PLAYER_DAYS),
    )


def carries_cookie() -> bool:
    """Whether the browser sent the cookie, whatever it holds."""
    return NAME in request.cookies or HOST_NAME in request.cookies


def may_hold_cookie() -> bool:
    """Whether a sign-in can be kept: over https, or on this machine itself."""
    host = request.host.rpartition(":")[0] if request.host.rpartition(":")[2].isdecimal() else request.host
    return request.is_secure or host in {"localhost", "127.0.0.1", "[::1]"} or host.endswith(".localhost")


def sign_in_secret() -> str:
    """The secret of the browser's sign-in; empty if it has none."""
    return str(session.get(SIGN_IN, ""))


def keep_sign_in(secret: str, device: str = "") -> None:
    """Give the browser the secret of its sign-in, in the place of all that it held before.

    `device`: by which it is known once it is signed out; leaving keeps that.
    """
    session.clear()
    session[SIGN_IN] = secret
    session.permanent = True
    if device:
        after_this_request(lambda response: _keep_device(response, device))


def _keep_device(response: Response, secret: str) -> Response:
    response.set_cookie(
        _device_name(), secret, max_age=DEVICE_AGE, path="/", secure=request.is_secure, httponly=True, samesite="Lax"
    )
    return response


def _device_name() -> str:
    return (HOST_NAME if request.is_secure else NAME) + DEVICE


def device_secret() -> str:
    """The secret of a browser that has signed in before; empty for every other."""
    return request.cookies.get(_device_name(), "")


def keep_step(secret: str) -> None:
    """Remember that the password was right and a code is asked for."""
    session[STEP] = secret


def step_secret() -> str:
    """The secret of a first step; empty if none waits."""
    return str(session.get(STEP, ""))


def forget() -> None:
    """Let the browser hold nothing any more."""
    session.clear()
