"""The secret key of an installation: whether it is good enough, and the one that is kept in a file."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.store.private import PRIVATE, is_open_to_others

KEY_FILE: Final = "secret.key"
SHORTEST: Final = 32
FEWEST: Final = 8
"""So many different characters: a random key of the shortest length has fewer once in a hundred billion times."""
MAKE_ONE: Final = "make it with: python3 -c 'import secrets; print(secrets.token_hex(32))'"


def check_key(key: str, name: str) -> None:
    """Refuse a key that somebody could guess; nothing of it is repeated."""
    if len(key) < SHORTEST or len(set(key)) < FEWEST:
        raise UnusableInput(
            f"{name} can be guessed: a key has at least {SHORTEST} characters, {FEWEST} different ones; {MAKE_ONE}."
        )


def kept_key(home: Path) -> str:
    """The key beside the embedded database, made once; of two processes that make it, both take the first."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / KEY_FILE
    if not path.exists():
        _make(path)
    try:
        if is_open_to_others(path):
            raise UnusableInput(f"Others can read the key {path}. Run: chmod 600 {path}.")
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableInput(f"The key {path} cannot be read. Put it right, or restore it from your backup.") from error
    if not key:
        raise UnusableInput(f"The key {path} is empty. Restore it from your backup, or delete it: then one is made.")
    check_key(key, f"The key {path}")
    return key


def _make(path: Path) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.touch(mode=PRIVATE)
    fresh.write_text(secrets.token_hex(32), "ascii")
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
