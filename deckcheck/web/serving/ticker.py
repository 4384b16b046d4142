"""A few threads in each worker that do what no request waits for; they start after the fork and end with the worker."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Final

from deckcheck.app.context import App
from deckcheck.jobs.ticking import JOBS

log = logging.getLogger("deckcheck.web")

PAUSE: Final = 1.0
"""Seconds between two looks when there was nothing to do."""
LONGEST: Final = 60.0
"""Seconds between two looks while something is wrong."""


class Ticker:
    """Does each job again and again until it is stopped. What goes wrong is logged, and tried again more rarely."""

    def __init__(self, app: App, jobs: Mapping[str, Callable[[App], bool]] = JOBS, pause: float = PAUSE) -> None:
        self.app = app
        self.pause = pause
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=(name, job), name=f"deckcheck-{name}", daemon=True)
            for name, job in jobs.items()
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, wait: float = 0.0) -> None:
        """Begin nothing more; what is being done may go on for so many seconds."""
        self._over.set()
        for thread in self._threads:
            thread.join(wait)

    def _repeat(self, name: str, job: Callable[[App], bool]) -> None:
        pause = self.pause
        while not self._over.is_set():
            try:
                more, pause = job(self.app), self.pause
            except Exception as error:  # Nothing depends on it, so nothing may end it.
                more, pause = False, min(LONGEST, pause * 2)
                log.warning("%s: %s; next try in %.0f s", name, type(error).__name__, pause, exc_info=error)
            if not more:
                self._over.wait(pause)
