"""Where a list is written: the terms it is judged by as it is typed, and whether it could be sent as it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.states import Act, Facts, Machine, StateRefused, step
from deckcheck.app.states.list_guards import closed_sentence
from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.lists.judged import Judged, judge_for
from deckcheck.lists.judging import Terms
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.pool_terms import terms_for
from deckcheck.lists.receipts import open_until
from deckcheck.lists.upload import kept_text, things_left
from deckcheck.store.states import EventState, ListState
from deckcheck.verdict.reports import Verdict


@dataclass(frozen=True, slots=True)
class SubmissionWindow:
    """The terms of a list, and how it stands at this moment. `until`: when nothing more can be sent, if that is known.

    `keeps`: whether a draft is kept of what is typed here.
    """

    terms: Terms
    state: ListState
    facts: Facts
    until: datetime | None
    keeps: bool

    @property
    def is_open(self) -> bool:
        """Whether a list can be sent here, whatever its verdict."""
        return not self.why_not(Verdict.LEGAL)

    def why_not(self, verdict: Verdict, left: int = 0, *, by_hand: bool = False) -> str:
        """Why a list with this verdict cannot be sent here; empty if it can."""
        facts = replace(self.facts, verdict=verdict, left=left, by_hand=by_hand)
        try:
            step(Machine.LIST, self.state, Act.LIST_SENT, facts)
        except StateRefused as refused:
            if refused.code == "deadline-passed" and self.facts.by_player:
                return f"{closed_sentence(self.facts)} Give this list to the judge at the desk."
            return str(refused)
        return ""


@dataclass(frozen=True, slots=True)
class CheckDraft:
    """A text to be judged by an event's own terms, and what was answered to the questions about it."""

    who: Actor
    slug: str
    number: int | None
    stage: str
    text: str
    answers: Answers = NO_ANSWERS


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdict on a text, and why a list with it cannot be sent; empty if it can."""

    judged: Judged
    why_not: str


def check_draft(order: CheckDraft, app: App) -> Checked:
    """The verdict on a text by the event's format, day, platform, match and house rules; stores nothing."""
    window = bench_of(order.who, order.slug, order.number, order.stage, app)
    judged = judge_for(kept_text(order.text), window.terms, app, order.answers)
    left, by_hand = things_left(judged, window.facts.accepts), judged.report.asks_age_only
    return Checked(judged, window.why_not(judged.verdict, left, by_hand=by_hand))


def bench_of(
    who: Actor, slug: str, number: int | None, stage: str, app: App, right: Right = Right.SEND, reason: str = ""
) -> SubmissionWindow:
    """The bench for a list of somebody who may send it, or who has another right to write it."""
    with reading(app, who, slug) as work:
        return bench_at(find_place(work, number, stage, right, reason))


def bench_at(place: ListHandle) -> SubmissionWindow:
    """The bench at a place in a transaction. Staff is shown what the event takes with a reason as what it takes."""
    work = place.work
    facts = place.facts(arrived=work.now, reason="" if place.by_player else "to be given")
    runs = work.event.state == EventState.ON
    keeps = runs and work.may(Right.SEE_DRAFT, place.stage, place.entry).allowed
    return SubmissionWindow(
        terms=terms_for(work, place.stage, place.entry),
        state=place.state,
        facts=facts,
        until=open_until(place),
        keeps=keeps,
    )
