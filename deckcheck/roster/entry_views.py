"""The players of an event for programs: roster rows for staff, and for others the names that are open to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.permissions.access import UNPUBLISHED
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import ShownName, name_shown
from deckcheck.decklist.names import fold
from deckcheck.lists.current_stage import roster_stage
from deckcheck.roster.filters import View, matching
from deckcheck.roster.rows import RosterData, RosterRow
from deckcheck.store.models import Stage
from deckcheck.store.queries import entries

MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which players: of a stage, by words of their names (staff: or a table), by filter; `after` so many, `limit`."""

    stage: str = ""
    words: str = ""
    show: str = "all"
    after: int = 0
    limit: int = 100


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """A player as anybody may know them: the number, the name as the event shows it, the team."""

    number: int
    name: str
    team: str


@dataclass(frozen=True, slots=True)
class EntryList:
    """A part of the players: `rows` for staff, `shown` for others; `found` counts all, `next` is where more begins."""

    stage: str
    rows: tuple[RosterRow, ...]
    shown: tuple[PublicEntry, ...]
    found: int
    next: int | None
    revision: int | None


def list_entries(who: Actor, slug: str, wanted: Wanted, app: App) -> EntryList:
    """The players that whoever asks may know of, by last name or by what is shown instead of it."""
    wanted = replace(wanted, limit=min(max(1, wanted.limit), MOST), after=max(0, wanted.after))
    with reading(app, who, slug) as work:
        if work.may(Right.SEE_ROSTER).allowed:
            return _for_staff(work, wanted)
        stage = work.rows.stage(wanted.stage) if wanted.stage else work.first_stage()
        work.ask(Right.SEARCH_NAMES, stage)
        if stage is None:
            raise Hidden("There is nothing here, or it is not open to you.")
        return _for_others(work, stage, wanted)


def _for_staff(work: EventSession, wanted: Wanted) -> EntryList:
    stage = roster_stage(work, wanted.stage)
    data = RosterData.of(work, stage)
    found = matching(data, View(stage.slug, wanted.show, wanted.words))
    part = found[wanted.after : wanted.after + wanted.limit]
    return EntryList(
        stage=stage.slug,
        rows=data.shown(part),
        shown=(),
        found=len(found),
        next=_next(wanted, len(found)),
        revision=work.event.revision,
    )


def _next(wanted: Wanted, found: int) -> int | None:
    end = wanted.after + wanted.limit
    return end if end < found else None


def _for_others(work: EventSession, stage: Stage, wanted: Wanted) -> EntryList:
    """Whoever never took part is in no publication, and neither is who was not confirmed: they look like nobody."""
    teams = entries.teams_of(work.session, work.event.uid)
    found: list[tuple[ShownName, PublicEntry]] = []
    for entry in entries.entries_of(work.session, work.event.uid):
        inside = entry.state not in UNPUBLISHED and entry.confirmed and work.rows.is_member(stage, entry.uid)
        if not inside or not work.may(Right.SEE_NAMES, stage, entry).allowed:
            continue
        name = name_shown(work, stage, entry)
        if _has(name, wanted.words):
            team = teams.get(entry.team or "")
            found.append((name, PublicEntry(entry.number, name.name, team.name if team and name.full else "")))
    found.sort(key=lambda one: one[0].place)
    part = found[wanted.after : wanted.after + wanted.limit]
    return EntryList(stage.slug, (), tuple(one for _, one in part), len(found), _next(wanted, len(found)), None)


def _has(name: ShownName, words: str) -> bool:
    """Words are looked for in what is shown, and in nothing else."""
    known = fold(name.name).split()
    return all(any(part.startswith(word) for part in known) for word in fold(words).split()) if words.strip() else True
