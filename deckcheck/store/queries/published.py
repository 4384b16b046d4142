"""What is shown of events: those in an index, when lists were accepted, and rounds as imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, case, delete, func, or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import (
    Acceptance,
    DeckList,
    Entry,
    Event,
    Grant,
    Pairing,
    Stage,
    StageMember,
    Standing,
    Submission,
)
from deckcheck.store.states import EntryState, EventState, StageState

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


def on_now(session: Session, from_: date, until: date, limit: int) -> list[Event]:
    """The public events of these days and those that take lists, the soonest deadline first."""
    taking = select(Stage.event, func.min(Stage.deadline).label("deadline")).where(Stage.state == StageState.TAKING)
    open_ = taking.group_by(Stage.event).subquery()
    rows = select(Event).outerjoin(open_, open_.c.event == Event.uid).where(Event.state == EventState.ON)
    rows = rows.where(or_(Event.day.between(from_, until), open_.c.event.is_not(None)))
    rows = rows.order_by(open_.c.deadline.is_(None), open_.c.deadline, Event.day, Event.uid)
    return list(session.scalars(rows.limit(limit)))


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
    """What was sent, in brief, by key; a name of a deck that staff hides is as if there were none."""
    wanted = list(submissions)
    title = case((DeckList.name_hidden, ""), else_=Submission.title)
    columns = [title if name == "title" else getattr(Submission, name) for name in Brief._fields]
    found: dict[str, Brief] = {}
    for start in range(0, len(wanted), 500):
        rows = select(*columns).join(DeckList, DeckList.uid == Submission.list)
        rows = rows.where(Submission.uid.in_(wanted[start : start + 500]))
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


Brought = tuple[dict[int, str], dict[int, str]]
"""The newest keys of pairings and of standings, by round."""


def sizes(session: Session, event: str, number: int) -> tuple[int, int]:
    """How many tables a round has, and how many lines its standings."""
    counted = [
        session.scalar(select(func.count()).select_from(kind).where(kind.event == event, kind.round == number)) or 0
        for kind in (Pairing, Standing)
    ]
    return counted[0], counted[1]


def drop_tables(session: Session, event: str, number: int) -> None:
    """Forget the tables of a round."""
    session.execute(delete(Pairing).where(Pairing.event == event, Pairing.round == number))


def drop_standings(session: Session, event: str, number: int) -> None:
    """Forget the standings after a round."""
    session.execute(delete(Standing).where(Standing.event == event, Standing.round == number))


def uids_of(session: Session, event: str) -> dict[int, str]:
    """The keys of an event's entries, by number."""
    rows = select(Entry.number, Entry.uid).where(Entry.event == event)
    found: dict[int, str] = {}
    found.update((number, uid) for number, uid in session.execute(rows))
    return found


def tables_of(session: Session, event: str, number: int) -> list[Pairing]:
    """The tables of a round, as they were imported."""
    rows = select(Pairing).where(Pairing.event == event, Pairing.round == number)
    return list(session.scalars(rows.order_by(Pairing.uid)))


def rounds_there(session: Session, event: str) -> list[int]:
    """The rounds of which pairings were brought, in order."""
    rows = select(Pairing.round).where(Pairing.event == event).distinct()
    return list(session.scalars(rows.order_by(Pairing.round)))


def brought(session: Session, event: str) -> Brought:
    """The newest key of each round's pairings, and of each round's standings: keys grow with time."""
    pairings = select(Pairing.round, func.max(Pairing.uid)).where(Pairing.event == event).group_by(Pairing.round)
    standings = select(Standing.round, func.max(Standing.uid)).where(Standing.event == event).group_by(Standing.round)
    found: Brought = ({}, {})
    found[0].update((number, key) for number, key in session.execute(pairings))
    found[1].update((number, key) for number, key in session.execute(standings))
    return found


def opponents_of(session: Session, event: str, number: int, rounds: tuple[int, ...]) -> list[int]:
    """Who sat at a table with an entry in some rounds, by number; the last round's first."""
    rows = select(Pairing.entries).where(Pairing.event == event, Pairing.round.in_(rounds))
    tables = session.scalars(rows.order_by(Pairing.round.desc(), Pairing.uid))
    met = (other for table in tables if number in table for other in table if other != number)
    return list(dict.fromkeys(met))


def standings_of(session: Session, event: str, number: int) -> list[tuple[Standing, int]]:
    """The standings after a round with the entries' numbers, by rank."""
    rows = select(Standing, Entry.number).join(Entry, Entry.uid == Standing.entry)
    rows = rows.where(Standing.event == event, Standing.round == number)
    return [(standing, entry) for standing, entry in session.execute(rows.order_by(Standing.rank, Entry.number))]
