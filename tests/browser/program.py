"""Which browser the tests and the pictures drive."""

from __future__ import annotations

import shutil
from typing import Final

PROGRAMS: Final = ("chromium-headless-shell", "chromium")
"""The first that is there; the shell is the same engine without windows, tabs and what they cost."""


def browser_program() -> str:
    """Where the browser lies; `scripts/setup --dev` puts one there."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    assert found is not None, "scripts/setup --dev installs a browser"
    return found
