"""Random histories of an event, beside a model that knows only doors: until when each player may still send.

The world is what services keep: rows that follow each step. The model is kept apart from it and from the tables: a
player's door is a moment or shut. After any history both agree, accepted lists have changed only by an official with a
reason (or by who accepted them, within ten minutes), no door opens after lists were seen, and each list in force of a
locked stage is the sealed one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deckcheck.app.clocks import latest
from deckcheck.app.states import Act, Effective, Facts, Machine, StateRefused, Step, effective, in_force, step
from deckcheck.store.states import After, During, EntryState, EventState, ListState, Role, SealKind, StageState
from deckcheck.verdict.reports import Verdict
from tests.samples import examples
from tests.state_facts import DAY, MS, ZONE, at

STAFF: Final = ("rosa", "ben", "kim", "olga")
ROLES: Final = {"rosa": Role.HEAD_JUDGE, "ben": Role.JUDGE, "kim": Role.SCOREKEEPER, "olga": Role.ORGANIZER}
JUDGES: Final = ("rosa", "ben")
AFTER_THE_END: Final = ("rosa", "olga")
"""Who corrects a list of an event that is completed."""
GRACE: Final = timedelta(seconds=15)
UNDO: Final = timedelta(minutes=10)
LATER: Final = [MS, 15_000 * MS - MS, 15_000 * MS, *(timedelta(minutes=m) for m in (1, 9, 10))]
PLAYERS: Final = st.integers(0, 2)
WHO: Final = st.sampled_from(STAFF)
REASONS: Final = st.sampled_from(["the bus broke down", "no printer", ""])
VERDICTS: Final = st.sampled_from([Verdict.LEGAL, Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNCLEAR])
MINUTES: Final = st.sampled_from([10, 40, 1, -5])
RARELY: Final = st.integers(0, 7).map(lambda n: n == 7)


@dataclass(frozen=True, slots=True)
class Slot:
    """One player's list: the row, and what the model knows of its door."""

    state: ListState = ListState.OPEN
    current: str | None = None
    accepted: str | None = None
    own: datetime | None = None
    accepted_at: datetime | None = None
    accepted_by: str = ""
    before: ListState | None = None
    sealed: str | None = None
    entry: EntryState = EntryState.ON
    door: datetime | None = None
    door_before: datetime | None = None
    """The door as the acceptance found it, for who undoes it."""
    lifted: datetime | None = None


class EventLife(RuleBasedStateMachine):
    """An event of three players with one stage, from its opening on."""

    @initialize(begins=st.lists(st.sampled_from(["nothing", "sent", "accepted"]), min_size=3, max_size=3))
    def open(self, begins: list[str]) -> None:
        self.clock = at("09:00")
        self.last_at = self.clock
        self.event = EventState.ON
        self.stage = StageState.TAKING
        self.deadline = at("10:00")
        self.begun = False
        self.during, self.after = During.CLOSED, After.CLOSED
        self.seen = False
        self.made = 0
        self.slots = [Slot(door=self.deadline) for _ in begins]
        for number, begin in enumerate(begins):
            if begin != "nothing":
                self.send(number, 0)
            if begin == "accepted":
                self.accept(number, "kim", Verdict.LEGAL, "", stale=False)

    # The world: what services do around a step.

    @property
    def now(self) -> datetime:
        return latest(self.clock, self.last_at)

    def facts(self, slot: Slot, **more: Any) -> Facts:
        known: dict[str, Any] = {
            "now": self.now,
            "zone": ZONE,
            "day": DAY,
            "event_state": self.event,
            "stage_state": self.stage,
            "stage_begun": self.begun,
            "first_stage_begun": self.begun,
            "deadline": self.deadline,
            "visible_ever": self.seen,
            "during": self.during,
            "after": self.after,
            "entry_state": slot.entry,
            "own_deadline": slot.own,
            "current": slot.current,
            "accepted_at": slot.accepted_at,
            "state_before": slot.before,
            "unsealed": self.stage != StageState.TAKING and slot.current != slot.sealed,
        }
        return Facts(**known | more)

    def take(self, machine: Machine, state: str, act: Act, slot: Slot | None = None, **more: Any) -> Step[str] | None:
        try:
            taken = step(machine, state, act, self.facts(slot or Slot(), **more))
        except StateRefused:
            return None
        self.last_at = self.now
        return taken

    def seal(self) -> None:
        self.slots = [replace(s, sealed=in_force(self.stage, s.accepted, s.current)) for s in self.slots]

    def put(self, number: int, taken: Step[str], **changed: Any) -> None:
        self.slots[number] = replace(self.slots[number], state=ListState(taken.state), **changed)
        if taken.seal:
            assert taken.seal == SealKind.CHANGE
            self.seal()

    def do_what_is_due(self) -> None:
        """Close what is to be closed, and let the model shut its doors by its own reckoning."""
        if self.event == EventState.ON and (closed := self.take(Machine.STAGE, self.stage, Act.STAGE_CLOSED)):
            assert self.now >= self.deadline + GRACE
            self.stage = StageState(closed.state)
            self.close_open_lists()
        elif self.event == EventState.ON and self.stage == StageState.TAKING:
            assert self.now < self.deadline + GRACE
        for number, slot in enumerate(self.slots):
            if closed := self.take(Machine.LIST, slot.state, Act.LIST_CLOSED, slot):
                self.put(number, closed)
            own_is_over = slot.state == ListState.REOPENED and slot.door and self.now >= slot.door + GRACE
            if own_is_over and self.event in {EventState.ON, EventState.COMPLETED}:
                self.slots[number] = replace(self.slots[number], door=None)
        self.show()

    def close_open_lists(self) -> None:
        for number, slot in enumerate(self.slots):
            if closed := self.take(Machine.LIST, slot.state, Act.STAGE_CLOSED, slot):
                later = slot.door if slot.lifted and slot.lifted + GRACE > self.now else None
                self.put(number, closed, door=later)
        self.seal()

    def show(self) -> None:
        """Lists that become visible close every reopened list first."""
        if effective(self.event, self.stage, self.during, self.after) == Effective.CLOSED:
            return
        for number, slot in enumerate(self.slots):
            if closed := self.take(Machine.LIST, slot.state, Act.LIST_CLOSED, slot, opening=True):
                self.put(number, closed, door=None)
        self.seen = True

    # The clock.

    @rule(later=st.sampled_from(LATER))
    def time_passes(self, later: timedelta) -> None:
        self.clock += later

    @rule(back=st.sampled_from([1, 20, 61, 150]))
    def the_clock_is_set_back(self, back: int) -> None:
        self.clock -= timedelta(minutes=back)

    @rule(number=PLAYERS, off=st.sampled_from([-MS, timedelta(0), GRACE - MS, GRACE]), own=st.booleans())
    def the_clock_comes_near_a_deadline(self, number: int, off: timedelta, own: bool) -> None:
        self.clock = max(self.clock, ((own and self.slots[number].own) or self.deadline) + off)

    # Players.

    @rule(number=PLAYERS, wait=st.sampled_from([0, 0, 9]))
    def send(self, number: int, wait: int) -> None:
        arrived = self.clock
        self.clock += timedelta(seconds=wait)
        self.do_what_is_due()
        slot = self.slots[number]
        reckoned = arrived if self.now - arrived <= GRACE else self.now
        may = slot.door is not None and reckoned < slot.door
        may = may and slot.entry == EntryState.ON and self.event == EventState.ON
        taken = self.take(
            Machine.LIST, slot.state, Act.LIST_SENT, slot, by_player=True, arrived=arrived, verdict=Verdict.ILLEGAL
        )
        assert bool(taken) is may, (slot, arrived, self.now)
        if taken:
            assert taken.superseded is (slot.current is not None)
            self.made += 1
            self.put(number, taken, current=f"list {self.made}")

    @rule(number=PLAYERS)
    def take_back(self, number: int) -> None:
        self.do_what_is_due()
        slot = self.slots[number]
        if taken := self.take(Machine.LIST, slot.state, Act.LIST_WITHDRAWN, slot, by_player=True, arrived=self.clock):
            assert slot.door is not None
            assert self.clock < slot.door
            self.put(number, taken, current=None)

    @rule(number=PLAYERS, act=st.sampled_from([Act.ENTRY_RETURNED, Act.ENTRY_DROPPED, Act.ENTRY_WITHDRAWN]), who=WHO)
    def leave_or_come_back(self, number: int, act: Act, who: str) -> None:
        self.do_what_is_due()
        slot = self.slots[number]
        if taken := self.take(Machine.ENTRY, slot.entry, act, slot, roles=frozenset({ROLES[who]}), reason="asked"):
            self.slots[number] = replace(slot, entry=EntryState(taken.state))

    # Officials.

    def official(self, number: int, act: Act, who: str, **more: Any) -> tuple[Slot, Step[str] | None]:
        self.do_what_is_due()
        slot = self.slots[number]
        more = {"roles": frozenset({ROLES[who]}), "seen": slot.current, **more}
        return slot, self.take(Machine.LIST, slot.state, act, slot, **more)

    @rule(number=PLAYERS, who=WHO, verdict=VERDICTS, reason=REASONS, stale=RARELY)
    def accept(self, number: int, who: str, verdict: Verdict, reason: str, stale: bool) -> None:
        seen = {"seen": "list 0"} if stale else {}
        slot, taken = self.official(number, Act.LIST_ACCEPTED, who, verdict=verdict, reason=reason, **seen)
        if taken:
            assert not stale
            assert verdict == Verdict.LEGAL or (who in JUDGES and reason)
            self.put(
                number,
                taken,
                accepted=slot.current,
                accepted_at=self.now,
                accepted_by=who,
                before=slot.state,
                door=None,
                door_before=slot.door,
            )
            if taken.seal:
                self.seal()

    @rule(number=PLAYERS, who=WHO, reason=REASONS, minutes=MINUTES)
    def reopen(self, number: int, who: str, reason: str, minutes: int) -> None:
        until = self.clock + timedelta(minutes=minutes)
        slot, taken = self.official(number, Act.LIST_REOPENED, who, reason=reason, until=until)
        if taken:
            assert reason
            assert who in JUDGES
            assert not self.seen
            assert slot.state == ListState.ACCEPTED
            self.put(number, taken, accepted=None, own=until, door=until, lifted=None)

    @rule(number=PLAYERS, who=WHO)
    def undo(self, number: int, who: str) -> None:
        same = self.slots[number].accepted_by == who
        slot, taken = self.official(number, Act.LIST_UNDONE, who, same_person=same)
        if taken:
            assert same
            assert slot.accepted_at is not None
            assert slot.accepted_at <= self.now < slot.accepted_at + UNDO
            assert not self.seen
            self.put(number, taken, accepted=None, door=self.door_again(slot))

    @rule(number=PLAYERS, wait=st.sampled_from([timedelta(0), UNDO - MS, UNDO]), seen=st.sampled_from([False, True]))
    def undo_ones_own(self, number: int, wait: timedelta, seen: bool) -> None:
        """Who accepted a list comes back to it, some time later, and perhaps after the lists were opened."""
        slot = self.slots[number]
        if slot.state != ListState.ACCEPTED or slot.accepted_at is None:
            return
        self.clock = max(self.clock, slot.accepted_at + wait)
        if seen:
            self.set_publication(During.ALL, After.ALL, really=self.stage != StageState.TAKING)
        self.undo(number, slot.accepted_by)

    def door_again(self, slot: Slot) -> datetime | None:
        """The door as it was, unless it has shut meanwhile."""
        if slot.before == ListState.OPEN:
            return max(self.deadline, slot.lifted or self.deadline) if self.stage == StageState.TAKING else None
        open_still = slot.door_before is not None and self.now < slot.door_before + GRACE
        return slot.door_before if open_still else None

    @rule(number=PLAYERS, who=WHO, reason=REASONS, minutes=MINUTES)
    def lift(self, number: int, who: str, reason: str, minutes: int) -> None:
        until = self.clock + timedelta(minutes=minutes)
        slot, taken = self.official(number, Act.LIST_LIFTED, who, reason=reason, until=until)
        if taken:
            assert reason
            assert who == "rosa"
            assert not self.seen
            assert slot.door is None or until > self.deadline
            self.put(number, taken, own=until, door=until, lifted=until if slot.state == ListState.OPEN else None)

    @rule(number=PLAYERS, who=WHO, reason=REASONS, verdict=VERDICTS)
    def enter_late(self, number: int, who: str, reason: str, verdict: Verdict) -> None:
        slot, taken = self.official(number, Act.LIST_ENTERED_LATE, who, reason=reason, verdict=verdict)
        if taken:
            assert reason
            assert slot.door is None
            assert taken.after_opening is self.seen
            self.made += 1
            self.put(number, replace(taken, seal=None), current=f"list {self.made}")
            if taken.seal:
                self.seal()

    @rule(number=PLAYERS, who=WHO, reason=REASONS, verdict=VERDICTS)
    def correct(self, number: int, who: str, reason: str, verdict: Verdict) -> None:
        slot, taken = self.official(number, Act.LIST_CORRECTED, who, reason=reason, verdict=verdict, section="IPG 3.4")
        if taken:
            assert reason
            assert who in (JUDGES if self.event == EventState.ON else AFTER_THE_END)
            assert verdict != Verdict.UNCLEAR
            assert slot.current is not None
            self.made += 1
            made = f"list {self.made}"
            self.put(
                number,
                replace(taken, seal=None),
                current=made,
                accepted=made,
                accepted_at=self.now,
                accepted_by=who,
                before=None,
                door=None,
            )
            if taken.seal:
                self.seal()

    @rule(number=PLAYERS, act=st.sampled_from(Act), who=WHO, verdict=VERDICTS)
    def try_anything_without_a_reason(self, number: int, act: Act, who: str, verdict: Verdict) -> None:
        """Nothing moves an accepted list without a reason, whoever tries, but undoing the acceptance."""
        self.do_what_is_due()
        slot = self.slots[number]
        if slot.state == ListState.ACCEPTED and act != Act.LIST_UNDONE:
            until = self.now + timedelta(hours=1)
            facts = {"roles": frozenset({ROLES[who]}), "seen": slot.current, "until": until, "section": "IPG 3.4"}
            for by_player in (True, False):
                assert not self.take(
                    Machine.LIST,
                    slot.state,
                    act,
                    replace(slot, own=until),
                    **facts,
                    by_player=by_player,
                    verdict=verdict,
                )

    # The organizer.

    @rule(minutes=MINUTES)
    def move_deadline(self, minutes: int) -> None:
        self.do_what_is_due()
        new = self.clock + timedelta(minutes=minutes)
        if self.take(Machine.STAGE, self.stage, Act.STAGE_DEADLINE, new_deadline=new):
            assert new > self.now
            self.deadline = new
            self.open_doors(ListState.OPEN)

    @rule(minutes=MINUTES, reason=REASONS)
    def take_lists_again(self, minutes: int, reason: str) -> None:
        self.do_what_is_due()
        new = self.clock + timedelta(minutes=minutes)
        if taken := self.take(Machine.STAGE, self.stage, Act.STAGE_REOPENED, new_deadline=new, reason=reason):
            assert reason
            assert not self.seen
            assert not self.begun
            self.stage, self.deadline = StageState(taken.state), new
            for number, slot in enumerate(self.slots):
                again = self.take(Machine.LIST, slot.state, Act.STAGE_REOPENED, slot)
                assert bool(again) is (slot.state != ListState.ACCEPTED)
                if again:
                    self.put(number, again, lifted=slot.own)
            self.open_doors(ListState.OPEN)

    def open_doors(self, state: ListState) -> None:
        self.slots = [
            replace(s, door=max(self.deadline, s.lifted or self.deadline)) if s.state == state else s
            for s in self.slots
        ]

    @rule(act=st.sampled_from([Act.STAGE_BEGUN, Act.STAGE_ENDED, Act.STAGE_RESUMED]), really=RARELY)
    def play(self, act: Act, really: bool) -> None:
        self.do_what_is_due()
        if not really and act == Act.STAGE_BEGUN:
            return  # Most histories are to stay where lists can be taken again.
        if taken := self.take(Machine.STAGE, self.stage, act, reason="on with it"):
            self.stage = StageState(taken.state)
            self.begun = self.begun or act == Act.STAGE_BEGUN
            if taken.seal:
                self.seal()

    @rule(during=st.sampled_from(During), after=st.sampled_from(After), really=RARELY)
    def set_publication(self, during: During, after: After, really: bool) -> None:
        self.do_what_is_due()
        if not really:
            return  # Most histories are to go on with closed lists for a while.
        state = effective(self.event, self.stage, self.during, self.after)
        taken = self.take(Machine.PUBLICATION, state, Act.PUBLICATION_SET, during=during, after=after, confirmed=True)
        assert taken
        self.during, self.after = during, after
        assert taken.state == effective(self.event, self.stage, self.during, self.after)
        self.show()

    @rule(act=st.sampled_from([Act.EVENT_COMPLETED, Act.EVENT_CANCELLED]), number=PLAYERS, really=RARELY)
    def end(self, act: Act, number: int, really: bool) -> None:
        """The event ends or is called off, and one player sends all the same."""
        if really:
            self.go(act)
            self.send(number, 0)

    @precondition(lambda self: self.event != EventState.ON)
    @rule()
    def resume(self) -> None:
        self.go(Act.EVENT_REOPENED if self.event == EventState.COMPLETED else Act.EVENT_RESTORED)

    def go(self, act: Act) -> None:
        self.do_what_is_due()
        taking = "Swiss" if self.stage == StageState.TAKING else ""
        if taken := self.take(Machine.EVENT, self.event, act, reason="so it is", taking=taking):
            self.event = EventState(taken.state)
            self.show()
            if taken.seal:
                self.seal()

    # What always holds.

    @invariant()
    @precondition(lambda self: hasattr(self, "slots"))
    def model_and_world_agree(self) -> None:
        for slot in self.slots:
            is_open = slot.state in {ListState.OPEN, ListState.REOPENED}
            assert is_open is (slot.door is not None), slot
            assert (slot.accepted is not None) is (slot.state == ListState.ACCEPTED), slot
            assert slot.accepted in {None, slot.current}, slot
            assert not (is_open and self.seen), slot
            if self.stage in {StageState.LOCKED, StageState.OVER} and slot.state != ListState.REOPENED:
                assert slot.sealed == in_force(self.stage, slot.accepted, slot.current), slot


EventLife.TestCase.settings = settings(max_examples=examples(60, nightly=200), stateful_step_count=80, deadline=None)
TestEventLife = EventLife.TestCase
