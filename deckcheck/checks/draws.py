"""Draws at random, which anybody can repeat: from the seed and the tables that stand on record."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from deckcheck.app.actors import Actor, who_did
from deckcheck.app.context import App
from deckcheck.app.permissions import Right, may
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.states import NOTHING, Act, Machine
from deckcheck.checks.choices import DrawSeen
from deckcheck.checks.seating import hall_of
from deckcheck.roster.rounds import checked_round
from deckcheck.store.models import Draw
from deckcheck.store.queries import accounts, checks, published
from deckcheck.store.states import EventState, Role, StageState

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
_SEED: Final = re.compile(r"[A-Za-z0-9-]{1,64}")


@dataclass(frozen=True, slots=True)
class DrawTables:
    """So many tables of a round (none: the last one brought) to be drawn; an empty seed is made at random."""

    who: Actor
    slug: str
    round: int | None = None
    size: int = 1
    seed: str = ""
    stage: str = ""


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
        names = [table.table for table in hall.tables] or [f"Player {number}" for number in hall.seats]
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
    yield DrawSeen(
        uid=row.uid if judging else "",
        stage=stage.slug,
        round=row.round,
        seed=row.seed,
        size=row.size,
        tables=tuple(row.tables),
        drawn=tuple(row.drawn),
        by=who_did(work.session, row.by) if judging else "",
        role=_role(work, row),
        at=row.at,
        public=access.round_over,
        again=again,
    )


def _role(work: EventSession, row: Draw) -> str:
    """As what somebody drew, in words: the role that they had then."""
    kind, _, uid = row.by.partition(":")
    if kind != "account":
        return "a judge's program"
    held = accounts.roles_at(work.session, work.event.uid, uid, row.at)
    return "the head judge" if Role.HEAD_JUDGE in held else "a judge"
