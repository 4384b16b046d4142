"""Drafts: every keystroke of a player's list is kept as typed, outside the event's lock, under a version of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.app.states.refusing import not_running
from deckcheck.app.time_words import at_when
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.decklist.texts import UnreadableText, bounded
from deckcheck.lists.conflicts import Changed, Theirs
from deckcheck.lists.list_handles import find_place
from deckcheck.lists.upload import kept_text
from deckcheck.store.models import Draft
from deckcheck.store.queries import drafts
from deckcheck.store.states import EventState

LONGEST_TAB = 40


@dataclass(frozen=True, slots=True)
class DraftText:
    """A draft as it is kept, with the answers to its questions; version 0 is none yet."""

    text: str = ""
    version: int = 0
    at: datetime | None = None
    answers: Answers = NO_ANSWERS


@dataclass(frozen=True, slots=True)
class SaveDraft:
    """A text with its answers to be kept for an entry (none: one's own) and a stage (empty: the one that matters now).

    `version` is the draft's as the page saw it; None keeps whatever comes. `tab` names the page and `turn` counts what
    it sends: a page never conflicts with itself, and what it sent earlier never overtakes what it sent later.
    """

    who: Actor
    slug: str
    number: int | None
    stage: str
    text: str
    version: int | None
    tab: str = ""
    turn: int = 0
    answers: Answers = NO_ANSWERS


def draft_of(who: Actor, slug: str, number: int | None, stage: str, app: App) -> DraftText:
    """The draft of a list; it is for its player alone."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, stage, Right.SEE_DRAFT)
        row = drafts.draft_of(work.session, place.row.uid) if place.row else None
        return draft_told(row) if row else DraftText()


def save_draft(order: SaveDraft, app: App) -> DraftText:
    """Keep a text; refused with both texts if another page changed the draft meanwhile."""
    text, answers = _kept(order.text), order.answers.as_json()
    list_uid, zone = _list_of(order, app)
    with app.store.write() as session:
        row = drafts.locked_draft(session, list_uid, app.now())
        own = _is_own(row, order)
        if (own and order.turn < row.turn) or (not own and row.version and (row.text, row.answers) == (text, answers)):
            return draft_told(row)
        if not own and order.version not in {None, row.version}:
            at = at_when(row.at, app.now(), zone)
            theirs = Theirs(row.text, row.at, row.version, answers=kept_answers(row.answers))
            raise Changed(f"Another device changed this draft {at}. Both are here.", theirs)
        row.text, row.answers, row.at = text, answers, app.now()
        row.tab, row.turn = order.tab[:LONGEST_TAB], order.turn
        session.flush()
        return draft_told(row)


def _kept(text: str) -> str:
    try:
        return bounded(kept_text(text))
    except UnreadableText as error:
        raise UnusableInput(str(error), status=413) from error


def _is_own(row: Draft, order: SaveDraft) -> bool:
    return bool(order.tab) and row.tab == order.tab[:LONGEST_TAB]


def _list_of(order: SaveDraft, app: App) -> tuple[str, str]:
    """The list's key and the event's zone. Only the first draft of a list waits for the event: it makes the row."""
    with reading(app, order.who, order.slug) as work:
        place = find_place(work, order.number, order.stage, Right.SEE_DRAFT)
        if work.event.state != EventState.ON:
            raise not_running(place.facts())
        if place.row:
            return place.row.uid, work.event.zone
    with changing(app, order.who, order.slug) as work:
        return find_place(work, order.number, order.stage, Right.SEE_DRAFT).made().uid, work.event.zone


def draft_told(row: Draft) -> DraftText:
    """A draft as it is kept."""
    return DraftText(row.text, row.version, row.at, kept_answers(row.answers))
