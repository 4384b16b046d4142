"""Lists that staff hands in for a player: in time, late with a reason, or as a correction under a section."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states.list_transitions import can_send
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.lists.editor import SubmissionWindow, bench_at
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submission import CORRECTED, LATE, SENT, Channel
from deckcheck.lists.submit import SendList, hand_in
from deckcheck.store.states import EventState, ListState


def send_for(order: SendList, app: App) -> Receipt:
    """Send a list for a player while lists are taken; one that the event does not take needs a reason."""
    return hand_in(order, SENT, app)


def enter_late(order: SendList, app: App) -> Receipt:
    """Enter a list after the deadline: marked with who, why and how many minutes late."""
    return hand_in(order, LATE, app)


def correct(order: SendList, app: App) -> Receipt:
    """Put another list in the place of a registered one, accepted at once; the player reads why."""
    return hand_in(order, CORRECTED, app)


def enter(order: SendList, app: App) -> Receipt:
    """Hand a list in as it can be now: sent while lists are taken, entered late after that."""
    with reading(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, Right.SEND)
        late = place.state == ListState.CLOSED and not place.by_player
    return hand_in(order, LATE if late else SENT, app)


class How(StrEnum):
    """The way on which a list comes in by staff."""

    SEND = "send"
    LATE = "late"
    CORRECT = "correct"


ROADS: dict[How, Channel] = {How.SEND: SENT, How.LATE: LATE, How.CORRECT: CORRECTED}


@dataclass(frozen=True, slots=True)
class StaffEditor:
    """What the page holds. `text` is the list that stands, where whoever writes may read it: that reading is on record.

    `version` and `seen` name what stood when the page was drawn. `listed` and `player` are the name both ways.
    """

    frame: StaffFrame
    head: EventHead
    now: datetime
    how: How
    entry: int
    listed: str
    player: str
    stage: str
    stage_title: str
    window: SubmissionWindow
    text: str
    answers: Answers
    version: int
    seen: str
    deadline: datetime | None


def staff_editor(who: Actor, slug: str, number: int, app: App, wanted: str = "", stage: str = "") -> StaffEditor:
    """The page for one list. Without a wish it is sent while it can be, entered late after that."""

    def ask(work: EventSession) -> Look | None:
        place = _place(work, number, stage)
        how = how_for(place, wanted)
        work.ask(ROADS[how].right_in(work), place.stage, place.entry)
        if place.current is None:
            return None
        permission = work.may(Right.SEE_LIST, place.stage, place.entry)
        if not permission.allowed or permission.reason_needed:
            return None
        return look_if(
            permission, Look("list.read", work.on_list(place.entry, place.stage), to=f"stage:{place.stage.slug}")
        )

    with looking(app, who, slug, ask) as work:
        place = _place(work, number, stage)
        return _editor(place, how_for(place, wanted))


def _place(work: EventSession, number: int, stage: str) -> ListHandle:
    return find_place(work, number, stage, Right.SEE_ROSTER)


def how_for(place: ListHandle, wanted: str) -> How:
    """The way that is open, or the correction that is wanted; once the event has ended there is no other."""
    ended = place.work.event.state == EventState.COMPLETED
    if ended or wanted == How.CORRECT or place.state == ListState.ACCEPTED:
        return How.CORRECT
    open_ = can_send(place.state, place.facts(arrived=place.work.now)) is None
    return How.SEND if open_ or place.state != ListState.CLOSED else How.LATE


def _editor(place: ListHandle, how: How) -> StaffEditor:
    work, current, entry = place.work, place.current, place.entry
    sight = work.may(Right.SEE_LIST, place.stage, place.entry)
    reads = sight.allowed and not sight.reason_needed
    return StaffEditor(
        frame=staff_frame(work, f"/e/{work.event.slug}/roster"),
        head=head_of(work.event, work.app),
        now=work.now,
        how=how,
        entry=entry.number,
        listed=", ".join(filter(None, (entry.last, entry.first))) or place.name,
        player=place.name,
        stage=place.stage.slug,
        stage_title=place.stage.title,
        window=bench_at(place),
        text=current.text if current and reads else "",
        answers=kept_answers(current.answers) if current and reads else NO_ANSWERS,
        version=place.version,
        seen=current.uid if current else "",
        deadline=place.stage.deadline,
    )
