"""`deckcheck serve` as people start it, on a database of the test's own, with everything that it logs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PROGRAM: Final = Path(sys.executable).with_name("deckcheck")


@dataclass
class RealServer:
    """A server that runs: its port, its log so far, and its master's process."""

    port: int
    process: subprocess.Popen[str]
    log: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(url: str, home: Path, *options: str, key: str = "k" * 64) -> Iterator[RealServer]:
    """A server on a database until the block ends; it leaves within its time when told to."""
    env = {**os.environ, "DECKCHECK_HOME": str(home), "DECKCHECK_DATABASE_URL": url, "DECKCHECK_SECRET_KEY": key}
    command = [str(PROGRAM), "serve", "--port", "0", *options]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", told)
        assert found, told
        server = RealServer(int(found[1]), process)
        reader = threading.Thread(target=server.log.extend, args=(process.stderr,), daemon=True)
        reader.start()
        try:
            yield server
        finally:
            process.terminate()
            assert process.wait(timeout=20) == 0
            reader.join(timeout=10)
