"""Random histories of one list beside a model of its own: nothing registered is lost, nothing accepted changes."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deckcheck.app.refusals import Refused
from deckcheck.app.session import settle
from deckcheck.audit.integrity import check_event
from deckcheck.lists.editor import SaveDraft, draft_of, save_draft
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.own_list import own_list, own_proof
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.seals import read_proof
from deckcheck.lists.submit import TakeBack, correct, enter_late, send_list, take_back
from deckcheck.store.models import Event, Submission
from deckcheck.store.store import Store
from deckcheck.store.usable import upgrade
from tests.desks import START, Clock, desk_on
from tests.events import DEADLINE, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, an_order, list_row, receipts, rows_of
from tests.samples import examples

TEXTS: Final = (LEGAL, OTHER, ILLEGAL)
GRACE: Final = timedelta(seconds=15)
KEYS: Final = ("", "key-one-1", "key-two-2")
CANONICAL: Final = [column.key for column in Submission.__table__.columns].index("canonical")
STEPS: Final = (1, 14, 16, 60, 9 * 60, 25 * 60)


@cache
def empty() -> Path:
    """An empty database at the newest schema, to be copied."""
    path = Path(tempfile.mkdtemp(prefix="histories")) / "empty.db"
    store = Store(f"sqlite:///{path}")
    upgrade(store)
    store.close()
    return path


@dataclass
class Model:
    """What is to be of one list, by the words of the design alone."""

    clock: datetime = START
    last: datetime = START
    taking: bool = True
    state: str = ""
    own: datetime | None = None
    sent: list[tuple[str, str]] = field(default_factory=list)
    current: str | None = None
    accepted: str | None = None
    keys: dict[str, tuple[str, str]] = field(default_factory=dict)
    draft: tuple[str, int] = ("", 0)

    @property
    def now(self) -> datetime:
        return max(self.clock, self.last)

    @property
    def stands(self) -> str:
        return self.state or ("open" if self.taking else "closed")

    @property
    def lists_close(self) -> datetime | None:
        if self.stands == "open":
            return DEADLINE if self.taking else None
        return self.own if self.stands == "reopened" else None

    @property
    def can_change(self) -> bool:
        until = self.lists_close
        return until is not None and self.now < until

    def text_of(self, uid: str | None) -> str | None:
        return next((text for known, text in self.sent if known == uid), None)

    def come_due(self) -> None:
        """What time brought about by now, whoever looks."""
        if self.taking and self.now >= DEADLINE + GRACE:
            self.taking, self.last = False, self.now
            if self.state == "open":
                self.state = "closed"
        if not self.taking and self.state == "reopened" and self.own and self.now >= self.own + GRACE:
            self.state, self.last = "closed", self.now


class Histories(RuleBasedStateMachine):
    """One player's list through everything that may be done to it, by the player and by a judge."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="history"))
        path = self.home / "deckcheck.db"
        shutil.copyfile(empty(), path)
        self.clock, self.model = Clock(), Model()
        self.desk = desk_on(f"sqlite:///{path}", self.clock, self.home)
        self.made = make_event(self.desk, players=2)
        self.ada, self.judge = self.made.as_person(0), self.made.as_account("judge")
        self.rows: dict[str, tuple[Any, ...]] = {}

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.audit_agrees()
            self.desk.store.close()
            shutil.rmtree(self.home)

    # Time.

    @rule(seconds=st.sampled_from(STEPS))
    def time_passes(self, seconds: int) -> None:
        self.clock.pass_(seconds=seconds)
        self.model.clock = self.clock()

    @rule()
    def the_clock_goes_to_the_last_millisecond(self) -> None:
        self.clock.set(DEADLINE - timedelta(milliseconds=1))
        self.model.clock = self.clock()

    @rule(minutes=st.sampled_from((1, 61)))
    def the_clock_is_set_back(self, minutes: int) -> None:
        self.clock.pass_(minutes=-minutes)
        self.model.clock = self.clock()

    @rule()
    def the_ticker_comes_by(self) -> None:
        settle(self.desk, self.made.slug)
        self.model.come_due()

    # The player.

    @rule(text=st.sampled_from(TEXTS), key=st.sampled_from(KEYS))
    def the_player_sends(self, text: str, key: str) -> None:
        model = self.model
        model.come_due()
        order = an_order(self.made, self.desk, text, key=key)
        if key in model.keys:
            first, sent = model.keys[key]
            if sent == text:
                assert send_list(order, self.desk).uid == first
            else:
                assert self.refused(lambda: send_list(order, self.desk)) == "key-reused"
        elif not key and model.text_of(model.current) == text:
            assert send_list(order, self.desk).uid == model.current
        elif model.can_change:
            self.kept(send_list(order, self.desk).uid, text, key)
            model.state = model.stands
        else:
            assert self.refused(lambda: send_list(order, self.desk)) == (
                "accepted" if model.stands == "accepted" else "deadline-passed"
            )

    @rule()
    def the_player_takes_back(self) -> None:
        model = self.model
        model.come_due()
        order = TakeBack(self.ada, self.made.slug, 1, "swiss", self.desk.now())
        if model.can_change and model.current:
            take_back(order, self.desk)
            model.current, model.last = None, model.now
        else:
            assert self.refused(lambda: take_back(order, self.desk)) in {"accepted", "deadline-passed", "no-list"}

    @rule(text=st.sampled_from(("4 Jace", LEGAL)), stale=st.booleans())
    def the_player_types(self, text: str, stale: bool) -> None:
        model = self.model
        model.come_due()
        was, version = model.draft
        seen = version + 1 if stale else version
        order = SaveDraft(self.ada, self.made.slug, 1, "swiss", text, seen)
        if stale and not (version and was == text):
            with pytest.raises(Changed) as caught:
                save_draft(order, self.desk)
            assert caught.value.theirs.text == was
        else:
            kept = save_draft(order, self.desk)
            model.draft = (kept.text, kept.version)
            assert kept.text == text
        if not model.state:
            # The first draft makes the list's row, and an act on the event ends.
            model.state, model.last = model.stands, model.now

    # The judge.

    @precondition(lambda self: self.model.sent)
    @rule(late=st.booleans())
    def a_judge_accepts(self, late: bool) -> None:
        model = self.model
        model.come_due()
        seen = model.sent[0][0] if late else model.current or model.sent[-1][0]
        order = LockList(self.judge, self.made.slug, 1, LockAct.ACCEPT, seen=seen, reason="seen")
        if model.stands != "accepted" and model.current and seen == model.current:
            change_lock(order, self.desk)
            model.state, model.accepted, model.last = "accepted", model.current, model.now
        else:
            assert self.refused(lambda: change_lock(order, self.desk)) in {"accepted", "replaced", "no-list"}

    @rule(minutes=st.sampled_from((5, 90)))
    def a_judge_reopens(self, minutes: int) -> None:
        model = self.model
        model.come_due()
        until = model.now + timedelta(minutes=minutes)
        order = LockList(self.judge, self.made.slug, 1, LockAct.REOPEN, until=until, reason="swapped sleeves")
        if model.stands == "accepted":
            change_lock(order, self.desk)
            model.state, model.accepted, model.own, model.last = "reopened", None, until, model.now
        else:
            assert self.refused(lambda: change_lock(order, self.desk)) == "not-now"

    @rule(text=st.sampled_from(TEXTS))
    def a_judge_enters_a_late_list(self, text: str) -> None:
        model = self.model
        model.come_due()
        order = an_order(self.made, self.desk, text, who=self.judge, reason="bus broke down")
        if model.text_of(model.current) == text:
            assert enter_late(order, self.desk).uid == model.current
        elif model.stands == "closed":
            self.kept(enter_late(order, self.desk).uid, text, "")
            model.state = "closed"
        else:
            assert self.refused(lambda: enter_late(order, self.desk)) in {"not-now", "accepted"}

    @rule(text=st.sampled_from(TEXTS))
    def a_judge_corrects(self, text: str) -> None:
        model = self.model
        model.come_due()
        order = an_order(self.made, self.desk, text, who=self.judge, reason="count", section="IPG 3.4", key="")
        if model.text_of(model.current) == text:
            assert correct(order, self.desk).uid == model.current
        elif model.stands in {"closed", "accepted"} and model.current:
            uid = correct(order, self.desk).uid
            self.kept(uid, text, "")
            model.state, model.accepted = "accepted", uid
        else:
            assert self.refused(lambda: correct(order, self.desk)) in {"not-now", "no-list"}

    # What always holds.

    def kept(self, uid: str, text: str, key: str) -> None:
        model = self.model
        model.sent.append((uid, text))
        model.current, model.last = uid, model.now
        if key:
            model.keys[key] = (uid, text)

    def refused(self, act: Any) -> str:
        try:
            act()
        except Refused as refused:
            return refused.code
        raise AssertionError("It was to be refused.")

    @invariant()
    def nothing_sent_is_lost_or_changed(self) -> None:
        if not hasattr(self, "desk"):
            return
        rows = rows_of(self.desk)
        assert {uid: rows.get(uid) for uid in self.rows} == self.rows
        assert [uid for uid, _ in self.model.sent] == sorted(rows)
        self.rows = rows

    @invariant()
    def the_list_is_what_the_model_says(self) -> None:
        if not hasattr(self, "desk") or not self.model.state:
            return
        row = list_row(self.desk, self.made)
        model = self.model
        assert (row.state, row.current, row.accepted) == (model.state, model.current, model.accepted)

    @invariant()
    def the_player_sees_what_stands_and_all_that_was_sent(self) -> None:
        if not hasattr(self, "desk"):
            return
        self.model.come_due()
        mine = own_list(self.ada, self.made.slug, self.desk)
        stands = self.model.text_of(self.model.accepted or self.model.current)
        assert (mine.version.text if mine.version else None) == stands
        told = receipts(self.ada, self.made.slug, 1, self.desk)
        assert [r.uid for r in told] == [uid for uid, _ in self.model.sent]
        assert [r.uid for r in told if r.standing == "accepted"] == [self.model.accepted] * bool(self.model.accepted)
        assert draft_of(self.ada, self.made.slug, 1, "swiss", self.desk).text == self.model.draft[0]

    @invariant()
    def what_is_in_force_is_in_the_last_seal(self) -> None:
        if not hasattr(self, "desk") or self.model.taking or self.model.state == "reopened":
            return
        mine = own_list(self.ada, self.made.slug, self.desk)
        found = own_proof(self.ada, self.made.slug, 1, mine.seals[-1].number, self.desk)
        assert verify_proof(read_proof(found)).holds
        in_force = self.rows.get(self.model.accepted or self.model.current or "")
        assert found["list"] == (in_force[CANONICAL] if in_force else "deckcheck-list/1\ngame mtg\nnone\n")

    def audit_agrees(self) -> None:
        """The audit tells the same history."""
        with self.desk.store.read() as session:
            event = session.get(Event, self.made.uid)
            assert event is not None
            assert check_event(session, event).faults == ()


Histories.TestCase.settings = settings(
    max_examples=examples(10, nightly=25),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestHistories = Histories.TestCase
