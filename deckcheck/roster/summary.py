"""What stands above a roster: how many lists are in, how they came in, and how long there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.time_words import day_here, left, until_when
from deckcheck.lists.current_stage import roster_stage
from deckcheck.roster.rows import RosterData, RosterRow
from deckcheck.store.models import Stage
from deckcheck.store.queries import rosters
from deckcheck.store.states import StageState


@dataclass(frozen=True, slots=True)
class Progress:
    """How lists came in: when the first list of each player did who has one. `sentence` tells it in words."""

    at: tuple[datetime, ...]
    size: int
    deadline: datetime | None
    now: datetime
    zone: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Band:
    """`figure` and `unit` are the time that is left, "18" and "min left"; `until` the deadline in words."""

    sent: int
    size: int
    figure: str
    unit: str
    until: str
    is_open: bool
    deadline: datetime | None

    @property
    def missing(self) -> int:
        """How many have sent nothing."""
        return self.size - self.sent


def band_of(work: EventSession, stage: Stage, on: Sequence[RosterRow]) -> Band:
    """The numbers above the roster."""
    figure, unit = _left(work, stage)
    return Band(
        sent=sum(row.submission is not None for row in on),
        size=len(on),
        figure=figure,
        unit=unit,
        until=_until(work, stage),
        is_open=stage.state == StageState.TAKING,
        deadline=stage.deadline,
    )


def _left(work: EventSession, stage: Stage) -> tuple[str, str]:
    if stage.state == StageState.AHEAD:
        return "Not yet", ""
    if stage.state != StageState.TAKING:
        return "Closed", ""
    if stage.deadline is None:
        return "Open", ""
    if stage.deadline <= work.now:
        return "Over", ""
    words = left(stage.deadline, work.now).split(" ")
    return (words[0], "left") if len(words) == 1 else (" ".join(words[:-2]), " ".join(words[-2:]))


def _until(work: EventSession, stage: Stage) -> str:
    if stage.deadline is None:
        return "No deadline is set."
    zone, now = work.event.zone, work.now
    today = " today" if day_here(stage.deadline, zone) == day_here(now, zone) else ""
    return f"{until_when(stage.deadline, now, zone)}{today}."


def progress_of(work: EventSession, stage: Stage, band: Band) -> Progress:
    """How the lists came in up to now."""
    at = tuple(rosters.first_sendings(work.session, stage.uid))
    return Progress(at, band.size, stage.deadline, work.now, work.event.zone, _told(work, stage, band, at))


def _told(work: EventSession, stage: Stage, band: Band, at: Sequence[datetime]) -> str:
    """198 of 212 lists sent; 118 by Friday night; deadline in 18 minutes."""
    parts = [f"{band.sent} of {band.size} lists sent"]
    zone, today = work.event.zone, day_here(work.now, work.event.zone)
    before = sum(day_here(moment, zone) < today for moment in at)
    if before:
        parts.append(f"{before} by {today - timedelta(days=1):%A} night")
    if stage.deadline is not None and stage.state == StageState.TAKING and stage.deadline > work.now:
        parts.append(f"{left(stage.deadline, work.now)} to the deadline")
    elif stage.deadline is not None:
        parts.append(f"the deadline was {until_when(stage.deadline, work.now, zone)}")
    return "; ".join(parts) + "."


@dataclass(frozen=True, slots=True)
class Waiting:
    """The rows, and what the act is told of each: the entry and the submission that was shown."""

    frame: StaffFrame
    stage: str
    rows: tuple[RosterRow, ...]
    pairs: tuple[tuple[int, str], ...]

    @property
    def not_legal(self) -> int:
        """How many of them are not legal, and will be left."""
        return sum(row.mark != "legal" for row in self.rows)


def waiting(who: Actor, slug: str, app: App, stage: str = "", chosen: Mapping[int, str] | None = None) -> Waiting:
    """Every legal list that waits, or the chosen ones as they were shown."""
    with reading(app, who, slug) as work:
        here = roster_stage(work, stage)
        work.ask(Right.ACCEPT, here)
        data = RosterData.of(work, here)
        if chosen is None:
            rows, seen = data.ready, {row.number: row.submission or "" for row in data.ready}
        else:
            rows, seen = [r for r in data.rows if r.number in chosen and r.submission and not r.accepted], dict(chosen)
        pairs = tuple((row.number, seen[row.number]) for row in rows)
        return Waiting(staff_frame(work, f"/e/{work.event.slug}/roster"), here.slug, tuple(rows), pairs)
