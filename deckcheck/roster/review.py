"""One list as an official reviews it: what stands, what was read in it, who may do what, and which list comes next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from deckcheck.app.actor_names import Doers, who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Permission, Right
from deckcheck.app.session import EventSession
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states.list_transitions import closed_sentence
from deckcheck.app.time_words import at_when, until_when
from deckcheck.lists.list_handles import ListHandle, find_place, own_stages
from deckcheck.lists.official_acts import locked_of
from deckcheck.lists.receipts import open_until, standing
from deckcheck.lists.submission import CORRECTED
from deckcheck.roster.entry_facts import EntryFacts, facts_of
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.roster_rows import RosterRow
from deckcheck.roster.staff_roster import StageChoice, sees_words
from deckcheck.store.models import Submission
from deckcheck.store.queries import lists, proof
from deckcheck.store.states import EntryState, EventState, ListState, StageState


@dataclass(frozen=True, slots=True)
class ReviewActs:
    """The acts that are open to the one who asks; an act that is not here would be refused.

    `first` is the one that is marked: accept, send-back, correct, send, late, or none. `until` is when the player can
    change nothing any more. `why_accept`: accepting takes a reason.
    """

    accept: bool
    why_accept: bool
    send_back: bool
    reopen: bool
    undo_until: datetime | None
    lift: bool
    correct: bool
    send: bool
    late: bool
    edit: bool
    confirm: bool
    link: bool
    withdraw: bool
    drop: bool
    disqualify: bool
    put_back: bool
    merge: bool
    unmerge: bool
    replace: bool
    hide_name: bool
    show_name: bool
    until: datetime | None
    first: str


def acts_on(place: ListHandle, row: RosterRow) -> ReviewActs:
    """The acts on a list and its entry."""
    until = open_until(place)
    on_list = _list_acts(place, row, mends=until is not None)
    return ReviewActs(
        **on_list, **_entry_acts(place), undo_until=_undo_until(place), until=until, first=_first(on_list)
    )


def _list_acts(place: ListHandle, row: RosterRow, *, mends: bool) -> dict[str, bool]:
    state, sent = place.state, bool(row.submission)
    plays = place.entry.state == EntryState.ON and _runs(place)
    in_event = place.entry.state not in {EntryState.WITHDRAWN, EntryState.MERGED}
    took_part = in_event and _runs(place)
    unseen = not any(place.work.access().visible_ever(s.slug) for s in place.work.rows.playing(place.stage))
    taken = place.stage.state != StageState.AHEAD
    legal = row.mark == "legal"
    fixed = state in {ListState.CLOSED, ListState.ACCEPTED}
    named, hidden = bool(place.current and place.current.title), place.row is not None and place.row.name_hidden
    renames = in_event and _may(place, Right.EDIT_ENTRY)
    can = {
        "hide_name": named and not hidden and renames,
        "show_name": hidden and renames,
        "accept": took_part and sent and state != ListState.ACCEPTED and _may(place, _accepting(legal)),
        "send_back": plays and sent and mends and _may(place, Right.SEND_BACK),
        "reopen": plays and state == ListState.ACCEPTED and unseen and _may(place, Right.REOPEN),
        "lift": plays and taken and unseen and state in {ListState.OPEN, ListState.CLOSED} and _may(place, Right.LIFT),
        "correct": in_event and sent and fixed and _corrects(place),
        "send": plays and mends and _may(place, Right.SEND),
        "late": plays and taken and state == ListState.CLOSED and _may(place, Right.ENTER_LATE),
    }
    return {**can, "why_accept": can["accept"] and not legal}


def _corrects(place: ListHandle) -> bool:
    """While the event runs, and once it has ended, each with its right; not while it is planned or called off."""
    held = place.work.event.state in {EventState.ON, EventState.COMPLETED}
    return held and _may(place, CORRECTED.right_in(place.work))


def _accepting(legal: bool) -> Right:
    return Right.ACCEPT if legal else Right.ACCEPT_NOT_LEGAL


def _entry_acts(place: ListHandle) -> dict[str, bool]:
    entry, begun = place.entry, place.work.first_stage().begun_at is not None
    on, runs = entry.state == EntryState.ON, _runs(place)
    return {
        "edit": runs and entry.forgotten_at is None and _may(place, Right.EDIT_ENTRY),
        "confirm": runs and on and not entry.confirmed and _may(place, Right.CONFIRM_JOINER),
        "link": entry.forgotten_at is None and entry.state != EntryState.MERGED and _may(place, Right.ISSUE_LINK),
        "withdraw": runs and on and not begun and _may(place, Right.WITHDRAW),
        "drop": runs and on and begun and _may(place, Right.DROP),
        "disqualify": runs and on and _may(place, Right.DISQUALIFY),
        "put_back": runs and not on and entry.state != EntryState.MERGED and _may(place, Right.RETURN_ENTRY),
        "merge": runs and on and _may(place, Right.MERGE),
        "unmerge": runs and entry.state == EntryState.MERGED and _may(place, Right.UNMERGE),
        "replace": runs and on and not begun and entry.team is not None and _may(place, Right.REPLACE_PLAYER),
    }


def _may(place: ListHandle, right: Right) -> bool:
    return place.work.may(right, place.stage, place.entry).allowed


def _runs(place: ListHandle) -> bool:
    return place.work.event.state == EventState.ON


def _undo_until(place: ListHandle) -> datetime | None:
    until = locked_of(place).undo_until
    there = until is not None and until > place.work.now and _runs(place)
    return until if there and _may(place, Right.REOPEN) else None


def _first(can: dict[str, bool]) -> str:
    """What most people do next: accept a legal list, send back what can be mended, correct it after that."""
    if can["accept"] and not can["why_accept"]:
        return "accept"
    order = ("send_back", "correct", "accept", "send", "late")
    return next((act for act in order if can[act] and not (act == "correct" and not can["why_accept"])), "")


NOT_FOR_YOU: Final = "Only judges and the organizer can see the cards."


@dataclass(frozen=True, slots=True)
class ListRead:
    """What stands: the text as written, its last verdict as it was given, and why it came if staff said so."""

    uid: str
    text: str
    title: str
    canonical: str
    arrived: datetime
    origin: str
    by: str
    reason: str
    judged_at: datetime
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VersionHead:
    """One of the lists that were sent, without what it holds."""

    number: int
    arrived: datetime
    origin: str
    by: str
    standing: str
    minutes_late: int | None


@dataclass(frozen=True, slots=True)
class Queue:
    """The lists that wait to be reviewed, by name: how many, which of them this is (0: none), and its neighbours."""

    size: int
    place: int
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What the page holds. `read` is missing where nothing stands, or it is not to be seen: `hidden` then says why.

    `needs_reason`: it is to be seen by whoever says why. `lock` says who can change it, `sees` who sees it.
    """

    frame: StaffFrame
    head: EventHead
    now: datetime
    entry: EntryFacts
    stage: str
    stage_title: str
    stages: tuple[StageChoice, ...]
    row: RosterRow
    lock: str
    sees: str
    sent_back: str
    read: ListRead | None
    needs_reason: bool
    hidden: str
    versions: tuple[VersionHead, ...]
    may_read_versions: bool
    queue: Queue
    acts: ReviewActs


def review(who: Actor, slug: str, number: int, app: App, stage: str = "", reason: str = "") -> ReviewPage:
    """A list for review. Reading a closed one is in the audit before it is fetched; who plays says why."""

    def ask(work: EventSession) -> Look | None:
        place = find_place(work, number, stage, Right.SEE_ROSTER)
        permission = _reading_right(place)
        if not _opens(permission, reason) or place.row is None or not (place.row.accepted or place.row.current):
            return None
        on = work.on_list(place.entry, place.stage)
        return look_if(permission, Look("list.read", on, to=f"stage:{place.stage.slug}", reason=reason.strip()))

    with looking(app, who, slug, ask) as work:
        place = find_place(work, number, stage, Right.SEE_ROSTER)
        return _page(place, reason)


def _reading_right(place: ListHandle) -> Permission:
    return place.work.may(Right.SEE_LIST, place.stage, place.entry)


def _opens(permission: Permission, reason: str) -> bool:
    return permission.allowed and (not permission.reason_needed or bool(reason.strip()))


def _page(place: ListHandle, reason: str) -> ReviewPage:
    work, permission = place.work, _reading_right(place)
    data = RosterData.of(work, place.stage)
    [row] = data.shown(r for r in data.rows if r.number == place.entry.number)
    stands = lists.submission(work.session, (place.row.accepted or place.row.current) if place.row else None)
    opens = _opens(permission, reason)
    own = own_stages(work, place.entry)
    return ReviewPage(
        frame=staff_frame(work, f"/e/{work.event.slug}/roster"),
        head=head_of(work.event, work.app, place.entry.seat),
        now=work.now,
        entry=facts_of(work, place.entry),
        stage=place.stage.slug,
        stage_title=place.stage.title,
        stages=tuple(StageChoice(s.slug, s.title, s.uid == place.stage.uid) for s in own),
        row=row,
        lock=_lock(place),
        sees=sees_words(work, place.stage),
        sent_back=place.row.sent_back_why if place.row and place.row.sent_back_at else "",
        read=_read(place, stands) if stands and opens else None,
        needs_reason=stands is not None and not opens and permission.allowed,
        hidden=NOT_FOR_YOU if stands is not None and not permission.allowed else "",
        versions=tuple(_versions(place)),
        may_read_versions=work.may(Right.SEE_OLD_VERSION, place.stage, place.entry).allowed,
        queue=_queue(data, row),
        acts=acts_on(place, row),
    )


def _read(place: ListHandle, sent: Submission) -> ListRead:
    session, report = place.work.session, lists.latest_report(place.work.session, sent.uid)
    assert report is not None  # Every list is judged as it comes in.
    return ListRead(
        uid=sent.uid,
        text=sent.text,
        title=sent.title,
        canonical=sent.canonical,
        arrived=sent.arrived,
        origin=sent.origin,
        by=Doers(session, place.work.event.uid).name(sent.by, at=sent.arrived),
        reason=proof.reason_of(session, place.work.event.uid, sent.anchor),
        judged_at=report.at,
        report=report.body,
    )


def _lock(place: ListHandle) -> str:
    """Who can change the list now, or who fixed it."""
    work, accepted = place.work, place.acceptance
    if accepted is not None:
        done = "Accepted" if accepted.state_before else "Corrected"
        return f"{done} {at_when(accepted.at, work.now, work.event.zone)} by {who_did(work.session, accepted.by)}."
    until = open_until(place)
    if until is not None:
        return f"The player can change it until {until_when(until, work.now, work.event.zone)}."
    return closed_sentence(place.facts(by_player=False))


def _versions(place: ListHandle) -> Iterator[VersionHead]:
    work = place.work
    if place.row is None or not work.may(Right.SEE_LIST_STATE, place.stage, place.entry).allowed:
        return
    doers = Doers(work.session, work.event.uid)
    for sent in lists.submissions_of(work.session, place.row.uid):
        yield VersionHead(
            number=sent.number,
            arrived=sent.arrived,
            origin=sent.origin,
            by=doers.name(sent.by, at=sent.arrived),
            standing=standing(place, sent),
            minutes_late=sent.minutes_late,
        )


def _queue(data: RosterData, row: RosterRow) -> Queue:
    """By name: the next list after this one that nobody has accepted, from the first again, and the one before it."""
    wait = [r for r in data.on if r.submission and not r.accepted]
    after = [r for r in wait if r.place > row.place]
    before = [r for r in wait if r.place < row.place]
    here = any(r.number == row.number for r in wait)
    return Queue(
        size=len(wait),
        place=len(before) + 1 if here else 0,
        before=before[-1].number if before else None,
        after=next((r.number for r in (*after, *before)), None),
    )
