"""Posting to an address that somebody else named: public ones only, over https, with little time and no following.

The address is resolved once, checked, and connected to: a name that means another machine a moment later finds nobody.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError

SECONDS: Final = 5.0
"""So long a whole delivery may take, from the connection to the answer's head."""
LONGEST: Final = 500
"""Letters of an address."""
_GLOBAL: Final = IPv6Network("2000::/3")
"""All of IPv6 that is given out to be reached from anywhere."""

Address = IPv4Address | IPv6Address


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
    addresses_of(str(parts.hostname), parts.port or 443, local=target.local)


def post(target: Target, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> int:
    """Post a body and say with which status it was answered; the answer's own body is never read."""
    read_target(target)
    session = requests.Session()
    session.trust_env = False  # A proxy would resolve the name anew.
    watch = _Watch(seconds)
    adapter = _Pinned(target.local, watch)
    for scheme in ("https://", "http://"):
        session.mount(scheme, adapter)
    try:
        with watch.running(), session, _send(session, target.url, body, headers, seconds) as answer:
            status = int(answer.status_code)
    except (requests.RequestException, OSError) as error:
        raise NotPosted(_why(error, watch, seconds)) from error
    if watch.is_over:  # Cut off in the middle of its head, which looks like a short one.
        raise NotPosted(_late(seconds))
    return status


def _send(
    session: requests.Session, url: str, body: bytes, headers: Mapping[str, str], seconds: float
) -> requests.Response:
    return session.post(
        url, data=body, headers=dict(headers), timeout=seconds, allow_redirects=False, stream=True, verify=True
    )


def _why(error: Exception, watch: _Watch, seconds: float) -> str:
    """Why it was not delivered, as far as our own side can tell."""
    if watch.is_over or isinstance(error, requests.Timeout):
        return _late(seconds)
    if isinstance(error, requests.exceptions.SSLError):
        return "Its certificate does not hold."
    return "No connection, or it broke off."


def _late(seconds: float) -> str:
    return f"No answer within {seconds:g} s."


def addresses_of(host: str, port: int, *, local: bool = False) -> list[Address]:
    """The addresses of a host; refused unless every one of them may be connected to."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotPosted(f"Nobody is called {host[:80]} now.") from None
    addresses = list(dict.fromkeys(ip_address(str(info[4][0]).partition("%")[0]) for info in found))
    if not addresses or not all(is_public(one) or (local and one.is_loopback) for one in addresses):
        raise BadTarget(f"{host[:80]} leads into a network of its own. Messages go to public addresses only.")
    return addresses


def is_public(address: Address) -> bool:
    """Whether an address is anybody's to reach: not this machine's, not a local network's, not a group's.

    An IPv4 address inside an IPv6 one counts as itself; of IPv6 only what is given out counts, so that no way of
    writing another address slips through.
    """
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour
        if inside is not None:
            return is_public(inside)
        if address not in _GLOBAL or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


class _Watch:
    """Ends a connection once its time is over, however slowly the other side goes on."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._seconds = seconds
        self._end_at = time.monotonic() + seconds
        self._held: list[socket.socket] = []
        self._lock = threading.Lock()

    @property
    def left(self) -> float:
        """How many seconds are left; never none at all, which would mean for ever."""
        return max(0.01, self._end_at - time.monotonic())

    def hold(self, connected: socket.socket) -> None:
        """Watch a connection; encryption takes the socket away, hence a second handle on the same connection."""
        with self._lock:
            self._held.append(connected.dup())

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the time run."""
        timer = threading.Timer(self._seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                for held in self._held:
                    held.close()
                self._held.clear()

    def _end(self) -> None:
        with self._lock:
            self.is_over = True
            for held in self._held:
                with suppress(OSError):
                    held.shutdown(socket.SHUT_RDWR)


def _connect(connection: HTTPConnection, local: bool, watch: _Watch) -> socket.socket:
    """Resolve, check, and connect to what was checked; the name stays for the certificate and the Host line."""
    last: OSError | None = None
    for address in addresses_of(connection.host, connection.port or 443, local=local):
        try:
            found = socket.create_connection((str(address), connection.port or 443), watch.left)
        except OSError as error:
            last = error
            continue
        watch.hold(found)
        return found
    raise NewConnectionError(connection, "no address answers") from last


class _Pinned(HTTPAdapter):
    """Connects to checked addresses only; one use each."""

    def __init__(self, local: bool, watch: _Watch) -> None:
        self.made = (local, watch)
        super().__init__(pool_maxsize=1, max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        """Put connections of our own under requests."""
        local, watch = self.made

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, local, watch)

        class Encrypted(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, local, watch)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class EncryptedPool(HTTPSConnectionPool):
            ConnectionCls = Encrypted

        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": EncryptedPool}
