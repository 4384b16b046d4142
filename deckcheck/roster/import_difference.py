"""How a player list that was brought differs from the roster: who is new, gone, perhaps there already, dropped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from deckcheck.roster.files.model import Kind, Roster, RosterPlayer, RosterStanding, RosterTable, Why
from deckcheck.roster.files.player_names import parts_of_name
from deckcheck.roster.name_match import KnownPerson, RosterDifference, difference_digest, exact_key, match_people

LONGEST: Final = 60
PARTICLES: Final = frozenset(
    "al bin da das de del della den der di do dos du el la las le los san santa ten ter van von zu zum zur y".split()
)


class Change(StrEnum):
    """What applying a line of the difference does; `asked` and `tables` wait for an answer, `out` is only told.

    `left` is somebody who is not among the players of the list, and is added only if somebody says so.
    """

    NEW = "new"
    ASKED = "asked"
    GONE = "gone"
    DROPPED = "dropped"
    SEAT = "seat"
    NUMBER = "number"
    OUT = "out"
    RENAMED = "renamed"
    LEFT = "left"
    TABLES = "tables"


BY_ITSELF: Final = frozenset({Change.NEW, Change.DROPPED, Change.SEAT, Change.NUMBER})
"""What is applied unless somebody says no; who is gone is left alone unless somebody says so."""


@dataclass(frozen=True, slots=True)
class Perhaps:
    """Somebody of the roster who may be meant."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One difference. `place` is that of the player in the list that was brought, -1 for who is not in it.

    `number` is the entry it is about; `before` and `after` are what is told of it. Of who is asked about, `why` says
    what is in doubt and `candidates` who may be meant, the likeliest first; `twin` is who of the same list may be.
    `choices` are the tables of which one is right, in the round of `round`, or the last names that a name may have.
    """

    change: Change
    place: int
    number: int | None
    before: str
    after: str
    why: str = ""
    candidates: tuple[Perhaps, ...] = ()
    twin: str = ""
    twin_place: int = -1
    choices: tuple[str, ...] = ()
    round: str = ""

    @property
    def key(self) -> str:
        """What a choice names it by."""
        key = f"{self.change}:{self.number if self.place < 0 else self.place}"
        return f"{key}:{self.round}" if self.round else key


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs. `pairs` are the players of the list who were found, by their place in it.

    `questions` are the reader's own; `needs` what is to be read first. `digest` names exactly this difference.
    """

    kind: str
    lines: tuple[DiffLine, ...]
    digest: str
    pairs: Mapping[int, int] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    tables: int = 0
    standings: int = 0

    def of(self, change: Change) -> tuple[DiffLine, ...]:
        """The lines of one kind."""
        return tuple(line for line in self.lines if line.change is change)


def rounds_in(roster: Roster) -> tuple[Sequence[RosterTable], Sequence[RosterStanding]]:
    """The tables and standings of a text that are of a round; those of a player list are seats of the meeting."""
    if roster.kind is Kind.ROSTER:
        return [table for table in roster.tables if table.round is not None], ()
    return roster.tables, roster.standings


def compare(roster: Roster, known: Sequence[KnownPerson]) -> Difference:
    """The difference between a list and the roster. Nothing that could be meant otherwise is decided here."""
    found = match_people(roster.players, known, whole=roster.kind is Kind.ROSTER)
    places = {id(player): place for place, player in enumerate(roster.people)}
    tables, standings = rounds_in(roster)
    lines = (*_with_twins(_lines(found, places), roster), *_left_out(roster, known, places), *_two_tables(roster))
    return Difference(
        kind=str(roster.kind),
        lines=lines,
        digest=_digest(found, roster),
        pairs={places[id(same.player)]: same.person.number for same in found.same},
        questions=tuple(ask.text for ask in roster.ask),
        left_out=tuple(one.player.display for one in roster.left_out if one.why is not Why.UNREAD),
        needs=roster.needs,
        tables=len(tables),
        standings=len(standings),
    )


def _lines(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    for player in found.new:
        yield DiffLine(Change.NEW, places[id(player)], None, "", full_name(player))
    yield from _doubts(found, places)
    for person in found.gone:
        if not person.dropped:
            yield DiffLine(Change.GONE, -1, person.number, person.display, "")
    yield from _met(found, places)


def _with_twins(lines: Iterable[DiffLine], roster: Roster) -> Iterator[DiffLine]:
    """The lines, with the other player of the list who may be the same person: of one name, or under one number."""
    first: dict[str, int] = {}
    for place, player in enumerate(roster.players):
        first.setdefault(exact_key(player.display), place)
    one_id = {ask.who[1]: ask.who[0] for ask in roster.ask if ask.about == "same-id"}
    parted = {place for ask in roster.ask if ask.about == "name" for place in ask.who}
    for line in lines:
        twin = one_id.get(line.place) if line.change in (Change.NEW, Change.ASKED) else None
        if line.change is Change.ASKED and twin is None:
            same = first[exact_key(roster.players[line.place].display)]
            twin = same if same < line.place else None
        if twin is not None:
            why = line.why or "same-id"
            line = replace(line, change=Change.ASKED, why=why, twin=full_name(roster.players[twin]), twin_place=twin)
        elif line.change is Change.NEW and line.place in parted:
            line = replace(line, choices=last_names(roster.players[line.place].display))
        yield line


def _left_out(roster: Roster, known: Sequence[KnownPerson], places: Mapping[int, int]) -> Iterator[DiffLine]:
    """Who is in the list but not among its players. Who is there all the same has a number, or a twin in the list."""
    listed = {exact_key(player.display): at for at, player in enumerate(roster.players)}
    found = match_people([one.player for one in roster.left_out], known, whole=False)
    there = {places[id(same.player)]: same.person.number for same in found.same}
    near = {line.place: line.candidates for line in _doubts(found, places)}
    for place, one in enumerate(roster.left_out, len(roster.players)):
        twin = listed.get(exact_key(one.player.display), -1)
        yield DiffLine(
            change=Change.LEFT,
            place=place,
            number=there.get(place),
            before="",
            after=full_name(one.player),
            why=str(one.why),
            candidates=near.get(place, ()),
            twin=roster.players[twin].display if twin >= 0 else "",
            twin_place=twin,
        )


def _two_tables(roster: Roster) -> Iterator[DiffLine]:
    for ask in roster.ask:
        if ask.about == "two-tables":
            yield DiffLine(
                change=Change.TABLES,
                place=ask.who[0],
                number=None,
                before="",
                after=full_name(roster.players[ask.who[0]]),
                why=ask.about,
                choices=tuple(str(table) for table in ask.tables),
                round="" if ask.round is None else str(ask.round),
            )


def seated(roster: Roster, answers: Mapping[str, str]) -> Roster:
    """The roster with each player of whom it was said only at the table that was said."""
    tables = list(roster.tables)
    for line in _two_tables(roster):
        said = answers.get(line.key, "").removeprefix("table:")
        for at, table in enumerate(tables):
            elsewhere = str(table.table) != said and ("" if table.round is None else str(table.round)) == line.round
            if said in line.choices and elsewhere and line.place in table.who:
                who = tuple(place for place in table.who if place != line.place)
                tables[at] = replace(table, who=who, players=tuple(roster.players[i].display for i in who))
    return replace(roster, tables=tuple(table for table in tables if table.who))


def _met(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    """What is different of those who were found."""
    for same in found.dropped:
        yield DiffLine(Change.DROPPED, places[id(same.player)], same.person.number, same.person.display, "")
    for same in found.seat_changed:
        was = "" if same.person.seat is None else str(same.person.seat)
        yield DiffLine(Change.SEAT, places[id(same.player)], same.person.number, was, str(same.player.seat))
    for same in found.same:
        place, number, name = places[id(same.player)], same.person.number, same.person.display
        if same.player.id and not same.person.id and len(same.player.id) <= LONGEST:
            yield DiffLine(Change.NUMBER, place, number, name, same.player.id)
        if same.person.dropped and not same.player.dropped:
            yield DiffLine(Change.OUT, place, number, name, "")


def _doubts(found: RosterDifference, places: Mapping[int, int]) -> Iterator[DiffLine]:
    doubts = [(near.player, near.candidates[0].reason, [c.person for c in near.candidates]) for near in found.renamed]
    doubts += [(asked.player, asked.reason, list(asked.candidates)) for asked in found.ask]
    for player, why, people in sorted(doubts, key=lambda doubt: places[id(doubt[0])]):
        perhaps = tuple(Perhaps(person.number, person.display) for person in people)
        first = perhaps[0] if perhaps else None
        yield DiffLine(
            change=Change.ASKED,
            place=places[id(player)],
            number=first.number if first else None,
            before=first.name if first else "",
            after=full_name(player),
            why=why,
            candidates=perhaps,
        )


def _digest(found: RosterDifference, roster: Roster) -> str:
    tables, standings = rounds_in(roster)
    told = [
        difference_digest(found),
        [[table.round, table.table, list(table.who)] for table in tables],
        [[line.rank, line.who, line.points, line.record] for line in standings],
        [[one.player.display, str(one.why)] for one in roster.left_out],
    ]
    return hashlib.sha256(json.dumps(told, default=str).encode()).hexdigest()[:24]


def full_name(player: RosterPlayer) -> str:
    """The name as it would stand on the roster, first name first."""
    return " ".join(part for part in split_name(player) if part)


def split_name(player: RosterPlayer) -> tuple[str, str]:
    """First and last name: as the source parts them, else guessed; a guess is for sorting and can be changed."""
    if player.first and player.last:
        return player.first, player.last
    if len(parts_of_name(player.display)) > 1:
        return split_at(player.display, 1)
    words = player.display.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    return " ".join(words[: max(at, 0)]), " ".join(words[max(at, 0) :])


def split_at(display: str, comma: int) -> tuple[str, str]:
    """First and last name of a name with commas: the last name is what stands before this one, counted from 1."""
    parts = [part.strip() for part in display.replace("，", ",").split(",")]
    return ", ".join(parts[comma:]), ", ".join(parts[:comma])


def last_names(display: str) -> tuple[str, ...]:
    """The last names that a name with commas may have, the likeliest first."""
    return tuple(split_at(display, comma)[1] for comma in range(1, display.count(",") + display.count("，") + 1))


def is_guessed(player: RosterPlayer) -> bool:
    """Whether the source did not say which part of the name is the last."""
    return not (player.first and player.last) and " " in player.display


def taken_by_itself(lines: Iterable[DiffLine]) -> frozenset[str]:
    """The keys of what is applied unless somebody says no."""
    return frozenset(line.key for line in lines if line.change in BY_ITSELF)
