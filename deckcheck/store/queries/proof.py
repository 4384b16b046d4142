"""Seals and audit entries, and what is told of a whole database: where its chains end, and what was sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Select, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from deckcheck.store.models import (
    AuditEntry,
    AuditText,
    DeckList,
    Entry,
    Event,
    Instance,
    Stage,
    StoredSeal,
    Submission,
)
from deckcheck.store.states import SealKind

ROWS: Final = "rows.kept"
"""The act by which the audit answers for rows as they are after other acts."""
NAMED: Final = "entry.named"
"""The act by which the audit log binds a player's name: the salted hash before and after; its note is the name."""


def seals_of(session: Session, event: str) -> list[StoredSeal]:
    """The seals of an event in order."""
    return list(session.scalars(select(StoredSeal).where(StoredSeal.event == event).order_by(StoredSeal.number)))


def heads_of(session: Session, event: str, stages: list[str]) -> list[tuple[int, str, datetime, str]]:
    """Number, kind, moment and hash of the seals that speak of some stages, in order; leaves stay where they are."""
    rows = select(StoredSeal.number, StoredSeal.kind, StoredSeal.at, StoredSeal.hash)
    rows = rows.where(StoredSeal.event == event, StoredSeal.stage.in_(stages)).order_by(StoredSeal.number)
    return [(number, kind, at, mark) for number, kind, at, mark in session.execute(rows)]


def seal(session: Session, event: str, number: int) -> StoredSeal | None:
    """The seal with this number."""
    return session.scalar(select(StoredSeal).where(StoredSeal.event == event, StoredSeal.number == number))


def last_seal(session: Session, event: str, stage: str | None = None) -> StoredSeal | None:
    """The newest seal of an event, or of one of its stages."""
    rows = select(StoredSeal).where(StoredSeal.event == event)
    if stage is not None:
        rows = rows.where(StoredSeal.stage == stage)
    return session.scalar(rows.order_by(StoredSeal.number.desc()).limit(1))


def last_seal_of(session: Session, stages: list[str]) -> StoredSeal | None:
    """The newest seal over the lists of several stages that are played with the same ones."""
    rows = select(StoredSeal).where(StoredSeal.stage.in_(stages), StoredSeal.kind != SealKind.STAGE)
    return session.scalar(rows.order_by(StoredSeal.number.desc()).limit(1))


def audit_of(session: Session, event: str, after: int = 0, limit: int | None = None) -> list[AuditEntry]:
    """The acts of a chain after a number, in order; without what binds rows and names as acts left them."""
    rows = _after(event, after).where(AuditEntry.act.not_in((ROWS, NAMED)))
    return list(session.scalars(rows.limit(limit) if limit else rows))


def chain_of(session: Session, event: str, after: int = 0, limit: int | None = None) -> list[AuditEntry]:
    """The whole chain after a number, with the entries that answer for rows, as it is verified."""
    rows = _after(event, after)
    return list(session.scalars(rows.limit(limit) if limit else rows))


def acts_from(session: Session, event: str, seq: int, limit: int) -> list[tuple[str, str]]:
    """The hash and the act of each entry of a chain from a number on, in order."""
    rows = select(AuditEntry.hash, AuditEntry.act).where(AuditEntry.event == event, AuditEntry.seq >= seq)
    return [(told, act) for told, act in session.execute(rows.order_by(AuditEntry.seq).limit(limit))]


def acts_before(session: Session, event: str, before: int | None, act: str, limit: int) -> list[AuditEntry]:
    """The acts of a chain before a number, the newest first: those of one kind, or all."""
    rows = select(AuditEntry).where(AuditEntry.event == event)
    rows = rows.where(AuditEntry.act.startswith(act, autoescape=True) if act else AuditEntry.act != ROWS)
    if before is not None:
        rows = rows.where(AuditEntry.seq < before)
    return list(session.scalars(rows.order_by(AuditEntry.seq.desc()).limit(limit)))


def acts_named(session: Session, event: str, act: str) -> list[AuditEntry]:
    """Every act of one name, the oldest first."""
    rows = select(AuditEntry).where(AuditEntry.event == event, AuditEntry.act == act)
    return list(session.scalars(rows.order_by(AuditEntry.seq)))


def acts_on(session: Session, event: str, act: str, on: str) -> list[AuditEntry]:
    """Every act of one name on one thing, the oldest first."""
    rows = select(AuditEntry).where(AuditEntry.event == event, AuditEntry.act == act, AuditEntry.on == on)
    return list(session.scalars(rows.order_by(AuditEntry.seq)))


def _after(event: str, after: int) -> Select[AuditEntry]:
    return select(AuditEntry).where(AuditEntry.event == event, AuditEntry.seq > after).order_by(AuditEntry.seq)


def texts_of(session: Session, event: str) -> dict[int, AuditText]:
    """The free texts of a chain that are still there, by the number of their entry."""
    return {row.seq: row for row in session.scalars(select(AuditText).where(AuditText.event == event))}


def names_given(session: Session, event: str, numbers: Iterable[int]) -> list[int]:
    """The numbers of the entries that bound the names of some players, as far as their texts are still there."""
    named = (AuditEntry.event == event, AuditEntry.act == NAMED, AuditEntry.note != "")
    there = select(AuditText.seq).where(AuditText.event == event)
    rows = select(AuditEntry.seq, AuditEntry.on).where(*named, AuditEntry.seq.in_(there)).order_by(AuditEntry.seq)
    wanted = {f"entry:{number}" for number in numbers}
    return [seq for seq, on in session.execute(rows) if on in wanted]


def name_salt(session: Session, event: str, mark: str) -> str:
    """The salt of the hash by which a name is bound; empty where none is, or it was deleted."""
    same = (AuditEntry.event == AuditText.event) & (AuditEntry.seq == AuditText.seq)
    rows = select(AuditText.salt).join(AuditEntry, same).where(AuditText.event == event, AuditEntry.act == NAMED)
    return session.scalar(rows.where(AuditEntry.note == mark).limit(1)) or "" if mark else ""


def drop_names(session: Session, event: str, number: int | None = None) -> None:
    """Delete every name of a player that was bound in an event, or of all its players."""
    named = select(AuditEntry.seq).where(AuditEntry.event == event, AuditEntry.act == NAMED)
    named = named if number is None else named.where(AuditEntry.on == f"entry:{number}")
    session.execute(delete(AuditText).where(AuditText.event == event, AuditText.seq.in_(named)))


def reason_of(session: Session, event: str, hash: str) -> str:
    """The reason that was given for the act with this hash; empty if there was none, or it was deleted."""
    rows = select(AuditText.text).join(
        AuditEntry, (AuditEntry.event == AuditText.event) & (AuditEntry.seq == AuditText.seq)
    )
    return session.scalar(rows.where(AuditEntry.event == event, AuditEntry.hash == hash)) or ""


def fact(session: Session, name: str, *, lock: bool = False) -> Instance | None:
    """A fact of the installation; locked where it is going to be changed."""
    return session.get(Instance, name, with_for_update=lock)


def locked_fact(session: Session, name: str) -> Instance:
    """A fact of the installation with its lock, made empty if need be: of two who come at once, one waits."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    session.execute(dialect.insert(Instance).values(name=name, value="").on_conflict_do_nothing())
    rows = select(Instance).where(Instance.name == name).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()


def moment_of_server(session: Session) -> datetime | None:
    """The moment by the clock of a PostgreSQL server."""
    moment: datetime | None = session.scalar(text("SELECT clock_timestamp()"))
    return moment


class Head(NamedTuple):
    """Where an event's chain ends."""

    uid: str
    slug: str
    seq: int
    head: str


class SentRow(NamedTuple):
    """One list as sent, by what its player can know it by."""

    uid: str
    event: str
    slug: str
    zone: str
    number: int
    stage: str
    arrived: datetime
    leaf: str


def heads(session: Session) -> list[Head]:
    """The end of each event's chain."""
    rows = select(Event.uid, Event.slug, Event.audit_seq, Event.audit_head).order_by(Event.uid)
    return [Head(*row) for row in session.execute(rows)]


def sent(session: Session) -> dict[str, SentRow]:
    """Everything that was ever sent and is kept, by key, in the order of arrival."""
    columns = (Submission.uid, Event.name, Event.slug, Event.zone, Entry.number, Stage.slug)
    rows = (
        select(*columns, Submission.arrived, Submission.leaf)
        .join(DeckList, DeckList.uid == Submission.list)
        .join(Entry, Entry.uid == DeckList.entry)
        .join(Stage, Stage.uid == DeckList.stage)
        .join(Event, Event.uid == Stage.event)
    )
    return {row[0]: SentRow(*row) for row in session.execute(rows.order_by(Submission.arrived, Submission.uid))}
