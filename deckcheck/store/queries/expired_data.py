"""What is old enough to be deleted: personal data of events that ended before a moment, and what was sent long ago."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from deckcheck.store.models import (
    Acceptance,
    Account,
    AuditEntry,
    AuditText,
    DeckList,
    Draft,
    Entry,
    Event,
    Link,
    Person,
    SignIn,
    Stage,
    StoredReport,
    Submission,
    Team,
)
from deckcheck.store.queries.proof import NAMED
from deckcheck.store.states import StageState

_SPARE = timedelta(days=2)
"""An event that nobody completed ended with its day, whichever zone that is in."""
_AT_ONCE = 500


def ended(before: datetime) -> ColumnElement[bool]:
    """Whether an event ended before a moment: it was completed or called off, or its day and deadlines are over."""
    stage = aliased(Stage)
    late = or_(stage.deadline.is_(None), stage.deadline >= before)
    still_takes = exists().where(stage.event == Event.uid, stage.state == StageState.TAKING, late)
    by_its_day = and_(Event.ended_at.is_(None), Event.day < (before - _SPARE).date(), ~still_takes)
    by_act = and_(Event.ended_at.is_not(None), Event.ended_at < before)
    return or_(by_act, by_its_day)


def _playing(before: datetime) -> tuple[Select[Any], ...]:
    """The keys of entries, teams and people that are in an event that has not ended before a moment."""
    entries = select(Entry.uid).join(Event, Event.uid == Entry.event).where(~ended(before))
    teams = select(Team.uid).join(Event, Event.uid == Team.event).where(~ended(before))
    people = entries.with_only_columns(Entry.person).where(Entry.person.is_not(None))
    return entries, teams, people


def _long_gone(before: datetime) -> ColumnElement[bool]:
    over = Entry.event.in_(select(Event.uid).where(ended(before)))
    return and_(Entry.forgotten_at.is_(None), Entry.made_at < before, over)


def empty_contacts(session: Session, before: datetime) -> int:
    """Forget mail, pronouns and language of the players of events that ended before a moment; says of how many."""
    rows = update(Entry).where(_long_gone(before), or_(Entry.mail != "", Entry.pronouns != "", Entry.language != ""))
    emptied = rows.values(mail="", pronouns="", language="")
    return len(session.scalars(emptied.returning(Entry.uid)).all())


def empty_births(session: Session, before: datetime) -> int:
    """Forget when the players of events that ended before a moment were born; says of how many."""
    rows = update(Entry).where(_long_gone(before), Entry.born != "")
    return len(session.scalars(rows.values(born="").returning(Entry.uid)).all())


def to_be_shortened(session: Session, before: datetime) -> dict[str, list[int]]:
    """By slug the numbers of players of events that ended before a moment and whose names are still whole.

    An empty fold says that one is not.
    """
    rows = select(Event.slug, Entry.number).join(Entry, Entry.event == Event.uid)
    found: dict[str, list[int]] = {}
    for slug, number in session.execute(rows.where(_long_gone(before), Entry.folded != "").order_by(Entry.uid)):
        found.setdefault(slug, []).append(number)
    return found


def drop_links(session: Session, now: datetime, before: datetime) -> int:
    """Delete links whose own time is over, of players and teams whose last event ended before a moment."""
    idle = [Link.subject.not_in(playing) for playing in _playing(before)]
    return len(session.scalars(delete(Link).where(Link.until < now, *idle).returning(Link.uid)).all())


def drop_drafts(session: Session, before: datetime) -> int:
    """Delete the drafts of events that ended before a moment."""
    lists = select(DeckList.uid).join(Stage, Stage.uid == DeckList.stage).join(Event, Event.uid == Stage.event)
    rows = delete(Draft).where(Draft.list.in_(lists.where(ended(before))))
    return len(session.scalars(rows.returning(Draft.uid)).all())


def events_with_superseded(session: Session, before: datetime) -> list[str]:
    """The slugs of events that ended before a moment and still have lists that gave way to others."""
    rows = _superseded().join(Stage, Stage.uid == DeckList.stage).join(Event, Event.uid == Stage.event)
    return list(session.scalars(rows.with_only_columns(Event.slug).where(ended(before)).distinct()))


def superseded_in(session: Session, event: str) -> list[str]:
    """The submissions of an event that gave way to others, or were taken back."""
    rows = _superseded().join(Stage, Stage.uid == DeckList.stage).where(Stage.event == event)
    return list(session.scalars(rows))


def _superseded() -> Select[str]:
    stands = [Submission.uid == func.coalesce(pointer, "") for pointer in (DeckList.accepted, DeckList.current)]
    return select(Submission.uid).join(DeckList, DeckList.uid == Submission.list).where(~or_(*stands))


def drop_submissions(session: Session, uids: Iterable[str]) -> None:
    """Delete submissions with their verdicts and acceptances; what was sealed stays a leaf."""
    wanted = list(uids)
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        # One by one, so that the audit answers for each; whatever refers to them first.
        for model, column in ((StoredReport, StoredReport.submission), (Acceptance, Acceptance.submission)):
            for row in session.scalars(select(model).where(column.in_(some))):
                session.delete(row)
        session.flush()
        for sent in session.scalars(select(Submission).where(Submission.uid.in_(some))):
            session.delete(sent)
        session.flush()


def unused_accounts(session: Session, before: datetime) -> list[Account]:
    """The open accounts that were used last before a moment, and whose owners were not asked since."""
    last = func.coalesce(Account.used_at, Account.made_at)
    unasked = or_(Account.asked_at.is_(None), Account.asked_at < last)
    rows = select(Account).where(Account.state == "open", last < before, unasked)
    return list(session.scalars(rows.order_by(Account.uid)))


def unanswered_accounts(session: Session, before: datetime) -> list[Account]:
    """The open accounts whose owners were asked before a moment and have not used them since."""
    last = func.coalesce(Account.used_at, Account.made_at)
    rows = select(Account).where(Account.state == "open", Account.asked_at < before, Account.asked_at >= last)
    return list(session.scalars(rows.order_by(Account.uid)))


def drop_ways_in(session: Session, subject: str) -> None:
    """Delete every link and sign-in of somebody."""
    session.execute(delete(SignIn).where(SignIn.subject == subject))
    session.execute(delete(Link).where(Link.subject == subject))


def drop_person(session: Session, person: str) -> None:
    """Delete a person whom no entry is of any more, with every link and sign-in of theirs."""
    drop_ways_in(session, person)
    session.execute(delete(Person).where(Person.uid == person))


def drop_drafts_of(session: Session, lists: Iterable[str]) -> None:
    """Delete the drafts of some lists."""
    session.execute(delete(Draft).where(Draft.list.in_(list(lists))))


def end_all_sign_ins(session: Session, now: datetime) -> int:
    """End every sign-in there is; says how many there were."""
    rows = update(SignIn).where(SignIn.ended_at.is_(None)).values(ended_at=now)
    return len(session.scalars(rows.returning(SignIn.uid)).all())


def has_entries(session: Session, person: str) -> bool:
    """Whether any entry is a person's."""
    return session.scalar(select(Entry.uid).where(Entry.person == person).limit(1)) is not None


def notes_of(session: Session, event: str) -> list[tuple[AuditEntry, str]]:
    """The free texts of an event that are still there, with their acts, the oldest first; names are none."""
    rows = select(AuditEntry, AuditText.text).join(
        AuditText, (AuditText.event == AuditEntry.event) & (AuditText.seq == AuditEntry.seq)
    )
    rows = rows.where(AuditEntry.event == event, AuditEntry.act != NAMED).order_by(AuditEntry.seq)
    return [(row, text) for row, text in session.execute(rows)]


def drop_note(session: Session, event: str, seq: int) -> bool:
    """Delete a free text; false if there is none."""
    rows = delete(AuditText).where(AuditText.event == event, AuditText.seq == seq)
    return session.scalar(rows.returning(AuditText.uid)) is not None


def to_forget(
    session: Session, entries: Iterable[str], notes: Iterable[tuple[str, int]]
) -> list[tuple[str, set[str], list[int]]]:
    """By event: its slug, those of some entries that still have a name, and notes that are there."""
    found: dict[str, tuple[set[str], list[int]]] = {}
    rows = select(Event.slug, Entry.uid).join(Event, Event.uid == Entry.event)
    for slug, uid in session.execute(rows.where(Entry.uid.in_(list(entries)), Entry.forgotten_at.is_(None))):
        found.setdefault(slug, (set(), []))[0].add(uid)
    for event, seq in notes:
        texts = select(Event.slug).join(AuditText, AuditText.event == Event.uid)
        there = session.scalar(texts.where(AuditText.event == event, AuditText.seq == seq))
        if there is not None:
            found.setdefault(there, (set(), []))[1].append(seq)
    return [(slug, uids, seqs) for slug, (uids, seqs) in sorted(found.items())]


def forgotten_entries(session: Session) -> list[str]:
    """The keys of entries that were forgotten."""
    return list(session.scalars(select(Entry.uid).where(Entry.forgotten_at.is_not(None))))
