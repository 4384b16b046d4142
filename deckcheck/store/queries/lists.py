"""Lists with what was sent and how it was judged."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, selectinload

from deckcheck.store.columns import new_uid
from deckcheck.store.models import Acceptance, DeckList, Draft, Entry, Event, StoredReport, Submission
from deckcheck.store.states import ActorKind, EntryState, ListState


def list_of(session: Session, stage: str, entry: str) -> DeckList | None:
    """The list of an entry for a stage, if it has a row; one that was found is not looked for again."""
    known: dict[tuple[str, str], DeckList] = session.info.setdefault(DeckList, {})
    row = known.get((stage, entry))
    if row is not None and row in session and (row.stage, row.entry) == (stage, entry):
        return row
    row = session.scalar(select(DeckList).where(DeckList.stage == stage, DeckList.entry == entry))
    if row is not None:
        known[stage, entry] = row
    return row


def lists_in(session: Session, stage: str) -> dict[str, DeckList]:
    """The lists of a stage, by entry."""
    return {row.entry: row for row in session.scalars(select(DeckList).where(DeckList.stage == stage))}


def changed_by_recheck(session: Session, stage: str) -> list[int]:
    """The entries, by number, whose list was judged again with another verdict and was not accepted since."""
    again = select(StoredReport.submission).join(DeckList, DeckList.current == StoredReport.submission)
    again = again.where(DeckList.stage == stage, DeckList.accepted.is_(None))
    again = again.group_by(StoredReport.submission).having(func.count() > 1)
    rows = select(Entry.number, StoredReport.verdict).join(DeckList, DeckList.current == StoredReport.submission)
    rows = rows.join(Entry, Entry.uid == DeckList.entry).where(StoredReport.submission.in_(again))
    rows = rows.where(Entry.state == EntryState.ON).order_by(Entry.number, StoredReport.at, StoredReport.uid)
    found: dict[int, list[str]] = {}
    for number, verdict in session.execute(rows):
        found.setdefault(number, []).append(verdict)
    return [number for number, verdicts in found.items() if verdicts[-1] != verdicts[-2]]


_OWN = {ActorKind.PERSON: Entry.person, ActorKind.ACCOUNT: Entry.account}
_MOST_ELSEWHERE = 20


def own_elsewhere(session: Session, kind: ActorKind, uid: str, here: Event) -> list[tuple[Event, DeckList, Submission]]:
    """What stands of somebody's lists in other events of the game, the latest first; only some, if there are many."""
    if kind not in _OWN:
        return []
    stands = func.coalesce(DeckList.accepted, DeckList.current)
    rows = select(Event, DeckList, Submission).join(Entry, Entry.event == Event.uid)
    rows = rows.join(DeckList, DeckList.entry == Entry.uid).join(Submission, Submission.uid == stands)
    rows = rows.where(_OWN[kind] == uid, Event.uid != here.uid, Event.game == here.game, Submission.text != "")
    rows = rows.order_by(Event.day.desc(), Submission.arrived.desc(), Submission.uid).limit(_MOST_ELSEWHERE)
    return [(event, row, sent) for event, row, sent in session.execute(rows)]


def reopened_in(session: Session, stage: str) -> list[tuple[DeckList, Entry]]:
    """The lists of a stage that single players may change, with whose they are."""
    rows = select(DeckList, Entry).join(Entry, Entry.uid == DeckList.entry)
    rows = rows.where(DeckList.stage == stage, DeckList.state == ListState.REOPENED).order_by(Entry.number)
    return [(row, entry) for row, entry in session.execute(rows)]


def submission(session: Session, uid: str | None) -> Submission | None:
    """One list as sent."""
    return session.get(Submission, uid) if uid else None


def submissions(session: Session, uids: Iterable[str]) -> dict[str, Submission]:
    """Several lists as sent, by key."""
    wanted = list(uids)
    found: dict[str, Submission] = {}
    for start in range(0, len(wanted), 500):
        rows = select(Submission).where(Submission.uid.in_(wanted[start : start + 500]))
        found |= {row.uid: row for row in session.scalars(rows)}
    return found


def submissions_of(session: Session, list_uid: str) -> list[Submission]:
    """Everything that was ever sent for a list, oldest first."""
    return list(session.scalars(select(Submission).where(Submission.list == list_uid).order_by(Submission.number)))


def last_submission(session: Session, list_uid: str) -> Submission | None:
    """What was sent for a list last, taken back or not."""
    rows = select(Submission).where(Submission.list == list_uid)
    return session.scalar(rows.order_by(Submission.number.desc()).limit(1))


def by_key(session: Session, list_uid: str, key: str) -> Submission | None:
    """What was sent under this idempotency key."""
    return session.scalar(select(Submission).where(Submission.list == list_uid, Submission.key == key))


def latest_report(session: Session, submission_uid: str) -> StoredReport | None:
    """The last verdict on a submission."""
    rows = select(StoredReport).where(StoredReport.submission == submission_uid)
    return session.scalar(rows.order_by(StoredReport.at.desc(), StoredReport.uid.desc()).limit(1))


def lists_of_entry(session: Session, entry: str) -> list[DeckList]:
    """Every list that an entry has a row for, oldest first."""
    return list(session.scalars(select(DeckList).where(DeckList.entry == entry).order_by(DeckList.uid)))


def histories_of(session: Session, entry: str) -> list[DeckList]:
    """The same with all that was sent, and every verdict on it."""
    whole = selectinload(DeckList.submissions).selectinload(Submission.reports)
    rows = select(DeckList).options(whole).where(DeckList.entry == entry)
    return list(session.scalars(rows.order_by(DeckList.uid)))


def sent_after(session: Session, list_uid: str, moment: datetime) -> tuple[int, datetime | None]:
    """How many were sent for a list after a moment, and when the first of them arrived."""
    rows = select(func.count(), func.min(Submission.arrived))
    count, first = session.execute(rows.where(Submission.list == list_uid, Submission.arrived > moment)).one()
    return count, first


def acceptance_of(session: Session, submission_uid: str | None) -> Acceptance | None:
    """The acceptance that holds a submission in force, if one does."""
    rows = select(Acceptance).where(Acceptance.submission == submission_uid, Acceptance.ended_at.is_(None))
    return session.scalar(rows.order_by(Acceptance.at.desc()).limit(1)) if submission_uid else None


def latest_reports(session: Session, submission_uids: Iterable[str]) -> dict[str, StoredReport]:
    """The last verdict on each of several submissions."""
    wanted = list(submission_uids)
    found: dict[str, StoredReport] = {}
    for start in range(0, len(wanted), 500):
        rows = select(StoredReport).where(StoredReport.submission.in_(wanted[start : start + 500]))
        for row in session.scalars(rows.order_by(StoredReport.at, StoredReport.uid)):
            found[row.submission] = row
    return found


def reports_of(session: Session, submission_uid: str) -> list[StoredReport]:
    """Every verdict on a submission, oldest first."""
    rows = select(StoredReport).where(StoredReport.submission == submission_uid)
    return list(session.scalars(rows.order_by(StoredReport.at, StoredReport.uid)))


def all_submissions(session: Session, event: str) -> dict[str, list[Submission]]:
    """Everything that was ever sent to an event, by list, oldest first."""
    rows = select(Submission).join(DeckList, DeckList.uid == Submission.list).join(Entry, Entry.uid == DeckList.entry)
    found: dict[str, list[Submission]] = {}
    for row in session.scalars(rows.where(Entry.event == event).order_by(Submission.number)):
        found.setdefault(row.list, []).append(row)
    return found


def draft_of(session: Session, list_uid: str) -> Draft | None:
    """The draft of a list, if anything was typed."""
    return session.scalar(select(Draft).where(Draft.list == list_uid))


def locked_draft(session: Session, list_uid: str, now: datetime) -> Draft:
    """The draft of a list with its lock, made empty in version 0 if need be: of two who type at once, one waits."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    empty = {"uid": new_uid(), "list": list_uid, "text": "", "answers": {}, "at": now}
    empty |= {"tab": "", "turn": 0, "version": 0}
    session.execute(dialect.insert(Draft).values(**empty).on_conflict_do_nothing())
    rows = select(Draft).where(Draft.list == list_uid).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()
