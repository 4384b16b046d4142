"""PDF files as tests look at them: their text page by page, their fonts, their bookmarks."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader


def pages_of(content: bytes) -> list[str]:
    """The text of each page, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def fonts_of(content: bytes) -> dict[str, bool]:
    """Every font that any page names, and whether the file holds it."""
    found: dict[str, bool] = {}
    for page in PdfReader(io.BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            made = font.get_object()
            described = made.get("/FontDescriptor")
            held = described is not None and "/FontFile2" in described.get_object()
            found[str(made["/BaseFont"]).partition("+")[2] or str(made["/BaseFont"])] = held
    return found


def bookmarks_of(content: bytes) -> list[str]:
    """The bookmarks in their order."""
    return [str(mark["/Title"]) for mark in PdfReader(io.BytesIO(content)).outline if not isinstance(mark, list)]


def size_of(content: bytes) -> tuple[int, int]:
    """Width and height of the first page, in whole points."""
    box = PdfReader(io.BytesIO(content)).pages[0].mediabox
    return round(float(box.width)), round(float(box.height))
