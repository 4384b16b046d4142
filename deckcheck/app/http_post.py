"""Posting to an address that somebody else named: public ones only, over https, with little time and no following."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

import requests

from deckcheck.app.connections import NotPublic, NotReached, Reach, Watch, addresses_of, connecting, why_broken

SECONDS: Final = 5.0
"""So long a whole delivery may take, from the connection to the answer's head."""
LONGEST: Final = 500
"""Letters of an address."""


class NotPosted(Exception):
    """It could not be delivered; the sentence says why, and never what the other side sent."""


class BadTarget(NotPosted):
    """No messages are sent to such an address."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to post: `local` lets it be this very machine, in plain http too."""

    url: str
    local: bool = False


def read_target(target: Target) -> SplitResult:
    """The parts of an address that could be posted to by its form alone."""
    try:
        parts = urlsplit(target.url)
        port = parts.port
    except ValueError:
        raise BadTarget("This is no address. Write it like https://bot.example.org/hook.") from None
    schemes = {"https", "http"} if target.local else {"https"}
    printable = target.url.isascii() and target.url.isprintable() and " " not in target.url
    if not printable or len(target.url) > LONGEST or not parts.hostname:
        raise BadTarget("This is no address. Write it like https://bot.example.org/hook.")
    if parts.scheme not in schemes:
        raise BadTarget("Messages are sent over https only. Write it like https://bot.example.org/hook.")
    if parts.username is not None or parts.password is not None:
        raise BadTarget("A name or password in the address would be sent in the open. Leave it out.")
    if port == 0:
        raise BadTarget("Port 0 is none. Leave it out, or name the right one.")
    return parts


def check_target(target: Target) -> None:
    """Refuse an address that is no address, that nobody has now, or that leads into a network of its own."""
    parts = read_target(target)
    with _told_as_ours():
        addresses_of(str(parts.hostname), parts.port or 443, _reach(target))


def post(target: Target, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> int:
    """Post a body and say with which status it was answered; the answer's own body is never read."""
    read_target(target)
    watch = Watch(seconds)
    try:
        with (
            _told_as_ours(),
            connecting(_reach(target), watch) as session,
            _send(session, target.url, body, headers, seconds) as answer,
        ):
            watch.stop()
            return int(answer.status_code)
    except (requests.RequestException, OSError) as error:
        raise NotPosted(why_broken(error, watch, seconds)) from error


def _reach(target: Target) -> Reach:
    return Reach.THIS_MACHINE if target.local else Reach.PUBLIC


@contextmanager
def _told_as_ours() -> Iterator[None]:
    """Tell of an address that is not connected to as of a message that is not sent."""
    try:
        yield
    except NotPublic as error:
        raise BadTarget(f"{error} Messages go to public addresses only.") from None
    except NotReached as error:
        raise NotPosted(str(error)) from None


def _send(
    session: requests.Session, url: str, body: bytes, headers: Mapping[str, str], seconds: float
) -> requests.Response:
    return session.post(
        url, data=body, headers=dict(headers), timeout=seconds, allow_redirects=False, stream=True, verify=True
    )
