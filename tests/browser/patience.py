"""How long a test waits for a page that other tests on the same machine may hold up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page

PATIENCE: Final = 30_000
"""In milliseconds. It says nothing of how fast a page is: what comes, comes at once on a machine that has time."""


def until(page: Page, found: Callable[[], object], wanted: object) -> None:
    """Wait until something that a page brings about elsewhere is so."""
    end = time.monotonic() + PATIENCE / 1000
    while (now := found()) != wanted:
        assert time.monotonic() < end, now
        page.wait_for_timeout(100)
