"""Who counts whose pool: by tables, by the roster and by hand, and that nobody counts their own or two."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, Refused
from deckcheck.pools.assignment import give_out
from tests.deck_checks import pair
from tests.desks import Clock
from tests.pools import assign, by_hand, counts, sealed_event, table
from tests.services.test_deck_checks import audit_holds

players = st.lists(st.integers(0, 14).map(str), unique=True)
a_hall = st.lists(st.lists(st.integers(0, 14).map(str), min_size=1, max_size=4, unique=True), max_size=5)


@settings(max_examples=300, deadline=None)
@given(needs=players, free=players, groups=a_hall)
def test_nobody_counts_their_own_pool_or_two_and_no_more_are_left_than_must_be(
    needs: list[str], free: list[str], groups: list[list[str]]
) -> None:
    pairs = give_out(needs, free, groups)
    assert set(pairs) <= set(needs)
    assert set(pairs.values()) <= set(free)
    assert len(set(pairs.values())) == len(pairs)
    assert all(owner != counter for owner, counter in pairs.items())
    alone = len(needs) == 1 and free == needs
    assert len(pairs) == (0 if alone else min(len(needs), len(free)))


@settings(max_examples=100, deadline=None)
@given(size=st.integers(2, 40))
def test_an_even_number_swaps_in_pairs_and_an_odd_one_makes_one_ring_of_three(size: int) -> None:
    hall = [str(number) for number in range(size)]
    pairs = give_out(hall, hall)
    swapped = [owner for owner, counter in pairs.items() if pairs[counter] == owner]
    assert len(hall) - len(swapped) == (3 if size % 2 else 0)


def test_by_tables_those_across_swap_and_who_sits_alone_joins_a_table(both_desk: App, clock: Clock) -> None:
    made = sealed_event(both_desk, players=5)
    with pytest.raises(Refused, match=r"^No pairings were imported"):
        assign(both_desk, made, "tables")
    pair(both_desk, made, 1, [[1, 4], [5], [2, 3]])
    assert sorted(assign(both_desk, made, "tables", round=1).pairs) == [(1, 4), (2, 3), (3, 5), (4, 1), (5, 2)]
    (one,) = (line for line in table(both_desk, made).lines if line.owner.number == 1)
    assert (one.table, one.counter and one.counter.listed, one.state_words) == ("1", "Abara, Chidi", "Not begun")
    audit_holds(both_desk, made)


def test_by_the_roster_neighbours_in_the_order_of_names_swap(one_desk: App) -> None:
    made = sealed_event(one_desk)
    # Abara 4, Dąbrowska 3, Dahl 2, Okonkwo 1.
    assert sorted(assign(one_desk, made).pairs) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_what_is_assigned_stays_and_a_latecomer_is_left_to_staff(one_desk: App) -> None:
    made = sealed_event(one_desk, players=3)
    by_hand(one_desk, made, (1, 2), (2, 1))
    counts(one_desk, made, 1, "3x2")
    done = assign(one_desk, made)
    assert (done.pairs, done.left) == ((), (3,))
    assert done.sentence == (
        "0 pools are assigned. Nobody is free to count the pool of entry 3; assign by hand, or enter it yourself."
    )
    assert by_hand(one_desk, made, (3, 1)).left == ()


def test_by_hand_nobody_gets_their_own_pool_and_a_pool_can_be_taken_back(one_desk: App) -> None:
    made = sealed_event(one_desk)
    with pytest.raises(Refused, match=r"^Ada Okonkwo opened this pool, so another player registers it\.$"):
        by_hand(one_desk, made, (1, 1))
    with pytest.raises(Refused, match=r"^Entry 9 is not in Swiss\.$"):
        by_hand(one_desk, made, (1, 9))
    with pytest.raises(Refused, match=r"^One pool is named twice\.$"):
        by_hand(one_desk, made, (1, 2), (1, 3))
    by_hand(one_desk, made, (1, 2))
    counts(one_desk, made, 1, "3")
    by_hand(one_desk, made, (1, None))
    with pytest.raises(Hidden):
        counts(one_desk, made, 1, "3x2")
    (one,) = (line for line in table(one_desk, made).lines if line.owner.number == 1)
    assert (one.state, one.counter) == ("waiting", None)
    audit_holds(one_desk, made)
