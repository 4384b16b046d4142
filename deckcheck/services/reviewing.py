"""One list as staff reviews it: what was written beside what was read, faults first, and what may be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.services.desk import Desk
from deckcheck.services.doers import who_did
from deckcheck.services.entry_facts import EntryFacts, facts_of
from deckcheck.services.event_heads import EventHead, head_of
from deckcheck.services.list_places import ListPlace, find_place
from deckcheck.services.looking import Look, look_if, looking
from deckcheck.services.permissions import Right
from deckcheck.services.roster_rows import RosterData
from deckcheck.services.sent_versions import Version, version_of
from deckcheck.services.staff_nav import StaffFrame, staff_frame
from deckcheck.services.states import ListState, StageState
from deckcheck.services.who import Who
from deckcheck.services.work import Work
from deckcheck.storage.shelves import lists


@dataclass(frozen=True, slots=True)
class May:
    """What whoever looks may do with this list now."""

    accept: bool
    accept_any: bool
    send_back: bool
    reopen: bool
    lift: bool
    correct: bool
    enter: bool
    link: bool
    edit: bool


@dataclass(frozen=True, slots=True)
class Review:
    """A player's list for staff. `version` is none where nothing stands, or where it is not for whoever looks.

    `place` and `others` say where in the review it stands; `next` is the number of the next list that waits.
    """

    frame: StaffFrame
    head: EventHead
    entry: EntryFacts
    stage: str
    stage_title: str
    state: str
    list_version: int
    has_list: bool
    version: Version | None
    sent: int
    accepted_by: str
    accepted_at: datetime | None
    sent_back: str
    deadline: datetime | None
    own_deadline: datetime | None
    late: bool
    may: May
    waiting: int
    next: int | None
    now: datetime
    zone: str

    @property
    def is_open(self) -> bool:
        """Whether the player can still mend the list."""
        return self.state in {ListState.OPEN, ListState.REOPENED}


def review(who: Who, slug: str, number: int, desk: Desk, stage: str = "") -> Review:
    """The list of an entry; a closed one is in the audit before it is read. Its cards are not for scorekeepers."""

    def ask(work: Work) -> Look | None:
        work.ask(Right.SEE_ROSTER)
        place = find_place(work, number, stage, Right.SEE_LIST_STATE)
        permission = work.may(Right.SEE_LIST, place.stage, place.entry)
        if not permission.allowed or permission.reason_needed or place.current is None:
            return None
        return look_if(permission, Look("list.read", work.on_list(place.entry, place.stage), to="review"))

    with looking(desk, who, slug, ask) as work:
        place = find_place(work, number, stage, Right.SEE_LIST_STATE)
        return _review(work, place, desk)


def _review(work: Work, place: ListPlace, desk: Desk) -> Review:
    row, held = place.row, place.acceptance
    stands = lists.submission(work.session, (row.accepted or row.current) if row else None)
    permission = work.may(Right.SEE_LIST, place.stage, place.entry)
    seen = stands is not None and permission.allowed and not permission.reason_needed
    data = RosterData.of(work, place.stage)
    waiting = [r for r in data.rows if r.is_on and r.submission and not r.accepted]
    after = [r.number for r in waiting if r.number != place.entry.number]
    return Review(
        frame=staff_frame(work, f"/e/{work.event.slug}/roster"),
        head=head_of(work.event, desk),
        entry=facts_of(work, place.entry),
        stage=place.stage.slug,
        stage_title=place.stage.title,
        state=place.state,
        list_version=place.version,
        has_list=stands is not None,
        version=version_of(place, stands) if stands is not None and seen else None,
        sent=row.sent_count if row else 0,
        accepted_by=who_did(work.session, held.by) if held else "",
        accepted_at=held.at if held else None,
        sent_back=row.sent_back_why if row and row.sent_back_at else "",
        deadline=place.stage.deadline,
        own_deadline=row.deadline if row else None,
        late=bool(row and row.late),
        may=_may(work, place),
        waiting=len(waiting),
        next=after[0] if after else None,
        now=work.now,
        zone=work.event.zone,
    )


def _may(work: Work, place: ListPlace) -> May:
    def has(right: Right) -> bool:
        return work.may(right, place.stage, place.entry).allowed

    is_open = place.state in {ListState.OPEN, ListState.REOPENED}
    stands = place.current is not None
    waits = stands and place.state != ListState.ACCEPTED
    closed = place.state in {ListState.CLOSED, ListState.ACCEPTED} and place.stage.state != StageState.AHEAD
    return May(
        accept=waits and has(Right.ACCEPT),
        accept_any=waits and has(Right.ACCEPT_NOT_LEGAL),
        send_back=waits and is_open and has(Right.SEND_BACK),
        reopen=place.state == ListState.ACCEPTED and has(Right.REOPEN),
        lift=place.state != ListState.ACCEPTED and has(Right.LIFT),
        correct=stands and closed and has(Right.CORRECT),
        enter=place.state != ListState.ACCEPTED and has(Right.SEND),
        link=has(Right.ISSUE_LINK),
        edit=has(Right.EDIT_ENTRY),
    )
