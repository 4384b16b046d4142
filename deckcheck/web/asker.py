"""Who asks, once a request: by the cookie, or on the API by a bearer alone."""

from __future__ import annotations

import re
from typing import Final, cast
from urllib.parse import quote

from flask import abort, g, redirect, request

from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.sign_ins import Browser
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.web.cookies import device_secret, sign_in_secret
from deckcheck.web.current import app

_BROWSERS: Final = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg(?:A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS: Final = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh"),
    ("Chromebook", r"CrOS"),
    ("Linux", r"Linux"),
)


def current_who() -> Actor:
    """Who asks. On the API a bearer counts alone; one that is unknown is refused, never taken for a stranger."""
    if "who" not in g:
        g.who = who_is(app(), bearer=bearer(), address=address()) if by_bearer() else by_cookie()
    return cast("Actor", g.who)


def by_cookie() -> Actor:
    """Who asks, as far as the cookie tells."""
    return who_is(app(), cookie=sign_in_secret())


def by_bearer() -> bool:
    """Whether the request is a program's with a token, or with a player's link: such a one has no use for cookies."""
    return request.path.startswith("/api/") and "Authorization" in request.headers


def bearer() -> str:
    """What the program carries; a header that holds no bearer holds one that nobody knows."""
    given = request.authorization
    return (given.token or "-") if given is not None and given.type == "bearer" else "-"


def shown_who() -> Actor:
    """Who asks, for the head of a page, which stands even around a fault of the database."""
    if "who" not in g and is_asked_no_more():
        return STRANGER
    try:
        return STRANGER if by_bearer() else current_who()
    except Exception:  # noqa: BLE001  # The page around this is the one that tells what is wrong.
        ask_no_more()
        return STRANGER


def ask_no_more() -> None:
    """The database is in trouble: the page that says so is not to wait for it once more."""
    g.unasked = True


def is_asked_no_more() -> bool:
    """Whether the database was found in trouble while this is answered."""
    return bool(g.get("unasked"))


def address() -> str:
    """The network address of whoever asks."""
    return request.remote_addr or ""


def browser() -> Browser:
    """Where a sign-in comes from."""
    return Browser(address(), browser_words(request.user_agent.string), sign_in_secret(), device_secret())


def browser_words(told: str) -> str:
    """What a browser calls itself, in the few words by which its owner knows it again: Firefox on Android."""
    name = next((word for word, form in _BROWSERS if re.search(form, told)), "A browser")
    system = next((word for word, form in _SYSTEMS if re.search(form, told)), "")
    return f"{name} on {system}" if system else name


def need_account() -> Actor:
    """Who of the staff asks; whoever has not signed in is sent to do so, and comes back."""
    who = current_who()
    if who.kind != "account":
        to_sign_in()
    return who


def need_somebody() -> Actor:
    """Who asks, be it staff or a player; a stranger is sent to the sign-in, and comes back."""
    who = current_who()
    if who.kind == "stranger":
        to_sign_in()
    return who


def to_sign_in() -> None:
    """Leave for the sign-in, which leads back to what was looked at."""
    back = request.full_path.rstrip("?") if request.method in {"GET", "HEAD"} else ""
    abort(redirect("/sign-in" + (f"?next={quote(back)}" if back else ""), 303))


def safe_path(path: str) -> str:
    """A path of this site to go on to; empty for what would lead elsewhere."""
    return path if re.fullmatch(r"/(?![/\\])[^\s\\\x00-\x1f\x7f]{0,500}", path) else ""
