"""Who sits where in a round, with what was checked of each deck before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import EventSession
from deckcheck.app.shown_names import name_shown
from deckcheck.app.states import in_force
from deckcheck.checks.choices import SeatSeen, TableSeen
from deckcheck.roster.rows import Checked, checked_of, playing
from deckcheck.store.models import Entry, Stage, Standing
from deckcheck.store.queries import lists, published
from deckcheck.store.states import EntryState


@dataclass(frozen=True, slots=True)
class Hall:
    """A stage as it is played in a round: everybody in it, and the tables where pairings were brought."""

    stage: Stage
    round: int | None
    rounds: tuple[int, ...]
    seats: Mapping[int, SeatSeen]
    tables: tuple[TableSeen, ...]


def stage_now(work: EventSession, slug: str = "") -> Stage:
    """The named stage, or the last one that has begun, or the first."""
    if slug:
        return work.stage(slug)
    begun = [stage for stage in work.rows.stages if stage.begun_at is not None]
    found = next(reversed(begun or work.rows.stages[:1]), None)
    if found is None:
        raise Hidden(NOTHING_HERE)
    return found


def hall_of(work: EventSession, slug: str, number: int | None) -> Hall:
    """Who plays in a stage, and where in a round: the named one, or the last of which pairings were brought."""
    stage, there = stage_now(work, slug), published.rounds_there(work.session, work.event.uid)
    at = number if number is not None else next(reversed(there), None)
    seats = _seats(work, stage, at)
    return Hall(stage, at, tuple(there), seats, _tables(work, at, seats))


def _seats(work: EventSession, stage: Stage, at: int | None) -> dict[int, SeatSeen]:
    source, checked = work.rows.source(stage), checked_of(work)
    rows = lists.lists_in(work.session, source.uid)
    held = {uid for uid, row in rows.items() if in_force(source.state, row.accepted, row.current)}
    stands = published.standings_after(work.session, work.event.uid, at - 1 if at and at > 1 else None)
    found = {}
    for entry in playing(work):
        if entry.state == EntryState.ON and work.rows.is_member(stage, entry.uid):
            name = name_shown(work, stage, entry)
            one, stand = checked.get(entry.uid, Checked()), stands.get(entry.uid)
            found[entry.number] = _seat(entry, (name.name, name.listed), stand, one, has_list=entry.uid in held)
    return found


def _seat(
    entry: Entry, names: tuple[str, str], stand: Standing | None, checked: Checked, *, has_list: bool
) -> SeatSeen:
    return SeatSeen(
        number=entry.number,
        player=names[0],
        listed=names[1],
        points=stand.points if stand else None,
        record=str(stand.facts.get("record", "")) if stand else "",
        rank=stand.rank if stand else None,
        checked=tuple(sorted(set(checked.rounds))),
        checks=checked.times,
        checking=checked.open_check,
        has_list=has_list,
    )


def _tables(work: EventSession, at: int | None, seats: Mapping[int, SeatSeen]) -> tuple[TableSeen, ...]:
    """The tables of a round with those who still play; a name that two tables have tells them apart by a number."""
    if at is None:
        return ()
    found: dict[str, TableSeen] = {}
    for place, row in enumerate(published.tables_of(work.session, work.event.uid, at), 1):
        sitting = tuple(seats[number] for number in row.entries if number in seats)
        name = row.place.strip() or str(place)
        label = name if name not in found else f"{name} ({place})"
        if sitting:
            found[label] = TableSeen(label, sitting)
    return tuple(found.values())
