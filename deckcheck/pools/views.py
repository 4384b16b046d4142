"""Pools as they are seen: the staff's table without a card, one pool by whoever may see it, a player's own tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, Refused
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import staff_frame
from deckcheck.decklist.names import fold
from deckcheck.events.stage_pools import OTHER
from deckcheck.lists.event_terms import owners, pool_team
from deckcheck.lists.pool_reading import cards_not_opened
from deckcheck.pools.countings import count_at, told
from deckcheck.pools.queries import (
    PoolHandle,
    called,
    done_by,
    find_pool,
    named,
    place_of,
    places_in,
    pool_stage,
    pool_stages,
)
from deckcheck.pools.values import (
    MyPools,
    OtherCount,
    PoolCard,
    PoolLine,
    PoolPlayer,
    PoolSeen,
    PoolsSeen,
    PoolVersionSeen,
)
from deckcheck.store.models import Entry, Stage
from deckcheck.store.queries import entries, pools, rosters
from deckcheck.store.states import EntryState, EventState, PoolState
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.set_lists import NotOpened

WORDS: Final[Mapping[str, str]] = {
    PoolState.WAITING: gettext_noop("Nobody counts it yet"),
    PoolState.COUNTING: gettext_noop("Being counted"),
    PoolState.REGISTERED: gettext_noop("Handed over"),
    PoolState.CONFIRMED: gettext_noop("Confirmed"),
    PoolState.QUESTIONED: gettext_noop("Questioned"),
}
"""States as people read them."""
_THERE: Final = frozenset({EntryState.ON, EntryState.MERGED})
"""Whoever was merged counts on as the entry that was kept."""
_BEFORE: Final = frozenset({PoolState.WAITING, PoolState.COUNTING})
_ACTS: Final = (
    ("count", Right.COUNT_POOL, _BEFORE),
    ("register", Right.REGISTER_POOL, _BEFORE),
    ("confirm", Right.ANSWER_POOL, frozenset({PoolState.REGISTERED, PoolState.QUESTIONED})),
    ("question", Right.ANSWER_POOL, frozenset(PoolState) - _BEFORE),
    ("correct", Right.CORRECT_POOL, frozenset(PoolState) - _BEFORE),
)
_FIRST: Final = (PoolState.QUESTIONED, "out", *PoolState)


def see_pool(app: App, who: Actor, slug: str, number: int | None, stage: str = "", reason: str = "") -> PoolSeen:
    """One pool; the audit has it before an official reads it."""
    with looking(app, who, slug, lambda work: ask_for_pool(work, number, stage, reason)) as work:
        return pool_seen(find_pool(work, number, stage, Right.SEE_POOL, reason))


def ask_for_pool(work: EventSession, number: int | None, stage: str, reason: str) -> Look | None:
    """Ask to read one pool; the audit is to have it before where it is none of one's own."""
    place = find_pool(work, number, stage, Right.SEE_POOL, reason)
    permission = place.permission(Right.SEE_POOL)
    on = f"entry:{place.entry.number}" + (f" pool:{place.row.uid}" if place.row else "")
    return look_if(permission, Look("pool.read", on, to=place.state, reason=reason.strip()))


def pool_seen(place: PoolHandle) -> PoolSeen:
    """A pool within a transaction, to one who may see it, or whose own it is."""
    work, stage, row, current = place.work, place.stage, place.row, place.current
    me = _me(place)
    open_ = me != "owner" or place.handed
    kept = pools.versions_of(work.session, row.uid) if row and open_ else []
    return PoolSeen(
        **_where(work, stage),
        owner=named(work, place.entry),
        counter=named(work, place.counter) if place.counter else None,
        state=place.state,
        state_words=gettext(WORDS[place.state]),
        cards=tuple(PoolCard(*one) for one in current.rows) if current else (),
        total=current.total if current else 0,
        handed_at=current.at if current else None,
        handed_by=done_by(work, current.by) if current else "",
        confirmed_at=row.confirmed_at if row else None,
        question=row.question if row else "",
        versions=tuple(PoolVersionSeen(v.number, v.at, done_by(work, v.by), v.total, v.note) for v in kept),
        count=count_at(place) if place.counts else None,
        other_counts=_other_counts(place) if me == "official" else (),
        me=me,
        may=_acts(place),
        version=place.version,
        foreign=tuple(one.text for one in foreign_of(place)),
    )


def foreign_of(place: PoolHandle) -> tuple[NotOpened, ...]:
    """The cards of a pool that no booster of its sets holds, or may not."""
    rows = [(count, name) for count, name, *_ in place.current.rows] if place.current else []
    return cards_not_opened(rows, place.work.event.game, place.stage.pool_sets, place.work.app)


def pool_told(place: PoolHandle) -> PoolSeen:
    """The same after an act on it: whoever reads pools on record only is told no card along the way."""
    seen = pool_seen(place)
    sight = place.permission(Right.SEE_POOL)
    if sight.allowed and not sight.log:
        return seen
    return replace(seen, cards=(), other_counts=(), foreign=())


def _where(work: EventSession, stage: Stage) -> dict[str, Any]:
    """What every answer about pools begins with."""
    return {
        "event": work.event.slug,
        "event_name": work.event.name,
        "game": work.event.game,
        "zone": work.event.zone,
        "now": work.now,
        "stage": stage.slug,
        "stage_title": stage.title,
        "mode": stage.pools,
        "sets": tuple(stage.pool_sets),
        "expected": stage.pool_size,
    }


def _me(place: PoolHandle) -> str:
    """What whoever asks is to the pool."""
    if place.counts:
        return "own" if place.is_mine else "counter"
    return "owner" if place.is_mine else "official"


def _other_counts(place: PoolHandle) -> tuple[OtherCount, ...]:
    session = place.work.session
    rows = pools.counts_of(session, place.row.uid) if place.row else []
    found = ((session.get(Entry, row.counter), row) for row in rows)
    return tuple(OtherCount(named(place.work, entry), told(row)) for entry, row in found if entry and row.text)


def _acts(place: PoolHandle) -> tuple[str, ...]:
    """What whoever asks can do now."""
    if place.work.event.state != EventState.ON:
        return ()
    return tuple(word for word, right, states in _ACTS if place.state in states and place.permission(right).allowed)


def my_pools(app: App, who: Actor, slug: str) -> MyPools:
    """What a player has to do with pools; hidden from whoever plays in no stage that registers any."""
    with reading(app, who, slug) as work:
        mine: dict[tuple[str, str], PoolHandle] = {}
        counting: dict[tuple[str, str], PoolHandle] = {}
        for stage in pool_stages(work):
            for own in (e for e in work.mine if work.rows.is_member(stage, e.uid)):
                place = place_of(work, stage, own)
                mine[stage.uid, place.entry.uid] = place
                counting |= {(stage.uid, one.entry.uid): one for one in _counted_by(work, stage, own)}
        if not mine:
            raise Hidden(NOTHING_HERE)
        event = work.event
        return MyPools(
            event=event.slug,
            event_name=event.name,
            game=event.game,
            zone=event.zone,
            now=work.now,
            mine=tuple(map(pool_seen, mine.values())),
            counting=tuple(pool_seen(place) for key, place in counting.items() if key not in mine),
        )


def _counted_by(work: EventSession, stage: Stage, own: Entry) -> list[PoolHandle]:
    """The pools that somebody counts, themselves or their team, and that are open to them."""
    rows = pools.counted_by(work.session, stage.uid, [one.uid for one in owners(work.session, own)])
    found = (place_of(work, stage, owner) for row in rows if (owner := work.session.get(Entry, row.entry)))
    return [place for place in found if place.counts]


def see_pools(app: App, who: Actor, slug: str, stage: str = "") -> PoolsSeen:
    """Who counts whose pool, and what is missing; for staff, without a card."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER, work.stage(stage) if stage else None)
        here = pool_stage(work, stage)
        if here is None:
            raise Refused("No pools are registered here. The organizer sets that with the stage.", code="no-pools")
        lines = _lines(work, here)
        return PoolsSeen(
            **_where(work, here),
            stages=tuple((one.slug, one.title) for one in pool_stages(work)),
            lines=tuple(sorted(lines, key=_rank)),
            missing=sum(line.missing for line in lines),
            questioned=sum(line.state == PoolState.QUESTIONED for line in lines),
            unassigned=sum(line.missing and line.state == PoolState.WAITING for line in lines) * (here.pools == OTHER),
            round=rosters.last_round(work.session, work.event.uid),
            may=_of_staff(work, here),
            frame=staff_frame(work, f"/e/{slug}/pools"),
        )


def _of_staff(work: EventSession, stage: Stage) -> tuple[str, ...]:
    rights = (
        ("assign", Right.ASSIGN_POOLS),
        ("enter", Right.REGISTER_POOL),
        ("correct", Right.CORRECT_POOL),
        ("see", Right.SEE_POOL),
    )
    return tuple(word for word, right in rights if work.may(right, stage).allowed)


def _lines(work: EventSession, stage: Stage) -> list[PoolLine]:
    session, event = work.session, work.event.uid
    teams = entries.teams_of(session, event)
    totals, saved = pools.totals_in(session, stage.uid), pools.counted_at(session, stage.uid)
    tables = rosters.places_in_round(session, event, rosters.last_round(session, event))

    def player(entry: Entry) -> PoolPlayer:
        return called(work, entry, teams.get(pool_team(session, entry) or ""))

    found = []
    for place in places_in(work, stage):
        row, counter, entry = place.row, place.counter, place.entry
        on = entry.state == EntryState.ON
        if not on and not place.handed:
            continue
        uid = row.uid if row else ""
        total, at = totals.get(uid, (None, None))
        found.append(
            PoolLine(
                owner=player(entry),
                counter=player(counter) if counter else None,
                counter_out=counter is not None and counter.state not in _THERE and place.state in _BEFORE,
                state=place.state,
                state_words=_words(place, saved.get((uid, counter.uid)) if counter else None),
                missing=on and place.state in _BEFORE,
                saved_at=saved.get((uid, counter.uid)) if counter else None,
                total=total,
                at=at,
                table=tables.get(entry.number, ""),
                question=_question(place),
                version=place.version,
            )
        )
    return found


def _question(place: PoolHandle) -> str:
    """What the player says is wrong: it may name cards, so it is for those who may read the pool."""
    asked = place.row.question if place.row else ""
    return asked if asked and place.permission(Right.SEE_POOL).allowed else ""


def _words(place: PoolHandle, saved: datetime | None) -> str:
    if place.state in _BEFORE and place.counter is not None:
        return WORDS[PoolState.COUNTING] if saved else "Not begun"
    return WORDS[place.state]


def _rank(line: PoolLine) -> tuple[int, str, int]:
    """Questions first, then those whose counter is gone, then by how far the pool is, and by name."""
    kind = "out" if line.counter_out else line.state
    return _FIRST.index(kind), fold(line.owner.listed), line.owner.number
