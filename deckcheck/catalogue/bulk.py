"""Opens the files of a source of card facts: packed or not, JSON Lines or one JSON value, a value at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from io import BufferedReader
from pathlib import Path
from typing import IO, Any, Final

import ijson

from deckcheck.catalogue.unpack import unpacked
from deckcheck.law.card_sources import BulkFile, CardSource, Progress, SourceError, SourceFacts

LONGEST_LINE: Final = 32_000_000
"""No record is as long; a longer line is a file of another kind."""
DEEPEST: Final = 2_000
"""So many brackets more are open than closed in no file of cards."""
_STEP: Final = 500  # values between two reports of progress
_FAULTS: Final = (OSError, ValueError, RecursionError, ijson.JSONError)
"""What reading and parsing raise for a file that is broken, cut off or of another kind."""


def read_source(
    source: CardSource, paths: Mapping[str, Path], day: date, progress: Progress = lambda share: None
) -> SourceFacts:
    """What the files tell, each by its name in `source.files`; `day` is theirs, unless they tell it themselves."""
    missing = [file.name for file in source.files if not (file.optional or {file.name, file.instead} & paths.keys())]
    if missing:
        raise SourceError(f"{source.title} also needs {', '.join(missing)}.")
    total = sum(path.stat().st_size for path in paths.values()) or 1
    before = 0
    files: dict[str, BulkFile] = {}
    for name, path in paths.items():
        files[name] = OpenedFile(path, _share(progress, before, total))
        before += path.stat().st_size
    return source.read(files, day)


def _share(progress: Progress, before: int, total: int) -> Progress:
    return lambda at: progress(min(1.0, (before + at) / total))


class OpenedFile:
    """One file of a source; `told` is told how many of its bytes are read."""

    def __init__(self, path: Path, told: Progress = lambda at: None) -> None:
        self.name = path.name
        self._path = path
        self._told = told

    def values(self) -> Iterator[Any]:
        """The values of a file of JSON Lines, or the elements of one JSON array, whichever it is."""
        with self._opened() as (stream, packed):
            first = _first_byte(stream)
            if first == b"[":
                yield from self._told_of(ijson.items(_Shallow(stream), "item", use_float=True), packed)
            elif stream.peek(2)[:2] in (b"{\n", b"{\r"):
                yield from ijson.items(_Shallow(stream), "", use_float=True, multiple_values=True)
            else:
                yield from self._told_of(self._lines(stream), packed)

    def pairs(self, under: str) -> Iterator[tuple[str, Any]]:
        """The keys and values of the object that the whole file has under a key."""
        with self._opened() as (stream, packed):
            yield from self._told_of(ijson.kvitems(_Shallow(stream), under, use_float=True), packed)

    def whole(self) -> Any:
        """All of a small file."""
        with self._opened() as (stream, _):
            return json.loads(stream.read())

    def _lines(self, stream: BufferedReader) -> Iterator[Any]:
        number = 0
        while line := stream.readline(LONGEST_LINE):
            number += 1
            if len(line) >= LONGEST_LINE:
                raise SourceError(f"Line {number} is longer than any record; this is another kind of file.")
            if text := line.strip():
                try:
                    yield json.loads(text)
                except (ValueError, RecursionError) as error:
                    raise SourceError(f"Line {number} is no JSON ({error}). Is it cut off?") from error

    def _told_of(self, values: Iterator[Any], packed: IO[bytes]) -> Iterator[Any]:
        for number, value in enumerate(values):
            if number % _STEP == 0:
                self._told(packed.tell())
            yield value
        self._told(self._path.stat().st_size)

    @contextmanager
    def _opened(self) -> Iterator[tuple[BufferedReader, IO[bytes]]]:
        """The unpacked file, and the file as it lies there, whose place tells how much is read."""
        try:
            with self._path.open("rb") as packed, unpacked(packed) as stream:
                yield stream, packed
        except SourceError as error:
            raise SourceError(f"{self.name}: {error}") from error
        except _FAULTS as error:
            why = next(iter(str(error).splitlines()), "").strip(" .")
            raise SourceError(f"{self.name}: It can't be read ({why}). Is it cut off?") from error


class _Shallow:
    """A stream of JSON that is refused once it is nested deeper than any record: its paths would grow with its square.

    Brackets within texts are counted, too; in the texts of cards they are in balance.
    """

    def __init__(self, stream: BufferedReader) -> None:
        self._stream = stream
        self._open = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        piece = self._stream.read(size)
        opened = piece.count(b"[") + piece.count(b"{") - piece.count(b"]") - piece.count(b"}")
        self._open += opened
        if max(opened, self._open) > DEEPEST:
            raise SourceError("It is nested deeper than any record; this is another kind of file.")
        return piece


def _first_byte(stream: BufferedReader) -> bytes:
    """The first byte that is no blank, which stays to be read."""
    while (next_bytes := stream.peek(1)[:1]) and next_bytes in b" \t\r\n\xef\xbb\xbf":
        stream.read(1)
    return next_bytes
