"""How long a test waits for a page that other tests on the same machine may hold up."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 30_000
"""In milliseconds. It says nothing of how fast a page is: what comes, comes at once on a machine that has time."""
