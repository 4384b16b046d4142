"""Rows that the audit answers for: which they are, what of each counts, and which a transaction has changed.

Left out are counters that only say how often something changed, moments of last use, and what is kept of a player
beside the name: that must be able to go. Drafts, people, ways in, counters, imported rounds, the taps of deck checks
and what is still being counted of a pool are no part of it at all; what the taps came to is, and so is every pool that
was handed over.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, inspect, select
from sqlalchemy import event as events
from sqlalchemy.orm import Session

from deckcheck.decklist.hash_chain import name_text, note_hash
from deckcheck.store.columns import to_milliseconds
from deckcheck.store.models import (
    Acceptance,
    Base,
    CheckAmendment,
    CheckJudge,
    DeckCheck,
    DeckList,
    Draw,
    Entry,
    Event,
    Grant,
    Pool,
    PoolVersion,
    Publication,
    Stage,
    StageMember,
    StoredReport,
    StoredSeal,
    Submission,
    Team,
    Token,
    Webhook,
)

COUNTERS: Final = frozenset({"revision", "settings_version", "last_at", "audit_seq", "audit_head", "join_code"})
NAMED: Final = frozenset(
    ("last", "first", "folded", "mail", "pronouns", "stream_ok", "division", "born", "forgotten_at", "named")
)
"""What an entry says of its player: a hash of it would let a forgotten name be guessed. The name itself is bound by an
act of its own, with a salt (`naming`); that it was forgotten, with the person that is gone.
"""
BOUND: Final[Mapping[type[Base], frozenset[str]]] = {
    Event: COUNTERS,
    Stage: frozenset({"version"}),
    StageMember: frozenset(),
    Publication: frozenset(),
    Grant: frozenset(),
    Team: frozenset({"name"}),
    Entry: frozenset({"version", "changed_rev", "external", "place", "language", *NAMED}),
    DeckList: frozenset({"version"}),
    Submission: frozenset(),
    StoredReport: frozenset(),
    Acceptance: frozenset(),
    StoredSeal: frozenset(),
    Token: frozenset({"used_at"}),
    Webhook: frozenset({"held_until"}),
    Draw: frozenset(),
    DeckCheck: frozenset({"version", "why", "note"}),
    CheckJudge: frozenset(),
    CheckAmendment: frozenset({"text"}),
    Pool: frozenset({"version", "question"}),
    PoolVersion: frozenset({"note"}),
}
"""The tables, each with the columns that do not count."""
LATER: Final[Mapping[type[Base], Mapping[str, Any]]] = {
    Entry: {"says_is": None, "apart": [], "join_key": ""},
    Event: {"list_order": "mana-value", "lands_order": "last", "paper": "a4", "joins_an_hour": 0, "birth_dates": False}
    | {"seat_formats": [], "unified": True, "team_pools": True},
    Stage: {"pools": "", "pool_sets": [], "pool_size": None},
    Submission: {"answers": {}},
    DeckList: {"name_hidden": False},
}
"""Columns that a later release added, each with what rows from before hold: that is as if the column were not there.

So a row that was bound before such a release is the same row after it.
"""
_OF_EVENT: Final = (Stage, Grant, Team, Entry, StoredSeal, Token, Webhook, Draw, DeckCheck, Pool)


class KeptRow(NamedTuple):
    """A row by its table and key, with what counts of it; no values once it was deleted."""

    name: str
    values: Mapping[str, Any] | None


class RowTracker:
    """What a transaction changes of rows that count."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.names = NameWatch(session)
        self._changed: dict[str, Base] = {}
        self._gone: set[str] = set()
        events.listen(session, "after_flush", self._look)

    def _look(self, session: Session, _context: object) -> None:
        for row in (*session.new, *session.dirty):
            if type(row) in BOUND and (row in session.new or _differs(row)):
                self._changed[name_of(row)] = row
        for row in session.deleted:
            if type(row) in BOUND:
                self._gone.add(name_of(row))

    def rows(self) -> list[KeptRow]:
        """The rows as they are at the end, in the order of their names."""
        self.session.flush()
        changed = {name: row for name, row in self._changed.items() if name not in self._gone}
        found = [KeptRow(name, values_of(row, _salt(self.session, row))) for name, row in changed.items()]
        return sorted([*found, *(KeptRow(name, None) for name in self._gone)])


def _differs(row: Any) -> bool:
    """Whether anything that counts was changed."""
    state = inspect(row)
    return any(state.attrs[name].history.has_changes() for name in _names(type(row)))


def name_of(row: Any) -> str:
    """A row by its table and key."""
    return f"{row.__tablename__}:{row.uid}"


def _names(model: type[Base]) -> list[str]:
    return [attr.key for attr in inspect(model).column_attrs if attr.key not in BOUND[model]]


def values_of(row: Any, salt: str) -> dict[str, Any]:
    """What counts of a row as JSON has it. `salt` keeps the hash of a verdict from being guessed from known lists."""
    later = LATER.get(type(row), {})
    told = {name: _plain(getattr(row, name)) for name in _names(type(row))}
    values = {name: value for name, value in told.items() if name not in later or value != later[name]}
    return {**values, "salt": salt} if salt else values


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return to_milliseconds(value)
    if isinstance(value, StrEnum):
        return value.value
    return value.isoformat() if isinstance(value, date) else value


def _salt(session: Session, row: Any) -> str:
    if not isinstance(row, StoredReport):
        return ""
    sent = session.get(Submission, row.submission)
    return sent.salt if sent else ""


def rows_of(session: Session, event: str) -> Iterator[KeptRow]:
    """Every row of an event that counts, as it is now."""
    stages = select(Stage.uid).where(Stage.event == event)
    lists = select(DeckList.uid).where(DeckList.stage.in_(stages))
    checks = select(DeckCheck.uid).where(DeckCheck.event == event)
    pools = select(Pool.uid).where(Pool.event == event)
    conditions: tuple[tuple[type[Base], ColumnElement[bool]], ...] = (
        (Event, Event.uid == event),
        *((model, model.event == event) for model in _OF_EVENT),
        *((model, model.stage.in_(stages)) for model in (StageMember, Publication, DeckList)),
        *((model, model.list.in_(lists)) for model in (Submission, Acceptance)),
        *((model, model.check.in_(checks)) for model in (CheckJudge, CheckAmendment)),
        (PoolVersion, PoolVersion.pool.in_(pools)),
    )
    for model, condition in conditions:
        for row in session.scalars(select(model).where(condition)):
            yield KeptRow(name_of(row), values_of(row, ""))
    reports = select(StoredReport, Submission.salt).join(Submission, Submission.uid == StoredReport.submission)
    for row, salt in session.execute(reports.where(Submission.list.in_(lists))):
        yield KeptRow(name_of(row), values_of(row, salt))


_PARTS: Final = ("last", "first")


@dataclass(frozen=True, slots=True)
class Named:
    """A player who was given a name in a transaction: the hash before it, and what the hash now is over."""

    entry: Entry
    before: str
    salt: bytes
    text: str


class NameWatch:
    """Which players a transaction gives names; each entry gets the hash of its name with the name itself."""

    def __init__(self, session: Session) -> None:
        self._found: dict[int, Named] = {}
        events.listen(session, "before_flush", self._look)

    def _look(self, session: Session, _context: object, _instances: object) -> None:
        for row in (*session.new, *session.dirty):
            if isinstance(row, Entry) and _is_named(row):
                self._bind(row)

    def _bind(self, row: Entry) -> None:
        known = self._found.get(id(row))
        salt, text = secrets.token_bytes(32), name_text(row.last or "", row.first or "")
        before = known.before if known else row.named or ""
        row.named = note_hash(salt, text) if text else ""
        self._found[id(row)] = Named(row, before, salt, text)

    def found(self) -> list[Named]:
        """Those who were given a name, by number; nobody whose entry was deleted."""
        there = (one for one in self._found.values() if not inspect(one.entry).was_deleted)
        return sorted(there, key=lambda one: one.entry.number)


def _is_named(row: Entry) -> bool:
    state = inspect(row)
    return any(state.attrs[name].history.has_changes() for name in _PARTS)
