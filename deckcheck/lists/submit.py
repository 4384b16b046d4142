"""Sending a list, and taking it back: judged outside the event's lock, kept inside it, told once it is kept.

Staff hands one in for a player: in time, late with a reason, or as a correction under a section.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from deckcheck.app.actors import Actor, StageAct
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import Act, Machine
from deckcheck.app.states.list_transitions import can_send
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.lists.editor import SubmissionWindow, bench_at
from deckcheck.lists.event_terms import judge_mates_again, terms_for
from deckcheck.lists.judged import Judged
from deckcheck.lists.list_checks import Preview, may_answer
from deckcheck.lists.list_handles import ListHandle, find_place, not_changed
from deckcheck.lists.own_list import places_beside
from deckcheck.lists.receipts import Receipt, receipt_of
from deckcheck.lists.submission import (
    CORRECTED,
    LATE,
    SENT,
    Channel,
    Upload,
    judge_arrival,
    judged_now,
    kept_key,
    kept_name,
    kept_text,
    known_sending,
    not_too_often,
    register,
    things_left,
)
from deckcheck.store.models import Submission
from deckcheck.store.states import EventState, ListState


@dataclass(frozen=True, slots=True)
class SendList(StageAct):
    """A list to be registered for an entry (none: one's own) and a stage (empty: the one that matters now).

    `arrived` is read once the whole of it is there. `version` is the list's as the sender saw it, `seen` the key of the
    submission that stood then (empty: none); None leaves either unasked. `answers` are those to the questions about the
    text, `deck` is what the deck is called. Staff gives a `reason` where the event does not take such a list, and for a
    correction the `section` of the penalty guide. `preview`: the verdict that the sender's page has just given on it.
    """

    text: str
    key: str
    arrived: datetime
    version: int | None = None
    seen: str | None = None
    reason: str = ""
    section: str = ""
    answers: Answers = NO_ANSWERS
    preview: Preview | None = None
    deck: str = ""

    @property
    def told_reason(self) -> str:
        """The reason as the audit keeps it and the player reads it."""
        return f"{self.section.strip()}: {self.reason.strip()}" if self.section.strip() else self.reason.strip()


def send_list(order: SendList, app: App) -> Receipt:
    """Register a list while it can be sent; the one before stays, superseded."""
    return hand_in(order, SENT, app)


def hand_in(order: SendList, channel: Channel, app: App) -> Receipt:
    """Register a list on its road; again with the same key and text it gives the first receipt."""
    text, key, answers, deck = kept_text(order.text), kept_key(order.key), order.answers, kept_name(order.deck)
    with reading(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, channel.right_in(work), order.reason)
        if known := known_sending(place, order.key, text, answers, deck):
            return receipt_of(place, known)
        asked = terms_for(work, place.stage, place.entry)
    may_answer(text, answers, asked, app)
    judged = judge_arrival(text, asked, app, answers, order.preview)
    with changing(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, channel.right_in(work), order.reason)
        if known := known_sending(place, order.key, text, answers, deck):
            return receipt_of(place, known)
        judged = judged_now(judged, asked, text, terms_for(work, place.stage, place.entry), app, answers)
        upload = Upload(text, key, order.arrived, order.told_reason, answers, deck)
        # The commit follows before anybody gets it: nobody holds a receipt of what is not kept.
        return receipt_of(place, _take(place, channel, upload, judged, order), is_new=True)


def _take(place: ListHandle, channel: Channel, upload: Upload, judged: Judged, order: SendList) -> Submission:
    facts = place.facts(
        arrived=upload.arrived,
        verdict=judged.verdict,
        by_hand=judged.report.asks_age_only,
        left=things_left(judged, place.work.event.accepts),
        reason=order.reason,
        section=order.section,
    )
    step = place.work.step(Machine.LIST, place.state, channel.act, facts)
    not_changed(place, order.version, order.seen)
    not_too_often(place)
    return register(place, channel, upload, judged, step)


@dataclass(frozen=True, slots=True)
class TakeBack(StageAct):
    """A player's wish that none of their lists stands; what was sent stays on record. `seen` as in `SendList`."""

    arrived: datetime
    seen: str | None = None


def take_back(order: TakeBack, app: App) -> tuple[int, str] | None:
    """Let no list stand until another is sent; says of which entry and stage, where there are several."""
    with changing(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, Right.TAKE_BACK)
        step = work.step(Machine.LIST, place.state, Act.LIST_WITHDRAWN, place.facts(arrived=order.arrived))
        not_changed(place, None, order.seen)
        row = place.made()
        was, row.current, row.state = row.state, None, step.state
        on = work.on_list(place.entry, place.stage)
        work.note(step.audit, on=on, from_=was, to=f"{step.state} none", entry=place.entry)
        judge_mates_again(work, place.entry)
        work.tell("taken-back", place.entry, stage=place.stage.slug)
        return (place.entry.number, place.stage.slug) if places_beside(place) else None


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
    deck: str
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
        head=head_of(work.event, work.app, place.entry.seat),
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
        deck=current.title if current and reads else "",
        version=place.version,
        seen=current.uid if current else "",
        deadline=place.stage.deadline,
    )
