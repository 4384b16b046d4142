"""Lists judged again: what was sent stays as it is, and a new report is put beside those it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.context import App
from deckcheck.app.session import EventSession
from deckcheck.decklist.answers import kept_answers
from deckcheck.lists.judged import Judged, judge_for, same_law
from deckcheck.lists.list_checks import Terms
from deckcheck.store.models import Stage, StoredReport, Submission
from deckcheck.store.queries import lists, rosters
from deckcheck.store.store import Session

Ahead = Mapping[str, tuple[Terms, Judged]]
"""Verdicts given before the event was locked, by submission, with the terms they were asked under."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """How many lists were rechecked, and how many have another verdict now."""

    lists: int = 0
    changed: int = 0


def counting(session: Session, stage: Stage) -> list[Submission]:
    """What counts in a stage now or may do so yet: what was sent last, and what was accepted."""
    rows = lists.lists_in(session, stage.uid).values()
    wanted = sorted({uid for row in rows for uid in (row.current, row.accepted) if uid})
    found = lists.submissions(session, wanted)
    return [found[uid] for uid in wanted if uid in found]


def judge_ahead(app: App, sent: Iterable[tuple[Submission, Terms]]) -> Ahead:
    """Judge lists outside of every lock."""
    return {submission.uid: (terms, judge_sent(submission, terms, app)) for submission, terms in sent}


def judge_sent(sent: Submission, terms: Terms, app: App) -> Judged:
    """The verdict on a list as it was sent, with the answers that came with it."""
    return judge_for(sent.text, terms, app, kept_answers(sent.answers))


def judge_again(work: EventSession, sent: Iterable[tuple[Submission, Terms]], ahead: Ahead, cause: str) -> Rejudged:
    """Put a new report beside those of each list; what was judged ahead under other terms or law is judged anew."""
    wanted = list(sent)
    before = lists.latest_reports(work.session, [submission.uid for submission, _ in wanted])
    changed: list[str] = []
    for submission, terms in wanted:
        judged = _still_right(ahead.get(submission.uid), terms, work.app) or judge_sent(submission, terms, work.app)
        work.session.add(new_report(submission.uid, judged, work.now, cause))
        last = before.get(submission.uid)
        if last is not None and last.verdict != judged.verdict:
            changed.append(submission.list)
    rosters.touch(work.session, changed, work.event.revision)
    return Rejudged(len(wanted), len(changed))


def _still_right(known: tuple[Terms, Judged] | None, terms: Terms, app: App) -> Judged | None:
    if known is None or known[0] != terms or not same_law(known[1], app):
        return None
    return known[1]


def new_report(submission: str, judged: Judged, at: datetime, cause: str) -> StoredReport:
    """A verdict as it is kept."""
    return StoredReport(
        submission=submission,
        at=at,
        cause=cause,
        law_digest=judged.law_digest,
        cards_import=judged.cards_import,
        verdict=str(judged.verdict),
        main=judged.sizes.get("main", 0),
        side=judged.sizes.get("sideboard", 0),
        body=judged.report_json,
    )
