"""Challonge's participants, each wrapped in an object of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.json_objects import Object, all_objects, as_object, read_person
from deckcheck.roster.files.model import Kind, Roster, Shape
from deckcheck.roster.files.roster_reader import Gathering


def _participants(data: Any) -> list[Object]:
    """The participants of an answer of either version."""
    found: list[Object] = []
    held = as_object(as_object(data).get("tournament")).get("participants")
    for row in all_objects(held or data, ("data", "participants")):
        if person := as_object(row.get("participant")):
            found.append(person)
        elif row.get("type") == "participant" and (facts := as_object(row.get("attributes"))):
            found.append({**facts, "id": row.get("id")})
    return found


def _recognise(document: Document) -> int:
    """Sure where the rows are wrapped in this way."""
    return 93 if _participants(document.data) else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    """Whoever is not active any more is out."""
    gathering = Gathering("challonge", names)
    for person in _participants(document.data):
        gathering.add(read_person(person, ("id",)))
    return gathering.roster(Kind.ROSTER)


CHALLONGE: Final = Shape("challonge", "Challonge", _recognise, _read)
