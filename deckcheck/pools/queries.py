"""One pool within a transaction: found with its right asked, who counts it, and the facts of every act on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from deckcheck.app.actor_names import GONE, numbered_name, player_by, who_did
from deckcheck.app.permissions import NOTHING_HERE, Permission, Right, may
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, EventSession
from deckcheck.app.shown_names import name_in_mode
from deckcheck.app.states import Facts
from deckcheck.events.stage_pools import OWN
from deckcheck.lists.event_terms import owners, pool_team
from deckcheck.pools.values import PoolPlayer
from deckcheck.store.models import Entry, Pool, PoolVersion, Stage, Team
from deckcheck.store.queries import entries, lists, pools
from deckcheck.store.states import EntryState, NamesShown, PoolState, StageState
from deckcheck.store.store import Session
from deckcheck.translations import gettext


def named(work: EventSession, entry: Entry) -> PoolPlayer:
    """The player, or the team, for whoever asks."""
    key = pool_team(work.session, entry)
    team = work.session.get(Team, key) if key else None
    return called(work, entry, team)


def called(work: EventSession, entry: Entry, team: Team | None) -> PoolPlayer:
    """The same where both were fetched already."""
    number = entry.number
    full = work.actor.is_staff or work.plays_for(entry)
    mode = NamesShown.FULL if full else work.event.names_shown
    if team is not None and mode != NamesShown.NUMBER:
        return PoolPlayer(number, team.name, team.name)
    if entry.forgotten_at is not None:
        return PoolPlayer(number, numbered_name(number), numbered_name(number))
    shown = name_in_mode(entry, mode)
    return PoolPlayer(number, shown.name, shown.listed)


def done_by(work: EventSession, by: str) -> str:
    """Who did something, in words: a player as players may know them."""
    if by.partition(":")[0] in {"entry", "person"}:
        found = player_by(work.session, by)
        return named(work, found).name if found else gettext(GONE["entry"])
    return who_did(work.session, by)


@dataclass(slots=True)
class PoolHandle:
    """Where a pool is, or will be. `asked` is the entry it was asked for by, `entry` the one that stands for its side.

    `row` is missing while nothing was done to it; `counter` is the entry that counts it.
    """

    work: EventSession
    stage: Stage
    asked: Entry
    entry: Entry
    row: Pool | None
    counter: Entry | None

    @property
    def state(self) -> PoolState:
        """Where the pool stands."""
        return self.row.state if self.row else PoolState.WAITING

    @property
    def handed(self) -> bool:
        """Whether it was handed over."""
        return self.row is not None and self.row.current is not None

    @property
    def version(self) -> int:
        """How often the row was changed; 0 while there is none."""
        return self.row.version if self.row else 0

    @property
    def name(self) -> str:
        """Whose pool it is, in a sentence."""
        return named(self.work, self.entry).name

    @property
    def current(self) -> PoolVersion | None:
        """What was handed over or corrected last."""
        return pools.version(self.work.session, self.row.current) if self.row else None

    @property
    def is_mine(self) -> bool:
        """Whether whoever asks builds from it: its player, or somebody of the team."""
        return any(_same(self.work.session, own, self.entry) for own in self.work.mine)

    @property
    def counts(self) -> bool:
        """Whether whoever asks counts it: until its owner has confirmed it, and while they are in the event."""
        if self.counter is None or (self.row is not None and self.row.confirmed_at is not None):
            return False
        return any(_same(self.work.session, own, self.counter) and own.state == EntryState.ON for own in self.work.mine)

    @property
    def on(self) -> str:
        """The pool as the audit names it."""
        return f"entry:{self.entry.number} pool:{self.made().uid}"

    def made(self) -> Pool:
        """The row, made if need be; the event is locked by whoever calls."""
        if self.row is None:
            where = {"event": self.work.event.uid, "stage": self.stage.uid, "entry": self.entry.uid}
            self.row = Pool(**where, state=str(PoolState.WAITING), version_count=0, question="")
            self.work.session.add(self.row)
            self.work.session.flush()
        return self.row

    def permission(self, right: Right) -> Permission:
        """Whether whoever asks has the right about this pool."""
        return _may(self.work, right, self.stage, self.asked, self)

    def facts(self, **more: Any) -> Facts:
        """The facts of an act on this pool."""
        current, counter = self.current, self.counter
        known: dict[str, Any] = {
            "by_player": self.is_mine,
            "who": self.name,
            "pools": self.stage.pools,
            "counter": named(self.work, counter).name if counter else "",
            "other_state": counter.state if counter else EntryState.ON,
            "own_pool": counter is not None and _same(self.work.session, counter, self.entry),
            "counts": self.counts,
            "expected": self.stage.pool_size,
            "handed_at": current.at if current else None,
            "handed_by": done_by(self.work, current.by) if current else "",
        }
        return self.work.facts(self.stage, self.entry, **(known | more))


def _same(session: Session, one: Entry, other: Entry) -> bool:
    """Whether two entries have one pool between them: as one team, or the other being part of the one."""
    team = pool_team(session, one)
    return one.uid in {other.uid, other.merged_into} or (team is not None and team == other.team)


def is_accepted(place: PoolHandle) -> bool:
    """Whether a list that is built from the pool was accepted."""
    session = place.work.session
    rows = (lists.list_of(session, place.stage.uid, one.uid) for one in owners(session, place.entry))
    return any(row is not None and row.accepted is not None for row in rows)


def find_pool(work: EventSession, number: int | None, stage: str, right: Right, reason: str = "") -> PoolHandle:
    """The pool of an entry (none: one's own) in a stage (empty: the one that matters now), if the right is there.

    An entry that does not exist, a pool that is closed and a stage without pools take the same path.
    """
    entry, where, place = _looked_up(work, number, stage)
    _may(work, right, where, entry, place).or_refuse(reason)
    if place is None:
        raise Hidden(NOTHING_HERE)
    return place


def look_up(work: EventSession, number: int | None, stage: str) -> PoolHandle | None:
    """The same without asking for a right: for whoever asks what became of what they did themselves."""
    return _looked_up(work, number, stage)[2]


def _looked_up(
    work: EventSession, number: int | None, stage: str
) -> tuple[Entry | None, Stage | None, PoolHandle | None]:
    entry = work.own if number is None else work.entry(number)
    where = pool_stage(work, stage, entry)
    return entry, where, place_of(work, where, entry) if where is not None and entry is not None else None


def _may(
    work: EventSession, right: Right, stage: Stage | None, entry: Entry | None, place: PoolHandle | None
) -> Permission:
    access = work.access(entry or NOBODY)
    if place is not None:
        access = replace(access, counts_pool=place.counts, pool_handed=place.handed)
    return may(work.actor, right, access, stage.slug if stage else None)


def pool_stages(work: EventSession) -> list[Stage]:
    """The stages that register pools, in order."""
    return [stage for stage in work.rows.stages if stage.pools]


def pool_stage(work: EventSession, slug: str = "", entry: Entry | None = None) -> Stage | None:
    """The stage that registers the pool: the named one, or the first that is not over; none if the entry is in none."""
    if slug:
        named = work.rows.stage(slug)
        known = [work.rows.source(named)] if named else []
    else:
        known = pool_stages(work)
    found = [s for s in known if s.pools and (entry is None or work.rows.is_member(s, entry.uid))]
    return next((s for s in found if s.state != StageState.OVER), found[-1] if found else None)


def place_of(work: EventSession, stage: Stage, entry: Entry) -> PoolHandle:
    """The place of an entry's pool, under whichever seat of a team it is kept; the first that plays stands for it."""
    session, there = work.session, owners(work.session, entry)
    first = first_seat(there)
    row = next(filter(None, (pools.pool_of(session, stage.uid, one.uid) for one in there)), None)
    return PoolHandle(work, stage, entry, first, row, _counter(session, stage, first, row))


def places_in(work: EventSession, stage: Stage) -> list[PoolHandle]:
    """The place of every pool of a stage, one for each player or team, by number; from a few queries."""
    people = [e for e in entries.entries_of(work.session, work.event.uid) if work.rows.is_member(stage, e.uid)]
    rows = {row.entry: row for row in pools.pools_in(work.session, stage.uid)}
    by_uid, sides = {entry.uid: entry for entry in people}, dict[str, list[Entry]]()
    for entry in people:
        stands = by_uid.get(entry.merged_into or "", entry)
        sides.setdefault(pool_team(work.session, stands) or stands.uid, []).append(entry)
    found = []
    for mates in sides.values():
        head = first_seat(mates)
        row = next((rows[mate.uid] for mate in mates if mate.uid in rows), None)
        counter = by_uid.get(row.counter) if row and row.counter else head if stage.pools == OWN else None
        found.append(PoolHandle(work, stage, head, head, row, counter))
    return found


def first_seat(mates: Iterable[Entry]) -> Entry:
    """Who stands for a team: the first seat of those who are in the event."""
    there = sorted(mates, key=lambda entry: (entry.state != EntryState.ON, entry.seat, entry.number))
    return there[0]


def _counter(session: Session, stage: Stage, entry: Entry, row: Pool | None) -> Entry | None:
    if row is not None and row.counter:
        return session.get(Entry, row.counter)
    return entry if stage.pools == OWN else None
