"""The files of the law in layers: the package's, those of an installation's folder, and its own entries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, Protocol

from deckcheck.catalogue.packed import Parts, pack
from deckcheck.decklist import lazy
from deckcheck.law.formats import FormatError

_FILE: Final = lazy.regex(r"\b(?:formats|banlists)/[\w/.-]+\.toml")
_ANNOUNCEMENT: Final = lazy.regex(r"banlists/[^/]+/[^/-]+-[^/-]+-[^/]+\.toml")
_QUOTED: Final = lazy.regex(r"'([^']+)'|\"([^\"]+)\"|`([^`]+)`")


KINDS: Final = ("formats", "banlists")
"""The folders of law."""
PACKED_LAW: Final = Path(__file__).with_name("law.packed")
"""The law that travels with the product, packed by scripts/build_catalogue.py."""
OWN: Final = "an entry of this installation"
"""The title of the layer that the database holds."""


class Layer(Protocol):
    """Some files of the law, by their paths in the project; `title` says in messages which layer it is."""

    title: str

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the TOML files right in a folder."""

    def has(self, path: str) -> bool:
        """Whether a file is of this layer."""

    def text(self, path: str) -> str:
        """The text of a file that it has."""

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""

    def speaks_of(self, path: str, banlist: str) -> bool:
        """Whether a file of announcements may say anything of a list."""


class Folder:
    """A layer that lies under a folder."""

    def __init__(self, root: Path, title: str = "") -> None:
        self.root = root
        self.title = title

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the TOML files right in a folder."""
        return [f"{folder}/{path.name}" for path in (self.root / folder).glob("*.toml")]

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.root / path).is_file()

    def text(self, path: str) -> str:
        """The text of a file that it has."""
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(f"{path}{_in(self.title)} can't be read: {error}.") from error

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""
        return _table(path, self.text(path))

    def speaks_of(self, path: str, banlist: str) -> bool:
        """Whether a file of announcements may say anything of a list."""
        return _speaks_of(self.text(path), banlist)


class Texts:
    """A layer that is held as texts."""

    def __init__(self, texts: Mapping[str, str], title: str) -> None:
        self.title = title
        self._texts = texts

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the files right in a folder."""
        return [path for path in self._texts if path.rpartition("/")[0] == folder]

    def has(self, path: str) -> bool:
        """Whether a file is among these."""
        return path in self._texts

    def text(self, path: str) -> str:
        """The text of a file that it has."""
        return self._texts[path]

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""
        return _table(path, self._texts[path])

    def speaks_of(self, path: str, banlist: str) -> bool:
        """Whether a file of announcements may say anything of a list."""
        return _speaks_of(self._texts[path], banlist)


def _table(path: str, text: str) -> Mapping[str, Any]:
    import tomllib  # the package's own law is packed

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"{path} is no TOML: {error}.") from error


def _speaks_of(text: str, banlist: str) -> bool:
    # Most files say nothing of a list, and reading their text is much cheaper than parsing it.
    return f"[lists.{banlist}" in text


class Packed(Folder):
    """The package's own law, read and reviewed when it was packed: a part for each folder, unpacked when needed."""

    def __init__(self, root: Path, file: Path) -> None:
        super().__init__(root)
        self._parts = Parts(file)
        self._tables: dict[str, dict[str, Any]] = {}

    def names(self, folder: str) -> Iterable[str]:
        """The paths of the TOML files right in a folder."""
        return [f"{folder}/{name}" for name in self._folder(folder)]

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        folder, _, name = path.rpartition("/")
        return name in self._folder(folder)

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""
        folder, _, name = path.rpartition("/")
        table: Mapping[str, Any] = self._folder(folder)[name]
        return table

    def speaks_of(self, path: str, banlist: str) -> bool:
        """Whether a file of announcements says anything of a list."""
        return banlist in self.table(path).get("lists", {})

    def _folder(self, folder: str) -> dict[str, Any]:
        if folder not in self._tables:
            packed = self._parts.raw(folder) if folder in self._parts.names else b"{}"
            self._tables[folder] = {name: _with_days(*held) for name, held in json.loads(packed).items()}
        return self._tables[folder]


def pack_law(root: Path) -> bytes:
    """The file of the law under a folder. JSON knows no days, so beside each table stand the places of its days."""
    folders: dict[str, dict[str, Any]] = {}
    for path in sorted(path for kind in KINDS for path in (root / kind).rglob("*.toml")):
        within = path.relative_to(root).as_posix()
        table = _table(within, path.read_text("utf-8"))
        folders.setdefault(within.rpartition("/")[0], {})[path.name] = table, list(_days_in(table))
    return pack({name: json.dumps(held, default=date.isoformat).encode() for name, held in folders.items()})


def _days_in(value: Any, *way: str | int) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, date):
        yield way
    elif isinstance(value, Mapping | list):
        for key, within in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _days_in(within, *way, key)


def _with_days(table: Any, days: Iterable[list[str | int]]) -> Any:
    for *way, last in days:
        place = table
        for key in way:
            place = place[key]
        place[last] = date.fromisoformat(place[last])
    return table


class LawFiles:
    """The TOML files of the law in layers, of which the last that has a file counts; each is read once, when needed."""

    def __init__(self, *layers: Layer) -> None:
        self._layers = layers[::-1]
        self._found: dict[str, Layer | None] = {}
        self._tables: dict[str, Mapping[str, Any]] = {}

    @property
    def is_packed(self) -> bool:
        """Whether there is nothing but the package's own law as it was packed."""
        return all(isinstance(layer, Packed) for layer in self._layers)

    def names(self, folder: str) -> list[str]:
        """The paths of the files right in a folder, in their order."""
        return sorted({path for layer in self._layers for path in layer.names(folder)})

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._holder(path) is not None

    def text(self, path: str) -> str:
        """The text of the file; one that is not there is refused."""
        return self._there(path).text(path)

    def layer(self, path: str) -> str:
        """The title of the layer that the file is of; empty for the package's own, and for what is not there."""
        found = self._holder(path)
        return found.title if found else ""

    def speaks_of(self, path: str, banlist: str) -> bool:
        """Whether a file of announcements may say anything of a list."""
        return self._there(path).speaks_of(path, banlist)

    def table(self, path: str) -> Mapping[str, Any]:
        """What the file says."""
        if path not in self._tables:
            self._tables[path] = self._there(path).table(path)
        return self._tables[path]

    def _there(self, path: str) -> Layer:
        found = self._holder(path)
        if found is None:
            raise FormatError(f"There is no file {path}.")
        return found

    def _holder(self, path: str) -> Layer | None:
        if path not in self._found:
            self._found[path] = next((layer for layer in self._layers if layer.has(path)), None)
        return self._found[path]


def strange_files(root: Path, games: Iterable[str]) -> list[str]:
    """The TOML files of law under a folder that nothing reads, by their paths in it."""
    read = {"formats", *(f"formats/{game}{within}" for game in games for within in ("", "/pools", "/seasons", "/sets"))}
    read |= {f"banlists/{game}/{within}" for game in games for within in ("baseline", "products")}
    paths = (p.relative_to(root).as_posix() for kind in KINDS for p in (root / kind).rglob("*.toml"))
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


def is_known_days(path: str) -> bool:
    """Whether the file says of formats up to when they are known, and nothing else."""
    return path.endswith("/known.toml")


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
