"""When a list of a Limited event is due: before the first round its player plays, so later for those with byes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Final

from deckcheck.app.access_rows import state_of
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, changing
from deckcheck.app.states import StateRefused, stage_words
from deckcheck.app.time_words import at_when
from deckcheck.app.timestamps import moment_text
from deckcheck.app.visibility import due
from deckcheck.events.plans import BadSettings, moment_of
from deckcheck.events.stage_members import NoSuchEntry
from deckcheck.lists.event_terms import find_format, pool_kind
from deckcheck.lists.seal_making import new_list
from deckcheck.store.models import Stage
from deckcheck.store.queries import events, lists
from deckcheck.store.states import EntryState, ListState, StageState

MOST_ROUNDS: Final = 20


@dataclass(frozen=True, slots=True)
class OwnDeadline:
    """Until when one player's list is taken, and how many byes they have."""

    number: int
    byes: int
    until: datetime | None


def due_by_byes(
    app: App,
    who: Actor,
    slug: str,
    stage: str,
    starts: Mapping[int, datetime],
    byes: Mapping[int, int] | None = None,
    *,
    reading: int | None = None,
) -> tuple[OwnDeadline, ...]:
    """Give those with byes until the round they first play; `starts` says when rounds begin, by number.

    `byes` by entry number; without them they are those who sit alone in the rounds that were imported. None: as all.
    """
    with changing(app, who, slug) as work:
        here = work.stage(stage)
        work.ask(Right.SET_DEADLINE, here)
        _limited(work, here)
        counted = byes_of(work) if byes is None else byes
        moments = {number: moment_of(start, work.event.zone, reading) for number, start in starts.items()}
        return tuple(_set(work, here, number, count, moments) for number, count in sorted(counted.items()))


def _limited(work: EventSession, stage: Stage) -> None:
    """Only where the documents let byes count, and while lists are taken."""
    event = work.event
    fmt = find_format(event.format, work.app)
    if first_round(work, 1) == 1:
        source = due(work.app.reference.list_law, pool_kind(fmt), event.day).source
        raise StateRefused(f"Lists of {fmt.title} are due before round 1, byes or not ({source}).")
    if stage.state != StageState.TAKING or stage.deadline is None:
        raise StateRefused(f"Lists of {stage_words(stage.title)} are not being taken.")


def first_round(work: EventSession, byes: int) -> int:
    """The round before which a list is due, as of the event's day."""
    event = work.event
    kind = pool_kind(find_format(event.format, work.app))
    return due(work.app.reference.list_law, kind, event.day, byes).round


def byes_of(work: EventSession) -> dict[int, int]:
    """Byes from round 1 on, by entry number, as the imported rounds have them."""
    alone = events.alone_in(work.session, work.event.uid, range(1, MOST_ROUNDS))
    return {number: _in_a_row(number, alone) for number in sorted(alone.get(1, ()))}


def _in_a_row(number: int, alone: Mapping[int, set[int]]) -> int:
    rounds = takewhile(lambda played: number in alone.get(played, ()), range(1, MOST_ROUNDS))
    return sum(1 for _ in rounds)


def _set(
    work: EventSession, stage: Stage, number: int, byes: int, starts: Mapping[int, datetime | None]
) -> OwnDeadline:
    entry = work.entry(number)
    if entry is None or entry.state != EntryState.ON:
        raise NoSuchEntry(f"Entry {str(number)[:10]} is not on the roster of {work.event.name}.")
    row = lists.list_of(work.session, stage.uid, entry.uid)
    until = _until(work, stage, byes, starts) if byes else None
    if state_of(row, stage) != ListState.OPEN or (row is None and until is None):
        return OwnDeadline(number, byes, row.deadline if row else None)
    row = row or new_list(work.rows, stage, entry)
    if row.deadline != until:
        was, row.deadline = row.deadline, until
        words = [moment_text(m) if m else "" for m in (was, until)]
        work.note("list.deadline", work.on_list(entry, stage), words[0], words[1], entry=entry)
    return OwnDeadline(number, byes, until)


def _until(work: EventSession, stage: Stage, byes: int, starts: Mapping[int, datetime | None]) -> datetime:
    """When the first round begins that the player plays; never before all lists are due."""
    wanted = first_round(work, byes)
    start = starts.get(wanted)
    if start is None:
        raise BadSettings(f"Say when round {wanted} begins.")
    assert stage.deadline is not None  # Lists can be submitted.
    if start <= stage.deadline:
        told = at_when(stage.deadline, work.now, work.event.zone)
        raise BadSettings(f"Round {wanted} begins after lists close {told}.")
    return start
