"""Grand Archive's Omnidex: players, standings without ranks, pairings without names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.json_objects import (
    Object,
    all_objects,
    as_object,
    is_out,
    number,
    objects,
    read_person,
    whole,
    word,
)
from deckcheck.roster.files.model import EventHead, Kind, Roster, Shape
from deckcheck.roster.files.player_names import Name, read_record
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

_PLAYER_KEYS: Final = frozenset(("emblem", "cp", "country", "rank", "rankElo", "scoreElo"))


def _pairings(data: Any) -> list[Object]:
    return [row for row in objects(as_object(data).get("pairings")) if isinstance(row.get("pairing"), list)]


def _standings(data: Any) -> list[Object]:
    return [row for row in all_objects(data, ("standings",)) if "statsWins" in row or "statsScore" in row]


def _players(data: Any) -> list[Object]:
    rows = all_objects(data, ("players",))
    return [row for row in rows if "username" in row and "id" in row and _PLAYER_KEYS & row.keys()]


def _recognise(document: Document) -> int:
    """Sure by the names of its fields."""
    data = document.data
    return 95 if _pairings(data) or _standings(data) else 90 if _players(data) else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("omnidex", names)
    data = document.data
    if players := _players(data):
        for row in players:
            gathering.add(read_person(row, ("id",)))
    for at, row in enumerate(_standings(data), 1):
        _stand(row, at, gathering)
    answer = as_object(data)
    round_number = read_place(as_object(answer.get("round")).get("id"))
    for row in _pairings(data):
        people = [_mention(seat) for seat in objects(row.get("pairing"))]
        gathering.seat(round_number, read_place(row.get("label")), people)
    if word(answer.get("name")):
        gathering.event = EventHead(word(answer.get("name")), word(answer.get("id")) or None)
    return gathering.roster(Kind.PAIRINGS if _pairings(data) else None)


def _stand(row: Object, at: int, gathering: Gathering) -> None:
    """The order is the rank. A bye counts as a win in the score, but not among the wins (since 2024-05-10)."""
    place = gathering.find(_mention(row))
    wins, losses = whole(row.get("statsWins")), whole(row.get("statsLosses"))
    draws, byes = whole(row.get("statsTies")) or 0, whole(row.get("statsByes")) or 0
    score = number(row.get("statsScore"))
    record = None
    if wins is not None and losses is not None:
        # Before that day byes were among the wins: the score tells which it is.
        won = wins if score == 3 * wins + draws and byes else wins + byes
        record = read_record(f"{won}-{losses}-{draws}")
    gathering.stand(at, place, score, record)


def _mention(row: Object) -> Mention:
    named = read_person(row, ("id",))
    return named._replace(name=named.name if named.name.display else Name(""), dropped=is_out(row))


OMNIDEX: Final = Shape("omnidex", "Omnidex", _recognise, _read)
