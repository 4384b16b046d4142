"""TopDeck.gg's programming interface: standings, and rounds with tables of two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.json_objects import (
    Object,
    as_object,
    first_word,
    number,
    objects,
    read_person,
    read_score,
    whole,
)
from deckcheck.roster.files.model import EventHead, Place, Roster, Shape
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

_IDS: Final = ("id", "uid", "player", "playerId")


def _tournaments(data: Any) -> list[Object]:
    """The tournaments of an answer: itself, or all of a list."""
    if isinstance(data, list):
        rows = objects(data)
        if any("tables" in row for row in rows):
            return [{"rounds": rows}]
        if any("standing" in row for row in rows):
            return [{"standings": rows}]
        return [row for row in rows if objects(row.get("standings"))]
    whole_answer = as_object(data)
    return (
        [{"rounds": [whole_answer]}] if objects(whole_answer.get("tables")) else [whole_answer] if whole_answer else []
    )


def _recognise(document: Document) -> int:
    """Sure by rounds that hold tables, or by rows with a standing."""
    for event in _tournaments(document.data):
        rounds, rows = objects(event.get("rounds")), objects(event.get("standings"))
        if any(objects(at.get("tables")) for at in rounds) or any("standing" in row for row in rows):
            return 90
        if rows and ("TID" in event or "tournamentName" in event) and "name" in rows[0]:
            return 88
    return 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("topdeck", names)
    events = _tournaments(document.data)
    if len(events) > 1:
        text = f"This holds {len(events)} tournaments; the first was read. Send one at a time if another is meant."
        gathering.ask("events", text)
    for event in events[:1]:
        head = as_object(event.get("data")) or event
        gathering.event = EventHead(
            first_word(head, ("name", "tournamentName")) or None, first_word(head, ("TID",)) or None
        )
        for at, row in enumerate(objects(event.get("standings")), 1):
            _stand(row, at, gathering)
        for part in objects(event.get("rounds")):
            _sit(part, gathering)
    return gathering.roster()


def _stand(row: Object, at: int, gathering: Gathering) -> None:
    place = gathering.add(_mention(row))
    record = read_score(row, "wins", "losses", "draws")
    gathering.stand(whole(row.get("standing")) or at, place, number(row.get("points")), record)


def _sit(part: Object, gathering: Gathering) -> None:
    for table in objects(part.get("tables")):
        people = [_mention(person) for person in objects(table.get("players"))]
        gathering.seat(_round(part.get("round")), read_place(table.get("table")), people)


def _round(value: Any) -> Place:
    """A round may be a word: "Top 4"."""
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, str) and text and not text.isdecimal():
        last = text.split()[-1]
        return int(last) if text.lower().startswith("round ") and last.isdecimal() else text[:40]
    return read_place(text)


def _mention(person: Object) -> Mention:
    return read_person(person, _IDS)


TOPDECK: Final = Shape("topdeck", "TopDeck.gg", _recognise, _read)
