"""The roster of a stage, kept from one look to the next: what has not changed since is not read again."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final
from weakref import WeakKeyDictionary

from deckcheck.app.actor_names import who_did
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.app.states import Act
from deckcheck.roster.filters import WAITING, View, is_in, is_of, kinds_of
from deckcheck.roster.roster_rows import RosterRow, Shared, first_reason, rows_of, with_likely
from deckcheck.store.models import Stage
from deckcheck.store.queries import entries, proof, rosters
from deckcheck.store.queries.rosters import VerdictLine
from deckcheck.store.store import Store, only_reads

_OF_ONE_ENTRY: Final = (
    *("list.", "lists.read", "check.", "entry.confirmed", "entry.unconfirmed", "entry.apart"),
    *(Act.ENTRY_ADDED, proof.ROWS, proof.NAMED),
)
"""How the acts begin that change no row but that of the entry whose revision they raise, and those that change none."""
_VERSIONS: Final = 4
"""So many of a roster are kept, for those who look at an older snapshot than others."""
_MOST_ACTS: Final = 2000
"""Where more happened since, all is read anew."""
_ROSTERS: Final = 16
"""So many are kept of one database."""


@dataclass(frozen=True, slots=True)
class KeptRoster:
    """All rows of a stage's roster by entry, in the order of names, as they were at a revision of the event.

    `seq` and `head` are the end of the event's audit then. `counts`: how many rows there are of each kind.
    """

    revision: int
    seq: int
    head: str
    rows: Mapping[str, RosterRow]
    verdicts: Mapping[str, VerdictLine]
    counts: Counter[str]
    shared: Shared

    @classmethod
    def of(cls, work: EventSession, stage: Stage) -> KeptRoster:
        """As it is now, read anew."""
        shared = Shared.of(work, stage)
        rows, verdicts = rows_of(work, stage, shared)
        ordered = {row.uid: row for row in sorted(rows, key=lambda row: row.place)}
        ordered |= {row.uid: row for row in with_likely(ordered)}
        counts = Counter(key for row in ordered.values() for key in kinds_of(row))
        event = work.event
        return cls(event.revision, event.audit_seq, event.audit_head, ordered, verdicts, counts, shared)

    def brought_up(self, work: EventSession, stage: Stage) -> KeptRoster | None:
        """The same as it is now: only entries that changed are read. None where an act may have changed more."""
        event = work.event
        if event.audit_seq == self.seq:
            return self if event.audit_head == self.head else None
        acts = proof.acts_from(work.session, event.uid, self.seq, _MOST_ACTS)
        if not acts or len(acts) == _MOST_ACTS or acts[0][0] != self.head:
            return None
        if not all(self._is_of_one(act, stage) for _, act in acts[1:]):
            return None
        rows, verdicts = rows_of(work, stage, self.shared, since=self.revision)
        return self._with(work, rows, {**self.verdicts, **verdicts})

    def _is_of_one(self, act: str, stage: Stage) -> bool:
        """Whether an act changed nobody's row but that of its own entry.

        Who has a pool may hang on a whole team, and the first check of a deck begins to tell of everybody's.
        """
        is_first_check = self.shared.reads_checks and not self.shared.tells_checks and act.startswith("check.")
        is_joining = bool(stage.pools) and act == Act.ENTRY_ADDED
        return act.startswith(_OF_ONE_ENTRY) and not is_first_check and not is_joining

    def _with(self, work: EventSession, changed: list[RosterRow], verdicts: Mapping[str, VerdictLine]) -> KeptRoster:
        counts, rows = self.counts.copy(), dict(self.rows)
        for row in changed:
            counts.subtract(kinds_of(rows[row.uid]) if row.uid in rows else ())
            counts.update(kinds_of(row))
            rows[row.uid] = row
        for row in with_likely(rows):
            counts.subtract(kinds_of(rows[row.uid]))
            counts.update(kinds_of(row))
            rows[row.uid] = row
        event = work.event
        return replace(
            self,
            revision=event.revision,
            seq=event.audit_seq,
            head=event.audit_head,
            rows=_in_order(rows, len(self.rows)),
            verdicts=verdicts,
            counts=counts,
        )


def _in_order(rows: dict[str, RosterRow], known: int) -> dict[str, RosterRow]:
    """The rows by name; so many stand in order already, and those that are new follow them."""
    if len(rows) == known:
        return rows
    ordered = list(rows.values())
    new = ordered[known:]
    del ordered[known:]
    for row in new:
        insort(ordered, row, key=lambda one: one.place)
    return {row.uid: row for row in ordered}


@dataclass(slots=True)
class Versions:
    """The last versions of one roster, the newest first; one thread at a time brings them up to date."""

    kept: list[KeptRoster] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def now(self, work: EventSession, stage: Stage) -> KeptRoster:
        """The roster as it is in this snapshot."""
        with self.lock:
            older = (one for one in self.kept if one.revision <= work.event.revision)
            found = next((up for one in older if (up := one.brought_up(work, stage))), None)
            found = found or KeptRoster.of(work, stage)
            if not any(one is found for one in self.kept):
                self.kept = sorted([found, *self.kept], key=lambda one: -one.seq)[:_VERSIONS]
            return found


class _Rosters:
    """The rosters of one database that were asked for last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: dict[tuple[str, bool], Versions] = {}

    def of(self, work: EventSession, stage: Stage) -> Versions:
        """That of a stage, for whoever reads deck checks or does not."""
        key = (stage.uid, work.may(Right.READ_CHECKS).allowed)
        with self._lock:
            found = self._found.pop(key, None) or Versions()
            self._found[key] = found
            if len(self._found) > _ROSTERS:
                del self._found[next(iter(self._found))]
        return found


_KEPT: Final[WeakKeyDictionary[Store, _Rosters]] = WeakKeyDictionary()
_OPENING: Final = Lock()


def _rosters_in(store: Store) -> _Rosters:
    with _OPENING:
        return _KEPT.setdefault(store, _Rosters())


@dataclass(slots=True)
class RosterData:
    """The roster of a stage for whoever asks."""

    work: EventSession
    stage: Stage
    kept: KeptRoster

    @classmethod
    def of(cls, work: EventSession, stage: Stage) -> RosterData:
        """The roster of the stage that takes the lists, in the order of names."""
        if not only_reads(work.session):  # What is not kept yet is nobody else's.
            return cls(work, stage, KeptRoster.of(work, stage))
        return cls(work, stage, _rosters_in(work.app.store).of(work, stage).now(work, stage))

    @property
    def rows(self) -> Collection[RosterRow]:
        """Everybody's rows."""
        return self.kept.rows.values()

    @property
    def on(self) -> list[RosterRow]:
        """Those who are in the event."""
        return [row for row in self.rows if row.is_on]

    @property
    def ready(self) -> list[RosterRow]:
        """Those whose legal lists wait to be accepted, and whom staff has seen."""
        return [row for row in self.rows if is_of(row, WAITING)]

    def has(self, row: RosterRow, view: View) -> bool:
        """Whether a row is in a view."""
        return is_in(row, view, tables=self.kept.shared.round is not None)

    def matching(self, view: View) -> list[RosterRow]:
        """The rows of a view over all pages."""
        return [row for row in self.rows if self.has(row, view)]

    def count(self, key: str) -> int:
        """How many rows are of a kind, by its key."""
        return self.kept.counts[key]

    def shown(self, rows: Iterable[RosterRow]) -> tuple[RosterRow, ...]:
        """The rows with what only shown ones need: sizes, the first reason, and why a list is late."""
        wanted = list(rows)
        work = self.work
        permission = work.may(Right.SEE_LIST, self.stage)
        opened = permission.allowed and not permission.reason_needed
        problems = rosters.problems_of(work.session, [r.report for r in wanted if r.report and r.mark != "legal"])
        late = self._late(row.list for row in wanted if row.late)
        told = []
        for row in wanted:
            if row.list in late:
                by, minutes, why = late[row.list]
                row = replace(row, late_by=by, minutes_late=minutes, late_why=why)
            verdict = self.kept.verdicts.get(row.submission or "") if opened else None
            if verdict:
                reason = first_reason(problems.get(row.report, ()))
                row = replace(row, reason=reason, main=verdict.main, side=verdict.side)
            told.append(row)
        return self._with_twins(told)

    def _with_twins(self, shown: list[RosterRow]) -> tuple[RosterRow, ...]:
        """The rows with whom walk-ins are likely to be, and whether anybody came in as them."""
        wanted = {row.likely.number for row in shown if row.likely}
        twins = {row.number: row for row in self.rows if row.number in wanted} if wanted else {}
        keys = [key for row in twins.values() for key in (row.uid, row.person) if key]
        used = entries.came_in_by(self.work.session, keys) if keys else frozenset()
        return tuple(
            replace(row, twin=twin, twin_used=twin.origin == entries.CODE or bool(used & {twin.uid, twin.person}))
            if row.likely and (twin := twins.get(row.likely.number))
            else row
            for row in shown
        )

    def _late(self, wanted: Iterable[str]) -> dict[str, tuple[str, int | None, str]]:
        """Who entered each of these lists late, how many minutes, and why."""
        session, found = self.work.session, rosters.late_sendings(self.work.session, wanted)
        whys = rosters.reasons_behind(session, self.work.event.uid, [anchor for _, _, anchor in found.values()])
        names = {by: who_did(session, by) for by in {by for by, _, _ in found.values()}}
        return {uid: (names[by], minutes, whys.get(anchor, "")) for uid, (by, minutes, anchor) in found.items()}
