"""Connections to PostgreSQL: each worker keeps to its number, and a server that has too few is told of at the start."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import pytest

from deckcheck.store.store import Store, room
from tests.web.real_server import PROGRAM, environment


def told_at_start(url: str, home: Path, workers: int, connections: int) -> str:
    """What a server says as it starts, up to its first worker."""
    env = {**environment(url, home), "DECKCHECK_CONNECTIONS": str(connections), "DECKCHECK_AGE_WARNING_DAYS": "36500"}
    command = [str(PROGRAM), "serve", "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        process.terminate()
        said += process.stderr.read()
        assert process.wait(timeout=30) == 0, said
    return said


def test_a_server_with_too_few_connections_is_told_of_at_the_start(postgres_url: str, tmp_path: Path) -> None:
    most = room(Store(postgres_url))
    assert most is not None
    workers = max(2, -(-(most - 1) // 100))  # A worker has 100 connections at most.
    each = (most - 1) // workers
    assert "connections" not in told_at_start(postgres_url, tmp_path, workers, each)
    said = told_at_start(postgres_url, tmp_path, workers + 1, each)
    assert f"Warning: {workers + 1} workers with {each} connections each (DECKCHECK_CONNECTIONS)" in said
    assert f"{most} that PostgreSQL has" in said


def test_an_embedded_database_has_no_such_number(sqlite_url: str) -> None:
    assert room(Store(sqlite_url)) is None


@pytest.mark.parametrize("connections", [2, 7])
def test_a_worker_keeps_to_its_number(postgres_url: str, connections: int) -> None:
    """Twelve threads read at once, and there are never more connections than were allowed."""
    store = Store(postgres_url, connections)
    most = 0
    lock, held = threading.Lock(), threading.Barrier(connections)

    def read(wait: bool) -> None:
        nonlocal most
        with store.read() as session:
            session.connection()
            if wait:
                held.wait(timeout=20)
            with lock:
                most = max(most, store.engine.pool.checkedout())  # type: ignore[attr-defined]

    threads = [threading.Thread(target=read, args=(n < connections,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    assert most == connections
