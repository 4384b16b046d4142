"""What the owner says to a pool that was handed over: it is right, or something is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing
from deckcheck.app.stale import refuse_stale
from deckcheck.app.states import Act, Machine
from deckcheck.pools.queries import find_pool
from deckcheck.pools.registration import LONGEST_NOTE, NotOpenedHere
from deckcheck.pools.values import PoolSeen
from deckcheck.pools.views import foreign_of, pool_told


@dataclass(frozen=True, slots=True)
class AnswerPool:
    """An answer to the pool of entry `number`: `text` says what is wrong. `version` is the one that was looked at."""

    who: Actor
    slug: str
    number: int | None
    stage: str
    text: str = ""
    version: int | None = None


def confirm_pool(order: AnswerPool, app: App) -> PoolSeen:
    """Say that a pool is right: its player, a team-mate, or a judge for them; whoever counted it sees it no more."""
    with changing(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.ANSWER_POOL)
        done = work.step(Machine.POOL, place.state, Act.POOL_CONFIRMED, place.facts())
        refuse_stale(work, order.version, place.version, place.on)
        wrong = next((one for one in foreign_of(place) if one.known), None)
        if wrong and not work.actor.is_staff:
            raise NotOpenedHere(f"{wrong.text} Ask for a judge: they can correct the pool, or confirm it.")
        row, was = place.made(), place.state
        row.state, row.confirmed, row.confirmed_at, row.question = done.state, row.current, work.now, ""
        work.note(done.audit, place.on, was, f"{done.state} {row.version_count}", entry=place.entry)
        work.session.flush()
        return pool_told(place)


def question_pool(order: AnswerPool, app: App) -> PoolSeen:
    """Say what is wrong with a pool; a judge looks at it with both players, and corrects it."""
    text = order.text.strip()
    if len(text) > LONGEST_NOTE:
        raise UnusableInput(f"Say it in at most {LONGEST_NOTE} letters.")
    with changing(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.ANSWER_POOL)
        done = work.step(Machine.POOL, place.state, Act.POOL_QUESTIONED, place.facts(reason=text))
        refuse_stale(work, order.version, place.version, place.on)
        row, was = place.made(), place.state
        row.state, row.question = done.state, text
        work.note(done.audit, place.on, was, f"{done.state} {row.version_count}", text, entry=place.entry)
        work.session.flush()
        return pool_told(place)
