"""Opens a file that is packed as gzip, xz, bzip2 or zip, or not at all: unpacked as it is read, never without end."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import zipfile
import zlib
from dataclasses import dataclass
from typing import IO, Final, Protocol

from deckcheck.law.card_sources import SourceError
from deckcheck.law.sentences import counted

PIECE: Final = 1 << 18
XZ_MEMORY: Final = 100 << 20
"""The strongest usual packing takes 65 MiB to unpack."""
_MAGIC: Final = (
    (b"\x1f\x8b", "gzip"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"BZh", "bzip2"),
)


@dataclass(frozen=True, slots=True)
class Room:
    """How many bytes a file may unpack to; and from `free` on, how many times its own size."""

    size: int = 8 << 30
    times: int = 250
    free: int = 64 << 20


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Xz:
    """The bytes of an xz file; unlike the library's own reader it refuses one that wants much memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._unpacker = _xz_unpacker()

    def read(self, size: int, /) -> bytes:
        """Up to so many bytes; none at the end."""
        while packed := self._next():
            if piece := self._unpacker.decompress(packed[0], size):
                return piece
        return b""

    def _next(self) -> tuple[bytes, ...]:
        """What to unpack next, if anything is left; several streams may follow one another."""
        if not self._unpacker.eof:
            packed = self._file.read(PIECE) if self._unpacker.needs_input else b""
            if self._unpacker.needs_input and not packed:
                raise EOFError
            return (packed,)
        packed = (self._unpacker.unused_data or self._file.read(PIECE)).lstrip(b"\0")
        self._unpacker = _xz_unpacker() if packed else self._unpacker
        return (packed,) if packed else ()


def _xz_unpacker() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, XZ_MEMORY)


class _Bounded(io.RawIOBase):
    """What is unpacked, up to a number of bytes; what is wrong with the file is told in a sentence."""

    def __init__(self, file: _Readable, most: int) -> None:
        self._unpacked = file
        self._left = most

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: object) -> int:
        """Fill a buffer with what comes next."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        try:
            piece = self._unpacked.read(len(view))
        except EOFError:
            raise SourceError("The file ends half-way.") from None
        except (OSError, lzma.LZMAError, zipfile.BadZipFile, zlib.error):
            raise SourceError("The file is damaged and can't be unpacked.") from None
        self._left -= len(piece)
        if self._left < 0:
            raise SourceError("The file unpacks to far more than a file of cards holds.")
        view[: len(piece)] = piece
        return len(piece)


def unpacked(packed: IO[bytes], room: Room = Room()) -> io.BufferedReader:
    """An opened file as it reads unpacked; how it is packed is told by its first bytes, not by its name."""
    first = packed.read(6)
    size = packed.seek(0, os.SEEK_END)
    packed.seek(0)
    packing = next((packing for magic, packing in _MAGIC if first.startswith(magic)), "")
    most = min(room.size, max(room.free, size * room.times)) if packing else room.size
    return io.BufferedReader(_Bounded(_reader(packed, packing), most), PIECE)


def _reader(file: IO[bytes], packing: str) -> _Readable:
    if packing == "gzip":
        return gzip.GzipFile(fileobj=file)
    if packing == "xz":
        return _Xz(file)
    if packing == "bzip2":
        return bz2.BZ2File(file)
    return _only_member(file) if packing == "zip" else file


def _only_member(file: IO[bytes]) -> _Readable:
    """The one file in a zip."""
    try:
        archive = zipfile.ZipFile(file)
        members = [info for info in archive.infolist() if not info.is_dir()]
        if len(members) == 1 and members[0].compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            return archive.open(members[0])
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError):
        raise SourceError("The zip file is damaged, cut off or locked with a password.") from None
    if len(members) == 1:
        raise SourceError("The zip file is packed in an unusual way; pack it again, or use .gz or .xz.")
    raise SourceError(f"The zip file holds {counted(len(members), 'file')}; it should hold one.")
