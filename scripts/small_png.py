"""Pictures of pages as small files: at most 256 colours, which is what a page has, and nothing beside the pixels."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

DEPTH: Final = 9
COUNT: Final = """async (png) => {
  const picture = new Image();
  picture.src = 'data:image/png;base64,' + png;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
  const brush = canvas.getContext('2d');
  brush.drawImage(picture, 0, 0);
  const words = new Uint32Array(brush.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) || 0) + 1);
  const kept = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b).slice(0, 256);
  const parts = (word) => [word & 255, word >> 8 & 255, word >> 16 & 255];
  const colours = kept.map(parts), places = new Map(kept.map((word, place) => [word, place]));
  const nearest = (word) => {
    const [r, g, b] = parts(word);
    let best = 0, least = Infinity;
    colours.forEach(([x, y, z], place) => {
      const far = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (far < least) [best, least] = [place, far];
    });
    return best;
  };
  let bytes = '';
  for (const word of words) {
    if (!places.has(word)) places.set(word, nearest(word));
    bytes += String.fromCharCode(places.get(word));
  }
  return [canvas.width, canvas.height, colours.flat(), btoa(bytes)];
}"""
"""The width, the height, the palette, and the place of each pixel in it; a colour too many becomes the nearest one."""


def save(page: Page, picture: bytes, file: Path) -> None:
    """Write a picture that the browser took; `page` is where its pixels are counted, and it may be any."""
    width, height, palette, places = page.evaluate(COUNT, base64.b64encode(picture).decode())
    file.write_bytes(png_of(width, height, bytes(palette), base64.b64decode(places)))


def png_of(width: int, height: int, palette: bytes, pixels: bytes) -> bytes:
    """A PNG of pixels that are places in a palette."""
    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, width * height, width))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + _chunk(b"PLTE", palette)
        + _chunk(b"IDAT", zlib.compress(rows, DEPTH))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
