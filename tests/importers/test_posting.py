"""What is posted goes to public addresses, to the one that was checked, and never waits long; against real servers."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from ipaddress import ip_address

import pytest
import requests

from deckcheck.app.connections import NotPublic, addresses_of, is_public
from deckcheck.app.http_post import BadTarget, NotPosted, Target, check_target, post
from tests.listeners import AUTHORITY, NAME, Asked, listening, says

INNER = """
127.0.0.1 127.255.255.254 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
100.127.255.255 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1
::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 fe80::1 fc00::1 fd12:3456::1 ff02::1 fec0::1
64:ff9b::7f00:1 64:ff9b:1::7f00:1 2002:7f00:1:: 2002:c0a8:101::1 2001:0:7f00:1::1 2001:db8::1 100::1 5f00::1
""".split()
OUTER = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4009::1", "2002:101:101::1", "::ffff:1.1.1.1"]

Resolve = Callable[[dict[str, list[str]]], None]


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Resolve:
    """Names mean what the test says; each time a name is asked for, its next address, the last one from then on."""

    def told(names: dict[str, list[str]]) -> None:
        real = socket.getaddrinfo

        def getaddrinfo(host: str, port: int, *args: object, **options: object) -> object:
            if host not in names:
                return real(host, port, *args, **options)  # type: ignore[arg-type]
            left = names[host]
            return real(left.pop(0) if len(left) > 1 else left[0], port, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return told


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The authority of the tests is one of those that certificates are held against."""
    monkeypatch.setattr(requests.adapters, "DEFAULT_CA_BUNDLE_PATH", str(AUTHORITY))


@pytest.mark.parametrize("address", INNER)
def test_an_address_of_a_network_of_its_own_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", OUTER)
def test_an_address_that_anybody_reaches_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", INNER)
def test_no_message_goes_to_an_inner_address_however_it_is_named(address: str, resolve: Resolve) -> None:
    resolve({NAME: [address]})
    shown = f"[{address}]" if ":" in address else address
    for url in (f"https://{shown}/hook", f"https://{NAME}/hook"):
        with pytest.raises(NotPosted):
            check_target(Target(url))
        with pytest.raises(NotPosted):
            post(Target(url), b"{}", {})


@pytest.mark.parametrize("written", ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "localhost", "localhost."])
def test_other_ways_to_write_this_machine_lead_nowhere(written: str) -> None:
    with pytest.raises(NotPosted):
        check_target(Target(f"https://{written}/"))


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/",
        "ftp://hook.example/",
        "file:///etc/passwd",
        "//hook.example/",
        "hook.example",
        "",
        "https://",
        "https://user:word@hook.example/",
        "https://user@hook.example/",
        "https://hook.example:0/",
        "https://hook.example:99999/",
        "https://hook.example:port/",
        "https://hook.example/a b",
        "https://hook.example/\r\nX-Other: 1",
        "https://hook.exämple/",
        "https://[::1",
        "https://hook.example/" + "a" * 500,
    ],
)
def test_what_is_no_public_https_address_is_refused(url: str) -> None:
    with pytest.raises(BadTarget):
        post(Target(url), b"{}", {})


def test_a_name_with_one_inner_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("1.1.1.1", "10.0.0.7")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: both)
    with pytest.raises(NotPublic):
        addresses_of(NAME, 443)
    with pytest.raises(BadTarget):
        check_target(Target(f"https://{NAME}/"))


def test_a_message_arrives_with_its_body_and_headers() -> None:
    with listening(says(204)) as server:
        url = f"http://127.0.0.1:{server.port}/hook?a=1"
        assert post(Target(url, local=True), b'{"a":1}', {"webhook-id": "7"}) == 204
    (asked,) = server.asked
    assert asked.line == "POST /hook?a=1 HTTP/1.1"
    assert asked.body == b'{"a":1}'
    assert asked.headers["webhook-id"] == "7"
    assert asked.headers["host"] == f"127.0.0.1:{server.port}"


def test_this_machine_is_only_posted_to_where_that_is_set() -> None:
    with listening(says(200)) as server, pytest.raises(NotPosted):
        post(Target(f"http://127.0.0.1:{server.port}/"), b"", {})
    assert server.connections == 0


def test_a_redirect_is_not_followed() -> None:
    with listening(says(200)) as inner:
        with listening(says(302, f"Location: http://127.0.0.1:{inner.port}/")) as server:
            assert post(Target(f"http://127.0.0.1:{server.port}/", local=True), b"", {}) == 302
        assert inner.connections == 0


def test_a_name_that_means_an_inner_address_by_the_time_of_the_connection_is_not_reached(resolve: Resolve) -> None:
    """A check beforehand says nothing: what is connected to is what was checked, in one step."""
    with listening(says(200)) as server:
        resolve({NAME: ["1.1.1.1", "127.0.0.1"]})
        url = f"https://{NAME}:{server.port}/"
        check_target(Target(url))
        with pytest.raises(BadTarget):
            post(Target(url), b"", {})
    assert server.connections == 0


def test_the_certificate_is_held_against_the_name_and_not_the_address(resolve: Resolve, trusted: None) -> None:
    resolve({NAME: ["127.0.0.1"], "other.example": ["127.0.0.1"]})
    with listening(says(200), encrypted=True) as server:
        assert post(Target(f"https://{NAME}:{server.port}/", local=True), b"", {}) == 200
        assert server.asked[0].headers["host"] == f"{NAME}:{server.port}"
        for name in ("other.example", "127.0.0.1"):
            with pytest.raises(NotPosted, match="certificate"):
                post(Target(f"https://{name}:{server.port}/", local=True), b"", {})
    assert len(server.asked) == 1


def test_a_certificate_that_nobody_vouches_for_does_not_hold(resolve: Resolve) -> None:
    resolve({NAME: ["127.0.0.1"]})
    with listening(says(200), encrypted=True) as server, pytest.raises(NotPosted, match="certificate"):
        post(Target(f"https://{NAME}:{server.port}/", local=True), b"", {})


def test_settings_of_the_environment_do_not_lead_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(says(500)) as proxy, listening(says(200)) as server:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert post(Target(f"http://127.0.0.1:{server.port}/", local=True), b"", {}) == 200
    assert proxy.connections == 0


def _silent(connection: socket.socket, _asked: Asked) -> None:
    time.sleep(20)


def _dripping_head(connection: socket.socket, _asked: Asked) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-More: again\r\n")
        time.sleep(0.1)


def _dripping_letters(connection: socket.socket, _asked: Asked) -> None:
    while True:
        connection.sendall(b"H")
        time.sleep(0.1)


@pytest.mark.parametrize("slow", [_silent, _dripping_head, _dripping_letters])
def test_a_slow_answer_is_not_waited_for(slow: Callable[[socket.socket, Asked], None]) -> None:
    began = time.monotonic()
    with listening(slow) as server, pytest.raises(NotPosted, match="No answer within"):
        post(Target(f"http://127.0.0.1:{server.port}/", local=True), b"", {}, seconds=0.5)
    assert time.monotonic() - began < 10


def test_a_side_that_never_ends_its_greeting_is_not_waited_for(resolve: Resolve) -> None:
    resolve({NAME: ["127.0.0.1"]})
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(NotPosted, match="No answer within"):
        post(Target(f"https://{NAME}:{mute.getsockname()[1]}/", local=True), b"", {}, seconds=0.5)


def test_the_body_of_an_answer_is_not_read() -> None:
    sent: list[int] = []

    def endless(connection: socket.socket, _asked: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
        while True:
            sent.append(connection.send(b"x" * 65536))

    with listening(endless) as server:
        assert post(Target(f"http://127.0.0.1:{server.port}/", local=True), b"", {}) == 200
    assert sum(sent) < 64 * 1024 * 1024


def test_an_answer_that_is_none_is_a_failure() -> None:
    noise = listening(lambda connection, _asked: connection.sendall(b"\x00\xff not http\r\n\r\n"))
    with noise as server, pytest.raises(NotPosted):
        post(Target(f"http://127.0.0.1:{server.port}/", local=True), b"", {}, seconds=2)


def test_nobody_there_is_a_failure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(NotPosted, match="No connection"):
        post(Target(f"http://127.0.0.1:{port}/", local=True), b"", {})
