"""The player's page for writing a list: the text to go on with, where it may be sent, and what stands already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from deckcheck.accounts.links import issued_to
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.lists.drafts import DraftText, draft_told
from deckcheck.lists.list_handles import ListHandle, find_place
from deckcheck.lists.own_list import EntryStanding, places_beside
from deckcheck.lists.submission_window import SubmissionWindow, bench_at
from deckcheck.store.models import Submission
from deckcheck.store.queries import drafts, lists


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

    `answers` and `older_answers` are those to the questions about the two. `is_unsent`: that text was typed after what
    was sent, and is another or was answered in another way. `seen` names the submission that stands, empty where none
    does. `deadline` is when the stage stops taking lists. `pools`: the stage registers pools.
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
            head=head_of(work.event, app),
            now=work.now,
            entry=place.entry.number,
            player=place.name,
            stage=place.stage.slug,
            stage_title=place.stage.title,
            window=bench_at(place),
            text=newer.text,
            answers=newer.answers,
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
        )


def _draft(place: ListHandle) -> DraftText:
    """The draft, where whoever asks may read it: a team's link may not."""
    if place.row is None or not place.work.may(Right.SEE_DRAFT, place.stage, place.entry).allowed:
        return DraftText()
    row = drafts.draft_of(place.work.session, place.row.uid)
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
