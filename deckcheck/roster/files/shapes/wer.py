"""Wizards Event Reporter's file (until about 2021): persons, and the matches of each round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.decklist.list_text import Element
from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.model import EventHead, Kind, Place, Roster, Shape, Why
from deckcheck.roster.files.player_names import Name, join_name, read_day, tidy
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place

_PLAYER_ROLE: Final = "PL"


def _recognise(document: Document) -> int:
    """Sure by its root and its persons."""
    if not document.elements or document.elements[0].tag.casefold() != "event":
        return 0
    return 95 if any(e.tag.casefold() == "person" and "id" in e.attributes for e in document.elements) else 0


def _players(elements: tuple[Element, ...]) -> frozenset[str]:
    """The ids of those with the role of a player; empty where the file gives no roles."""
    role, found = "", set()
    for element in elements:
        if element.tag == "role":
            role = element.attributes.get("cd", "")
        elif element.tag == "ref" and role == _PLAYER_ROLE:
            found.add(element.attributes.get("person", ""))
    return frozenset(found)


def _teams(elements: tuple[Element, ...]) -> dict[str, list[str]]:
    """The members of each team; in team events the teams play the matches."""
    teams: dict[str, list[str]] = {}
    members: list[str] = []
    for element in elements:
        if element.tag == "team":
            members = teams.setdefault(element.attributes.get("id", ""), [])
        elif element.tag == "member":
            members.append(element.attributes.get("person", ""))
    return teams


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("wer", names)
    root = document.elements[0].attributes
    day, _ = read_day(root.get("startdate", ""))
    title = tidy(root.get("name", "") or root.get("title", ""))
    gathering.event = EventHead(title or None, root.get("sanctionnumber") or root.get("id"), day)
    players, teams = _players(document.elements), _teams(document.elements)
    at: Place = None
    for element in document.elements:
        facts = element.attributes
        match element.tag.casefold():
            case "person":
                _enter(facts, players, gathering)
            case "round":
                at = read_place(facts.get("number", ""))
            case "match":
                _sit(facts, at, teams, gathering)
    return gathering.roster(None if at is not None else Kind.ROSTER)


def _sit(facts: Mapping[str, str], at: Place, teams: Mapping[str, list[str]], gathering: Gathering) -> None:
    """A match has no table: the order of matches proves none."""
    sides = [tidy(facts.get(side, "")) for side in ("person", "opponent")]
    people = [member for side in sides if side and side != "0" for member in teams.get(side, [side])]
    gathering.seat(at, None, [Mention(Name(""), person) for person in people])


def _enter(facts: Mapping[str, str], players: frozenset[str], gathering: Gathering) -> None:
    """The file names judges, too; they are no players."""
    own = tidy(facts.get("id", ""))
    name = join_name(facts.get("first", ""), facts.get("last", ""))
    if players and own not in players:
        gathering.leave_out(Mention(name, own or None), Why.STAFF)
    elif name.display or own:
        gathering.add(Mention(name, own or None))


WER: Final = Shape("wer", "Wizards Event Reporter", _recognise, _read)
