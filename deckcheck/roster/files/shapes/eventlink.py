"""EventLink's reports: player list, standings by rank, pairings by table; pasted, saved as a page, or out of a PDF.

They are printed in columns of fixed width, whole or run together in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from deckcheck.roster.files.documents import GAP, LONGEST_ROW, Document
from deckcheck.roster.files.model import EventHead, Kind, Place, Roster, Shape
from deckcheck.roster.files.player_names import is_nobody, read_day, read_name, read_number, tidy
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

_NUMBER: Final = re.compile(r"\d{1,6}(?:[.,]\d{1,6})?%?")
_SCORE: Final = re.compile(r"\d{1,3}(?:\s*[-–/]\s*\d{1,3})?")
_TABLE: Final = re.compile(r"-|–|\d{1,5}|")
_MOST_WORDS: Final = 30


@dataclass(slots=True)
class Report:
    """A report taken apart: all before its headings, the line of headings, all below the ruled line."""

    head: str
    header: str
    body: str
    title: str = ""
    round: Place = None

    @property
    def headings(self) -> list[str]:
        """The headings in order."""
        return self.header.split()

    @property
    def starts(self) -> list[int]:
        """Where each column begins."""
        return [found.start() for found in re.finditer(r"\S+", self.header)]

    @property
    def lines(self) -> list[str]:
        """The rows that hold something, with the blanks between their columns."""
        return [line.rstrip() for line in self.body.split("\n") if line.strip()]

    @property
    def runs_together(self) -> bool:
        """Whether all rows stand in one line."""
        return len(self.lines) == 1 and len(GAP.split(self.lines[0].strip())) > len(self.headings)


def read_standings(report: Report, gathering: Gathering) -> None:
    """Each row ends with as many numbers as there are headings behind the name, the points among them."""
    headings = report.headings
    ways = [headings[2:], [word for word in headings[2:] if word != "Pod"]]
    rows, left, told = min(((*_rows(report.lines, len(way)), way) for way in ways), key=lambda found: len(found[1]))
    at = told.index("Points") if "Points" in told else None
    for rank, name, *numbers in rows:
        place = gathering.add(Mention(read_name(name)))
        gathering.stand(int(rank), place, read_number(numbers[at]) if at is not None else None, None)
    for line in left:
        gathering.unread(line)


def _rows(lines: Sequence[str], behind: int) -> tuple[list[list[str]], list[str]]:
    """All rows with so many numbers behind their names, and what could not be read as one."""
    rows: list[list[str]] = []
    left: list[str] = []
    for line in lines:
        words = line.split()
        at = 0
        while at < len(words):
            row = _cut_row(words, at, behind)
            if not row:
                left.append(" ".join(words[at : at + _MOST_WORDS]))
                break
            rows.append([words[at], " ".join(words[at + 1 : row - behind]), *words[row - behind : row]])
            at = row
    return rows, left


def _cut_row(words: Sequence[str], start: int, behind: int) -> int:
    """Where the row ends that begins here with a rank, a name and numbers; 0 if none begins here.

    Names may hold numbers: a row ends where the words do, or where the next rank follows.
    """
    if not words[start].isdecimal():
        return 0
    for at in range(start + 2, min(len(words) - behind, start + _MOST_WORDS) + 1):
        end = at + behind
        numbers = all(_NUMBER.fullmatch(words[i]) for i in range(at, end))
        if numbers and (end == len(words) or _follows(words, end, int(words[start][:6]))):
            return end
    return 0


def _follows(words: Sequence[str], at: int, rank: int) -> bool:
    """Whether the next row may begin here: its rank is this one's, or the next, and a name comes after it."""
    return words[at].isdecimal() and len(words) - at >= 3 and int(words[at][:6]) in {rank, rank + 1}


def read_players(report: Report, gathering: Gathering) -> None:
    """A name a row, and behind it the table once seats are given."""
    if report.runs_together:
        _read_cells(report, gathering)
        return
    lines = report.lines
    width = report.starts[1] if len(report.starts) > 1 else 0
    # Where all blanks were narrowed, a number behind every name is a table; behind some it may be of the name.
    narrowed = not any(GAP.search(line.strip()) for line in lines)
    all_end = narrowed and all(len(line) <= LONGEST_ROW and re.search(r"\S\s\d{1,5}\Z", line) for line in lines)
    for line in lines:
        if len(line) > LONGEST_ROW:
            gathering.unread(line)
            continue
        found = re.fullmatch(r"\s*(\S.*?)(\s+)(\d{1,5})\s*", line)
        seated = found and (all_end or len(found[2]) > 1 or found.start(3) >= width > 0)
        name = found[1] if found and seated else line
        place = gathering.add(Mention(read_name(name)))
        if found and seated:
            gathering.meet(place, read_place(found[3]))


def _read_cells(report: Report, gathering: Gathering) -> None:
    place = -1
    for cell in GAP.split(report.body.strip()):
        if re.fullmatch(r"\d{1,5}", cell):
            gathering.meet(place, read_place(cell))
        elif cell.strip():
            place = gathering.add(Mention(read_name(cell)))


def read_pairings(report: Report, gathering: Gathering) -> None:
    """Table, player, opponent, and the points of both before the round; a bye has no opponent."""
    apart = not report.runs_together
    rows = [_cells(line[:LONGEST_ROW], report) for line in report.lines] if apart else _rows_of_cells(report)
    for row in rows:
        if len(row) < 3 or not _TABLE.fullmatch(row[0]):
            gathering.unread(" ".join(row))
            continue
        people = [Mention(read_name(name)) for name in row[1:3] if not is_nobody(name)]
        gathering.seat(report.round, read_place(row[0]), people)


def _rows_of_cells(report: Report) -> list[list[str]]:
    """The rows of a report that lost its line ends: a new one begins behind the points."""
    rows: list[list[str]] = [[]]
    for cell in GAP.split(report.body.strip()):
        if len(rows[-1]) >= len(report.headings):
            rows.append([])
        if rows[-1] or cell.strip():
            rows[-1].append(cell.strip())
    return [row for row in rows if row]


def _cells(line: str, report: Report) -> list[str]:
    """The cells of a row: by the gaps, else by the width of what is known, else by the places of the headings."""
    starts = report.starts
    cells = [cell for cell in GAP.split(line.strip()) if cell]
    if len(cells) == len(starts):
        return cells
    if len(cells) < len(starts) and (found := _cells_from_behind(line, starts) or _cells_before_score(cells, starts)):
        return found
    if all(at >= len(line) or (line[at - 1 : at].isspace() and not line[at].isspace()) for at in starts[1:]):
        return [line[a:b].strip() for a, b in zip(starts, [*starts[1:], len(line)], strict=True)]
    return cells


def _cells_from_behind(line: str, starts: Sequence[int]) -> list[str]:
    """The cells of a row whose first name is wider than its column: the second is as wide as always."""
    found = re.fullmatch(rf"\s*(-|–|\d{{1,5}})\s+(\S.*?)\s+({_SCORE.pattern})\s*", line)
    if not found or len(starts) < 4:
        return []
    at = found.start(3) - (starts[3] - starts[2])
    if at <= found.start(2) or not line[at - 1].isspace() or line[at].isspace():
        return []
    return [found[1], line[found.start(2) : at].strip(), line[at : found.start(3)].strip(), found[3]]


def _cells_before_score(cells: Sequence[str], starts: Sequence[int]) -> list[str]:
    """The cells of a row whose last name is wider than its column: one blank parts it from the points."""
    found = re.fullmatch(rf"(\S.*?)\s({_SCORE.pattern})", cells[-1]) if len(cells) == len(starts) - 1 else None
    return [*cells[:-1], found[1], found[2]] if found else []


_WORDS: Final = "Rank|Name|Player|Pod|Table|Opponent|Points|Record|Result|Seat|OMW%?|GW%?|OGW%?"
_HEADER: Final = re.compile(rf"((?:Rank|Player|Table|Name)\s+(?:(?:{_WORDS})\s*)+)\Z")
_RULE: Final = re.compile(r"-{10,}")
_MOST_RULES: Final = 20
_MOST_HEAD: Final = 2_000
_END: Final = re.compile(r"EventLink\s+-\s+Copyright")
_HEAD: Final = re.compile(
    r"Report:\s*(?P<title>[A-Z][\w ]{2,40}?)\s*Event:\s*(?P<name>.{0,300}?)\s*\((?P<id>[^()\n]{1,40})\)\s*"
    r"Event\s+Date:\s*(?P<day>[^A-Z\n]{0,40})",
    re.DOTALL,
)
_ROUND: Final = re.compile(r"\bRound\s+(\d{1,2})\s*\Z")
_TITLED: Final = re.compile(r"\bRound\s+(\d{1,2})\b")
_PRINTED: Final = re.compile(
    r"about:blank(?:\s+\d+\s*/\s*\d+)?"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:\s*[AP]M)?\s+(?:Round\s+\d+\s+)?"
    r"(?:Player List|Standings by Rank|Pairings by (?:Table|Name)|Pairings)"
)
"""What a browser prints above and below every page."""


def _take_apart(document: Document) -> Report | None:
    """The head, the headings and the body of a report; nothing if it is none."""
    text = document.text
    rules = islice(_RULE.finditer(text), _MOST_RULES)
    rule = next((r for r in rules if _HEADER.search(text[max(0, r.start() - 400) : r.start()])), None)
    if not rule:
        return None
    before = text[: rule.start()]
    header = _HEADER.search(before[-400:])
    assert header is not None
    before = before[: len(before) - len(header[1])]
    end = _END.search(text, rule.end())
    body = _PRINTED.sub(" ", text[rule.end() : end.start() if end else len(text)])
    return Report(before, header[1], body, document.title)


_READERS: Final[Mapping[str, Callable[[Report, Gathering], None]]] = {
    "Rank": read_standings,
    "Player": read_players,
    "Table": read_pairings,
}
_KINDS: Final = {"Rank": Kind.STANDINGS, "Player": Kind.ROSTER, "Table": Kind.PAIRINGS}


def _recognise(document: Document) -> int:
    """Sure by the headings above a ruled line; surer still if EventLink names itself."""
    if document.data is not None or not _RULE.search(document.text):
        return 0
    report = _take_apart(document)
    if report is None or report.headings[0] not in _READERS:
        return 0
    return 97 if "EventLink" in document.text else 92


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    report = _take_apart(document)
    assert report is not None
    gathering = Gathering("eventlink", names)
    gathering.event = _event(report, gathering)
    rounds = _ROUND.search(report.head) or _TITLED.search(report.title)
    report.round = int(rounds[1]) if rounds else None
    _READERS[report.headings[0]](report, gathering)
    return gathering.roster(_KINDS[report.headings[0]])


def _event(report: Report, gathering: Gathering) -> EventHead | None:
    at = max(report.head.find("Report:"), 0)
    found = _HEAD.search(report.head[at : at + _MOST_HEAD])
    if not found:
        return None
    day, unsure = read_day(found["day"], report.head)
    if unsure:
        shown = tidy(found["day"])
        gathering.ask("date", f"The day of the event, {shown}, can be read in two ways. Say which day it is.")
    return EventHead(tidy(found["name"]) or None, found["id"].strip(), day)


EVENTLINK: Final = Shape("eventlink", "EventLink report", _recognise, _read)
