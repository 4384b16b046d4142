"""The files of the law in layers: the package's, those of an installation's folder, and its own entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, Protocol

from deckcheck.law.formats import FormatError

_FILE: Final = re.compile(r"\b(?:formats|banlists)/[\w/.-]+\.toml")
_ANNOUNCEMENT: Final = re.compile(r"banlists/[^/]+/[^/-]+-[^/-]+-[^/]+\.toml")
_QUOTED: Final = re.compile(r"'([^']+)'|\"([^\"]+)\"|`([^`]+)`")


OWN: Final = "an entry of this installation"
"""The title of the layer that the database holds."""


class Layer(Protocol):
    """Some files of the law, by their paths in the project; `title` says in messages which layer it is."""

    title: str

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the TOML files right in a folder."""

    def text(self, path: str) -> str | None:
        """What a file says; none where it is not of this layer."""


class Folder:
    """A layer that lies under a folder."""

    def __init__(self, root: Path, title: str = "") -> None:
        self.root = root
        self.title = title

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the TOML files right in a folder."""
        return [f"{folder}/{path.name}" for path in (self.root / folder).glob("*.toml")]

    def text(self, path: str) -> str | None:
        """What a file says; none where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(f"{path}{_in(self.title)} can't be read: {error}.") from error


class Texts:
    """A layer that is held as texts."""

    def __init__(self, texts: Mapping[str, str], title: str) -> None:
        self.title = title
        self._texts = texts

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the files right in a folder."""
        return [path for path in self._texts if path.rpartition("/")[0] == folder]

    def text(self, path: str) -> str | None:
        """What a file says; none where it is not among these."""
        return self._texts.get(path)


class LawFiles:
    """The TOML files of the law in layers, of which the last that has a file counts; each is read once, when needed."""

    def __init__(self, *layers: Layer) -> None:
        self._layers = layers[::-1]
        self._texts: dict[str, tuple[str, str] | None] = {}
        self._tables: dict[str, Mapping[str, Any]] = {}

    def names(self, folder: str) -> list[str]:
        """The paths of the files right in a folder, in their order."""
        return sorted({path for layer in self._layers for path in layer.names(folder)})

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._found(path) is not None

    def text(self, path: str) -> str:
        """The text of the file; one that is not there is refused."""
        found = self._found(path)
        if found is None:
            raise FormatError(f"There is no file {path}.")
        return found[0]

    def layer(self, path: str) -> str:
        """The title of the layer that the file is of; empty for the package's own, and for what is not there."""
        found = self._found(path)
        return found[1] if found else ""

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""
        if path not in self._tables:
            try:
                self._tables[path] = tomllib.loads(self.text(path))
            except tomllib.TOMLDecodeError as error:
                raise FormatError(f"{path} is no TOML: {error}.") from error
        return self._tables[path]

    def _found(self, path: str) -> tuple[str, str] | None:
        if path not in self._texts:
            told = ((layer.text(path), layer.title) for layer in self._layers)
            self._texts[path] = next(((text, title) for text, title in told if text is not None), None)
        return self._texts[path]


def strange_files(root: Path, games: Iterable[str]) -> list[str]:
    """The TOML files of law under a folder that nothing reads, by their paths in it."""
    read = {"formats", *(f"formats/{game}{within}" for game in games for within in ("", "/pools", "/sets"))}
    read |= {f"banlists/{game}/{within}" for game in games for within in ("baseline", "products")}
    paths = (p.relative_to(root).as_posix() for kind in ("formats", "banlists") for p in (root / kind).rglob("*.toml"))
    return sorted(p for p in paths if p.rpartition("/")[0] not in read and not _is_of_game(p, games))


def _is_of_game(path: str, games: Iterable[str]) -> bool:
    folder, _, name = path.rpartition("/")
    known = is_announcement(path) or name in {"calendar.toml", "groups.toml"}
    return known and folder in {f"banlists/{game}" for game in games}


def _in(title: str) -> str:
    return f" ({title})" if title else ""


def with_own(lower: LawFiles, layers: Iterable[Layer], own: Iterable[tuple[str, str]]) -> LawFiles:
    """The law with an installation's own entries above: path and text, the oldest first.

    An entry takes the place of a file of the same path, but for announcements: of those all count, so that one more of
    a day takes nothing from the others.
    """
    texts: dict[str, str] = {}
    for path, text in own:
        texts[_free(path, lower, texts) if is_announcement(path) else path] = text
    return LawFiles(*layers, Texts(texts, OWN)) if texts else lower


def _free(path: str, lower: LawFiles, taken: Iterable[str]) -> str:
    """The path, or the first like it that no file has."""
    stem = path.removesuffix(".toml")
    tried = chain((path,), (f"{stem}-own{number}.toml" for number in count(1)))
    return next(one for one in tried if one not in taken and not lower.has(one))


def is_announcement(path: str) -> bool:
    """Whether the file holds announcements: it has a day for a name."""
    return bool(_ANNOUNCEMENT.fullmatch(path))


@contextmanager
def located(files: LawFiles) -> Iterator[None]:
    """Tell of a refusal the layer and the line in its file, too: the first that holds what the sentence quotes."""
    try:
        yield
    except FormatError as error:
        told = _with_line(str(error), files)
        if told == str(error):
            raise
        raise FormatError(told) from error


def _with_line(told: str, files: LawFiles) -> str:
    file = _FILE.search(told)
    if file is None or not files.has(file[0]) or told.startswith((", line ", " ("), file.end()):
        return told
    place = f"{_line(told, file.end(), files.text(file[0]))}{_in(files.layer(file[0]))}"
    return f"{told[: file.end()]}{place}{told[file.end() :]}"


def _line(told: str, start: int, text: str) -> str:
    """Which line of the text the sentence speaks of, where that is not said yet."""
    if "line " in told:
        return ""
    for found in _QUOTED.finditer(told, start):
        word = next(filter(None, found.groups()))
        for number, line in enumerate(text.splitlines(), 1):
            if word in line:
                return f", line {number}"
    return ""
