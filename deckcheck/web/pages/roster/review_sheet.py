"""A list under review in plain values: its faults first, how many cards, what was read beside what was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from deckcheck.roster.review import ListRead
from deckcheck.web.current import app
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.roster.roster_shown import MARKS

STATES: Final = {"unclear": "undecided", "error": "illegal", "warning": "check"}
VERDICTS: Final = {"legal": "legal", "illegal": "illegal", "unclear": "undecided"}
_RANK: Final = {"undecided": 0, "illegal": 1, "check": 2}
_QUIET: Final = frozenset({"merged", "case", "accent"})
"""Differences that the row itself tells well enough."""


class Fault(NamedTuple):
    """Something that is wrong, to be decided or to be known; `typed` are the lines it is about, as written."""

    state: str
    word: str
    text: str
    lines: tuple[int, ...]
    typed: tuple[str, ...]
    source: str
    rule: str


class ReadRow(NamedTuple):
    """A card as read: `line` is where it stands, `wrote` what stood there if that was something else.

    `waiting`: no card was found, and `name` is the text as written.
    """

    line: int
    copies: int
    name: str
    wrote: str
    waiting: bool


class ReadSection(NamedTuple):
    """A section with its title and how many cards it has."""

    id: str
    title: str
    size: int
    rows: tuple[ReadRow, ...]


class WrittenLine(NamedTuple):
    """A line as written, with the gravest thing said of it: `left-out` for one that was answered to be no card."""

    number: int
    text: str
    state: str


class ReviewSheet(NamedTuple):
    """All that the page shows of a list that whoever looks may read."""

    state: str
    word: str
    faults: tuple[Fault, ...]
    sections: tuple[ReadSection, ...]
    lines: tuple[WrittenLine, ...]


def review_sheet(read: ListRead) -> ReviewSheet:
    """The sheet of a list as it was sent, under the verdict it was given last."""
    report, lines = read.report, split_lines(read.text.rstrip("\n"))
    faults = _faults(report, lines)
    state = VERDICTS[report["verdict"]]
    said = {row["line"]: "left-out" for row in report.get("ignored", ())}
    for fault in reversed(faults):
        said |= dict.fromkeys(fault.lines, fault.state)
    return ReviewSheet(
        state=state,
        word=MARKS[state],
        faults=faults,
        sections=tuple(_sections(report, app().reference.games[report["game"]])),
        lines=tuple(WrittenLine(n, text, said.get(n, "")) for n, text in enumerate(lines, 1)),
    )


def _faults(report: Mapping[str, Any], lines: Sequence[str]) -> tuple[Fault, ...]:
    """Undecided ones first, as they change counts, then errors by line, then what is only to be known."""
    found = [_fault(problem, lines) for problem in report["problems"]]
    found += [Fault("check", "To know", text, (), (), "", "") for text in report.get("warnings", ())]
    return tuple(sorted(found, key=lambda fault: (_RANK[fault.state], fault.lines[:1] or (10**9,))))


def _fault(problem: Mapping[str, Any], lines: Sequence[str]) -> Fault:
    state, numbers = STATES[problem["severity"]], tuple(problem["lines"])
    few = numbers if len(numbers) <= 4 else ()
    typed = tuple(dict.fromkeys(lines[n - 1].strip()[:120] for n in few if 0 < n <= len(lines)))
    word = MARKS.get(state, "To know")
    return Fault(state, word, problem["message"], few, typed, problem.get("source", ""), problem["rule"])


def _sections(report: Mapping[str, Any], game: Any) -> Iterable[ReadSection]:
    wrote = {n["line"]: n["text"] for n in report["notes"] if n["kind"] not in _QUIET and n["text"] != n["name"]}
    waiting: dict[str, list[ReadRow]] = {}
    for line in report["unresolved"]:
        row = ReadRow(line["line"], line["count"], line["text"], "", True)
        waiting.setdefault(line["section"], []).append(row)
    order = [section.id for section in game.sections]
    known = {**dict.fromkeys(report["sections"]), **dict.fromkeys(waiting)}
    for section in sorted(known, key=lambda s: (order.index(s) if s in order else len(order), s)):
        rows = [
            ReadRow(row["line"], row["count"], row["name"], wrote.get(row["line"], ""), False)
            for row in report["sections"].get(section, ())
        ]
        rows = sorted([*rows, *waiting.get(section, ())], key=lambda row: row.line)
        yield ReadSection(section, game.section_title(section), sum(row.copies for row in rows), tuple(rows))
