"""A pool: assigned to another player, handed over once, answered by its owner, and corrected with a reason."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.app.states import Act, Machine, step
from deckcheck.store.states import EntryState, Role
from tests.state_facts import KEEPER, Case, at, fitting, refuse

M: Final = Machine.POOL
PLAYER: Final = {"roles": frozenset[Role](), "reason": "", "confirmed": False}
REFUSED: Final[list[Case]] = [
    (
        M,
        "waiting",
        Act.POOL_ASSIGNED,
        {"own_pool": True},
        "own-pool",
        "Ada Okonkwo opened this pool, so another player registers it.",
    ),
    (
        M,
        "counting",
        Act.POOL_ASSIGNED,
        {"other_state": EntryState.DROPPED},
        "not-now",
        "Per Dahl is not in the event any more. Choose another player.",
    ),
    (M, "waiting", Act.POOL_ASSIGNED, {"entry_state": EntryState.DROPPED}, "not-now", "Ada Okonkwo has dropped."),
    (
        M,
        "registered",
        Act.POOL_ASSIGNED,
        {"handed_at": at("09:31"), "handed_by": "Per Dahl"},
        "registered",
        "This pool was handed over at 09:31 by Per Dahl. A judge can correct it.",
    ),
    (
        M,
        "counting",
        Act.POOL_REGISTERED,
        PLAYER | {"counts": False},
        "not-yours",
        "Somebody else counts this pool.",
    ),
    (M, "counting", Act.POOL_REGISTERED, {"total": 0}, "no-cards", "No card is counted yet."),
    (
        M,
        "counting",
        Act.POOL_REGISTERED,
        PLAYER | {"total": 83},
        "confirm",
        "83 cards are counted; a pool has 84. Hand it over all the same?",
    ),
    (
        M,
        "counting",
        Act.POOL_REGISTERED,
        PLAYER | {"list_accepted": True},
        "accepted",
        "The list built from this pool is accepted. A judge enters the pool now.",
    ),
    (
        M,
        "waiting",
        Act.POOL_REGISTERED,
        {"list_accepted": True, "reason": ""},
        "reason-needed",
        "Say why: the list built from this pool is accepted.",
    ),
    (
        M,
        "confirmed",
        Act.POOL_REGISTERED,
        PLAYER | {"handed_at": at("09:31"), "handed_by": "Per Dahl"},
        "registered",
        "This pool was handed over at 09:31 by Per Dahl. Tell its player or a judge what is wrong.",
    ),
    (M, "counting", Act.POOL_CONFIRMED, {}, "not-registered", "Nobody has handed this pool over yet."),
    (M, "confirmed", Act.POOL_CONFIRMED, {}, "confirmed", "Ada Okonkwo confirmed this pool already."),
    (
        M,
        "registered",
        Act.POOL_QUESTIONED,
        {"reason": " "},
        "reason-needed",
        "Say what is wrong, and with which cards.",
    ),
    (M, "counting", Act.POOL_CORRECTED, {}, "not-registered", "Nobody has handed this pool over yet."),
    (M, "questioned", Act.POOL_CORRECTED, KEEPER, "judge-only", "Correcting a pool is for a judge."),
    (M, "questioned", Act.POOL_CORRECTED, {"reason": ""}, "reason-needed", "Say why."),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_stands_against_an_act_is_said(case: Case) -> None:
    refuse(case)


def test_nobody_counting_it_any_more_a_pool_waits() -> None:
    assert step(M, "counting", Act.POOL_ASSIGNED, fitting(M, Act.POOL_ASSIGNED, counter="")).state == "waiting"


def test_whoever_registers_their_own_pool_has_confirmed_it() -> None:
    own = {"pools": "own", "own_pool": True}
    assert step(M, "waiting", Act.POOL_REGISTERED, fitting(M, Act.POOL_REGISTERED, **own)).state == "confirmed"
    by_staff = fitting(M, Act.POOL_REGISTERED, **own, counts=False)
    assert step(M, "waiting", Act.POOL_REGISTERED, by_staff).state == "registered"


def test_another_number_of_cards_is_taken_once_that_is_meant() -> None:
    facts = fitting(M, Act.POOL_REGISTERED, total=83)
    assert step(M, "counting", Act.POOL_REGISTERED, facts).state == "registered"
