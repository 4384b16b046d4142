"""Countings: all that is counted of a pool is kept as typed, outside the event's lock, as drafts of lists are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.app.states import StateRefused
from deckcheck.app.states.pool_transitions import where_pool_is
from deckcheck.app.states.transitions import not_running
from deckcheck.app.time_words import at_when
from deckcheck.decklist.list_text import LIMITS, UnreadableText, bounded
from deckcheck.lists.editor import LONGEST_TAB, SaveText
from deckcheck.lists.list_handles import Changed, Theirs
from deckcheck.lists.submission import kept_text
from deckcheck.pools.queries import PoolHandle, find_pool
from deckcheck.pools.values import CountSeen
from deckcheck.store.models import PoolCount
from deckcheck.store.queries import pools
from deckcheck.store.states import EventState, PoolState
from deckcheck.translations import gettext

PoolText = Annotated[
    str,
    Field(
        strict=True,
        max_length=LIMITS.bytes,
        description="The cards as counted: numbers of the sets opened, names, or lines of an exported list.",
        examples=["12 45x2 2 Shivan Dragon"],
    ),
]


@dataclass(frozen=True, slots=True)
class SaveCount(SaveText):
    """What was counted so far of the pool of an entry in a stage."""


def count_of(who: Actor, slug: str, number: int | None, stage: str, app: App) -> CountSeen:
    """What was counted so far; it is for whoever counts the pool alone."""
    with reading(app, who, slug) as work:
        return count_at(find_pool(work, number, stage, Right.COUNT_POOL))


def count_at(place: PoolHandle) -> CountSeen:
    """The counting of whoever counts the pool now, within a transaction."""
    if place.row is None or place.counter is None:
        return CountSeen()
    row = pools.count_of(place.work.session, place.row.uid, place.counter.uid)
    return told(row) if row else CountSeen()


def told(row: PoolCount) -> CountSeen:
    """A counting as it is told."""
    return CountSeen(row.text, row.version, row.at)


def save_count(order: SaveCount, app: App) -> CountSeen:
    """Keep what was counted; refused with both texts if another page changed it meanwhile."""
    text = counted_text(order.text)
    pool, counter, zone = _where(order, app)
    with app.store.write() as session:
        row = pools.locked_count(session, pool, counter, app.now())
        own = bool(order.tab) and row.tab == order.tab[:LONGEST_TAB]
        if (own and order.turn < row.turn) or (not own and row.version and row.text == text):
            return told(row)
        if not own and order.version not in {None, row.version}:
            sentence = gettext("Another device changed this counting {when}. Both are here.")
            at = at_when(row.at, app.now(), zone)
            raise Changed(sentence.format(when=at), Theirs(row.text, row.at, row.version))
        row.text, row.at, row.tab, row.turn = text, app.now(), order.tab[:LONGEST_TAB], order.turn
        session.flush()
        return told(row)


def counted_text(text: str) -> str:
    """The text as it is kept; refused where it is no text of that kind."""
    try:
        return bounded(kept_text(text))
    except UnreadableText as error:
        raise UnusableInput(str(error), status=413) from error


def _where(order: SaveCount, app: App) -> tuple[str, str, str]:
    """The pool's key, who counts it, and the event's zone. Only the first counting of all waits for the event."""
    with reading(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.COUNT_POOL)
        _still_counted(place)
        assert place.counter is not None  # Whoever asks counts it.
        if place.row is not None:
            return place.row.uid, place.counter.uid, work.event.zone
    with changing(app, order.who, order.slug) as work:
        place = find_pool(work, order.number, order.stage, Right.COUNT_POOL)
        _still_counted(place)
        assert place.counter is not None
        return place.made().uid, place.counter.uid, work.event.zone


def _still_counted(place: PoolHandle) -> None:
    """Refuse to go on counting what was handed over, or in an event that does not run."""
    facts = place.facts()
    if place.work.event.state != EventState.ON:
        raise not_running(facts)
    if place.state not in {PoolState.WAITING, PoolState.COUNTING}:
        refused: StateRefused = where_pool_is(place.state, facts)
        raise refused
