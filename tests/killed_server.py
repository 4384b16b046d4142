"""The served application as a group of processes that a test kills and starts again."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.cli.commands import PROGRAM
from tests.desks import KEY


class KilledServer:
    """The served application, in a group of processes that is killed and started again."""

    def __init__(self, url: str, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.env = {
            **os.environ,
            "DECKCHECK_HOME": str(home),
            "DECKCHECK_DATABASE_URL": url,
            "DECKCHECK_SECRET_KEY": KEY,
        }
        self.log = (home / "server.log").open("ab")
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [str(PROGRAM), "serve", "--port", str(self.port), "--workers", "2"]
        return subprocess.Popen(
            command, env=self.env, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, start_new_session=True
        )

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(300):
            try:
                self.get("/healthz")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError((Path(self.log.name)).read_text("utf-8")[-2000:])

    def get(self, path: str) -> int:
        """The status of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def kill(self) -> None:
        """SIGKILL to the master and every worker at once, then a new start."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = self._start()

    def keep_up(self) -> None:
        """Start it again if it went: a worker that dies a little later may hold the port when the next one begins."""
        if self.process.poll() is not None:
            self.process = self._start()

    def stop(self) -> None:
        """End it."""
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.log.close()
