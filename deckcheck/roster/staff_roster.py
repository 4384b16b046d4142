"""The staff's roster: who has sent, who has not, what is wrong, accepted, late; searched, filtered, by hundreds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.safe_text import csv_bytes, file_name
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.time_words import day_here, left, until_when
from deckcheck.app.timestamps import moment_text
from deckcheck.app.visibility import Reader, Showing, who_sees
from deckcheck.lists.list_handles import list_stages, roster_stage
from deckcheck.roster.filters import EVERYBODY, SENT, WAITING, Filter, View, filters_of, known_filter
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.roster_rows import NOT_SENT, RosterRow
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


def band_of(data: RosterData) -> Band:
    """The numbers above the roster."""
    work, stage = data.work, data.stage
    figure, unit = _left(work, stage)
    return Band(
        sent=data.count(SENT),
        size=data.count("all"),
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
        return "Closed", ""
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
    """198 of 212 lists submitted; 118 by Friday night; deadline in 18 minutes."""
    parts = [f"{band.sent} of {band.size} lists submitted"]
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


PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class StageChoice:
    """A stage with lists of its own."""

    slug: str
    title: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Powers:
    """What whoever looks may do on the roster."""

    accept: bool
    accept_any: bool
    add: bool
    load: bool
    deadline: bool
    undo: bool
    merge: bool
    check_in: bool


@dataclass(frozen=True, slots=True)
class RosterPage:
    """A page of the roster. `ready` are the legal lists that wait, all of them; `found` how many rows the view has.

    `named` are the rows of players that were asked for by number.
    """

    frame: StaffFrame
    head: EventHead
    stage: str
    stages: tuple[StageChoice, ...]
    sees: str
    band: Band
    progress: Progress
    filters: tuple[Filter, ...]
    rows: tuple[RosterRow, ...]
    named: tuple[RosterRow, ...]
    view: View
    found: int
    pages: int
    ready: int
    revision: int
    powers: Powers
    join_code: str
    now: datetime

    @property
    def is_empty(self) -> bool:
        """Whether nobody is on the roster at all."""
        return not any(f.count for f in self.filters)


def roster_page(who: Actor, slug: str, view: View, app: App, path: str = "", named: Collection[int] = ()) -> RosterPage:
    """One page of the roster, for staff, and the rows of some players beside it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        stage = roster_stage(work, view.stage)
        data = RosterData.of(work, stage)
        return _page(work, data, view, path, named)


def _page(work: EventSession, data: RosterData, view: View, path: str, named: Collection[int]) -> RosterPage:
    stage, found = data.stage, data.matching(view)
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, view.page), pages)
    band = band_of(data)
    own = list_stages(work)
    return RosterPage(
        frame=staff_frame(work, path),
        head=head_of(work.event, work.app),
        stage=stage.slug,
        stages=tuple(StageChoice(s.slug, s.title, s.uid == stage.uid) for s in own),
        sees=sees_words(work, stage),
        band=band,
        progress=progress_of(work, stage, band),
        filters=filters_of(data.kept.counts, view),
        rows=data.shown(found[(page - 1) * PAGE : page * PAGE]),
        named=data.shown(row for row in data.rows if row.number in named) if named else (),
        view=View(stage.slug if len(own) > 1 else "", known_filter(view.show), view.words, page, view.only),
        found=len(found),
        pages=pages,
        ready=data.count(WAITING),
        revision=work.event.revision,
        powers=powers_of(work),
        join_code=work.event.join_code or "",
        now=work.now,
    )


def powers_of(work: EventSession) -> Powers:
    """What whoever looks may do on the roster."""
    return Powers(
        accept=work.may(Right.ACCEPT).allowed,
        accept_any=work.may(Right.ACCEPT_NOT_LEGAL).allowed,
        add=work.may(Right.ADD_ENTRY).allowed,
        load=work.may(Right.IMPORT).allowed,
        deadline=work.may(Right.SET_DEADLINE).allowed,
        undo=work.may(Right.REOPEN).allowed,
        merge=work.may(Right.MERGE).allowed,
        check_in=work.may(Right.CONFIRM_JOINER).allowed,
    )


def sees_words(work: EventSession, stage: Stage) -> str:
    """Who sees the lists, in a sentence for staff."""
    showing = Showing(
        event=work.event.state,
        stage=stage.state,
        during=stage.during,
        after=stage.after,
        title=stage.title,
        deadline=stage.deadline,
        now=work.now,
        zone=work.event.zone,
        lists_from="",
        own="",
    )
    return who_sees(showing, Reader.STRANGER)


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since a revision: rows in the order of names; `new` others belong to the view and were not shown.

    The band and the filters are those of now.
    """

    revision: int
    rows: tuple[RosterRow, ...]
    new: int
    band: Band
    filters: tuple[Filter, ...]
    ready: int
    powers: Powers
    stage: str
    stage_state: str
    now: datetime
    zone: str


def changes(
    who: Actor, slug: str, since: int, app: App, view: View = EVERYBODY, shown: Iterable[int] | None = None
) -> Changes | None:
    """What changed since a revision, nothing if nothing did: then the event's own row was all that was read.

    `shown` are the numbers of the rows that stand on a page; without them every changed row is told.
    """
    with reading(app, who, slug) as work:
        work.ask(Right.READ_CHANGES)
        if work.event.revision == since:
            return None
        data = RosterData.of(work, roster_stage(work, view.stage))
        back = since > work.event.revision  # A backup was restored meanwhile.
        changed = [row for row in data.rows if back or row.revision > since]
        there = {row.number for row in changed} if shown is None else set(shown)
        waiting = [row for row in changed if row.number not in there and data.has(row, view)]
        return Changes(
            revision=work.event.revision,
            rows=data.shown(row for row in changed if row.number in there),
            new=len(waiting),
            band=band_of(data),
            filters=filters_of(data.kept.counts, view),
            ready=data.count(WAITING),
            powers=powers_of(work),
            stage=data.stage.slug,
            stage_state=data.stage.state,
            now=work.now,
            zone=work.event.zone,
        )


HEADINGS: Final = (
    *("number", "last", "first", "team", "seat", "id", "state", "confirmed"),
    *("list", "verdict", "sent", "accepted", "minutes_late", "table", "format"),
)
OF_CHECKS: Final = ("checks", "checked_in_rounds")
"""Two columns more for whoever reads deck checks."""


def roster_csv(who: Actor, slug: str, app: App, stage: str = "") -> tuple[str, bytes]:
    """The roster as a table for spreadsheets: its file's name and its bytes."""
    with reading(app, who, slug) as work:
        here = roster_stage(work, stage)
        work.ask(Right.EXPORT_ROSTER, here)
        work.ask(Right.SEE_ROSTER)
        data = RosterData.of(work, here)
        late = {row.number: row for row in data.shown(row for row in data.rows if row.late)}
        name = file_name(f"{work.event.name} roster", work.event.day, "csv")
        more = work.may(Right.READ_CHECKS).allowed
        rows = (late.get(row.number, row) for row in data.rows)
        cells = ((*_cells(row), *(_checks(row) if more else ())) for row in rows)
        return name, csv_bytes([(*HEADINGS, *(OF_CHECKS if more else ())), *cells])


def _checks(row: RosterRow) -> tuple[str | int | None, ...]:
    return row.checks or 0, " ".join(map(str, row.checked))


def _cells(row: RosterRow) -> tuple[str | int | None, ...]:
    return (
        row.number,
        row.last,
        row.first,
        row.team,
        row.seat,
        row.external,
        row.state,
        "yes" if row.confirmed else "no",
        row.list_word.lower(),
        "" if row.mark == NOT_SENT else row.mark,
        moment_text(row.sent_at) if row.sent_at else "",
        "yes" if row.accepted else "no",
        row.minutes_late if row.late else None,
        row.table,
        row.format,
    )
