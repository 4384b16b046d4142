"""Where this machine serves, noted for commands that print links and were given no public address."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

NOTE: Final = "served-at"
USUAL: Final = "http://127.0.0.1:8000"
"""Where `deckcheck serve` serves if it is told nothing else."""
LONGEST: Final = 300


def note_served(home: Path, address: str) -> None:
    """Note where the server answers; a home that takes no file costs no more than that."""
    fresh = home / f"{NOTE}.{os.getpid()}"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh.write_text(f"{address}\n", "utf-8")
        fresh.replace(home / NOTE)
    except OSError:
        return


def last_served(home: Path) -> str:
    """Where a server of this home answered last; the usual place if none did."""
    try:
        noted = (home / NOTE).read_text("utf-8")[:LONGEST].strip()
    except (OSError, UnicodeDecodeError):
        return USUAL
    return noted if noted.startswith("http://") else USUAL
