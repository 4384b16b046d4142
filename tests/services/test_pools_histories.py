"""Pools in any order of acts: what was counted stays, each handing over counts once, and nobody else ever sees one."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from deckcheck.app.refusals import Hidden, Refused
from deckcheck.pools.registration import AnswerPool, confirm_pool, question_pool
from deckcheck.pools.views import see_pool
from deckcheck.store.models import PoolCount, PoolVersion
from tests.desks import START, Clock, desk_on
from tests.events import Made
from tests.pools import assign, by_hand, counts, hand_over, sealed_event, table
from tests.services.test_deck_checks import audit_holds
from tests.services.test_registration_histories import empty

PLAYERS: Final = (1, 2, 3)
a_player = st.sampled_from(PLAYERS)
a_counter = st.sampled_from((*PLAYERS, None))
a_text = st.sampled_from(("3x22", "3x22 12", "12 15x3", ""))
a_key = st.sampled_from(("", "handing-1", "handing-2"))


@dataclass
class PoolModel:
    """What is to be of one pool, by the words of the design alone."""

    state: str = "waiting"
    counter: int | None = None
    counted: dict[int, str] = field(default_factory=dict)
    versions: list[str] = field(default_factory=list)
    keys: dict[tuple[object, str], str] = field(default_factory=dict)
    confirmed: bool = False

    def is_open_to(self, owner: int, who: int) -> bool:
        """Whoever counts it sees it until it is confirmed, its owner once it was handed over."""
        return (who == self.counter and not self.confirmed) or (who == owner and bool(self.versions))


@cache
def prepared() -> tuple[Path, Made]:
    """A database with a sealed event of three, to be copied."""
    home = Path(tempfile.mkdtemp(prefix="pools"))
    shutil.copyfile(empty(), home / "deckcheck.db")
    desk = desk_on(f"sqlite:///{home / 'deckcheck.db'}", Clock(), home)
    made = sealed_event(desk, players=len(PLAYERS))
    desk.store.close()
    return home / "deckcheck.db", made


class Hall(RuleBasedStateMachine):
    """Three players and the staff, beside a model of each pool."""

    @initialize(assigned=st.booleans())
    def begin(self, *, assigned: bool) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="pool"))
        file, self.made = prepared()
        shutil.copyfile(file, self.home / "deckcheck.db")
        self.clock = Clock(START)
        self.desk = desk_on(f"sqlite:///{self.home / 'deckcheck.db'}", self.clock, self.home)
        self.pools = {number: PoolModel() for number in PLAYERS}
        if assigned:
            self.staff_assigns_by_the_roster()

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            audit_holds(self.desk, self.made)
            self.desk.store.close()
            shutil.rmtree(self.home)

    def goes(self, act: Callable[[], object]) -> bool:
        """Whether an act goes through."""
        self.clock.pass_(seconds=20)
        try:
            act()
        except Refused:
            return False
        return True

    @rule()
    def staff_assigns(self) -> None:
        self.staff_assigns_by_the_roster()

    def staff_assigns_by_the_roster(self) -> None:
        done = assign(self.desk, self.made)
        for owner, counter in done.pairs:
            pool = self.pools[owner]
            assert (pool.state, owner != counter) == ("waiting", True)
            assert counter not in {one.counter for one in self.pools.values()}
            pool.state, pool.counter = "counting", counter

    @rule(owner=a_player, counter=a_counter, keep=st.booleans())
    def staff_assigns_by_hand(self, owner: int, counter: int | None, *, keep: bool) -> None:
        pool = self.pools[owner]
        done = self.goes(lambda: by_hand(self.desk, self.made, (owner, counter), keep=keep))
        assert done == (counter != owner and pool.state in {"waiting", "counting"})
        if not done:
            return
        if keep and counter is not None and counter != pool.counter and not pool.counted.get(counter):
            last = next((text for who, text in reversed(pool.counted.items()) if text and who != counter), "")
            if last:
                pool.counted[counter] = last
        pool.state, pool.counter = ("counting" if counter else "waiting"), counter

    @rule(owner=a_player, who=a_player, text=a_text)
    def somebody_counts(self, owner: int, who: int, text: str) -> None:
        pool = self.pools[owner]
        done = self.goes(lambda: counts(self.desk, self.made, owner, text, by=who))
        assert done == (who == pool.counter and pool.state == "counting")
        if done:
            pool.counted.pop(who, None)
            pool.counted[who] = text

    @rule(owner=a_player, who=a_player, text=a_text | st.none(), key=a_key)
    def somebody_hands_over(self, owner: int, who: int, text: str | None, key: str) -> None:
        pool, before = self.pools[owner], self.pools[owner].keys.get((who, key)) if key else None
        given = pool.counted.get(who, "") if text is None else text
        done = self.goes(lambda: hand_over(self.desk, self.made, owner, text, by=who, key=key))
        if before is not None:
            assert done == (text is None or text == before)
            return
        assert done == (who == pool.counter and pool.state == "counting" and bool(given))
        if done:
            pool.state = "registered"
            pool.versions.append(given)
            pool.keys[who, key] = given

    @rule(owner=a_player, text=a_text, well=st.booleans())
    def a_pool_goes_its_way(self, owner: int, text: str, *, well: bool) -> None:
        """Its counter hands it over, and its owner answers, as far as that goes."""
        self.somebody_hands_over(owner, self.pools[owner].counter or owner, text, "")
        self.somebody_answers(owner, owner, well=well)

    @rule(owner=a_player, who=a_player, well=st.booleans())
    def somebody_answers(self, owner: int, who: int, *, well: bool) -> None:
        pool, order = (
            self.pools[owner],
            AnswerPool(self.made.as_person(who - 1), self.made.slug, owner, "", "no dragon"),
        )
        done = self.goes(lambda: (confirm_pool if well else question_pool)(order, self.desk))
        open_ = {"registered", "questioned"} if well else {"registered", "questioned", "confirmed"}
        assert done == (who == owner and pool.state in open_)
        if done:
            pool.state = "confirmed" if well else "questioned"
            pool.confirmed = pool.confirmed or well

    @rule(owner=a_player, text=a_text, reason=st.sampled_from(("", "seen by both")))
    def a_judge_enters_or_corrects(self, owner: int, text: str, reason: str) -> None:
        pool, judge = self.pools[owner], self.made.as_account("judge")
        done = self.goes(lambda: hand_over(self.desk, self.made, owner, text, by=judge, reason=reason))
        assert done == (bool(text) and (bool(reason) or not pool.versions))
        if done:
            pool.state = "registered"
            pool.versions.append(text)

    @invariant()
    def nothing_that_was_counted_is_lost(self) -> None:
        if not hasattr(self, "desk"):
            return
        with self.desk.store.read() as session:
            texts = sorted(row.text for row in session.query(PoolVersion))
            counted = sorted(row.text for row in session.query(PoolCount) if row.text)
        assert texts == sorted(text for pool in self.pools.values() for text in pool.versions)
        assert counted == sorted(text for pool in self.pools.values() for text in pool.counted.values() if text)

    @invariant()
    def the_table_says_how_each_pool_stands(self) -> None:
        if not hasattr(self, "desk"):
            return
        lines = {line.owner.number: line for line in table(self.desk, self.made).lines}
        found = {n: (line.state, line.counter.number if line.counter else None) for n, line in lines.items()}
        assert found == {number: (pool.state, pool.counter) for number, pool in self.pools.items()}

    @invariant()
    def a_pool_is_open_to_its_counter_and_its_owner_in_their_time(self) -> None:
        if not hasattr(self, "desk"):
            return
        for owner, who in product(PLAYERS, PLAYERS):
            try:
                seen = see_pool(self.desk, self.made.as_person(who - 1), self.made.slug, owner)
            except Hidden:
                assert not self.pools[owner].is_open_to(owner, who)
            else:
                assert self.pools[owner].is_open_to(owner, who)
                assert len(seen.versions) == len(self.pools[owner].versions)


Hall.TestCase.settings = settings(
    max_examples=6, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHall = Hall.TestCase
