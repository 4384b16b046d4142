"""One check, two devices, a bad network: each tap counts once, whatever came twice, late or out of order."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.checks.check_views import look
from deckcheck.checks.end import FinishCheck, finish_check
from deckcheck.checks.sent_taps import MOST, Counted, Op, Tap, count
from deckcheck.checks.taps import tick
from deckcheck.store.models import CheckTick
from deckcheck.store.states import TapKind
from tests.deck_checks import PHONE, TABLET, an_op, begin, event_in_play, join, record_of, taps
from tests.desks import START, Clock, desk_on
from tests.events import Made
from tests.samples import examples
from tests.services.test_deck_checks import audit_holds
from tests.services.test_registration_histories import empty

T = TypeVar("T")
ROWS = ("main:Wild Ride", "main:Mountain", "sideboard:Leyline Axe", "main:Lava Dart")
TAPS = st.builds(
    Tap,
    op=st.uuids(version=4).map(str),
    device=st.sampled_from([PHONE, TABLET]),
    n=st.integers(0, 5),
    judge=st.sampled_from(["account:rosa", "account:ben"]),
    at=st.integers(0, 5).map(lambda minutes: START + timedelta(minutes=minutes)),
    kind=st.sampled_from(TapKind),
    row=st.sampled_from(ROWS[:2]),
    value=st.integers(-2, 4),
)


@settings(max_examples=examples(60, nightly=200), deadline=None)
@given(tapped=st.lists(TAPS, max_size=12), data=st.data())
def test_the_count_is_the_same_in_whatever_order_and_however_often_taps_came(
    tapped: list[Tap], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations([*tapped, *tapped[:3]]))
    counted = count(shuffled)
    assert counted == count(tapped)
    assert all(0 <= n <= MOST for by in counted.rows.values() for n in by.values())


def test_a_tap_of_a_device_whose_clock_went_back_still_follows_the_one_before() -> None:
    taps_made = [
        Tap("a", PHONE, 1, "account:rosa", START + timedelta(hours=1), TapKind.SET, ROWS[0], 4),
        Tap("b", PHONE, 2, "account:rosa", START, TapKind.DELTA, ROWS[0], -1),
    ]
    assert count(taps_made).total(ROWS[0]) == 3


def test_taps_of_many_threads_at_once_are_all_kept_once(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    uid = begin(made, both_desk).head.uid
    join(made, both_desk, uid)
    ops = [an_op(n, clock(), ROWS[0], delta=1) for n in range(24)]

    def send(part: int) -> None:
        taps(made, both_desk, uid, *ops[part * 4 : part * 4 + 8])  # Each tap goes out from two threads.

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(send, range(6)))
    assert taps(made, both_desk, uid).rows[ROWS[0]].total == 24


def attempt(act: Callable[[], T]) -> tuple[T | None, Refused | None]:
    """What came of an act, or why it was refused."""
    try:
        return act(), None
    except Refused as refused:
        return None, refused


@cache
def prepared() -> tuple[Path, Made, str, datetime]:
    """A database with a check that Rosa has begun and Ben has joined, to be copied."""
    home, clock = Path(tempfile.mkdtemp(prefix="checks")), Clock()
    shutil.copyfile(empty(), home / "deckcheck.db")
    desk = desk_on(f"sqlite:///{home / 'deckcheck.db'}", clock, home)
    made = event_in_play(desk, clock, players=2)
    uid = begin(made, desk).head.uid
    join(made, desk, uid)
    desk.store.close()
    return home / "deckcheck.db", made, uid, clock()


class Hall(RuleBasedStateMachine):
    """Rosa with a phone and Ben with a tablet on one check, beside a model that knows what reached the server when."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="check"))
        file, self.made, self.uid, at = prepared()
        shutil.copyfile(file, self.home / "deckcheck.db")
        self.clock = Clock(at)
        self.desk = desk_on(f"sqlite:///{self.home / 'deckcheck.db'}", self.clock, self.home)
        self.judges = {PHONE: self.made.as_account("judge"), TABLET: self.made.as_account("head-judge")}
        self.waiting: dict[str, list[Op]] = {PHONE: [], TABLET: []}
        self.sent: dict[str, list[Op]] = {PHONE: [], TABLET: []}
        self.counts: dict[str, Tap] = {}
        self.late: set[str] = set()
        self.numbers = {PHONE: 0, TABLET: 0}
        self.over = False

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            audit_holds(self.desk, self.made)
            self.desk.store.close()
            shutil.rmtree(self.home)

    @rule(device=st.sampled_from([PHONE, TABLET]), row=st.sampled_from(ROWS), delta=st.sampled_from([1, 1, 1, -1]))
    def a_judge_taps_a_row(self, device: str, row: str, delta: int) -> None:
        self._tap(device, row, delta=delta)

    @rule(device=st.sampled_from([PHONE, TABLET]), row=st.sampled_from(ROWS), seen=st.integers(0, 4))
    def a_judge_says_how_many_there_are(self, device: str, row: str, seen: int) -> None:
        self._tap(device, row, set=seen)

    @rule(device=st.sampled_from([PHONE, TABLET]), row=st.sampled_from(ROWS), word=st.sampled_from(["same", "sum"]))
    def a_judge_decides_a_conflict(self, device: str, row: str, word: str) -> None:
        self._tap(device, row, decide=word)

    def _tap(self, device: str, row: str, **said: object) -> None:
        self.numbers[device] += 1
        self.waiting[device].append(
            Op(str(uuid.uuid4()), self.numbers[device], self.clock(), row, **said)  # type: ignore[arg-type]
        )

    @rule(seconds=st.sampled_from([1, 60, -90]))
    def time_passes_or_a_clock_is_set_back(self, seconds: int) -> None:
        self.clock.pass_(seconds=seconds)

    @rule(device=st.sampled_from([PHONE, TABLET]), data=st.data())
    def the_network_lets_some_taps_through(self, device: str, data: st.DataObject) -> None:
        """Any of those that wait, in any order, with some that were sent before."""
        some = data.draw(st.lists(st.sampled_from(self.waiting[device]), unique=True)) if self.waiting[device] else []
        again = data.draw(st.lists(st.sampled_from(self.sent[device]), max_size=3)) if self.sent[device] else []
        self._send(device, [*some, *again])

    def _send(self, device: str, ops: list[Op]) -> None:
        who, keys = self.judges[device], [op.op for op in ops]
        told, refused = attempt(lambda: tick(self.desk, who, self.made.slug, self.uid, device, ops))
        assert self.over == (refused is not None)
        if refused is not None:
            assert (refused.status, refused.more["known"]) == (410, keys)
            self.late |= set(keys) - set(self.counts)
        else:
            assert told is not None
            assert list(told.known) == keys
            self.counts |= {op.op: _as_tap(who, device, op) for op in ops}
            model = self._model()
            assert {row: seen.total for row, seen in told.rows.items() if seen.total} == model.totals()
            assert [row for row, seen in told.rows.items() if seen.conflict] == list(model.conflicts())
        self.sent[device] += [op for op in ops if op not in self.sent[device]]
        self.waiting[device] = [op for op in self.waiting[device] if op.op not in keys]

    @precondition(lambda self: not self.over)
    @rule()
    def rosa_finishes(self) -> None:
        order = FinishCheck(self.judges[PHONE], self.made.slug, self.uid, result="partly")
        _, refused = attempt(lambda: finish_check(order, self.desk))
        assert (refused is not None) == bool(self._model().conflicts())
        assert refused is None or refused.code == "conflicts"
        self.over = refused is None

    @invariant()
    def nothing_is_lost_and_nothing_doubled(self) -> None:
        if not hasattr(self, "desk"):
            return
        with self.desk.store.read() as session:
            kept = {row.op: row.late for row in session.query(CheckTick)}
        assert kept == {**dict.fromkeys(self.counts, False), **dict.fromkeys(self.late, True)}

    @precondition(lambda self: self.over)
    @rule()
    def the_record_stays_what_it_was(self) -> None:
        record = record_of(self.desk, self.judges[PHONE], self.made.slug, self.uid)
        seen = {section: n for section, (n, _) in record.counts.items() if n}
        assert (seen, record.late) == (_by_section(self._model()), len(self.late))

    @precondition(lambda self: not self.over)
    @rule(device=st.sampled_from([PHONE, TABLET]))
    def both_judges_see_the_same(self, device: str) -> None:
        model = self._model()
        view = look(self.desk, self.judges[device], self.made.slug, self.uid)
        rows = {row.row: row.count for part in view.sections for pile in part.piles for row in pile.rows}
        found = {name: (rows[name].total, rows[name].conflict) for name in ROWS if name in rows}
        assert found == {name: (model.total(name), model.is_conflict(name)) for name in found}
        assert set(model.totals()) <= set(found)

    def _model(self) -> Counted:
        return count(self.counts.values())


def _as_tap(who: Actor, device: str, op: Op) -> Tap:
    kind, about, value = op.meant()
    return Tap(op.op, device, op.n, str(who), op.at, kind, about, value)


def _by_section(counted: Counted) -> dict[str, int]:
    found: dict[str, int] = {}
    for row, n in counted.totals().items():
        found[row.partition(":")[0]] = found.get(row.partition(":")[0], 0) + n
    return found


Hall.TestCase.settings = settings(
    max_examples=examples(8, nightly=20), stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHall = Hall.TestCase
