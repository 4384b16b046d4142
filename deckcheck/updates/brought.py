"""Files of a source that an operator brings by the page: written to this host's disk as they come, read by one look."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist import lazy

LARGEST: Final = 1 << 30
"""So many bytes may be brought at once, packed or not."""
MOST_FILES: Final = 10
A_DAY: Final = 86_400
_STRANGE: Final = lazy.regex(r"[^A-Za-z0-9._-]+")


class Brought:
    """A folder for the files that are brought for one look; nothing reads it before the look is asked for."""

    def __init__(self, app: App, name: str) -> None:
        self.folder = _place(app) / name
        self._opened: list[IO[bytes]] = []

    def open(self, name: str) -> IO[bytes]:
        """A file by the name that it had where it came from, without its folders; what is written goes to the disk."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        plain = _STRANGE.sub("-", re.split(r"[/\\]", name)[-1]).lstrip(".-")[-100:] or "file"
        if len(self._opened) >= MOST_FILES:
            raise UnusableInput(f"Choose at most {MOST_FILES} files.", field="file")
        try:
            self._opened.append((self.folder / plain).open("xb"))
        except FileExistsError:
            raise UnusableInput(f"Two files are called {plain}.", field="file") from None
        except OSError as error:
            raise UnusableInput(f"The file can't be kept on the server: {error.strerror}.", field="file") from None
        return self._opened[-1]

    def close(self) -> None:
        """All of them are written."""
        for file in self._opened:
            file.close()

    def names(self) -> list[str]:
        """The files that came and hold something."""
        if not self.folder.is_dir():
            return []
        return sorted(path.name for path in self.folder.iterdir() if path.stat().st_size)

    def rename(self, name: str) -> None:
        """Let them be what a look with this key reads."""
        self.folder = self.folder.rename(self.folder.with_name(name))

    def drop(self) -> None:
        """Forget them."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def brought_here(app: App) -> list[str]:
    """The names of all folders of files that were brought to this host."""
    place = _place(app)
    return sorted(path.name for path in place.iterdir()) if place.is_dir() else []


def drop_old(app: App, kept: Iterable[str]) -> None:
    """Forget what was brought a day ago or earlier and is read by no look."""
    for name in set(brought_here(app)) - set(kept):
        one = Brought(app, name)
        with suppress(OSError):  # Somebody else did it meanwhile.
            if time.time() - one.folder.stat().st_mtime > A_DAY:
                one.drop()


def _place(app: App) -> Path:
    return app.settings.home / "updates" / "brought"
