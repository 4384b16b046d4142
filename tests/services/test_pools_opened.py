"""A card that no opened booster holds is a fault of a pool: handed over, confirmed, and judged by (MTR 7.2)."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.pools.registration import AnswerPool, confirm_pool
from deckcheck.store.queries import lists
from tests.desks import Clock
from tests.pools import COUNTED, DECK, assign, hand_over, sealed_event
from tests.registrations import receipts_of, send
from tests.services.test_pools import answer, seen, verdict

LOTUS: Final = COUNTED + "1 Black Lotus\n"
GUEST: Final = COUNTED + "1 Condemn\n"
"""A Special Guest of Foundations."""


def test_a_pool_with_a_card_of_no_booster_is_handed_over_only_by_one_who_says_so(both_desk: App, clock: Clock) -> None:
    made = sealed_event(both_desk)
    assign(both_desk, made)
    with pytest.raises(Refused, match=r"^Black Lotus is in no booster of Foundations\.") as refused:
        hand_over(both_desk, made, 1, LOTUS)
    assert (refused.value.code, refused.value.status) == ("not-opened", 422)
    assert refused.value.more["not_opened"] == ["Black Lotus"]
    receipt = hand_over(both_desk, made, 1, LOTUS, as_opened=True)
    assert receipt.warnings == ("Black Lotus is in no booster of Foundations.",)
    assert seen(both_desk, made, 1, "judge").foreign == receipt.warnings
    assert seen(both_desk, made, 1, 1).foreign == receipt.warnings
    with pytest.raises(Refused, match=r"Ask for a judge: they can correct the pool, or confirm it\.$"):
        answer(both_desk, made, 1)
    judge = AnswerPool(made.as_account("judge"), made.slug, 1, "")
    assert confirm_pool(judge, both_desk).state == "confirmed"


def test_a_list_is_illegal_by_a_pool_that_cannot_have_been_opened(one_desk: App, clock: Clock) -> None:
    made = sealed_event(one_desk)
    assign(one_desk, made)
    send(made, one_desk, DECK)
    hand_over(one_desk, made, 1, LOTUS, as_opened=True)
    assert verdict(one_desk, made, 1) == "illegal"
    with one_desk.store.read() as session:
        report = lists.latest_report(session, receipts_of(made, one_desk)[-1].uid)
    assert report is not None
    [problem] = report.body["problems"]
    assert (problem["rule"], problem["cards"], problem["source"]) == ("pool-opened", ["Black Lotus"], "MTR 7.2")


def test_a_card_of_a_sheet_in_the_boosters_is_no_fault(one_desk: App, clock: Clock) -> None:
    made = sealed_event(one_desk)
    assign(one_desk, made)
    send(made, one_desk, DECK)
    assert hand_over(one_desk, made, 1, GUEST).warnings == ()
    assert seen(one_desk, made, 1, 1).foreign == ()
    assert verdict(one_desk, made, 1) == "legal"
    assert answer(one_desk, made, 1).state == "confirmed"


def test_where_the_boosters_are_not_known_it_is_asked_and_refused_to_nobody(one_desk: App, clock: Clock) -> None:
    made = sealed_event(one_desk, sets=("M19",))
    assign(one_desk, made)
    send(made, one_desk, "40 Plains\n")
    told = ("Whether a booster of Core Set 2019 holds Black Lotus is not known here.",)
    assert hand_over(one_desk, made, 1, "1\n1 Black Lotus\n").warnings == told
    assert verdict(one_desk, made, 1) == "unclear"
    assert answer(one_desk, made, 1).state == "confirmed"


def test_an_event_whose_pools_are_counted_by_name_asks_for_no_set(one_desk: App, clock: Clock) -> None:
    made = sealed_event(one_desk, sets=())
    assign(one_desk, made)
    assert hand_over(one_desk, made, 1, "23 Opt\n1 Black Lotus\n").warnings == ()
