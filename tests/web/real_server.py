"""`deckcheck serve` as people start it, on a database of the test's own, with everything that it logs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.desks import KEY

PROGRAM: Final = Path(sys.executable).with_name("deckcheck")


@dataclass
class RealServer:
    """A server that runs: its port, its log so far, and its master's process."""

    port: int
    process: subprocess.Popen[str]
    log: list[str] = field(default_factory=list)
    reader: threading.Thread = field(default_factory=threading.Thread)

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def leave(self) -> None:
        """End it; all that it logged is read then."""
        self.process.terminate()
        self.process.wait(timeout=60)
        self.reader.join(timeout=10)


@contextmanager
def serving(
    url: str, home: Path, *options: str, key: str = KEY, more: Mapping[str, str] | None = None, files: int = 0
) -> Iterator[RealServer]:
    """A server on a database until the block ends; it leaves within its time when told to.

    `more`: other variables of its environment. `files`: how many files each of its processes may open.
    """
    env = {**environment(url, home, key), **(more or {})}
    command = [str(PROGRAM), "serve", "--port", "0", *options]
    if files:
        command = limited(f"-n {files}", *command)
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"http://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/", told)
        assert found, told
        server = RealServer(int(found[1]), process)
        server.reader = threading.Thread(target=server.log.extend, args=(process.stderr,), daemon=True)
        server.reader.start()
        try:
            yield server
        finally:
            server.leave()
            assert process.returncode == 0


def environment(url: str, home: Path, key: str = KEY) -> dict[str, str]:
    """The environment of a server on a database."""
    return {**os.environ, "DECKCHECK_HOME": str(home), "DECKCHECK_DATABASE_URL": url, "DECKCHECK_SECRET_KEY": key}


def limited(limit: str, *command: str) -> list[str]:
    """A command whose process may open so many files: `-n 64` for good, `-Sn 64` until it asks for more."""
    return ["/bin/sh", "-c", f'ulimit {limit} && exec "$@"', "sh", *command]
