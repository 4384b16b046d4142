"""Spicerack's programming interface: current standings, a round with its matches, registrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    read_score,
    waits,
    whole,
)
from deckcheck.roster.files.model import Kind, Place, Roster, Shape, Why
from deckcheck.roster.files.player_names import read_record
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

_MATCHES: Final = ("matches", "results", "data")
_RELATIONS: Final = "player_match_relationships"


def _rounds(data: Any) -> Iterator[tuple[Place, list[Object]]]:
    """Each round with its matches, wherever an answer keeps them."""
    answer = as_object(data)
    phases = objects(answer.get("tournament_phases"))
    rounds = [at for phase in phases for at in objects(phase.get("rounds"))] or objects(answer.get("rounds"))
    for at in rounds or [answer]:
        matches = [m for m in all_objects(at, _MATCHES) if _RELATIONS in m]
        if matches:
            yield read_place(at.get("round_number")), matches
    if isinstance(data, list):
        matches = [m for m in objects(data) if _RELATIONS in m]
        if matches:
            yield None, matches


def _rows(data: Any) -> list[Object]:
    return all_objects(data, ("standings", "registrations", "results", "user_event_statuses", "players"))


def _recognise(document: Document) -> int:
    """Sure by the names of its fields."""
    if any(True for _ in _rounds(document.data)):
        return 95
    first = next(iter(_rows(document.data)), {})
    if {"player_id", "match_points"} <= first.keys() or "user_event_status" in first:
        return 94
    return 92 if "registration_status" in first or "best_identifier" in first else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("spicerack", names)
    rounds = list(_rounds(document.data))
    for at, matches in rounds:
        for match in matches:
            _sit(match, at, gathering)
    if not rounds:
        for row in _rows(document.data):
            _stand(row, gathering)
    return gathering.roster(Kind.PAIRINGS if rounds else None)


def _sit(match: Object, at: Place, gathering: Gathering) -> None:
    relations = objects(match.get(_RELATIONS))
    relations.sort(key=lambda relation: number(relation.get("player_order")) or 0)
    told = read_place(match.get("round_number"))
    people = [_mention(relation) for relation in relations]
    gathering.seat(told if told is not None else at, read_place(match.get("table_number")), people)


def _stand(row: Object, gathering: Gathering) -> None:
    mention = _mention(row)
    if waits(row):
        gathering.leave_out(mention, Why.WAITING)
        return
    place = gathering.add(mention)
    if rank := whole(row.get("rank")):
        points = number(row.get("match_points", row.get("points")))
        record = read_record(first_word(row, ("record",))) or read_score(row, "wins", "losses", "draws")
        gathering.stand(rank, place, points, record)


def _mention(row: Object) -> Mention:
    """The person of a relation or a row: the user behind the state of an event, a player, or the row itself."""
    state = as_object(row.get("user_event_status")) or row
    user = as_object(state.get("user")) or as_object(row.get("player")) or as_object(row.get("user"))
    person = read_person(user or state, ("player_id", "id") if not user else ("id",))
    out = read_person(state)
    name = person.name if person.name.display else out.name
    return person._replace(name=name, dropped=person.dropped or out.dropped)


SPICERACK: Final = Shape("spicerack", "Spicerack", _recognise, _read)
