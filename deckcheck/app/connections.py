"""Connections to addresses that somebody else named: resolved once, checked, and connected to what was checked.

So a name that means another machine a moment later finds nobody.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError
from urllib3.exceptions import TimeoutError as TimeoutHTTPError

_GLOBAL: Final = IPv6Network("2000::/3")
"""All of IPv6 that is given out to be reached from anywhere."""

Address = IPv4Address | IPv6Address


class NotReached(Exception):
    """Nobody has this name now."""


class NotPublic(NotReached):
    """The name leads into a network of its own."""


class Reach(Enum):
    """How far into networks of their own a connection may lead."""

    PUBLIC = "public"
    THIS_MACHINE = "this machine"
    ANYWHERE = "anywhere"

    def takes(self, address: Address) -> bool:
        """Whether an address may be connected to."""
        own = self is Reach.THIS_MACHINE and address.is_loopback
        return self is Reach.ANYWHERE or own or is_public(address)


def addresses_of(host: str, port: int, reach: Reach = Reach.PUBLIC) -> list[Address]:
    """The addresses of a host; refused unless every one of them may be connected to."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached(f"Nobody is called {host[:80]} now.") from None
    addresses = list(dict.fromkeys(ip_address(str(info[4][0]).partition("%")[0]) for info in found))
    if not addresses or not all(map(reach.takes, addresses)):
        raise NotPublic(f"{host[:80]} leads into a network of its own.")
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


class Watch:
    """Ends a connection once its time is over, however slowly the other side goes on."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
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
        self._timer.start()
        try:
            yield
        finally:
            self._timer.cancel()
            with self._lock:
                for held in self._held:
                    held.close()
                self._held.clear()

    def stop(self) -> None:
        """Stop the time once the answer's head is there; one that was cut off by it looks like a short one."""
        self._timer.cancel()
        if self.is_over:
            raise TimeoutError

    def _end(self) -> None:
        with self._lock:
            self.is_over = True
            for held in self._held:
                with suppress(OSError):
                    held.shutdown(socket.SHUT_RDWR)


def _connect(connection: HTTPConnection, reach: Reach, watch: Watch) -> socket.socket:
    """Resolve, check, and connect to what was checked; the name stays for the certificate and the Host line."""
    last: OSError | None = None
    for address in addresses_of(connection.host, connection.port or 443, reach):
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

    def __init__(self, reach: Reach, watch: Watch) -> None:
        self.made = (reach, watch)
        super().__init__(pool_maxsize=1, max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        """Put connections of our own under requests."""
        reach, watch = self.made

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, reach, watch)

        class Encrypted(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, reach, watch)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class EncryptedPool(HTTPSConnectionPool):
            ConnectionCls = Encrypted

        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": EncryptedPool}


@contextmanager
def connecting(reach: Reach, watch: Watch) -> Iterator[requests.Session]:
    """A session that connects to checked addresses only, while the time of the watch runs."""
    with watch.running(), requests.Session() as session:
        session.trust_env = False  # A proxy would resolve the name anew.
        for scheme in ("https://", "http://"):
            session.mount(scheme, _Pinned(reach, watch))
        yield session


def why_broken(error: Exception, watch: Watch, seconds: float) -> str:
    """Why nothing came of a request, as far as our own side can tell."""
    if watch.is_over or isinstance(error, requests.Timeout | TimeoutError | TimeoutHTTPError):
        return f"No answer within {seconds:g} s."
    if isinstance(error, requests.exceptions.SSLError):
        return "Its certificate does not hold."
    return "No connection, or it broke off."
