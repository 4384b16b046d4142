"""EventLink's reports: player list, standings by rank, pairings by table; pasted, saved as a page, or out of a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.gathering import Gathering
from deckcheck.roster.files.model import EventHead, Kind, Roster, Shape
from deckcheck.roster.files.names import read_day, tidy
from deckcheck.roster.files.reports import Report, read_pairings, read_players, read_standings

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
