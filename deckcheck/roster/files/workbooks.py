"""The cells of an Excel workbook (.xlsx) as text, read so that no file of any size can take the process with it.

The quicker libraries lay a sheet out whole: two cells far apart in a file of one kilobyte then ask for terabytes, and
the whole process ends. Here rows are kept as they come, and all text is counted.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Final
from xml.parsers import expat

from deckcheck.decklist import lazy
from deckcheck.decklist.list_text import UnreadableText
from deckcheck.roster.files.documents import LIMITS, Rows

SIGNS: Final = (b"PK\x03\x04", b"PK\x05\x06")
_NEEDED: Final = lazy.regex(
    r"xl/(?:workbook|sharedStrings|worksheets/[^/]+)\.xml|xl/_rels/workbook\.xml\.rels", re.IGNORECASE
)
_MOST_UNPACKED: Final = 48_000_000
_MOST_PARTS: Final = 2_000
_MOST_COLUMNS: Final = 200
_REMEDY: Final = "Save the sheet as CSV, or copy its cells and paste them."
_PLACE: Final = lazy.regex(r"\$?([A-Za-z]{1,3})\$?\d{1,7}")

Start = Callable[[str, Mapping[str, str]], None]


def read_workbook(data: bytes) -> dict[str, Rows]:
    """The rows of every sheet that people can see, by its title; refuses what is no workbook or too large."""
    if len(data) > LIMITS.bytes:
        raise UnreadableText(f"This workbook has {len(data) / 1e6:.1f} MB, more than any player list. {_REMEDY}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = _parts(packed)
        strings = _Strings(parts.get("xl/sharedstrings.xml", b"")).texts
        return {title: _Sheet(parts[name], strings).rows for title, name in _titles(parts) if name in parts}
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, OSError, EOFError, RuntimeError):
        raise UnreadableText(f"This workbook could not be opened. {_REMEDY}") from None
    except (expat.ExpatError, UnicodeError, LookupError):
        raise UnreadableText(f"This workbook is damaged. {_REMEDY}") from None


def _parts(packed: zipfile.ZipFile) -> dict[str, bytes]:
    """The parts that hold cells, unpacked; what the file says of their sizes is not believed."""
    infos = packed.infolist()
    if len(infos) > _MOST_PARTS or not any(info.filename.lower() == "xl/workbook.xml" for info in infos):
        raise UnreadableText(f"This is an office document or a packed file, and no Excel workbook. {_REMEDY}")
    parts: dict[str, bytes] = {}
    left = _MOST_UNPACKED
    for info in infos:
        if _NEEDED.fullmatch(info.filename):
            with packed.open(info) as stream:
                content = stream.read(left + 1)
            left -= len(content)
            if left < 0:
                raise _too_large()
            parts[info.filename.lower()] = content
    return parts


def _too_large() -> UnreadableText:
    return UnreadableText(f"This workbook is far larger than any player list. {_REMEDY}")


def _titles(parts: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """The titles of the visible sheets in order, each with the name of its part."""
    targets: dict[str, str] = {}
    listed: list[tuple[str, str]] = []

    def link(tag: str, facts: Mapping[str, str]) -> None:
        if tag == "Relationship":
            target = facts.get("Target", "").removeprefix("/xl/").removeprefix("./")
            targets[facts.get("Id", "")] = f"xl/{target}".lower()

    def sheet(tag: str, facts: Mapping[str, str]) -> None:
        if tag == "sheet" and facts.get("state", "visible") == "visible":
            listed.append((facts.get("name", ""), facts.get("id", "")))

    _parse(parts.get("xl/_rels/workbook.xml.rels", b""), link)
    _parse(parts["xl/workbook.xml"], sheet)
    return [(title, targets.get(own, "")) for title, own in listed]


def _parse(
    content: bytes, start: Start, end: Callable[[str], None] | None = None, text: Callable[[str], None] | None = None
) -> None:
    """Walk a part with names without their spaces; document types are refused, so nothing in it can grow."""
    if not content:
        return
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise UnreadableText(f"This workbook is damaged. {_REMEDY}")

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda tag, facts: start(_local(tag), {_local(k): v for k, v in facts.items()})
    if end:
        closes = end
        parser.EndElementHandler = lambda tag: closes(_local(tag))
    if text:
        parser.CharacterDataHandler = text
    parser.Parse(content, True)


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


class _Strings:
    """The texts that cells name by number; readings above Asian signs are no part of them."""

    def __init__(self, content: bytes) -> None:
        self.texts: list[str] = []
        self._pieces: list[str] = []
        self._path: list[str] = []
        _parse(content, self._start, self._end, self._text)

    def _start(self, tag: str, _: Mapping[str, str]) -> None:
        self._path.append(tag)

    def _text(self, text: str) -> None:
        if self._path[-1:] == ["t"] and "rPh" not in self._path:
            self._pieces.append(text)

    def _end(self, tag: str) -> None:
        self._path.pop()
        if tag == "si":
            self.texts.append("".join(self._pieces))
            self._pieces.clear()


class _Sheet:
    """The rows of one sheet that hold something."""

    def __init__(self, content: bytes, strings: list[str]) -> None:
        self._strings = strings
        self._rows: list[tuple[str, ...]] = []
        self._row: list[str] = []
        self._kind = self._tag = ""
        self._pieces: list[str] = []
        self._left = LIMITS.bytes
        _parse(content, self._start, self._end, self._text)

    @property
    def rows(self) -> Rows:
        """The rows in order; empty ones are left out."""
        return tuple(self._rows)

    def _start(self, tag: str, facts: Mapping[str, str]) -> None:
        self._tag = tag
        if tag == "row":
            self._row = []
        elif tag == "c":
            self._kind = facts.get("t", "n")
            self._pieces.clear()
            found = _PLACE.fullmatch(facts.get("r", ""))
            self._reach(_column(found[1]) if found else len(self._row))

    def _reach(self, column: int) -> None:
        if column >= _MOST_COLUMNS:
            raise UnreadableText(f"This sheet has more than {_MOST_COLUMNS} columns. {_REMEDY}")
        self._row.extend("" for _ in range(column - len(self._row)))

    def _text(self, text: str) -> None:
        if self._tag in ("v", "t"):
            self._pieces.append(text)

    def _end(self, tag: str) -> None:
        self._tag = ""
        if tag == "c":
            cell = self._value("".join(self._pieces))
            self._left -= len(cell) + 1
            self._row.append(cell)
        elif tag == "row" and any(self._row):
            self._rows.append(tuple(self._row))
        if self._left < 0 or len(self._rows) > LIMITS.lines:
            raise _too_large()

    def _value(self, text: str) -> str:
        """A cell as people see it: whole numbers without a point; what went wrong in a formula is nothing."""
        match self._kind:
            case "s":
                return self._strings[int(text)] if text.isdecimal() and int(text[:9]) < len(self._strings) else ""
            case "b":
                return "yes" if text == "1" else "no"
            case "e":
                return ""
            case "n":
                return _number(text)
            case _:
                return text


def _number(text: str) -> str:
    try:
        value = float(text)
    except ValueError:
        return text
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else text


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
