"""Which pool a list is held to: the one that is registered for its player or team, and what team-mates hold of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from deckcheck.app.session import EventSession
from deckcheck.app.states import in_force
from deckcheck.law.rulebooks import TEAM_POOL
from deckcheck.lists.event_terms import terms_of
from deckcheck.lists.judged import is_current
from deckcheck.lists.judging import Terms, rulebook_for
from deckcheck.lists.pool_in_force import pool_in_force
from deckcheck.lists.pool_reading import cards_not_opened
from deckcheck.lists.rejudging import Rejudged, judge_again
from deckcheck.store.models import DeckList, Entry, Stage, Submission
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import EntryState
from deckcheck.verdict.canonical import read_canonical
from deckcheck.verdict.layout import as_it_lies, listed_canonical
from deckcheck.verdict.pool_law import Beside

_PLAYS: Final = frozenset({EntryState.ON, EntryState.DROPPED, EntryState.DISQUALIFIED})


def terms_for(work: EventSession, stage: Stage, entry: Entry, at: datetime | None = None) -> Terms:
    """The terms for the list of one entry: those of its stage, with the pool in force, now or at a moment."""
    return held_terms(work, stage, entry, terms_of(work.event, stage, work.app), at)


def held_terms(work: EventSession, stage: Stage, entry: Entry, terms: Terms, at: datetime | None = None) -> Terms:
    """Other terms of a stage with the pool in force for one entry; the same ones where no pool is registered."""
    source = work.rows.source(stage)
    rows = pool_in_force(work.session, source, entry, at) if source.pools else None
    if not rows:
        return terms
    found = cards_not_opened(rows, work.event.game, source.pool_sets, work.app)
    unopened = tuple((one.name, one.known, one.sets) for one in found)
    of_team = terms.team == TEAM_POOL and entry.team is not None
    beside = _beside(work, source, entry, terms) if of_team else None
    return replace(terms, pool=rows, beside=beside, unopened=unopened)


def with_terms(
    work: EventSession, stage: Stage, sent: Sequence[Submission], terms: Terms
) -> list[tuple[Submission, Terms]]:
    """Lists of a stage, each with the terms that hold for it."""
    if not work.rows.source(stage).pools:
        return [(one, terms) for one in sent]
    whose = {row.uid: row.entry for row in lists.lists_in(work.session, work.rows.source(stage).uid).values()}
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    return [(one, held_terms(work, stage, people[whose[one.list]], terms)) for one in sent]


def judge_pool_again(work: EventSession, stage: Stage, entry: Entry, cause: str = "pool") -> Rejudged:
    """Judge the lists that a pool is asked of again, those of team-mates among them, where they rest on another one."""
    return _judge(work, stage, (entry, *_mates(work, entry)), cause)


def judge_mates_again(work: EventSession, entry: Entry) -> None:
    """Judge the lists of team-mates again whose verdicts rest on a list of this entry that does not stand any more."""
    mates = _mates(work, entry)
    for stage in work.rows.stages if mates else ():
        if stage.lists_from is None:
            _judge(work, stage, mates, "team")


def judge_moved_again(work: EventSession, entry: Entry, team: str | None) -> None:
    """Judge the lists of both teams again where an entry plays in another one than in `team`, where it was before."""
    if entry.team == team:
        return
    left = entries.entries_of_team(work.session, team) if team else []
    for stage in work.rows.stages:
        if stage.lists_from is None:
            _judge(work, stage, (entry, *_mates(work, entry), *left), "team")


def _judge(work: EventSession, stage: Stage, whose: Iterable[Entry], cause: str) -> Rejudged:
    source = work.rows.source(stage)
    work.session.flush()
    wanted = list(_resting_elsewhere(work, source, whose)) if source.pools else []
    return judge_again(work, wanted, {}, cause) if wanted else Rejudged()


def _resting_elsewhere(work: EventSession, source: Stage, whose: Iterable[Entry]) -> Iterator[tuple[Submission, Terms]]:
    """What counts now or may do so yet, of lists whose last verdict rests on other terms than those of now."""
    for entry in whose:
        row = lists.list_of(work.session, source.uid, entry.uid)
        found = lists.submissions(work.session, {uid for uid in (row.current, row.accepted) if uid} if row else ())
        terms = terms_for(work, source, entry) if found else None
        last = lists.latest_reports(work.session, found)
        for uid, one in found.items():
            report = last.get(uid)
            kept = report and terms and is_current(report.law_digest, report.cards_import, terms, work.app)
            if terms is not None and not kept:
                yield one, terms


def _mates(work: EventSession, entry: Entry) -> tuple[Entry, ...]:
    """Who else plays in the team of an entry."""
    found = entries.entries_of_team(work.session, entry.team) if entry.team else []
    return tuple(mate for mate in found if mate.uid != entry.uid and mate.state in _PLAYS)


def _beside(work: EventSession, source: Stage, entry: Entry, terms: Terms) -> Beside:
    """What the lists of the team-mates hold, each card once; what waits for a person in them is asked of them alone."""
    rows: list[tuple[str, int, str]] = []
    companion = rulebook_for(terms, work.app).companion
    for mate in _mates(work, entry):
        sent = _standing(work, source, lists.list_of(work.session, source.uid, mate.uid))
        if sent is not None:
            kept = as_it_lies(
                listed_canonical(read_canonical(sent.canonical), work.app.index(work.event.game)), companion
            )
            rows += [(row.section, row.count, row.name) for row in kept if not row.waiting and row.section != "pool"]
    return tuple(rows)


def _standing(work: EventSession, source: Stage, row: DeckList | None) -> Submission | None:
    """The list that counts, or will once lists close."""
    if row is None:
        return None
    return lists.submission(work.session, in_force(source.state, row.accepted, row.current) or row.current)
