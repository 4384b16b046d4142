"""Rows and cells of a text, whatever parts them: tabs, semicolons, commas, upright strokes, runs of blanks."""

from __future__ import annotations

import csv
import io
import re
from typing import Final

Rows = tuple[tuple[str, ...], ...]

_SEPARATORS: Final = ("\t", ";", ",", "|")
_BLANK: Final = "[ \u00a0\u2007\u202f\u3000]"
GAP: Final = re.compile(f"{_BLANK}{{2,}}")
_RULE: Final = re.compile(r"[\s|+:=_─━│┼╪-]*")
_MOST_CELLS: Final = 200
_MOST_LINES: Final = 5


def all_splits(text: str) -> dict[str, Rows]:
    """The rows by every separator that makes more than one column of the text; "gap" is two blanks or more."""
    found: dict[str, Rows] = {}
    for separator in _SEPARATORS:
        if separator in text and (rows := _by(text, separator)) and _is_table(rows):
            found[separator] = rows
    if GAP.search(text):
        lines = (line.strip() for line in text.split("\n"))
        rows = tuple(tuple(GAP.split(line, _MOST_CELLS)[:_MOST_CELLS]) for line in lines if line)
        if _is_table(rows):
            found["gap"] = rows
    return found


def _by(text: str, separator: str) -> Rows:
    first, _, rest = text.partition("\n")
    if re.fullmatch(r"\s*sep=.\s*", first):
        text = rest
    if separator == "|":
        lines = (line.strip().removeprefix("|").removesuffix("|") for line in text.split("\n"))
        rows = [line.split("|") for line in lines if not _RULE.fullmatch(line)]
    else:
        rows = _quoted(text, separator)
    stripped = (tuple(" ".join(cell.split()) for cell in row[:_MOST_CELLS]) for row in rows)
    return tuple(row for row in stripped if any(row))


def _quoted(text: str, separator: str) -> list[list[str]]:
    """The rows of a sheet; quotes may hold separators and line ends, but a lone quote swallows nothing."""
    for strict in (True, False):
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict))
        except csv.Error:
            continue
        if not any(cell.count("\n") > _MOST_LINES for row in rows for cell in row):
            return rows
    return [line.split(separator) for line in text.split("\n")]


def _is_table(rows: Rows) -> bool:
    """Whether a good part of the rows have more than one cell that holds something; titles may stand above them."""
    return sum(sum(1 for cell in row if cell) > 1 for row in rows) * 3 >= len(rows)
