"""Who counts whose pool: by the tables of a round, by the roster's order, or by hand; never one's own (MTR 7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from deckcheck.app.actors import EventAct
from deckcheck.app.context import App
from deckcheck.app.fields import Number, Round, Yes, one_of
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.session import EventSession, changing
from deckcheck.app.states import Act, Machine
from deckcheck.events.stage_pools import OTHER
from deckcheck.lists.event_terms import pool_team
from deckcheck.pools.queries import PoolHandle, named, places_in, pool_stage
from deckcheck.pools.values import Assigned
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.rounds import checked_round
from deckcheck.store.models import Entry, PoolCount, Stage, Team
from deckcheck.store.queries import entries, pools, published, rosters
from deckcheck.store.states import PoolState

Pairs = dict[str, str]
"""By owner who counts the pool."""


def give_out(needs: Sequence[str], free: Sequence[str], groups: Iterable[Sequence[str]] = ()) -> Pairs:
    """A counter for each of those who need one, as far as somebody is free; `groups` sit together and come first.

    Whoever needs one and is free is put into rings: each counts the pool of the next one.
    """
    both = [who for who in needs if who in set(free)]
    rings, alone = _rings(both, groups)
    pairs = {owner: counter for ring in rings for owner, counter in zip(ring, [*ring[1:], ring[0]], strict=True)}
    only_needs = [who for who in needs if who not in pairs and who not in alone]
    only_free = [who for who in free if who not in pairs and who not in alone]
    zipped = dict(zip(only_needs, only_free, strict=False))
    if alone:
        zipped = _take_in(alone[0], zipped, only_needs, only_free)
    return pairs | zipped


def _rings(both: Sequence[str], groups: Iterable[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Rings of those who sit together, then of the others in their order, and the one who is left if there is one."""
    wanted, rings = set(both), []
    for group in groups:
        here = [who for who in group if who in wanted]
        if len(here) > 1:
            rings.append(here)
            wanted -= set(here)
    rest = [who for who in both if who in wanted]
    rings += [list(rest[place : place + 2]) for place in range(0, len(rest) - 1, 2)]
    if len(rest) % 2 == 0:
        return rings, []
    if not rings:
        return [], rest[-1:]
    pair = next((ring for ring in reversed(rings) if len(ring) == 2), rings[-1])
    pair.append(rest[-1])
    return rings, []


def _take_in(alone: str, zipped: Pairs, needs: Sequence[str], free: Sequence[str]) -> Pairs:
    """Let the one who is left count for somebody else, and somebody else count theirs."""
    unserved, idle = list(needs[len(zipped) :]), list(free[len(zipped) :])
    if unserved:
        return {**zipped, unserved[0]: alone}
    if idle:
        return {**zipped, alone: idle[0]}
    if not zipped:
        return zipped
    owner, counter = next(reversed(zipped.items()))
    return {**zipped, owner: alone, alone: counter}


WAYS = ("tables", "roster", "hand")


@dataclass(frozen=True, slots=True)
class AssignPools(EventAct):
    """Whom to let count whose pool: by `tables` (of a round, else the last one), by the `roster`, or by `hand`.

    `pairs` are numbers of owner and counter, for the last of these; without a counter nobody counts the pool any more.
    `keep`: whoever counts it from now on goes on with what the one before has counted; else they begin anew.
    """

    stage: str
    how: Annotated[str, one_of(WAYS)]
    round: Round | None = None
    pairs: Annotated[tuple[tuple[Number, Number | None], ...], Field(max_length=10_000)] = ()
    keep: Yes = False


def assign_pools(order: AssignPools, app: App) -> Assigned:
    """Assign pools. By tables and by the roster whatever is assigned already stays, and nobody gets a second one."""
    if order.how not in WAYS:
        raise UnusableInput(f'"{order.how[:40]}" is no way to assign pools. Use {", ".join(WAYS)}.')
    with changing(app, order.who, order.slug) as work:
        named_stage = work.stage(order.stage) if order.stage else None
        work.ask(Right.ASSIGN_POOLS, named_stage)
        stage = pool_stage(work, order.stage)
        if stage is None:
            raise Refused("No pools are registered here. The organizer sets that with the stage.", code="no-pools")
        hall = _Hall.of(work, stage)
        pairs = hall.by_hand(order) if order.how == "hand" else hall.by_order(order)
        for owner, counter in pairs:
            _assign(hall.places[owner.uid], counter, keep=order.keep)
        work.session.flush()
        return _told(_Hall.of(work, stage), pairs)


@dataclass(slots=True)
class _Hall:
    """A stage with those who open pools in it: of a team one seat stands for all. `places` are what is kept of each.

    `teams` are held here so that no name is fetched twice.
    """

    work: EventSession
    stage: Stage
    by_number: dict[int, Entry]
    places: dict[str, PoolHandle]
    teams: dict[str, Team]

    @classmethod
    def of(cls, work: EventSession, stage: Stage) -> _Hall:
        session, event = work.session, work.event.uid
        places = {place.entry.uid: place for place in places_in(work, stage)}
        heads = {pool_team(session, place.entry) or place.entry.uid: place.entry for place in places.values()}
        people = entries.entries_of(session, event)
        found = ((e.number, pool_team(session, e) or e.merged_into or e.uid) for e in people)
        by_number = {number: heads[side] for number, side in found if side in heads}
        return cls(work, stage, by_number, places, entries.teams_of(session, event))

    @property
    def playing(self) -> list[Entry]:
        """Those who are in the event, in the order of the roster."""
        rows = RosterData.of(self.work, self.stage).rows
        found = (self.by_number[row.number] for row in rows if row.is_on and row.number in self.by_number)
        return list(dict.fromkeys(found))

    def needs(self) -> list[Entry]:
        """Those whose pools nobody counts yet."""
        return [e for e in self.playing if self.places[e.uid].state == PoolState.WAITING]

    def free(self) -> list[Entry]:
        """Those who count no pool, and have counted none."""
        busy = {place.counter.uid for place in self.places.values() if place.row and place.counter}
        return [e for e in self.playing if e.uid not in busy]

    def by_order(self, order: AssignPools) -> list[tuple[Entry, Entry | None]]:
        """The pairs that follow from the tables or the roster, as far as anybody needs one."""
        if self.stage.pools != OTHER:
            raise Refused("Everybody registers their own pool here, so there is nothing to assign.", code="own-pools")
        by_uid = {entry.uid: entry for entry in self.by_number.values()}
        groups = self._tables(order.round) if order.how == "tables" else ()
        needs, free = ([entry.uid for entry in found] for found in (self.needs(), self.free()))
        return [(by_uid[owner], by_uid[counter]) for owner, counter in give_out(needs, free, groups).items()]

    def _tables(self, number: int | None) -> list[list[str]]:
        session, event = self.work.session, self.work.event.uid
        wanted = rosters.last_round(session, event) if number is None else checked_round(number)
        found = published.tables_of(session, event, wanted) if wanted else []
        if not found:
            raise Refused("No pairings were imported for this round. Assign by the roster.", code="no-tables")
        seated = ([self.by_number[n].uid for n in table.entries if n in self.by_number] for table in found)
        return [list(dict.fromkeys(table)) for table in seated]

    def by_hand(self, order: AssignPools) -> list[tuple[Entry, Entry | None]]:
        """The pairs as they were named."""
        if not order.pairs:
            raise UnusableInput("Name whose pool it is and who counts it.")
        pairs = [(self._entry(owner), None if n is None else self._entry(n)) for owner, n in order.pairs]
        if len({owner.uid for owner, _ in pairs}) < len(pairs):
            raise UnusableInput("One pool is named twice.")
        return pairs

    def _entry(self, number: int) -> Entry:
        if number not in self.by_number:
            raise UnusableInput(f"Entry {number} is not in {self.stage.title}.", code="no-such-entry")
        return self.by_number[number]


def _assign(place: PoolHandle, counter: Entry | None, *, keep: bool) -> None:
    """Let an entry count a pool from now on; what the one before has counted stays as it is."""
    work, row = place.work, place.made()
    was, before = row.state, row.counter
    place.counter = counter
    facts = replace(place.facts(), counter=named(work, counter).name if counter else "")
    done = work.step(Machine.POOL, place.state, Act.POOL_ASSIGNED, facts)
    if counter is not None and before == counter.uid:
        return
    row.state, row.counter = done.state, counter.uid if counter else None
    if keep and counter is not None:
        _hand_on(place, counter.uid)
    to = f"{done.state} entry:{counter.number}" if counter else done.state
    work.note(done.audit, place.on, was, to, entry=place.entry)


def _hand_on(place: PoolHandle, counter: str) -> None:
    """Copy what was counted last to whoever goes on, if they have counted nothing themselves."""
    session, pool = place.work.session, place.made().uid
    own = pools.count_of(session, pool, counter)
    old = next((row for row in pools.counts_of(session, pool) if row.text and row.counter != counter), None)
    if old is None or (own is not None and own.text):
        return
    if own is None:
        session.add(PoolCount(pool=pool, counter=counter, text=old.text, at=old.at))
    else:
        own.text, own.at = old.text, old.at


def _told(hall: _Hall, pairs: Sequence[tuple[Entry, Entry | None]]) -> Assigned:
    left = tuple(entry.number for entry in hall.needs()) if hall.stage.pools == OTHER else ()
    numbers = tuple((owner.number, counter.number) for owner, counter in pairs if counter)
    return Assigned(numbers, left, _sentence(len(numbers), left))


def _sentence(count: int, left: Sequence[int]) -> str:
    told = "1 pool is assigned." if count == 1 else f"{count} pools are assigned."
    if not left:
        return told
    who = _numbers(left)
    return f"{told} Nobody is free to count the pool of {who}; assign by hand, or enter it yourself."


def _numbers(left: Iterable[int]) -> str:
    found = [f"entry {number}" for number in left]
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else found[0]
