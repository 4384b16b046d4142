"""Files that a process may open: a start says what is missing, and connections never take the last one."""

from __future__ import annotations

import http.client
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.web.real_server import PROGRAM, RealServer, environment, limited, serving

SLOW = b"POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 300\r\n\r\n{"
ASKED = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PATIENCE = 60
"""Seconds until the server ends a connection that asks for nothing."""
HELD_UP = 14
"""Whoever is not answered by then was held up by those who say nothing."""


def assert_healthy(server: RealServer) -> None:
    for path in ("/livez", "/readyz") * 4:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HELD_UP)
        connection.request("GET", path)
        assert connection.getresponse().status == 200
        connection.close()


def hold(server: RealServer, count: int) -> list[socket.socket]:
    """So many connections: silent ones, slow senders, and kept ones whose question was answered."""
    found = []
    for at in range(count):
        sock = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        if at % 3:
            sock.sendall(SLOW if at % 3 == 1 else ASKED)
        if at % 3 == 2:
            assert sock.recv(12) == b"HTTP/1.1 200"
        found.append(sock)
    return found


def close(socks: list[socket.socket]) -> None:
    for sock in socks:
        sock.close()


def test_hundreds_of_idle_connections_do_not_delay_health_checks(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/lists.db", tmp_path, "--patience", str(PATIENCE)) as server:
        held = hold(server, 600)
        assert_healthy(server)
        close(held)


def test_more_idle_connections_than_a_worker_holds_delay_none_either(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/lists.db", tmp_path, "--patience", str(PATIENCE), files=340) as server:
        held = hold(server, 400)
        assert_healthy(server)
        close(held)
    assert any("open 340 files" in line and "1200" in line for line in server.log)
    assert not any("Traceback" in line or "Too many open files" in line for line in server.log)


@pytest.mark.parametrize("files", [48, 64, 299])
def test_a_limit_that_is_too_low_is_told_in_one_sentence(files: int, tmp_path: Path) -> None:
    done = subprocess.run(
        limited(f"-n {files}", str(PROGRAM), "serve", "--port", "0"),
        env=environment(f"sqlite:///{tmp_path}/lists.db", tmp_path),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"may open {files} files" in done.stderr
    assert "1200" in done.stderr


def test_a_low_limit_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    with subprocess.Popen(
        limited("-Sn 64", str(PROGRAM), "serve", "--port", "0"),
        env=environment(f"sqlite:///{tmp_path}/lists.db", tmp_path),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Deckcheck is served at ")
        worker = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        for _ in range(100):
            if children := worker.read_text("ascii").split():
                break
            time.sleep(0.05)
        limits = Path(f"/proc/{children[0]}/limits").read_text("ascii")
        process.terminate()
        assert process.wait(timeout=60) == 0
    soft = next(line.split()[3] for line in limits.splitlines() if line.startswith("Max open files"))
    assert int(soft) == 1200
