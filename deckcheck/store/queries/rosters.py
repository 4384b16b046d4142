"""What a roster shows of many players at once: rows without texts and without cards, each kind in one query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, and_, func, select, true, update
from sqlalchemy.orm import Session

from deckcheck.store.models import (
    Acceptance,
    AuditEntry,
    AuditText,
    DeckList,
    Entry,
    Pairing,
    StoredReport,
    Submission,
    Team,
)
from deckcheck.store.states import EntryState, ListState
from deckcheck.verdict.reports import Verdict

T = TypeVar("T")
_AT_ONCE = 500


class RosterLine(NamedTuple):
    """One entry of an event with its team and its list for one stage, as far as there are any.

    What is sent is what counts of the list: the accepted submission, else the last one.
    """

    uid: str
    number: int
    state: EntryState
    confirmed: bool
    origin: str
    changed_rev: int
    version: int
    external: str
    mail: str
    apart: Sequence[str]
    seat: str
    made_at: datetime
    person: str | None
    last: str
    first: str
    team: str | None
    list: str | None
    list_state: ListState | None
    list_version: int | None
    current: str | None
    accepted: str | None
    deadline: datetime | None
    late: bool | None
    sent_back_at: datetime | None
    sent: str | None
    sent_at: datetime | None


def _stands() -> ColumnElement[str | None]:
    return func.coalesce(DeckList.accepted, DeckList.current)


def roster_lines(session: Session, event: str, stage: str, since: int | None = None) -> list[RosterLine]:
    """Every entry of an event, by number, with its list for the stage that takes it; those changed after `since`."""
    rows = (
        select(
            Entry.uid,
            Entry.number,
            Entry.state,
            Entry.confirmed,
            Entry.origin,
            Entry.changed_rev,
            Entry.version,
            Entry.external,
            Entry.mail,
            Entry.apart,
            Entry.seat,
            Entry.made_at,
            Entry.person,
            Entry.last,
            Entry.first,
            Team.name,
            DeckList.uid,
            DeckList.state,
            DeckList.version,
            DeckList.current,
            DeckList.accepted,
            DeckList.deadline,
            DeckList.late,
            DeckList.sent_back_at,
            Submission.uid,
            Submission.arrived,
        )
        .select_from(Entry)
        .join(Team, Team.uid == Entry.team, isouter=True)
        .join(DeckList, and_(DeckList.entry == Entry.uid, DeckList.stage == stage), isouter=True)
        .join(Submission, Submission.uid == _stands(), isouter=True)
        .where(Entry.event == event, Entry.changed_rev > since if since is not None else true())
        .order_by(Entry.number)
    )
    return [RosterLine._make(row) for row in session.execute(rows)]


class VerdictLine(NamedTuple):
    """The last verdict on a submission, without what it says."""

    submission: str
    report: str
    verdict: Verdict
    main: int
    side: int


def verdicts_in(session: Session, stage: str) -> dict[str, VerdictLine]:
    """The last verdict on what counts of each list of a stage, by submission."""
    counting = select(_stands()).where(DeckList.stage == stage)
    return _latest(session, StoredReport.submission.in_(counting))


def verdicts_on(session: Session, submissions: Iterable[str]) -> dict[str, VerdictLine]:
    """The last verdict on each of several submissions."""
    found: dict[str, VerdictLine] = {}
    for some in _parts(submissions):
        found |= _latest(session, StoredReport.submission.in_(some))
    return found


def _latest(session: Session, wanted: ColumnElement[bool]) -> dict[str, VerdictLine]:
    columns = (
        StoredReport.submission,
        StoredReport.uid,
        StoredReport.verdict,
        StoredReport.main,
        StoredReport.side,
    )
    rows = select(*columns).where(wanted).order_by(StoredReport.at, StoredReport.uid)
    return {row[0]: VerdictLine(*row) for row in session.execute(rows)}


def problems_of(session: Session, reports: Iterable[str]) -> dict[str, list[dict[str, object]]]:
    """The problems that verdicts tell, by the verdict's key."""
    return {uid: list(body.get("problems", ())) for uid, body in bodies_of(session, reports).items()}


def bodies_of(session: Session, reports: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What verdicts say in full, by the verdict's key."""
    found: dict[str, dict[str, Any]] = {}
    for some in _parts(reports):
        rows = select(StoredReport.uid, StoredReport.body).where(StoredReport.uid.in_(some))
        found |= {row.uid: row.body for row in session.execute(rows)}
    return found


class SentLine(NamedTuple):
    """What was sent, as far as an act on its list needs it."""

    uid: str
    list: str
    arrived: datetime
    leaf: str


def sent_lines(session: Session, submissions: Iterable[str]) -> dict[str, SentLine]:
    """What was sent, by key, without what it holds."""
    columns = (Submission.uid, Submission.list, Submission.arrived, Submission.leaf)
    found: dict[str, SentLine] = {}
    for some in _parts(submissions):
        found |= {row[0]: SentLine(*row) for row in session.execute(select(*columns).where(Submission.uid.in_(some)))}
    return found


def first_sendings(session: Session, stage: str) -> list[datetime]:
    """When the first list of each player came in for whom one counts now, in order."""
    rows = (
        select(func.min(Submission.arrived))
        .join(DeckList, DeckList.uid == Submission.list)
        .where(DeckList.stage == stage, _stands().is_not(None))
        .group_by(Submission.list)
    )
    return sorted(session.scalars(rows))


def late_sendings(session: Session, lists: Iterable[str]) -> dict[str, tuple[str, int | None, str]]:
    """Who sent the last late list of each of these, how many minutes late, and the audit's head behind it."""
    found: dict[str, tuple[str, int | None, str]] = {}
    columns = (Submission.list, Submission.by, Submission.minutes_late, Submission.anchor)
    for some in _parts(lists):
        rows = select(*columns).where(Submission.list.in_(some), Submission.origin == "late")
        found |= {
            uid: (by, late, anchor) for uid, by, late, anchor in session.execute(rows.order_by(Submission.number))
        }
    return found


def last_round(session: Session, event: str) -> int | None:
    """The last round of which pairings were imported."""
    return session.scalar(select(func.max(Pairing.round)).where(Pairing.event == event))


def places_in_round(session: Session, event: str, round_number: int | None) -> dict[int, str]:
    """Where each entry, by number, sits in a round; a bye has no place."""
    rows = select(Pairing.entries, Pairing.place).where(Pairing.event == event, Pairing.round == round_number)
    if round_number is None:
        return {}
    return {int(number): place for seated, place in session.execute(rows) for number in seated}


def acts_on(session: Session, event: str, on: str) -> list[AuditEntry]:
    """The acts on something and on its parts in stages, the latest first."""
    about = (AuditEntry.on == on) | AuditEntry.on.startswith(f"{on} ")
    rows = select(AuditEntry).where(AuditEntry.event == event, about)
    return list(session.scalars(rows.order_by(AuditEntry.seq.desc())))


def reasons_behind(session: Session, event: str, hashes: Iterable[str]) -> dict[str, str]:
    """The reasons that were given for the acts with these hashes, as far as they are still there."""
    found: dict[str, str] = {}
    for some in _parts(hashes):
        rows = (
            select(AuditEntry.hash, AuditText.text)
            .join(AuditText, and_(AuditText.event == AuditEntry.event, AuditText.seq == AuditEntry.seq))
            .where(AuditEntry.event == event, AuditEntry.hash.in_(some))
        )
        found.update((told, text) for told, text in session.execute(rows))
    return found


def accepted_at(session: Session, event: str, by: str, at: datetime) -> list[tuple[Acceptance, DeckList, Entry]]:
    """The acceptances that somebody made at one moment and that still hold, by entry."""
    rows = (
        select(Acceptance, DeckList, Entry)
        .join(DeckList, DeckList.uid == Acceptance.list)
        .join(Entry, Entry.uid == DeckList.entry)
        .where(Entry.event == event, Acceptance.by == by, Acceptance.at == at, Acceptance.ended_at.is_(None))
        .order_by(Entry.number)
    )
    return [(acceptance, row, entry) for acceptance, row, entry in session.execute(rows)]


def noted_at(session: Session, event: str, by: str, act: str, at: datetime) -> list[AuditEntry]:
    """What somebody did at one moment, as the audit has it."""
    done = (AuditEntry.act == act, AuditEntry.by == by, AuditEntry.at == at)
    return list(session.scalars(select(AuditEntry).where(AuditEntry.event == event, *done).order_by(AuditEntry.seq)))


def entries_numbered(session: Session, event: str, numbers: Iterable[int]) -> dict[int, Entry]:
    """Several entries of an event, by number."""
    found: dict[int, Entry] = {}
    for some in _parts(numbers):
        rows = select(Entry).where(Entry.event == event, Entry.number.in_(some))
        found |= {row.number: row for row in session.scalars(rows)}
    return found


def touch(session: Session, lists: Iterable[str], revision: int) -> None:
    """Mark the entries of these lists as changed with a revision, for those who follow the roster."""
    for some in _parts(lists):
        whose = select(DeckList.entry).where(DeckList.uid.in_(some))
        session.execute(update(Entry).where(Entry.uid.in_(whose)).values(changed_rev=revision))


def _parts(wanted: Iterable[T]) -> Iterator[Sequence[T]]:
    """So many at once as a database takes in one statement."""
    all_of_them = list(wanted)
    for start in range(0, len(all_of_them), _AT_ONCE):
        yield all_of_them[start : start + _AT_ONCE]
