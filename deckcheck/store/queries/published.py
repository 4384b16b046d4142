"""What is shown of events: those in an index, when lists were accepted, and rounds as imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Acceptance, Entry, Event, Grant, Pairing, StageMember, Standing, Submission
from deckcheck.store.states import EntryState, EventState

SHOWN = ("on", "completed")
"""Events in these states are in everybody's index."""


class IndexFilter(NamedTuple):
    """Which events are looked for: by the words of their name and place, by game, by day, by the account that asks.

    `from_` and `until` are days, both within. `also` are events that whoever asks may see in any state, `but` those
    that stand elsewhere already.
    """

    words: tuple[str, ...] = ()
    game: str = ""
    from_: date | None = None
    until: date | None = None
    also: tuple[str, ...] = ()
    but: tuple[str, ...] = ()


def index_of(session: Session, wanted: IndexFilter, *, soonest: bool, offset: int, limit: int) -> list[Event]:
    """The events of the index by day, the soonest or the latest first."""
    order = (Event.day, Event.name, Event.uid) if soonest else (Event.day.desc(), Event.name, Event.uid)
    rows = select(Event).where(*_conditions(wanted)).order_by(*order)
    return list(session.scalars(rows.offset(offset).limit(limit)))


def index_after(session: Session, wanted: IndexFilter, after: Event | None, limit: int) -> list[Event]:
    """The events of the index, the latest first, behind the one that was told last."""
    rows = select(Event).where(*_conditions(wanted))
    if after is not None:
        rows = rows.where((Event.day < after.day) | ((Event.day == after.day) & (Event.uid < after.uid)))
    return list(session.scalars(rows.order_by(Event.day.desc(), Event.uid.desc()).limit(limit)))


def index_size(session: Session, wanted: IndexFilter) -> int:
    """How many events the index has."""
    return session.scalar(select(func.count()).select_from(Event).where(*_conditions(wanted))) or 0


def _conditions(wanted: IndexFilter) -> Iterator[ColumnElement[bool]]:
    yield or_(Event.state.in_(SHOWN), Event.uid.in_(wanted.also))
    yield Event.state != EventState.GONE
    yield Event.uid.not_in(wanted.but)
    for word in wanted.words:
        yield or_(*(column.icontains(word, autoescape=True) for column in (Event.name, Event.place)))
    if wanted.game:
        yield Event.game == wanted.game
    if wanted.from_:
        yield Event.day >= wanted.from_
    if wanted.until:
        yield Event.day <= wanted.until


def events_staffed(session: Session, account: str) -> list[str]:
    """The keys of the events in which an account has a role now."""
    rows = select(Grant.event).where(Grant.account == account, Grant.ended_at.is_(None)).distinct()
    return list(session.scalars(rows))


def acceptances_of(session: Session, submissions: Iterable[str]) -> dict[str, Acceptance]:
    """The acceptances that hold now, by submission."""
    wanted = list(submissions)
    found: dict[str, Acceptance] = {}
    for start in range(0, len(wanted), 500):
        rows = select(Acceptance).where(
            Acceptance.submission.in_(wanted[start : start + 500]), Acceptance.ended_at.is_(None)
        )
        found |= {row.submission: row for row in session.scalars(rows.order_by(Acceptance.at))}
    return found


class Brief(NamedTuple):
    """What a row of many lists needs of one: no text, no lines."""

    uid: str
    title: str
    canonical: str
    sha256: str
    salt: str
    leaf: str
    origin: str
    arrived: datetime
    minutes_late: int | None


def briefs(session: Session, submissions: Iterable[str]) -> dict[str, Brief]:
    """What was sent, in brief, by key."""
    wanted = list(submissions)
    columns = [getattr(Submission, name) for name in Brief._fields]
    found: dict[str, Brief] = {}
    for start in range(0, len(wanted), 500):
        rows = select(*columns).where(Submission.uid.in_(wanted[start : start + 500]))
        found |= {row[0]: Brief(*row) for row in session.execute(rows)}
    return found


def rounds_of(session: Session, event: str) -> list[Sequence[Pairing]]:
    """The tables of each round that was imported, the rounds in order, the tables as they were imported."""
    rounds: dict[int, list[Pairing]] = {}
    rows = select(Pairing).where(Pairing.event == event).order_by(Pairing.round, Pairing.uid)
    for row in session.scalars(rows):
        rounds.setdefault(row.round, []).append(row)
    return list(rounds.values())


def standings_after(session: Session, event: str, round_number: int | None = None) -> dict[str, Standing]:
    """The standings after a round, by entry; without one those after the last that was imported."""
    last = select(func.max(Standing.round)).where(Standing.event == event).scalar_subquery()
    rows = select(Standing).where(Standing.event == event)
    rows = rows.where(Standing.round == (last if round_number is None else round_number))
    return {row.entry: row for row in session.scalars(rows)}


def players_in(session: Session, event: str, stage: str | None = None) -> int:
    """How many take part in an event now, or in one of its later stages."""
    rows = select(func.count()).select_from(Entry)
    rows = rows.where(Entry.event == event, Entry.state == EntryState.ON, Entry.confirmed.is_(True))
    if stage is not None:
        rows = rows.where(Entry.uid.in_(select(StageMember.entry).where(StageMember.stage == stage)))
    return session.scalar(rows) or 0
