"""Write the icons that browsers and home screens show, from the mark in `static/icon.svg`.

Usage, in the folder of the project: .venv/bin/python -m scripts.icons
"""

from __future__ import annotations

import re
import struct
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from deckcheck.web.statics import FOLDER
from scripts.small_png import png_of

SIZES: Final = {"icon-192.png": 192, "icon-512.png": 512}
"""Squares without rounded corners: each system cuts its own shape out of them."""
FAVICON: Final = "favicon.ico"
SMALL: Final = 32
FINE: Final = 4
"""Each pixel is looked at in so many places each way."""


class Mark(NamedTuple):
    """The drawing: its side, the colours of ground and tick, the tick's points and width."""

    side: float
    colours: tuple[bytes, bytes]
    points: tuple[tuple[float, float], ...]
    width: float


def read_mark(text: str) -> Mark:
    """The mark as the drawing has it."""
    named = dict(re.findall(r'([\w-]+)="([^"]+)"', text))
    ground, tick = (bytes.fromhex(found) for found in re.findall(r'(?:fill|stroke)="#([0-9A-F]{6})"', text))
    numbers = [float(number) for number in re.findall(r"[\d.]+", named["d"])]
    return Mark(
        side=float(named["viewBox"].split()[2]),
        colours=(ground, tick),
        points=tuple(zip(numbers[::2], numbers[1::2], strict=True)),
        width=float(named["stroke-width"]),
    )


def png(mark: Mark, size: int) -> bytes:
    """The mark as a PNG of so many pixels each way."""
    pixels = bytes(places for y in range(size) for places in _row(mark, size, y))
    shades = [_shade(mark.colours, step / FINE**2) for step in range(FINE**2 + 1)]
    return png_of(size, size, b"".join(shades), pixels)


def _row(mark: Mark, size: int, y: int) -> list[int]:
    """How many of the places of each pixel lie in the tick."""
    step = mark.side / size / FINE
    return [
        sum(_inside(mark, step * (x * FINE + i + 0.5), step * (y * FINE + j + 0.5)) for i, j in _PLACES)
        for x in range(size)
    ]


_PLACES: Final = [(i, j) for i in range(FINE) for j in range(FINE)]


def _inside(mark: Mark, x: float, y: float) -> bool:
    return any(_far(x, y, start, end) <= mark.width / 2 for start, end in pairwise(mark.points))


def _far(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a place is from a line with round ends."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    part = ((x - start[0]) * along_x + (y - start[1]) * along_y) / (along_x**2 + along_y**2)
    part = min(1.0, max(0.0, part))
    return hypot(x - start[0] - part * along_x, y - start[1] - part * along_y)


def _shade(colours: tuple[bytes, bytes], part: float) -> bytes:
    return bytes(round(ground + part * (tick - ground)) for ground, tick in zip(*colours, strict=True))


def icon_file(picture: bytes, size: int) -> bytes:
    """A PNG as the one picture of an .ico file."""
    head = struct.pack("<HHH", 0, 1, 1)
    return head + struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), len(head) + 16) + picture


def main() -> None:
    """Write them beside the drawing."""
    mark = read_mark((FOLDER / "icon.svg").read_text("utf-8"))
    for name, size in SIZES.items():
        (FOLDER / name).write_bytes(png(mark, size))
    (FOLDER / FAVICON).write_bytes(icon_file(png(mark, SMALL), SMALL))


if __name__ == "__main__":
    main()
