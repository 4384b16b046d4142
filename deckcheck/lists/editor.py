"""The player's page for writing a list: the text to go on with, where it may be sent, and what stands already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from deckcheck.accounts.links import issued_to
from deckcheck.app.actors import Actor, StageAct
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of, seats_of
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.app.states import Act, Facts, Machine, StateRefused, step
from deckcheck.app.states.list_transitions import closed_sentence
from deckcheck.app.states.transitions import not_running
from deckcheck.app.time_words import at_when
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.decklist.list_text import UnreadableText, bounded
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.list_checks import Terms
from deckcheck.lists.list_handles import Changed, ListHandle, Theirs, find_place
from deckcheck.lists.own_list import EntryStanding, places_beside
from deckcheck.lists.receipts import open_until
from deckcheck.lists.submission import kept_text
from deckcheck.store.models import Draft, Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import EventState, ListState
from deckcheck.translations import gettext
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
                remedy = gettext("Give this list to the judge at the desk.")
                return f"{closed_sentence(self.facts)} {remedy}"
            return str(refused)
        return ""


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


LONGEST_TAB = 40


@dataclass(frozen=True, slots=True)
class DraftText:
    """A draft as it is kept, with the answers to its questions and the deck's name; version 0 is none yet."""

    text: str = ""
    version: int = 0
    at: datetime | None = None
    answers: Answers = NO_ANSWERS
    deck: str = ""


@dataclass(frozen=True, slots=True)
class SaveText(StageAct):
    """A text to be kept as typed.

    `version` is that of what is kept, as the page saw it; None keeps whatever comes. `tab` names the page and `turn`
    counts what it sends: a page never conflicts with itself, and what it sent earlier never overtakes what it sent
    later.
    """

    text: str
    version: int | None
    tab: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class SaveDraft(SaveText):
    """A text with its answers to be kept for an entry and a stage; without a `deck` the deck's name stays."""

    answers: Answers = NO_ANSWERS
    deck: str | None = None


def draft_of(who: Actor, slug: str, number: int | None, stage: str, app: App) -> DraftText:
    """The draft of a list; it is for its player alone."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, stage, Right.SEE_DRAFT)
        row = lists.draft_of(work.session, place.row.uid) if place.row else None
        return draft_told(row) if row else DraftText()


def save_draft(order: SaveDraft, app: App) -> DraftText:
    """Keep a text; refused with both texts if another page changed the draft meanwhile."""
    text, answers = _kept(order.text), order.answers.as_json()
    list_uid, zone = _list_of(order, app)
    with app.store.write() as session:
        row = lists.locked_draft(session, list_uid, app.now())
        own = _is_own(row, order)
        deck = row.deck if order.deck is None else order.deck
        same = (row.text, row.answers, row.deck) == (text, answers, deck)
        if (own and order.turn < row.turn) or (not own and row.version and same):
            return draft_told(row)
        if not own and order.version not in {None, row.version}:
            told = gettext("Another device changed this draft {when}. Both are here.")
            theirs = Theirs(row.text, row.at, row.version, answers=kept_answers(row.answers))
            raise Changed(told.format(when=at_when(row.at, app.now(), zone)), theirs)
        row.text, row.answers, row.deck, row.at = text, answers, deck, app.now()
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
    return DraftText(row.text, row.version, row.at, kept_answers(row.answers), row.deck)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a list that is sent belongs, and whether it can be sent there; `places` as in `Editor`."""

    entry: int
    stage: str
    window: SubmissionWindow
    places: tuple[EntryStanding, ...]


@dataclass(frozen=True, slots=True)
class Editor:
    """What the page holds. `text` is the newer of what was typed and what was sent; `older` the other where it differs.

    `answers` and `older_answers` are those to the questions about the two, `deck` is what the deck is called.
    `is_unsent`: that text was typed after what was sent, and is another or was answered in another way. `seen` names
    the submission that stands, empty where none does. `deadline` is when the stage stops taking lists. `pools`: the
    stage registers pools. `seats`: the seats of a team with what each plays, of which the player has chosen none yet.
    """

    head: EventHead
    now: datetime
    entry: int
    player: str
    stage: str
    stage_title: str
    window: SubmissionWindow
    text: str
    answers: Answers
    deck: str
    older: str
    older_answers: Answers
    is_unsent: bool
    draft: DraftText
    seen: str
    sent_at: datetime | None
    sent_back: str
    deadline: datetime | None
    places: tuple[EntryStanding, ...]
    issued: str
    pools: bool
    seats: tuple[tuple[str, str], ...]


def target_of(who: Actor, slug: str, app: App, number: int | None = None, stage: str = "") -> Target:
    """Where the list that whoever asks is sending belongs."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, stage, Right.PRINT_OWN)
        return Target(place.entry.number, place.stage.slug, bench_at(place), places_beside(place))


def editor_of(who: Actor, slug: str, app: App, number: int | None = None, stage: str = "") -> Editor:
    """The page of whoever asks for their own list, or for a seat of their team by the team's link."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, stage, Right.PRINT_OWN)
        draft, last = _draft(place), _last(place)
        current = place.current
        newer, older = _texts(draft, last)
        return Editor(
            head=head_of(work.event, app, place.entry.seat),
            now=work.now,
            entry=place.entry.number,
            player=place.name,
            stage=place.stage.slug,
            stage_title=place.stage.title,
            window=bench_at(place),
            text=newer.text,
            answers=newer.answers,
            deck=draft.deck if draft.version else last.title if last else "",
            older=older.text,
            older_answers=older.answers,
            is_unsent=bool(newer.text.strip()) and newer != _sent(last),
            draft=draft,
            seen=current.uid if current else "",
            sent_at=current.arrived if current else None,
            sent_back=place.row.sent_back_why if place.row and place.row.sent_back_at else "",
            deadline=place.stage.deadline,
            places=places_beside(place),
            issued=issued_to(work.session, place.entry, work.now),
            pools=bool(place.stage.pools),
            seats=() if place.entry.seat else seats_of(work.event, app),
        )


def _draft(place: ListHandle) -> DraftText:
    """The draft, where whoever asks may read it: a team's link may not."""
    if place.row is None or not place.work.may(Right.SEE_DRAFT, place.stage, place.entry).allowed:
        return DraftText()
    row = lists.draft_of(place.work.session, place.row.uid)
    return draft_told(row) if row else DraftText()


def _last(place: ListHandle) -> Submission | None:
    """What was sent last, taken back or not: its text is the player's to go on with."""
    return lists.last_submission(place.work.session, place.row.uid) if place.row else None


class _Answered(NamedTuple):
    text: str = ""
    answers: Answers = NO_ANSWERS


def _sent(last: Submission | None) -> _Answered:
    return _Answered(last.text, kept_answers(last.answers)) if last else _Answered()


def _texts(draft: DraftText, last: Submission | None) -> tuple[_Answered, _Answered]:
    """The newer text first; the older one only if something else stands in it."""
    typed, sent = _Answered(draft.text, draft.answers), _sent(last)
    newer = draft.at is not None and (last is None or draft.at > last.arrived)
    first, second = (typed, sent) if newer else (sent, typed)
    return first, second if second.text.strip() and second.text != first.text else _Answered()
