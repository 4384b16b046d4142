"""A sealed event whose players count each other's pools, and the short ways in which tests count and hand them over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from deckcheck.app.actors import Actor
from deckcheck.app.audit_log import append_instance
from deckcheck.app.context import App
from deckcheck.events.stage_states import Order
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.pools.assignment import AssignPools, assign_pools
from deckcheck.pools.countings import SaveCount, save_count
from deckcheck.pools.registration import AnswerPool, RegisterPool, confirm_pool, question_pool, register_pool
from deckcheck.pools.values import Assigned, CountSeen, PoolReceipt, PoolsSeen
from deckcheck.pools.views import see_pools
from tests.events import BUILDER, Made, make_event

COUNTED: Final = "3x22 12\nShivan Dragon\n"
"""Numbers of Foundations, and a name: 24 cards."""
CARDS: Final = ((22, "Armasaur Guide"), (1, "Felidar Savior"), (1, "Shivan Dragon"))
DECK: Final = "22 Armasaur Guide\n1 Felidar Savior\n17 Plains\n"
"""Forty cards that are built from it."""
TOO_MANY: Final = DECK.replace("22 Armasaur Guide\n1 Felidar", "21 Armasaur Guide\n2 Felidar")


def sealed_event(
    desk: App, *, way: str = "other", sets: tuple[str, ...] = ("FDN",), size: int | None = None, **more: Any
) -> Made:
    """A sealed event at Leeds whose Swiss registers pools."""
    known: dict[str, Any] = {"format": "limited-sealed", "players": 4}
    made = make_event(desk, **(known | more))
    set_pools(desk, made, pools=way, pool_sets=sets, pool_size=size)
    return made


def set_pools(desk: App, made: Made, *, reason: str = "", **settings: Any) -> None:
    """The organizer sets how Swiss registers pools."""
    who = made.as_account("organizer")
    change_stage(desk, who, made.slug, "swiss", StagePatch(**settings), Order(reason=reason))


def assign(desk: App, made: Made, how: str = "roster", role: str = "judge", **more: Any) -> Assigned:
    """Staff assigns the pools."""
    return assign_pools(AssignPools(made.as_account(role), made.slug, "swiss", how, **more), desk)


def by_hand(desk: App, made: Made, *pairs: tuple[int, int | None], keep: bool = False) -> Assigned:
    """Staff names owners and counters."""
    return assign(desk, made, "hand", pairs=pairs, keep=keep)


def counts(desk: App, made: Made, owner: int, text: str = COUNTED, *, by: int | Actor = 2, **more: Any) -> CountSeen:
    """The entry with the number `by` counts something of a pool."""
    known: dict[str, Any] = {"stage": "", "version": None}
    return save_count(SaveCount(a_who(made, by), made.slug, owner, text=text, **(known | more)), desk)


def hand_over(
    desk: App, made: Made, owner: int, text: str | None = COUNTED, *, by: int | Actor = 2, **more: Any
) -> PoolReceipt:
    """The entry with the number `by`, or whoever is named, hands a pool over."""
    known: dict[str, Any] = {"stage": "", "key": ""}
    return register_pool(RegisterPool(a_who(made, by), made.slug, owner, text=text, **(known | more)), desk)


def a_who(made: Made, by: int | Actor) -> Actor:
    """A player by the number of their entry."""
    return made.as_person(by - 1) if isinstance(by, int) else by


def table(desk: App, made: Made, role: str = "scorekeeper") -> PoolsSeen:
    """The staff's table."""
    return see_pools(desk, made.as_account(role), made.slug)


def register_pools(desk: App, accounts: dict[str, str]) -> Made:
    """Another event, of two: a pool that was questioned, corrected and confirmed, and one that is being counted."""
    names: dict[str, Any] = {"slug": "sealed-open", "name": "Sealed Open", "join_code": None, "deadline": None}
    made = sealed_event(desk, players=2, accounts=accounts, **names)
    with desk.store.write() as session:
        # The chain of the installation names every event, so that one that is taken away is missed.
        append_instance(session, desk.now(), BUILDER, "event.made", f"event:{made.uid}", to="planned")
    by_hand(desk, made, (1, 2), (2, 1))
    counts(desk, made, 2, "12", by=1)
    hand_over(desk, made, 1)
    answers = AnswerPool(made.as_person(0), made.slug, 1, "")
    question_pool(replace(answers, text="no dragon"), desk)
    hand_over(desk, made, 1, "3x22 12", by=made.as_account("judge"), reason="it lay in another box")
    confirm_pool(answers, desk)
    return made
