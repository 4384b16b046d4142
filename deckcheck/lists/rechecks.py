"""Lists judged again after a ban or with new card data: what changed is told, and every old report stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.live import Data
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.operator import as_operator
from deckcheck.app.permissions import Right
from deckcheck.app.secret_mail import address_for, sends_mail
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import in_force
from deckcheck.decklist.days import day_in_words
from deckcheck.lists.event_terms import terms_of, with_terms
from deckcheck.lists.judged import WORDS, Judged, ReportChange, diff_reports, is_current
from deckcheck.lists.judged_again import judge_sent, new_report
from deckcheck.lists.list_checks import Terms
from deckcheck.store.models import DeckList, Entry, Stage, StoredReport, Submission
from deckcheck.store.queries import accounts, entries, lists
from deckcheck.store.states import EntryState, Role


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
    def turned(self) -> Mapping[str, int]:
        """How many lists are now legal, illegal or undecided that were something else before."""
        return Counter(WORDS[row.change.verdict_after] for row in self.changed if row.change.kind == "verdict")

    @property
    def in_words(self) -> str:
        """The same in words: 1 is now illegal, 2 are now legal."""
        told = [f"{count} {'is' if count == 1 else 'are'} now {word}" for word, count in sorted(self.turned.items())]
        return f"{', '.join(told)}." if told else "problems change, no verdict does."

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        verdicts = sum(1 for row in self.changed if row.change.kind == "verdict")
        lists = f"{self.looked_at} list{'' if self.looked_at == 1 else 's'}"
        if not self.changed:
            return f"{lists} rechecked by the rules of {day_in_words(self.day)}: nothing changed."
        changed = "1 verdict" if verdicts == 1 else f"{verdicts} verdicts"
        return f"{lists} rechecked by the rules of {day_in_words(self.day)}: {changed} changed."


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
        kept = _all_kept(work)
    changed, again = _judged(kept, on or day, app)
    if on is None and again:
        with changing(app, who, slug) as work:
            _keep(work, again)
    return Rechecked(name, slug, on or day, len(kept), changed, on is None)


def recheck_with(data: Data, app: App, slug: str) -> Rechecked:
    """What judging an event's lists by other data would change; nothing is kept, and nobody is told."""
    with app.live.bound(data), reading(app, SYSTEM, slug) as work:
        name, day, kept = work.event.name, work.event.day, _not_current(work)
        changed, _ = _judged(kept, day, app)
    return Rechecked(name, slug, day, len(kept), changed, kept=False)


def recheck_after_update(app: App, slug: str) -> Rechecked:
    """Judge the lists of an event again that were judged by other data, keep what is new, and tell its organizers."""
    with reading(app, SYSTEM, slug) as work:
        name, day, kept = work.event.name, work.event.day, _not_current(work)
    changed, again = _judged(kept, day, app)
    found = Rechecked(name, slug, day, len(kept), changed, kept=True)
    if again:
        with changing(app, SYSTEM, slug) as work:
            there = lists.latest_reports(work.session, [one.sent.uid for one, _ in again])
            new = [(one, judged) for one, judged in again if there[one.sent.uid].uid == one.report.uid]
            _keep(work, new)
            if new:  # Else another process was there first.
                _tell_organizers(work, found)
    return found


def _tell_organizers(work: EventSession, found: Rechecked) -> None:
    """A letter to each, where mail is set up; the roster shows what changed in any case."""
    if not found.turned or not sends_mail(work.app.settings):
        return
    link = address_for(work.app.settings, f"/e/{work.event.slug}/roster")
    text = f"Cards or bans have changed.\n\n{found.sentence} {found.in_words}\n\nThe roster: {link}\n"
    grants = accounts.grants_in(work.session, work.event.uid)
    for mail in sorted({account.mail for grant, account in grants if grant.role == Role.ORGANIZER}):
        tell_by_mail(work.session, work.event, work.now, mail, f"{work.event.name}: lists were rechecked", text)


def _judged(
    kept: Sequence[_Kept], day: date, app: App
) -> tuple[tuple[ChangedVerdict, ...], list[tuple[_Kept, Judged]]]:
    """The lists judged anew by the law of a day, as far as anything changed."""
    changed, again = [], []
    for one in kept:
        judged = judge_sent(one.sent, replace(one.terms, on=day), app)
        change = diff_reports(one.report.body, judged.report_json)
        if change:
            changed.append(ChangedVerdict(one.entry.number, one.player, one.stage.slug, one.sent.uid, change))
            again.append((one, judged))
    return tuple(changed), again


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


def _all_kept(work: EventSession) -> list[_Kept]:
    """All lists in force with their last reports."""
    found = _in_force(work)
    uids = [uid for _, _, _, uid in found]
    sent, reports = lists.submissions(work.session, uids), lists.latest_reports(work.session, uids)
    terms: dict[str, Terms] = {}
    for stage in work.rows.stages:
        here = [sent[uid] for _, one, _, uid in found if one.uid == stage.uid]
        if here:
            asked = with_terms(work, stage, here, terms_of(work.event, stage, work.app))
            terms |= {one.uid: held for one, held in asked}
    return [
        _Kept(entry, seated_name(entry), stage, sent[uid], reports[uid], terms[uid]) for entry, stage, _, uid in found
    ]


def _not_current(work: EventSession) -> list[_Kept]:
    """Those that were judged by other law or other cards than those of now."""
    return [
        one
        for one in _all_kept(work)
        if not is_current(
            one.report.law_digest, one.report.cards_import, replace(one.terms, on=work.event.day), work.app
        )
    ]


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
