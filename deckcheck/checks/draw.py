"""The draw of tables by a published seed, so that anybody can draw again and see that nothing was chosen by hand.

How it is done, exactly (`deckcheck-draw/1`):

1. The tables, each once, in order: those that are whole numbers by their value, then the others by code points.
2. A stream of numbers: for i = 0, 1, 2 ... the first 8 bytes, as a big-endian number, of the SHA-256 of the UTF-8 text
   `deckcheck-draw/1` LF seed LF i (in decimal digits) LF. The seed is taken as written.
3. While tables are wanted and n are left: the next number of the stream. If it is not below the greatest multiple of n
   that 8 bytes can hold, it is left out and the next one is taken, so that every table is as likely as any other.
   Its remainder by n is the place (from 0) of the table that is drawn, and taken out; the others keep their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

HEAD: Final = "deckcheck-draw/1"
_ALL: Final = 1 << 64


def draw(seed: str, tables: Iterable[str], size: int) -> tuple[str, ...]:
    """So many of the tables by the seed, in the order in which they were drawn; all of them if they are fewer."""
    left = in_order(tables)
    numbers = _stream(seed)
    drawn: list[str] = []
    while left and len(drawn) < size:
        drawn.append(left.pop(_below(len(left), numbers)))
    return tuple(drawn)


def in_order(tables: Iterable[str]) -> list[str]:
    """The tables, each once, as the draw counts them: numbers by value, then the others by code points."""
    return sorted(set(tables), key=lambda t: (not _is_number(t), int(t) if _is_number(t) else 0, t))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _stream(seed: str) -> Iterator[int]:
    place = 0
    while True:
        block = sha256(f"{HEAD}\n{seed}\n{place}\n".encode("utf-8", "surrogatepass")).digest()
        yield int.from_bytes(block[:8], "big")
        place += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    """The next number of the stream that says a place among n, every place being as likely."""
    bound = _ALL - _ALL % n
    return next(number for number in numbers if number < bound) % n
