"""Who sits where in a round, and draws at random, which anybody can repeat: from the seed and the tables on record."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Final

from pydantic import Field

from deckcheck.app.actor_names import numbered_name, who_did
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.fields import Round, Word, told_of
from deckcheck.app.permissions import NOTHING_HERE, Right, may
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.shown_names import name_shown
from deckcheck.app.states import NOTHING, Act, Machine, in_force
from deckcheck.checks.check_values import DrawSeen, SeatSeen, TableSeen
from deckcheck.decklist import lazy
from deckcheck.roster.roster_rows import Checked, checked_of, playing
from deckcheck.roster.rounds import checked_round
from deckcheck.store.models import Draw, Entry, Stage, Standing
from deckcheck.store.queries import accounts, checks, lists, published
from deckcheck.store.states import EntryState, EventState, Role, StageState

HEAD: Final = "deckcheck-draw/1"
_ALL: Final = 1 << 64


def draw(seed: str, tables: Iterable[str], size: int) -> tuple[str, ...]:
    """So many of the tables by the seed, in the order in which they were drawn; all of them if they are fewer."""
    left = in_order(tables)
    numbers = _stream(seed)
    drawn: list[str] = []
    while left and len(drawn) < size:
        drawn.append(left.pop(_below(len(left), numbers)))
    return tuple(drawn)


def in_order(tables: Iterable[str]) -> list[str]:
    """The tables, each once, as the draw counts them: numbers by value, then the others by code points."""
    return sorted(set(tables), key=lambda t: (not _is_number(t), int(t) if _is_number(t) else 0, t))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _stream(seed: str) -> Iterator[int]:
    place = 0
    while True:
        block = sha256(f"{HEAD}\n{seed}\n{place}\n".encode("utf-8", "surrogatepass")).digest()
        yield int.from_bytes(block[:8], "big")
        place += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    """The next number of the stream that says a place among n, every place being as likely."""
    bound = _ALL - _ALL % n
    return next(number for number in numbers if number < bound) % n


MOST: Final = 200
"""No draw is larger."""
_SEED: Final = lazy.regex(r"[A-Za-z0-9-]{1,64}")


@dataclass(frozen=True, slots=True)
class DrawTables(EventAct):
    """So many tables of a round (none: the last one brought) to be drawn; an empty seed is made at random."""

    round: Round | None = None
    size: Annotated[int, Field(strict=True, ge=1, le=MOST)] = 1
    seed: Annotated[str, Field(strict=True, max_length=64)] = ""
    stage: Word = ""


def draw_tables(order: DrawTables, app: App) -> DrawSeen:
    """Draw tables, or players where no pairings were brought; drawing again leaves the first draw on record."""
    if order.round is not None:
        checked_round(order.round)
    if order.seed and not _SEED.fullmatch(order.seed):
        raise UnusableInput("A seed is made of up to 64 letters, digits and hyphens.")
    if not 1 <= order.size <= MOST:
        raise UnusableInput(f"A draw is of 1 to {MOST} tables.")
    with changing(app, order.who, order.slug) as work:
        work.ask(Right.CHECK_DECK)
        hall = hall_of(work, order.stage, order.round)
        done = work.step(Machine.CHECK, NOTHING, Act.CHECK_DRAWN, work.facts(hall.stage))
        names = [table.table for table in hall.tables] or [numbered_name(number) for number in hall.seats]
        if not names:
            raise UnusableInput("Nobody is there to be drawn.", code="nobody-there")
        seed = order.seed or f"{secrets.randbelow(10**8):08}"
        row = Draw(
            event=work.event.uid,
            stage=hall.stage.uid,
            round=hall.round,
            seed=seed,
            size=order.size,
            tables=in_order(names),
            drawn=list(draw(seed, names, order.size)),
            by=work.by,
            at=work.now,
        )
        work.session.add(row)
        work.session.flush()
        at = f" round {hall.round}" if hall.round else ""
        work.note(done.audit, on=f"stage:{hall.stage.slug}", to=f"{order.size} of {len(names)}{at} seed {seed}")
        return next(one for one in draws_seen(work) if one.uid == row.uid)


def draws(app: App, who: Actor, slug: str, stage: str = "") -> tuple[DrawSeen, ...]:
    """The draws of a stage, or of all stages, that whoever asks may see, the oldest first."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        return draws_seen(work, {work.stage(stage).uid} if stage else None)


def draws_seen(work: EventSession, stages: set[str] | None = None) -> tuple[DrawSeen, ...]:
    """The draws of some stages (none: of all) that whoever asks may see, each with how many of its round came first."""
    rows = checks.draws_of(work.session, work.event.uid)
    brought = published.brought(work.session, work.event.uid) if rows else ({}, {})
    before: Counter[tuple[str, int | None]] = Counter()
    found: list[DrawSeen] = []
    for row in rows:
        if stages is None or row.stage in stages:
            found += _seen(work, row, before[row.stage, row.round], brought)
        before[row.stage, row.round] += 1
    return tuple(found)


def _is_over(row: Draw, brought: published.Brought) -> bool:
    """Whether its round ended since it was drawn: pairings of a later round were brought, or standings after it.

    What was there before says nothing: a playoff may count its rounds anew, and pairings may all come at the start.
    """
    at, (tables, standings) = row.round, brought
    if at is None:
        return False
    ends = [key for number, key in tables.items() if number > at]
    return any(key > row.uid for key in (*ends, *(key for number, key in standings.items() if number >= at)))


def _seen(work: EventSession, row: Draw, again: int, brought: published.Brought) -> Iterator[DrawSeen]:
    """The draw, if whoever asks may see it. Where it names no round, it is open once its stage is over."""
    stage = next(s for s in work.rows.stages if s.uid == row.stage)
    ended = stage.state == StageState.OVER or work.event.state == EventState.COMPLETED
    access = replace(work.access(), round_over=ended or _is_over(row, brought))
    if not may(work.actor, Right.SEE_SEED, access, stage.slug).allowed:
        return
    judging = work.may(Right.SEE_SEED, stage).allowed
    yield told_of(
        DrawSeen,
        row,
        uid=row.uid if judging else "",
        stage=stage.slug,
        tables=tuple(row.tables),
        drawn=tuple(row.drawn),
        by=who_did(work.session, row.by) if judging else "",
        role=_role(work, row),
        public=access.round_over,
        again=again,
    )


def _role(work: EventSession, row: Draw) -> str:
    """As what somebody drew, in words: the role that they had then."""
    kind, _, uid = row.by.partition(":")
    if kind != "account":
        return "a judge’s API token"
    held = accounts.roles_at(work.session, work.event.uid, uid, row.at)
    return "the head judge" if Role.HEAD_JUDGE in held else "a judge"


@dataclass(frozen=True, slots=True)
class Hall:
    """A stage as it is played in a round: everybody in it, and the tables where pairings were brought."""

    stage: Stage
    round: int | None
    rounds: tuple[int, ...]
    seats: Mapping[int, SeatSeen]
    tables: tuple[TableSeen, ...]


def stage_now(work: EventSession, slug: str = "") -> Stage:
    """The named stage, or the last one that has begun, or the first."""
    if slug:
        return work.stage(slug)
    begun = [stage for stage in work.rows.stages if stage.begun_at is not None]
    found = next(reversed(begun or work.rows.stages[:1]), None)
    if found is None:
        raise Hidden(NOTHING_HERE)
    return found


def hall_of(work: EventSession, slug: str, number: int | None) -> Hall:
    """Who plays in a stage, and where in a round: the named one, or the last of which pairings were brought."""
    stage, there = stage_now(work, slug), published.rounds_there(work.session, work.event.uid)
    at = number if number is not None else next(reversed(there), None)
    seats = _seats(work, stage, at)
    return Hall(stage, at, tuple(there), seats, _tables(work, at, seats))


def _seats(work: EventSession, stage: Stage, at: int | None) -> dict[int, SeatSeen]:
    source, checked = work.rows.source(stage), checked_of(work)
    rows = lists.lists_in(work.session, source.uid)
    held = {uid for uid, row in rows.items() if in_force(source.state, row.accepted, row.current)}
    stands = published.standings_after(work.session, work.event.uid, at - 1 if at and at > 1 else None)
    found = {}
    for entry in playing(work):
        if entry.state == EntryState.ON and work.rows.is_member(stage, entry.uid):
            name = name_shown(work, stage, entry)
            one, stand = checked.get(entry.uid, Checked()), stands.get(entry.uid)
            found[entry.number] = _seat(entry, (name.name, name.listed), stand, one, has_list=entry.uid in held)
    return found


def _seat(
    entry: Entry, names: tuple[str, str], stand: Standing | None, checked: Checked, *, has_list: bool
) -> SeatSeen:
    return SeatSeen(
        number=entry.number,
        player=names[0],
        listed=names[1],
        points=stand.points if stand else None,
        record=str(stand.facts.get("record", "")) if stand else "",
        rank=stand.rank if stand else None,
        checked=tuple(sorted(set(checked.rounds))),
        checks=checked.times,
        checking=checked.open_check,
        has_list=has_list,
    )


def _tables(work: EventSession, at: int | None, seats: Mapping[int, SeatSeen]) -> tuple[TableSeen, ...]:
    """The tables of a round with those who still play; a name that two tables have tells them apart by a number."""
    if at is None:
        return ()
    found: dict[str, TableSeen] = {}
    for place, row in enumerate(published.tables_of(work.session, work.event.uid, at), 1):
        sitting = tuple(seats[number] for number in row.entries if number in seats)
        name = row.place.strip() or str(place)
        label = name if name not in found else f"{name} ({place})"
        if sitting:
            found[label] = TableSeen(label, sitting)
    return tuple(found.values())
