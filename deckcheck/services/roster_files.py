"""Roster files of every kind, sheets of Excel among them: bytes in, one roster out."""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from python_calamine import CalamineWorkbook

from deckcheck.core.rosters.cells import Rows
from deckcheck.core.rosters.documents import LIMITS
from deckcheck.core.rosters.model import Ask, Roster
from deckcheck.core.rosters.reading import names_by_id, read_roster, read_rows
from deckcheck.core.texts import UnreadableText
from deckcheck.services.refusals import UnusableInput

_SHEET: Final = re.compile(r"xl/worksheets/[^/]+\.xml")
_NEEDED: Final = re.compile(r"(?:xl/.*\.(?:xml|rels)|\[Content_Types\]\.xml|_rels/\.rels)", re.IGNORECASE)
_MOST_UNPACKED: Final = 48_000_000
_MOST_PARTS: Final = 500
_MOST_COLUMNS: Final = 100
_MOST_SHOWN: Final = 64_000_000
_STRINGS: Final = "xl/sharedStrings.xml"
_PLACE: Final = re.compile(rb"""\br\s*=\s*["']\s*([A-Za-z]{0,7})(\d{1,20})\s*["']""")
_STRING: Final = re.compile(rb"<(?:\w+:)?si\b")
_VALUE: Final = re.compile(rb"<(?:\w+:)?v\b")
_REMEDY: Final = "Save the sheet as CSV, or copy its cells and paste them."


def read_roster_file(data: bytes, names: Mapping[str, str] | None = None) -> Roster:
    """The roster in a file as it was sent. `names` are those behind ids; what is no roster is refused."""
    try:
        if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            return _read_workbook(data, names)
        return read_roster(data, names)
    except UnreadableText as error:
        raise UnusableInput(str(error)) from None


def read_roster_files(files: Iterable[bytes]) -> Roster:
    """The roster in the last of these files; those before it give the names behind ids."""
    read: list[Roster] = []
    for data in files:
        read.append(read_roster_file(data, names_by_id(read)))
    return read[-1]


def _read_workbook(data: bytes, names: Mapping[str, str] | None) -> Roster:
    """The roster in the first sheet that holds one; of others that hold something a person is told."""
    sheets = {title: rows for title, rows in _sheets(data).items() if rows}
    refusal = UnreadableText("There is nothing in this workbook. Choose the file with the players.")
    for title, rows in sheets.items():
        try:
            roster = read_rows(rows, names)
        except UnreadableText as error:
            refusal = error
            continue
        others = [other for other in sheets if other != title]
        return _telling_others(roster, title, others)
    raise refusal


def _telling_others(roster: Roster, title: str, others: Sequence[str]) -> Roster:
    if not others:
        return roster
    names = ", ".join(f'"{other}"' for other in others[:5])
    text = (
        f'Of this workbook the sheet "{title}" was read, and not {names}. Send another sheet by itself if it is meant.'
    )
    return replace(roster, ask=(*roster.ask, Ask("sheets", text)))


def _sheets(data: bytes) -> dict[str, Rows]:
    """The rows of every sheet by its title."""
    if len(data) > LIMITS.bytes:
        size = f"{len(data) / 1_000_000:.1f} MB"
        raise UnreadableText(f"This workbook has {size}, more than any player list. {_REMEDY}")
    safe = _repacked(data)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(safe))
        return {name: _rows(book.get_sheet_by_name(name).to_python()) for name in book.sheet_names}
    except Exception:
        raise UnreadableText(f"This workbook could not be opened. {_REMEDY}") from None


def _repacked(data: bytes) -> bytes:
    """The parts of a workbook that hold its cells, unpacked within bounds and packed anew.

    What a packed file says of its own sizes may be a lie, and a reader lays out a whole sheet for two cells that lie
    far apart; both are settled before any reader sees the file.
    """
    safe = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = _parts(packed)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, OSError, EOFError, RuntimeError):
        raise UnreadableText(f"This workbook could not be opened. {_REMEDY}") from None
    _check_volume(parts)
    with zipfile.ZipFile(safe, "w") as plain:
        for name, content in parts.items():
            plain.writestr(name, content)
    return safe.getvalue()


def _parts(packed: zipfile.ZipFile) -> dict[str, bytes]:
    infos = packed.infolist()
    if not any(_SHEET.fullmatch(info.filename) for info in infos) or len(infos) > _MOST_PARTS:
        raise UnreadableText(f"This is an office document or a packed file, and no Excel workbook. {_REMEDY}")
    parts: dict[str, bytes] = {}
    left = _MOST_UNPACKED
    for info in infos:
        if _NEEDED.fullmatch(info.filename):
            with packed.open(info) as stream:
                content = stream.read(left + 1)
            left -= len(content)
            if left < 0:
                raise UnreadableText(f"This workbook is far larger than any player list. {_REMEDY}")
            parts[info.filename] = content
    return parts


def _check_volume(parts: Mapping[str, bytes]) -> None:
    """Refuses sheets that a few bytes spread out: cells far apart, and one long text that very many cells show."""
    strings = parts.get(_STRINGS, b"")
    longest = max((len(text) for text in _STRING.split(strings)), default=0)
    for name, content in parts.items():
        if _SHEET.fullmatch(name):
            _check_extent(content)
            if longest * sum(1 for _ in _VALUE.finditer(content)) > _MOST_SHOWN:
                raise UnreadableText(f"This workbook is far larger than any player list. {_REMEDY}")


def _check_extent(sheet: bytes) -> None:
    for found in _PLACE.finditer(sheet):
        column = 0
        for letter in found[1].upper():
            column = column * 26 + letter - 64
        if int(found[2]) > LIMITS.lines or column > _MOST_COLUMNS:
            place = (found[1] + found[2]).decode("ascii").upper()
            most = f"{LIMITS.lines:,} rows and {_MOST_COLUMNS} columns"
            raise UnreadableText(f"This sheet has something at {place}; {most} are looked at. {_REMEDY}")


def _rows(cells: Sequence[Sequence[Any]]) -> Rows:
    return tuple(row for line in cells if any(row := tuple(_text(cell) for cell in line)))


def _text(cell: Any) -> str:
    """A cell as people see it: whole numbers without a point."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
