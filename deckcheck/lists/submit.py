"""Sending a list, and taking it back: judged outside the event's lock, kept inside it, told once it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import changing, reading
from deckcheck.app.states import Act, Machine
from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.lists.event_terms import judge_mates_again, terms_for
from deckcheck.lists.judged import Judged
from deckcheck.lists.list_checks import Preview, may_answer
from deckcheck.lists.list_handles import ListHandle, find_place, not_changed
from deckcheck.lists.own_list import places_beside
from deckcheck.lists.receipts import Receipt, receipt_of
from deckcheck.lists.submission import (
    SENT,
    Channel,
    Upload,
    judge_arrival,
    judged_now,
    kept_key,
    kept_text,
    known_sending,
    not_too_often,
    register,
    things_left,
)
from deckcheck.store.models import Submission


@dataclass(frozen=True, slots=True)
class SendList:
    """A list to be registered for an entry (none: one's own) and a stage (empty: the one that matters now).

    `arrived` is read once the whole of it is there. `version` is the list's as the sender saw it, `seen` the key of the
    submission that stood then (empty: none); None leaves either unasked. `answers` are those to the questions about the
    text. Staff gives a `reason` where the event does
    not take such a list, and for a correction the `section` of the penalty guide. `preview`: the verdict that the
    sender's page has just given on it.
    """

    who: Actor
    slug: str
    number: int | None
    stage: str
    text: str
    key: str
    arrived: datetime
    version: int | None = None
    seen: str | None = None
    reason: str = ""
    section: str = ""
    answers: Answers = NO_ANSWERS
    preview: Preview | None = None

    @property
    def told_reason(self) -> str:
        """The reason as the audit keeps it and the player reads it."""
        return f"{self.section.strip()}: {self.reason.strip()}" if self.section.strip() else self.reason.strip()


def send_list(order: SendList, app: App) -> Receipt:
    """Register a list while it can be sent; the one before stays, superseded."""
    return hand_in(order, SENT, app)


def hand_in(order: SendList, channel: Channel, app: App) -> Receipt:
    """Register a list on its road; again with the same key and text it gives the first receipt."""
    text, key, answers = kept_text(order.text), kept_key(order.key), order.answers
    with reading(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, channel.right_in(work), order.reason)
        if known := known_sending(place, order.key, text, answers):
            return receipt_of(place, known)
        asked = terms_for(work, place.stage, place.entry)
    may_answer(text, answers, asked, app)
    judged = judge_arrival(text, asked, app, answers, order.preview)
    with changing(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, channel.right_in(work), order.reason)
        if known := known_sending(place, order.key, text, answers):
            return receipt_of(place, known)
        judged = judged_now(judged, asked, text, terms_for(work, place.stage, place.entry), app, answers)
        upload = Upload(text, key, order.arrived, order.told_reason, answers)
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
class TakeBack:
    """A player's wish that none of their lists stands; what was sent stays on record. `seen` as in `SendList`."""

    who: Actor
    slug: str
    number: int | None
    stage: str
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
