"""Requests that come in slowly hold nobody up at the real server, and they end."""

from __future__ import annotations

import http.client
import json
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.web.real_server import RealServer, serving

PATIENCE = 2
HELD_UP = 14
"""Whoever is not answered by then was held up by those who stall: they end after 15 seconds at the patient server."""
LIST = json.dumps({"format": "modern", "text": "60 Island"}).encode()
HEAD = b"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
STALLED = {
    "silent": b"",
    "half a line": b"GET /che",
    "half a head": HEAD,
    "no body": HEAD + b"Content-Length: 300\r\n\r\n",
    "half a body": HEAD + b'Content-Length: 300\r\n\r\n{"format": "mo',
    "half a chunk": HEAD + b'Transfer-Encoding: chunked\r\n\r\nff\r\n{"for',
    "no last chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    "more than anyone reads": HEAD + b"Content-Length: 99999999\r\n\r\n{",
    "a second request": b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHo",
    "the last word of theirs": b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    home: Path = tmp_path_factory.mktemp("slow")
    with serving(f"sqlite:///{home}/deckcheck.db", home, "--patience", str(PATIENCE)) as running:
        yield running


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    home: Path = tmp_path_factory.mktemp("patient")
    with serving(f"sqlite:///{home}/deckcheck.db", home, "--patience", "60") as running:
        yield running


def reach(server: RealServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def verdict(server: RealServer) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HELD_UP)
    connection.request("POST", "/api/v1/check", LIST, {"Content-Type": "application/json"})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return str(answer["verdict"])


def to_the_end(sock: socket.socket) -> bytes:
    found = b""
    while piece := sock.recv(65536):
        found += piece
    return found


@pytest.mark.parametrize("kind", STALLED)
def test_others_are_answered_while_many_stall(patient: RealServer, kind: str) -> None:
    stalled = [reach(patient) for _ in range(12)]
    for sock in stalled:
        sock.sendall(STALLED[kind])
    time.sleep(0.3)
    assert [verdict(patient) for _ in range(3)] == ["legal"] * 3
    for sock in stalled:
        sock.close()


def test_those_who_stall_end(server: RealServer) -> None:
    stalled = [reach(server) for _ in STALLED]
    for sock, sent in zip(stalled, STALLED.values(), strict=True):
        sock.sendall(sent)
    for sock in stalled:
        to_the_end(sock)
        sock.close()


def test_one_who_sends_a_byte_now_and_then_is_told_that_it_takes_too_long(server: RealServer) -> None:
    sock = reach(server)
    sock.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
    stopped = threading.Event()

    def dribble() -> None:
        while not stopped.wait(0.2):
            try:
                sock.sendall(b"x")
            except OSError:
                return

    thread = threading.Thread(target=dribble)
    thread.start()
    try:
        assert sock.recv(100).startswith(b"HTTP/1.1 408 ")
    finally:
        stopped.set()
        thread.join()
        sock.close()


def test_others_are_answered_while_some_never_take_their_answers(server: RealServer) -> None:
    pages = b"GET /rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400
    deaf = []
    for _ in range(6):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.settimeout(30)
        sock.connect(("127.0.0.1", server.port))
        sock.sendall(pages)
        deaf.append(sock)
    assert [verdict(server) for _ in range(3)] == ["legal"] * 3
    for sock in deaf:
        sock.close()


def test_a_request_in_pieces_is_answered_as_one_in_a_piece(server: RealServer) -> None:
    request = HEAD + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(LIST) + LIST
    with reach(server) as sock:
        for start in range(0, len(request), 40):
            sock.sendall(request[start : start + 40])
            time.sleep(0.01)
        answer = to_the_end(sock)
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert b'"legal"' in answer


def test_requests_that_follow_on_each_others_heels_are_each_answered(server: RealServer) -> None:
    one = HEAD + b"Content-Length: %d\r\n\r\n" % len(LIST) + LIST
    last = HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(LIST) + LIST
    with reach(server) as sock:
        sock.sendall(one * 4 + last)
        assert to_the_end(sock).count(b"HTTP/1.1 200 OK") == 5


def test_one_who_asks_whether_to_go_on_is_told_so(server: RealServer) -> None:
    with reach(server) as sock:
        sock.sendall(HEAD + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(LIST))
        assert sock.recv(100).startswith(b"HTTP/1.1 100 Continue\r\n\r\n")
        sock.sendall(LIST)
        assert b"HTTP/1.1 200 OK" in to_the_end(sock)


def test_a_head_without_end_is_sent_away(server: RealServer) -> None:
    with reach(server) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 80_000)
        assert sock.recv(100).startswith(b"HTTP/1.1 431 ")


def test_a_body_that_nobody_reads_gets_its_answer_at_once(server: RealServer) -> None:
    with reach(server) as sock:
        sock.sendall(HEAD + b"Content-Length: 99999999\r\n\r\n" + b"x" * 100_000)
        assert sock.recv(100).startswith(b"HTTP/1.1 413 ")


def test_what_waits_in_one_process_has_a_limit(server: RealServer) -> None:
    head = b"POST /check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n\r\n"
    socks = [reach(server) for _ in range(18)]
    for sock in socks:
        with suppress(OSError):  # Who is sent away need not come to the end.
            sock.sendall(head)
            sock.sendall(b"x" * 4_500_000)
    sent_away, _, _ = select.select(socks, [], [], HELD_UP)
    assert sent_away
    for sock in sent_away:
        with suppress(ConnectionResetError):  # What was still on its way can take the answer with it.
            assert sock.recv(13) == b"HTTP/1.1 503 "
    assert verdict(server) == "legal"
    for sock in socks:
        sock.close()
