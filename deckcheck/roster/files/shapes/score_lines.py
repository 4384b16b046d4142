"""Standings one line a player, with single blanks: a rank perhaps, the name, points, a record, percentages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import LONGEST_ROW, Document
from deckcheck.roster.files.headers import read_heading
from deckcheck.roster.files.model import Roster, Shape
from deckcheck.roster.files.player_names import read_name, read_number, read_record
from deckcheck.roster.files.roster_reader import Gathering, Mention

_RECORD: Final = r"\(?(?P<record>\d{1,2}\s?[-–/]\s?\d{1,2}(?:\s?[-–/]\s?\d{1,2})?)\)?"
_START: Final = r"\s*(?:(?P<rank>\d{1,5})(?:[.):]\s*|\s+))?(?P<name>\S[^\n]{0,200}?)"
_GAP: Final = r"(?<=\S)\s++"
"""All blanks behind a word at once: a pattern that may begin within them goes over them again and again."""

_PERCENT: Final = r"(?:\s+\d{1,3}(?:[.,]\d{1,6})?%?)"
_WAYS: Final = (
    lazy.regex(rf"{_START}{_GAP}(?P<points>\d{{1,3}})\s+{_RECORD}{_PERCENT}*\s*"),
    lazy.regex(
        rf"{_START}(?<=[^\s:,–-])[\s:,–-]++{_RECORD}(?:\s*\(?(?P<points>\d{{1,3}})(?:\s*(?:points|pts?|p))?\)?)?{_PERCENT}*\s*"
    ),
    lazy.regex(rf"{_START}{_GAP}(?P<points>\d{{1,3}}){_PERCENT}{{2,}}\s*"),
)
"""With points and record; with a record alone, or the points behind it; with points and percentages."""


def _best(document: Document) -> tuple[list[re.Match[str]], list[str]]:
    """The rows that the likeliest way reads, and the lines that it does not read."""
    ways = []
    for way in _WAYS:
        rows = [way.fullmatch(line) if len(line) <= LONGEST_ROW else None for line in document.lines]
        found = [row for row in rows if row and any(c.isalpha() for c in row["name"])]
        left = [line for line, row in zip(document.lines, rows, strict=True) if not row and not _is_heading(line)]
        ways.append((found, left))
    return max(ways, key=lambda way: len(way[0]))


def _is_heading(line: str) -> bool:
    return all(read_heading(word).role for word in line.split()[:20])


def _recognise(document: Document) -> int:
    """Likely where nearly all lines are such rows; a table with headings is surer."""
    if document.data is not None or document.elements:
        return 0
    rows, left = _best(document)
    if len(rows) < 2 or len(rows) < 3 * len(left):
        return 0
    return 46


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("score-lines", names)
    rows, left = _best(document)
    ranked = all(row["rank"] for row in rows)
    ordered = ranked or all(a >= b for a, b in pairwise(map(_worth, rows)))
    for at, row in enumerate(rows, 1):
        name = row["name"] if ranked or not row["rank"] else f"{row['rank']} {row['name']}"
        points = read_number(row["points"]) if row["points"] else None
        place = gathering.add(Mention(read_name(name), points=points))
        if ordered:
            gathering.stand(int(row["rank"]) if ranked else at, place, points, _record(row))
    for line in left:
        gathering.unread(line)
    return gathering.roster()


def _record(row: re.Match[str]) -> str | None:
    return read_record(row.groupdict().get("record") or "")


def _worth(row: re.Match[str]) -> float:
    """The points of a row, told or made of its record: lines without ranks are standings only in their order."""
    if row["points"]:
        return float(row["points"])
    wins, _, draws = (int(part) for part in (_record(row) or "0-0-0").split("-"))
    return 3 * wins + draws


SCORE_LINES: Final = Shape("score-lines", "Standings, one line a player", _recognise, _read)
