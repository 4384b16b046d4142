"""Melee's match data of a round and its standings, as the site answers and as organizers download them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.json_objects import (
    Object,
    all_objects,
    as_object,
    first_word,
    number,
    objects,
    read_person,
    whole,
)
from deckcheck.roster.files.model import Kind, Roster, Shape
from deckcheck.roster.files.player_names import read_record
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place


def _rows(data: Any) -> list[Object]:
    return all_objects(data, ("data", "Data"))


def _people(row: Object) -> list[Object]:
    """The players of a competitor, a team, or a row that is a player itself."""
    team = as_object(row.get("Team"))
    return objects(team.get("Players")) or objects(row.get("Players")) or ([row] if "Name" in row else [])


def _recognise(document: Document) -> int:
    """Sure by the names of its fields, which begin with capitals."""
    rows = _rows(document.data)
    if not rows:
        return 0
    first = rows[0]
    if "Competitors" in first:
        return 95
    teamed = bool(objects(as_object(first.get("Team")).get("Players")))
    flat = {"Name", "Username"} <= first.keys() and ("ID" in first or "Rank" in first)
    return 93 if teamed or flat else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("melee", names)
    rows = _rows(document.data)
    matches = any("Competitors" in row for row in rows)
    for row in rows:
        if matches:
            people = [_mention(p) for c in objects(row.get("Competitors")) for p in _people(c)]
            gathering.seat(read_place(row.get("RoundNumber")), read_place(row.get("TableNumber")), people)
        else:
            _stand(row, gathering)
    return gathering.roster(Kind.PAIRINGS if matches else None)


def _stand(row: Object, gathering: Gathering) -> None:
    rank = whole(row.get("Rank"))
    for person in _people(row):
        place = gathering.add(_mention(person))
        if rank:
            record = read_record(first_word(row, ("MatchRecord", "Record")))
            gathering.stand(rank, place, number(row.get("Points")), record)


def _mention(person: Object) -> Mention:
    """The id is the site's number, or the account name where no number is given."""
    return read_person(person, ("ID", "PlayerId", "UserId", "Username"))


MELEE: Final = Shape("melee", "Melee", _recognise, _read)
