"""How much computing somebody may have: counted at once by each worker, and by all of them together within a second."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.budgets import NOTICEABLE, SMALL, Budget, Ledger, account_of
from deckcheck.app.context import App
from deckcheck.store.models import WorkDone
from tests.desks import Clock

BUDGET = Budget("test", burst=1000, per_second=100)


class Ticks:
    """A clock of a process that the test sets."""

    def __init__(self) -> None:
        self.at = 5000.0

    def __call__(self) -> float:
        return self.at


def two_workers() -> tuple[Ticks, Ledger, Ledger]:
    ticks = Ticks()
    return ticks, Ledger(ticks), Ledger(ticks)


def pass_(desk: App, ticks: Ticks, seconds: float) -> None:
    ticks.at += seconds
    clock = desk.clock
    assert isinstance(clock, Clock)
    clock.pass_(seconds=seconds)


def test_a_full_budget_waits_until_it_has_room() -> None:
    ticks = Ticks()
    ledger = Ledger(ticks)
    ledger.spend("a", BUDGET, 1250)
    assert ledger.wait("a", BUDGET) == pytest.approx(2.5)
    assert ledger.wait("b", BUDGET) == 0
    ticks.at += 2.5
    assert ledger.wait("a", BUDGET) == 0


def test_what_is_being_done_counts_while_it_is_done() -> None:
    ledger = Ledger(Ticks())
    with ledger.at_work("a", BUDGET, 900), ledger.at_work("a", BUDGET, 900):
        assert ledger.wait("a", BUDGET) == pytest.approx(8)
    assert ledger.wait("a", BUDGET) == 0


@given(st.lists(st.tuples(st.floats(0, 2000), st.floats(0, 30)), max_size=40))
def test_nobody_gets_more_than_the_burst_and_the_pace(steps: list[tuple[float, float]]) -> None:
    ticks = Ticks()
    ledger, done, began = Ledger(ticks), 0.0, ticks.at
    for spent, pause in steps:
        if not ledger.wait("a", BUDGET):
            ledger.spend("a", BUDGET, spent)
            done += spent
            assert done - spent <= BUDGET.burst + (ticks.at - began) * BUDGET.per_second + 1e-6
        ticks.at += pause


def test_what_one_worker_did_the_other_knows_once_both_have_settled(both_desk: App) -> None:
    _, one, other = two_workers()
    one.spend("a", BUDGET, 800)
    other.spend("a", BUDGET, 700)
    assert (one.wait("a", BUDGET), other.wait("a", BUDGET)) == (0, 0)
    for ledger in (one, other, one):
        ledger.settle(both_desk)
    assert one.wait("a", BUDGET) == pytest.approx(5)
    assert other.wait("a", BUDGET) == pytest.approx(5)


def test_what_was_done_meanwhile_is_kept_on_top(both_desk: App) -> None:
    ticks, one, other = two_workers()
    one.spend("a", BUDGET, 600)
    other.spend("a", BUDGET, 30)
    one.settle(both_desk)
    other.settle(both_desk)
    other.spend("a", BUDGET, 570)
    assert other.wait("a", BUDGET) == pytest.approx(2)
    pass_(both_desk, ticks, 4)
    other.settle(both_desk)
    assert other.wait("a", BUDGET) == 0


def test_little_work_is_not_written(both_desk: App) -> None:
    ledger = Ledger(Ticks())
    ledger.spend("a", BUDGET, SMALL - 1)
    ledger.settle(both_desk)
    with both_desk.store.read() as session:
        assert session.query(WorkDone).all() == []


def test_a_level_in_the_database_sinks_as_well(both_desk: App) -> None:
    ticks, one, other = two_workers()
    one.spend("a", BUDGET, 900)
    one.settle(both_desk)
    pass_(both_desk, ticks, 6)
    other.spend("a", BUDGET, 400)
    other.settle(both_desk)
    with both_desk.store.read() as session:
        assert [row.level for row in session.query(WorkDone)] == [700]


def test_what_was_written_before_a_clock_was_set_back_counts_for_nothing(both_desk: App) -> None:
    ticks, one, other = two_workers()
    one.spend("a", BUDGET, 5000)
    one.settle(both_desk)
    pass_(both_desk, ticks, -7200)
    other.spend("a", BUDGET, 100)
    other.settle(both_desk)
    assert other.wait("a", BUDGET) == 0


def test_a_database_in_trouble_refuses_nobody_and_loses_no_count(both_desk: App) -> None:
    ledger = Ledger(Ticks())
    ledger.spend("a", BUDGET, 900)
    with both_desk.store.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE work_done RENAME TO elsewhere")
    with pytest.raises(Exception, match="work_done"):
        ledger.settle(both_desk)
    assert ledger.wait("a", BUDGET) == 0
    with both_desk.store.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE elsewhere RENAME TO work_done")
    ledger.settle(both_desk)
    with both_desk.store.read() as session:
        assert [row.level for row in session.query(WorkDone)] == [900]


def test_a_worker_never_does_more_unseen_than_is_noticeable(both_desk: App) -> None:
    """The error of sharing: with two workers at it in turn, each settles as soon as NOTICEABLE came together."""
    _, *workers = two_workers()
    done, step, turn = 0.0, 10.0, 0
    unseen = dict.fromkeys(range(2), 0.0)
    while True:
        turn = 1 - turn
        if workers[turn].wait("a", BUDGET):
            break
        workers[turn].spend("a", BUDGET, step)
        done, unseen[turn] = done + step, unseen[turn] + step
        if unseen[turn] >= NOTICEABLE:
            workers[turn].settle(both_desk)
            unseen[turn] = 0.0
    assert BUDGET.burst <= done <= BUDGET.burst + 2 * NOTICEABLE + step


def test_accounts_that_ran_dry_are_forgotten(both_desk: App) -> None:
    ticks = Ticks()
    ledger = Ledger(ticks)
    for number in range(50):
        ledger.spend(str(number), BUDGET, 10)
    pass_(both_desk, ticks, 1)
    ledger.settle(both_desk)
    assert len(ledger) == 0


def test_strangers_from_many_networks_do_not_fill_the_table(both_desk: App) -> None:
    """Each hour of an attack leaves no more behind than its last minutes."""
    ticks = Ticks()
    ledger, most = Ledger(ticks), 0
    for minute in range(60):
        for number in range(10):
            ledger.spend(f"{minute}-{number}", BUDGET, SMALL)
        ledger.settle(both_desk)
        with both_desk.store.read() as session:
            most = max(most, session.query(WorkDone).count())
        pass_(both_desk, ticks, 60)
    assert most <= 12 * 10


def test_the_name_of_an_account_tells_no_address(both_desk: App) -> None:
    name = account_of(both_desk, BUDGET, "192.0.2.7")
    assert "192" not in name
    assert name == account_of(both_desk, BUDGET, "192.0.2.7")
    assert name != account_of(both_desk, BUDGET, "192.0.2.8")
