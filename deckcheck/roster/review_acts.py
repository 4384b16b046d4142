"""What an official can do with a list as it stands, and which of it most people do next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.permissions import Right
from deckcheck.lists.list_handles import ListHandle
from deckcheck.lists.locks import locked_of
from deckcheck.lists.receipts import open_until
from deckcheck.lists.submission import CORRECTED
from deckcheck.roster.rows import RosterRow
from deckcheck.store.states import EntryState, EventState, ListState, StageState


@dataclass(frozen=True, slots=True)
class ReviewActs:
    """The acts that are open to whoever asks; an act that is not here would be refused.

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
    can = {
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
