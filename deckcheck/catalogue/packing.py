"""The catalogue's file: named parts, each packed by itself, so that opening it unpacks only what is asked for."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

_FIRST_LINE: Final = b"deckcheck catalogue 1\n"


def pack(parts: Mapping[str, bytes]) -> bytes:
    """The file that holds these parts."""
    packed = {name: zlib.compress(part, 9) for name, part in parts.items()}
    digest = sha256(b"".join(sha256(name.encode() + b"\0" + part).digest() for name, part in sorted(parts.items())))
    head = {"digest": digest.hexdigest()[:16], "parts": {name: len(part) for name, part in packed.items()}}
    return b"".join((_FIRST_LINE, json.dumps(head).encode(), b"\n", *packed.values()))


class Parts:
    """The parts of a catalogue file or its bytes; each reading unpacks anew, so that nothing is held that is unused."""

    def __init__(self, file: Path | bytes) -> None:
        data = file if isinstance(file, bytes) else file.read_bytes()
        if not data.startswith(_FIRST_LINE):
            name = "This" if isinstance(file, bytes) else file.name
            raise ValueError(f"{name} is no card catalogue: build it with scripts/build_catalogue.py.")
        end = data.index(b"\n", len(_FIRST_LINE))
        head = json.loads(data[len(_FIRST_LINE) : end])
        self.digest: str = head["digest"]
        self._packed: dict[str, bytes] = {}
        at = end + 1
        for name, size in head["parts"].items():
            self._packed[name] = data[at : at + size]
            at += size

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts."""
        return tuple(self._packed)

    def raw(self, part: str) -> bytes:
        """A part as bytes."""
        return zlib.decompress(self._packed[part])

    def lines(self, part: str) -> list[str]:
        """A part as lines of text."""
        text = self.raw(part).decode()
        return text.split("\n") if text else []

    def numbers(self, part: str) -> array[int]:
        """A part as numbers; its first byte is their type."""
        data = self.raw(part)
        found: array[int] = array(chr(data[0]))
        found.frombytes(memoryview(data)[1:])
        if sys.byteorder == "big":
            found.byteswap()
        return found


def numbers_part(numbers: array[int]) -> bytes:
    """Numbers as a part: little-endian whatever the machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.typecode.encode() + numbers.tobytes()


def lines_part(lines: Iterable[str]) -> bytes:
    """Lines of text as a part."""
    return "\n".join(lines).encode()
