"""Files that only their owner may read: the embedded database with its logs, and the key beside it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
FOR_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
ENDS: Final = ("", "-wal", "-shm", "-journal")
"""The database and what SQLite keeps beside it, which it makes with the same mode."""


class NotPrivate(Exception):
    """Others can read a file that holds closed lists, and this process may not change that."""


class NoFolder(Exception):
    """The folder that a database is to lie in is not there."""


def file_of(url: str) -> Path | None:
    """The file of an embedded database; none for one in memory and for PostgreSQL."""
    from sqlalchemy.engine import make_url  # Commands that need no database do not load it.

    parts = make_url(url)
    name = parts.database or ""
    is_file = parts.get_backend_name() == "sqlite" and name not in {"", ":memory:"} and not name.startswith("file:")
    return Path(name) if is_file else None


def keep_private(url: str) -> tuple[Path, ...]:
    """Make the file of an embedded database, for its owner alone, and close the ones there to others; says which."""
    path = file_of(url)
    if path is None:
        return ()
    if not path.parent.is_dir():
        raise NoFolder(f"There is no folder {path.parent} for the database. Make it first, or name another.")
    _make(path)
    return tuple(one for end in ENDS if _close(one := path.with_name(path.name + end)))


def is_open_to_others(path: Path) -> bool:
    """Whether anybody but its owner may read or write a file."""
    return bool(path.stat().st_mode & FOR_OTHERS)


def _make(path: Path) -> None:
    """An empty file, private from its first moment; what is there already stays as it is."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    except OSError:
        return  # It is there, or whoever opens it tells what is wrong.


def _close(path: Path) -> bool:
    """Take a file from all but its owner; whether anybody else could read it."""
    try:
        if not is_open_to_others(path):
            return False
    except FileNotFoundError:
        return False
    try:
        path.chmod(PRIVATE)
    except OSError as error:
        raise NotPrivate(
            f"Others can read {path}, where closed lists stand. Run as its owner: chmod 600 {path}."
        ) from error
    return True
