"""EventLink's reports: player list, standings by rank, pairings by table; pasted, saved as a page, or out of a PDF.

They are printed in columns of fixed width, whole or run together in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import GAP, LONGEST_ROW, Document
from deckcheck.roster.files.model import EventHead, Kind, Place, Roster, Shape
from deckcheck.roster.files.other_lines import is_of_page
from deckcheck.roster.files.player_names import is_nobody, read_day, read_name, read_number, tidy
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place
from deckcheck.roster.files.wrapped import Cell, Word, cells_of, joined_by_width, names_of, words_of

_NUMBER: Final = lazy.regex(r"\d{1,6}(?:[.,]\d{1,6})?%?")
_SCORE: Final = lazy.regex(r"\d{1,3}(?:\s*[-–/]\s*\d{1,3})?")
_TABLE: Final = lazy.regex(r"-|–|\d{1,5}|")
_MOST_WORDS: Final = 30
_TEXTS: Final = frozenset(("Name", "Player", "Opponent", "Table"))
_COLUMN: Final = 24
"""How wide a column of names is printed."""


@dataclass(slots=True)
class Report:
    """A report taken apart: all before its headings, the line of headings, all below the ruled line."""

    head: str
    header: str
    body: str
    above: str
    """All above the body as it is written: pages repeat it."""

    title: str = ""
    round: Place = None
    width: int = 0
    """Where a narrow screen broke the rows; 0: they are whole."""

    total: int = 0
    """How wide a whole row is."""

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
        """The rows that hold something, with the blanks between their columns, but for what every page repeats."""
        above = {tidy(line) for line in self.above.split("\n") if line.strip()}
        kept: list[str] = []
        ruled = False
        for line in filter(str.strip, self.body.split("\n")):
            ruled = _is_rule(line) or (ruled and not line.strip("- "))
            if not (ruled or tidy(line) in above or is_of_page(line)):
                kept.append(line)
        return kept

    def fits(self, row: str) -> bool:
        """Whether something begins under each heading, numbers under those for numbers, and the row ends in time."""
        starts = self.starts
        if not all(row[at - 1 : at].isspace() and not row[at : at + 1].isspace() for at in starts[1:]):
            return False
        cells = zip(self.headings, (row[a:b].strip() for a, b in pairwise([*starts, len(row)])), strict=True)
        numbers = all(_SCORE.fullmatch(cell) for name, cell in cells if name not in _TEXTS)
        return numbers and len(row.rstrip()) <= self.total

    @property
    def runs_together(self) -> bool:
        """Whether all rows stand in one line."""
        return not self.width and len(self.lines) == 1 and len(GAP.split(self.lines[0].strip())) > len(self.headings)


def read_standings(report: Report, gathering: Gathering) -> None:
    """Each row ends with as many numbers as there are headings behind the name, the points among them."""
    headings = report.headings
    ways = [headings[2:], [word for word in headings[2:] if word != "Pod"]][: 1 if report.width else 2]
    read = _broken_rows if report.width else _rows_of_lines
    rows, left, told = min(((*read(report, len(way)), way) for way in ways), key=_left_by)
    at = told.index("Points") if "Points" in told else None
    for rank, name, *numbers in rows:
        place = gathering.add(Mention(read_name(name)))
        gathering.stand(int(rank), place, read_number(numbers[at]) if at is not None else None, None)
    for line in left:
        gathering.unread(line)


def _left_by(found: tuple[list[list[str]], list[str], list[str]]) -> int:
    """How much a way to read the rows leaves in doubt: a number at the end of a name may be the pod."""
    rows, left, way = found
    return 2 * len(left) + (0 if "Pod" in way else sum(row[1][-1:].isdecimal() for row in rows))


def _rows_of_lines(report: Report, behind: int) -> tuple[list[list[str]], list[str]]:
    return _rows(report.lines, behind)


def _broken_rows(report: Report, behind: int) -> tuple[list[list[str]], list[str]]:
    """The rows of a report broken on a narrow screen; one in which a word may be cut is left."""
    lines = report.lines
    if whole := joined_by_width(lines, report.width, report.total, report.fits):
        return _rows(whole, behind)
    told = words_of(lines, report.width)
    words = [word.text for word in told]
    rows: list[list[str]] = []
    left: list[str] = []
    lost: list[str] = []
    at = 0
    while at < len(words):
        end = _cut_row(words, at, behind)
        if lost and (end or len(lost) >= _MOST_WORDS):
            left.append(" ".join(lost))
            lost = []
        if not end:
            lost.append(words[at])
        elif _in_doubt(told[at + 1 : end], behind):
            left.append(" ".join(words[at:end]))
        else:
            rows.append([words[at], " ".join(words[at + 1 : end - behind]), *words[end - behind : end]])
        at = end or at + 1
    return rows, [*left, *([" ".join(lost)] if lost else [])]


def _in_doubt(row: Sequence[Word], behind: int) -> bool:
    """Whether a word of a row may be cut, or its name begin with the number of another row."""
    name = row[: len(row) - behind]
    return any(word.unsure for word in row) or any(word.begins and word.text.isdecimal() for word in name)


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
    if report.width:
        _read_broken_players(report, gathering)
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


def _read_broken_players(report: Report, gathering: Gathering) -> None:
    place = -1
    for cell in names_of(report.lines, report.width):
        found = re.fullmatch(r"(\S.*?)(\s+)(\d{1,5})", cell.text)
        found = found if found and (len(found[2]) > 1 or found.start(3) >= _COLUMN) else None
        if cell.unsure or (cell.text.isdecimal() and place < 0):
            gathering.unread(cell.text)
            place = -1
        elif cell.text.isdecimal():
            gathering.meet(place, read_place(cell.text))
            place = -1
        else:
            place = gathering.add(Mention(read_name(found[1] if found else cell.text)))
            if found:
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
    if report.width:
        _read_broken_pairings(report, gathering)
        return
    apart = not report.runs_together
    rows = [_cells(line[:LONGEST_ROW], report) for line in report.lines] if apart else _rows_of_cells(report)
    for row in rows:
        _seat(row, report, gathering)


def _seat(row: Sequence[str], report: Report, gathering: Gathering) -> None:
    if len(row) < 3 or not _TABLE.fullmatch(row[0]):
        gathering.unread(" ".join(row))
        return
    people = [Mention(read_name(name)) for name in row[1:3] if not is_nobody(name)]
    gathering.seat(report.round, read_place(row[0]), people)


def _read_broken_pairings(report: Report, gathering: Gathering) -> None:
    """A row ends with its points; one that has more or fewer cells than headings is asked about."""
    if whole := joined_by_width(report.lines, report.width, report.total, report.fits):
        for line in whole:
            _seat(_cells(line, report), report, gathering)
        return
    for row in _broken_cells(report):
        names = [cell.text for cell in row[1:-1]]
        if len(names) == len(report.headings) - 2 and _is_sure(row) and not _may_run_over(names[0], names[-1]):
            _seat([cell.text for cell in row], report, gathering)
        else:
            gathering.unread(" ".join(cell.text for cell in row))


def _is_sure(row: Sequence[Cell]) -> bool:
    """Whether a row ends with points, no cell of it may be cut, and each has the room that its column has."""
    ends = _SCORE.fullmatch(row[-1].text) is not None
    roomy = all(cell.room in (0, _COLUMN) or len(cell.text) >= _COLUMN for cell in row[1:-1])
    return ends and roomy and not any(cell.unsure for cell in row[1:])


def _may_run_over(name: str, other: str) -> bool:
    """Whether the second of two lines may hold the rest of a name that fills its column, and an opponent behind it."""
    words = other.split()
    return any(len(name) + 1 + len(" ".join(words[:at])) >= _COLUMN - 1 for at in range(1, len(words)))


def _broken_cells(report: Report) -> Iterator[list[Cell]]:
    row: list[Cell] = []
    for cell in cells_of(report.lines, report.width):
        row.append(cell)
        if len(row) > 2 and _SCORE.fullmatch(cell.text):
            yield row
            row = []
    if row:
        yield row


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
_HEADER: Final = lazy.regex(rf"((?:Rank|Player|Table|Name)\s+(?:(?:{_WORDS})\s*)+)\Z")
_RULE: Final = lazy.regex(r"-{10,}(?:[^\S\n]*\n-+(?=[^\S\n]*(?:\n|\Z)))*")
"""A ruled line; on a narrow screen it goes on over several."""

_MOST_BROKEN: Final = 6
_MOST_RULES: Final = 20
_MOST_HEADER: Final = 400
_MOST_HEAD: Final = 2_000
_END: Final = lazy.regex(r"EventLink\s+-\s+Copyright")
_HEAD: Final = lazy.regex(
    r"Report:\s*(?P<title>[A-Z][\w ]{2,40}?)\s*Event:\s*(?P<name>.{0,300}?)\s*\((?P<id>[^()\n]{1,40})\)\s*"
    r"Event\s+Date:\s*(?P<day>[^A-Z\n]{0,40})",
    re.DOTALL,
)
_ROUND: Final = lazy.regex(r"\bRound\s+(\d{1,2})\s*\Z")
_TITLED: Final = lazy.regex(r"\bRound\s+(\d{1,2})\b")
_PRINTED: Final = lazy.regex(
    r"about:blank(?:\s+\d+\s*/\s*\d+)?"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:\s*[AP]M)?\s+(?:Round\s+\d+\s+)?"
    r"(?:Player List|Standings by Rank|Pairings by (?:Table|Name)|Pairings)"
)
"""What a browser prints above and below every page."""


def _take_apart(document: Document) -> Report | None:
    """The head, the headings and the body of a report; nothing if it is none."""
    text = document.text
    rules = islice(_RULE.finditer(text), _MOST_RULES)
    rule = next((r for r in rules if _header_of(text[: r.start()], len(r[0].split()[0]))), None)
    if not rule:
        return None
    pieces = rule[0].split()
    width, total = (len(pieces[0]), len("".join(pieces))) if len(pieces) > 1 else (0, 0)
    before = text[: rule.start()]
    above = before
    header = _header_of(before, width)
    before = before[: len(before) - len(header)]
    header = _whole(header, width) if width else header
    end = _END.search(text, rule.end())
    body = _PRINTED.sub(" ", text[rule.end() : end.start() if end else len(text)])
    return Report(before, header, body, above, document.title, width=width, total=total)


def _header_of(before: str, width: int) -> str:
    """The headings at the end of a text, perhaps broken at this width wherever it fell; empty if there are none."""
    end = before[-_MOST_HEADER:]
    if found := _HEADER.search(end):
        return found[1]
    lines = end.split("\n")
    for many in range(2, _MOST_BROKEN):
        broken = "\n".join(lines[-many - 1 :])
        if len(lines) > many and _HEADER.fullmatch(_whole(broken, width)):
            return broken
    return ""


def _whole(header: str, width: int) -> str:
    """Headings in one line again: as they were where the break fell anywhere, or with the breaks as blanks."""
    lines = [line for line in header.split("\n") if line.strip()]
    cut = "".join(line.ljust(width) for line in lines).rstrip() + " "
    parted = all(re.fullmatch(_WORDS, word) for word in cut.split())
    return cut if parted and _HEADER.fullmatch(cut) else " ".join(lines)


def _is_rule(line: str) -> bool:
    return not line.strip("- \t\u00a0") and len(line.strip()) != 1


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
