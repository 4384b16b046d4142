"""Lists judged again after a ban or with new card data: what changed is told, and every old report stays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date

from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.operator import as_operator
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import in_force
from deckcheck.decklist.days import day_in_words
from deckcheck.lists.event_terms import terms_for
from deckcheck.lists.judged import Judged, ReportChange, diff_reports
from deckcheck.lists.judged_again import judge_sent, new_report
from deckcheck.lists.list_checks import Terms
from deckcheck.store.models import DeckList, Entry, Stage, StoredReport, Submission
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import EntryState


@dataclass(frozen=True, slots=True)
class ChangedVerdict:
    """One list whose verdict is another now; a player who was forgotten is a number."""

    number: int
    player: str
    stage: str
    submission: str
    change: ReportChange


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What a recheck found: how many lists were looked at, which changed, and by the law of which day."""

    event: str
    slug: str
    day: date
    looked_at: int
    changed: tuple[ChangedVerdict, ...]
    kept: bool

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        verdicts = sum(1 for row in self.changed if row.change.kind == "verdict")
        lists = f"{self.looked_at} list{'' if self.looked_at == 1 else 's'}"
        if not self.changed:
            return f"{lists} judged again by the law of {day_in_words(self.day)}: nothing changed."
        changed = "1 verdict" if verdicts == 1 else f"{verdicts} verdicts"
        return f"{lists} judged again by the law of {day_in_words(self.day)}: {changed} changed."


@dataclass(frozen=True, slots=True)
class _Kept:
    """A list in force with its last report and the terms it is judged by."""

    entry: Entry
    player: str
    stage: Stage
    sent: Submission
    report: StoredReport
    terms: Terms


def recheck_event(app: App, who: Actor, slug: str, on: date | None = None, reason: str = "") -> Rechecked:
    """Judge every list in force again, by the law of the event's day or of another one.

    By the event's own day a report is added to each list whose verdict changed; by another day nothing is kept: it
    only tells what a ban would do. Who asks reads lists: of those that are not open to all the audit has it before
    they are read, and an official who plays says why.
    """
    with changing(app, who, slug) as work:
        work.ask(Right.RECHECK)
        _note_reading(work, reason)
        name, day = work.event.name, work.event.day
    with reading(app, who, slug) as work:
        kept = [_kept(work, *found) for found in _in_force(work)]
    changed, again = [], []
    for one in kept:
        judged = judge_sent(one.sent, replace(one.terms, on=on or day), app)
        change = diff_reports(one.report.body, judged.report_json)
        if change:
            changed.append(ChangedVerdict(one.entry.number, one.player, one.stage.slug, one.sent.uid, change))
            again.append((one, judged))
    if on is None and again:
        with changing(app, who, slug) as work:
            _keep(work, again)
    return Rechecked(name, slug, on or day, len(kept), tuple(changed), on is None)


def _note_reading(work: EventSession, reason: str) -> None:
    """One entry for each stage whose lists are read, as the search through their cards is."""
    counts = Counter(stage.uid for _, stage, _, _ in _in_force(work))
    for stage in work.rows.stages:
        if counts[stage.uid] and work.ask(Right.SEARCH_CARDS, stage, reason=reason).log:
            on, to = f"stage:{stage.slug}", f"{counts[stage.uid]} lists"
            work.log_read("lists.read", on=on, from_="recheck", to=to, reason=reason.strip())


def recheck_as_operator(app: App, slug: str, on: date | None = None) -> Rechecked:
    """The same for whoever runs the machine."""
    with as_operator(slug):
        return recheck_event(app, SYSTEM, slug, on)


def lists_in_force(work: EventSession) -> int:
    """How many lists would be judged again."""
    return len(_in_force(work))


def _in_force(work: EventSession) -> list[tuple[Entry, Stage, DeckList, str]]:
    """The lists that count, or will at the close."""
    people = {entry.uid: entry for entry in entries.entries_of(work.session, work.event.uid)}
    found = []
    for stage in work.rows.stages:
        if stage.lists_from is not None:
            continue
        for row in lists.lists_in(work.session, stage.uid).values():
            entry = people[row.entry]
            uid = in_force(stage.state, row.accepted, row.current) or row.current
            if uid and entry.state in {EntryState.ON, EntryState.DROPPED, EntryState.DISQUALIFIED}:
                found.append((entry, stage, row, uid))
    return sorted(found, key=lambda f: (f[1].position, f[0].number))


def _kept(work: EventSession, entry: Entry, stage: Stage, _row: DeckList, uid: str) -> _Kept:
    sent, report = lists.submission(work.session, uid), lists.latest_report(work.session, uid)
    assert sent is not None
    assert report is not None
    player = player_name(entry) or f"Player {entry.number}"
    return _Kept(entry, player, stage, sent, report, terms_for(work, stage, entry))


def _keep(work: EventSession, again: list[tuple[_Kept, Judged]]) -> None:
    """Add the new reports; the old ones stay as they were."""
    for one, judged in again:
        work.session.add(new_report(one.sent.uid, judged, work.now, "recheck"))
        entry = work.session.get(Entry, one.entry.uid)
        work.note(
            "list.judged",
            on=work.on_list(one.entry, one.stage),
            from_=one.report.verdict,
            to=judged.verdict,
            entry=entry,
        )
